"""`python leash.py PARENT COMMAND...`: becomes COMMAND, and is sent SIGTERM by the kernel when its
parent dies.

So that a supervisor that is killed outright leaves no web server behind that holds the port. A
script of its own rather than a hook between fork and exec, because such a hook may deadlock in a
process with threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

if __name__ == "__main__":
    parent, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:  # it died before the kernel was asked
        sys.exit(1)
    os.execvp(command[0], command)  # noqa: S606  (a list, and no shell)
