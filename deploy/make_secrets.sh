#!/bin/sh
# Draws the secrets that docker-compose.yml hands to its services, once: what is there is left alone.
# usage: deploy/make_secrets.sh HOST_NAME
set -eu

host=${1:?usage: deploy/make_secrets.sh HOST_NAME}
folder=$(dirname "$0")/secrets
draw() { openssl rand -hex 40; }
keep() { # keep NAME: standard input, unless that secret is there already
  if [ -e "$folder/$1" ]; then cat > /dev/null; echo "kept $1"; else cat > "$folder/$1"; echo "made $1"; fi
}

# The folder is closed to others on this machine. The files in it are not, because services read them as users of their own.
umask 022
mkdir -p "$folder"
chmod 0700 "$folder"

draw | keep secret_key
draw | keep database_password
draw | keep metrics_token
printf 'postgresql://truepool:%s@postgres/truepool\n' "$(cat "$folder/database_password")" | keep database_url

if [ ! -e "$folder/tls_certificate" ]; then
  # For a first start. Browsers warn of it: put a certificate that they know in its place.
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout "$folder/tls_key" -out "$folder/tls_certificate" 2> /dev/null
  chmod 0644 "$folder/tls_key"
  echo "made tls_certificate and tls_key, signed by nobody else"
fi
