#!/bin/sh
# Prints which Python is to make .venv/, or says what to install. An argument is the one to use, and no other is then tried.
#
# Each is run, not only looked for: a name may lead to a version manager's shim that has no such version behind it, and
# Debian's Python comes without what it takes to make an environment. 3.14 stands last: all packages have wheels for it, but
# Truepool has not been tested on it.

runs() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1; }
makes_environments() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

without_venv=
for python in ${1:-python3.13 python3.12 python3.11 python3.14 python3}; do
  command -v "$python" >/dev/null 2>&1 && runs "$python" || continue
  if makes_environments "$python"; then
    echo "$python"
    exit 0
  fi
  without_venv=${without_venv:-$python}
done

if [ -n "$without_venv" ]; then
  echo "error: $without_venv is there, but its modules venv and ensurepip are not: install them (in Debian and Ubuntu: apt install ${without_venv##*/}-venv)" >&2
elif [ -n "$1" ]; then
  echo "error: PYTHON=$1: expected a Python 3.11, 3.12, 3.13 or 3.14 that runs" >&2
else
  echo "error: no Python 3.11, 3.12, 3.13 or 3.14 was found: install one (in Debian 12: apt install python3.11 python3.11-venv), or say where it is: make PYTHON=/path/to/python3" >&2
fi
exit 1
