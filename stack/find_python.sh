#!/bin/sh
# Prints which Python is to make .venv/, or says what to install. An argument is the one to use, and no other is then tried.
#
# Each is run, not only looked for: a name may lead to a version manager's shim that has no such version behind it, and
# Debian's Python comes without what it takes to make an environment. So all of PATH is looked through for each name, and what
# did not do is remembered for the message. 3.14 stands last: all packages have wheels for it, but Truepool has not been tested
# on it.

runs() { "$1" -c '' >/dev/null 2>&1; }
is_of_our_time() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1; }
makes_environments() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

without_venv=
dead=

# Prints the Python and ends, if this one will do.
try() {
  if is_of_our_time "$1"; then
    if makes_environments "$1"; then
      echo "$1"
      exit 0
    fi
    without_venv=${without_venv:-$1}
  elif ! runs "$1"; then
    dead="$dead${dead:+, }${1##*/} is at $1 but does not run"
  fi
}

try_everywhere() {
  rest=$PATH:
  while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    python=${folder:-.}/$1
    [ -f "$python" ] && [ -x "$python" ] || continue
    if [ "$(command -v "$1")" = "$python" ] && is_of_our_time "$1"; then python=$1; fi  # its bare name is clearer
    try "$python"
  done
}

if [ -z "$1" ]; then
  for name in python3.13 python3.12 python3.11 python3.14 python3; do try_everywhere "$name"; done
elif command -v "$1" >/dev/null 2>&1; then
  try "$1"
fi

if [ -n "$without_venv" ]; then
  echo "error: $without_venv is there, but its modules venv and ensurepip are not: install them (in Debian and Ubuntu: apt install ${without_venv##*/}-venv)" >&2
elif [ -n "$1" ]; then
  echo "error: PYTHON=$1: expected a Python 3.11, 3.12, 3.13 or 3.14 that runs" >&2
else
  echo "error: no Python 3.11, 3.12, 3.13 or 3.14 was found${dead:+ ($dead)}: install one (in Debian 12: apt install python3.11 python3.11-venv), or say where it is: make PYTHON=/path/to/python3" >&2
fi
exit 1
