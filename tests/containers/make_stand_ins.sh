#!/bin/sh
# usage (as root): tests/containers/make_stand_ins.sh
# Makes stand-ins under the names that docker-compose.yml and Dockerfile give (see stand_ins.Dockerfile).
set -eu

here=$(dirname "$0")
for program in debootstrap docker; do
  command -v $program > /dev/null || { echo "$program is not here: apt-get install debootstrap docker.io" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv bookworm "$folder" > /dev/null
# As slim images are: without lists, archives, manuals and languages. Certificates and pip's settings are this machine's.
rm -rf "$folder"/var/cache/apt/*.bin "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/* \
  "$folder"/usr/share/doc/* "$folder"/usr/share/man/* "$folder"/usr/share/locale/*
cp /etc/ssl/certs/ca-certificates.crt "$folder"/etc/ssl/certs/
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$folder"/etc/
tar -C "$folder" -c . | docker import - stand-in/bookworm:1

named() { sed -n "s|^ *image: \($1:.*\)|\1|p" "$here"/../../docker-compose.yml; }
build() { DOCKER_BUILDKIT=0 docker build --network host --target "$1" --tag "$2" --file "$here"/stand_ins.Dockerfile "$here"; }
build python "$(sed -n 's/^FROM \(python:[^ ]*\) AS packages/\1/p' "$here"/../../Dockerfile)"
build postgres "$(named postgres)"
build valkey "$(named valkey/valkey)"
build nginx "$(named nginx)"
