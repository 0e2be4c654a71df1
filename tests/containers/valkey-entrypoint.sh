#!/bin/sh
# After the official image's: as root it steps down; as anybody else it wants to write where it stands.
set -e
if [ "$(id -u)" = 0 ]; then
  find . \! -user valkey -exec chown valkey '{}' +
  exec setpriv --reuid=valkey --regid=valkey --clear-groups -- "$0" "$@"
fi
[ -w . ] || { echo "error: directory is not writable by current user ($(id -u))" >&2; exit 1; }
exec "$@"
