"""Set limits to this process, take from it what a decoder does not need, then become the program
that is to run within them.

`confine.py PARENT MEMORY CPU_SECONDS FILE_BYTES OPEN_FILES PROGRAM ARGUMENT...`

A step of its own, because setting limits between fork and exec in a process with threads may
deadlock.

1. A network of its own, in which there is nothing: by a namespace, where the kernel lets us make
one.
2. No new privileges by any program it starts; a process of root keeps only the right to open files.
3. A filter of system calls: no sockets, no further processes (threads are allowed), no signals to
others, no looking into others.

Each is done as far as this kernel allows. What holds is found out from inside, by `look.py`.
"""

import ctypes
import os
import resource
import signal
import struct
import sys

NICER = 5  # pages come before background work
MOST_THREADS = 256  # FFmpeg has a dozen or two

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
CLONE_NEWUSER, CLONE_NEWNET, CLONE_THREAD = 0x1000_0000, 0x4000_0000, 0x1_0000
# Since then RLIMIT_NPROC counts the processes of a namespace, not all that the user has.
COUNTS_BY_NAMESPACE = (5, 14)
KEPT_OF_ROOT = 1 << 1 | 1 << 2 | 1 << 3  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
CAPABILITIES_VERSION = 0x2008_0522

# Of classic BPF: load a word, compare, test bits, return.
LOAD, EQUAL, AT_LEAST, HAS_BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where these stand in what a filter sees
ALLOW, ERROR, KILL, FILTER = 0x7FFF_0000, 0x0005_0000, 0x8000_0000, 2
NOT_PERMITTED, NO_SUCH_CALL = 1, 38
OTHER_NUMBERS = 0x4000_0000  # from here on: x86's 32-bit calls under other numbers

# The same names for both kinds of processor: (audit architecture, clone, clone3, what is refused).
# socket, fork, vfork, kill, tkill, tgkill, ptrace, process_vm_readv, process_vm_writev, pidfd_open,
# pidfd_send_signal, pidfd_getfd, unshare, setns, mount, umount2, pivot_root, chroot, bpf,
# perf_event_open, userfaultfd, io_uring_setup, add_key, request_key, keyctl, kexec_load. The second
# has no fork and no vfork.
PROCESSORS = {
    "x86_64": (
        *(0xC000_003E, 56, 435),
        (
            *(41, 57, 58, 62, 200, 234, 101, 310, 311, 434, 424, 438, 272),
            *(308, 165, 166, 155, 161, 321, 298, 323, 425, 248, 249, 250, 246),
        ),
    ),
    "aarch64": (
        *(0xC000_00B7, 220, 435),
        (
            *(198, 129, 130, 131, 117, 270, 271, 434, 424, 438, 97, 268),
            *(40, 39, 41, 51, 280, 241, 282, 425, 217, 218, 219, 104),
        ),
    ),
}

libc = ctypes.CDLL(None)


def limit(what: int, value: int) -> None:
    """Never more than is already allowed: raising a hard limit is for root."""
    _, hard = resource.getrlimit(what)
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (allowed, allowed))


def leave_the_network() -> None:
    """Root keeps its own user namespace: in another it could not enter folders of other users,
    where its media may lie."""
    if os.geteuid() == 0:
        libc.unshare(CLONE_NEWNET)
    elif libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 and kernel() >= COUNTS_BY_NAMESPACE:
        limit(resource.RLIMIT_NPROC, MOST_THREADS)


def kernel() -> tuple[int, int]:
    major, minor = os.uname().release.split(".")[:2]
    return int(major), int("".join(digit for digit in minor if digit.isdigit()) or 0)


def give_up_privileges() -> None:
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if os.geteuid() == 0:
        header = struct.pack("Ii", CAPABILITIES_VERSION, 0)
        libc.capset(header, struct.pack("6I", KEPT_OF_ROOT, KEPT_OF_ROOT, 0, 0, 0, 0))


def filter_calls() -> None:
    if (machine := os.uname().machine) not in PROCESSORS:
        return
    words = program(*PROCESSORS[machine])
    code = ctypes.create_string_buffer(b"".join(words))
    given = ctypes.create_string_buffer(struct.pack("HP", len(words), ctypes.addressof(code)))
    libc.prctl(PR_SET_SECCOMP, FILTER, given, 0, 0)


def program(architecture: int, clone: int, clone3: int, refused: tuple[int, ...]) -> list[bytes]:
    """The words as a filter has them: each is (what, steps on if so, steps on if not, value)."""
    words = [
        word(LOAD, ARCHITECTURE),
        word(EQUAL, architecture, 1, 0),
        word(RETURN, KILL),
        word(LOAD, NUMBER),
        word(AT_LEAST, OTHER_NUMBERS, 0, 1),
        word(RETURN, ERROR | NOT_PERMITTED),
        # Its flags lie where a filter cannot look; told that there is none, libc uses clone.
        word(EQUAL, clone3, 0, 1),
        word(RETURN, ERROR | NO_SUCH_CALL),
    ]
    for number in refused:
        words += [word(EQUAL, number, 0, 1), word(RETURN, ERROR | NOT_PERMITTED)]
    return [
        *words,
        word(EQUAL, clone, 0, 3),
        word(LOAD, FIRST_ARGUMENT),
        word(HAS_BITS, CLONE_THREAD, 1, 0),
        word(RETURN, ERROR | NOT_PERMITTED),
        word(RETURN, ALLOW),
    ]


def word(what: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", what, if_so, if_not, value)


def main() -> None:
    parent, memory, cpu, file_bytes, open_files = map(int, sys.argv[1:6])
    command = sys.argv[6:]
    os.nice(NICER)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_FSIZE, file_bytes)
    limit(resource.RLIMIT_NOFILE, open_files)
    leave_the_network()
    give_up_privileges()
    filter_calls()
    limit(resource.RLIMIT_AS, memory)
    # After the privileges: changing those would undo it.
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before it could be watched
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606


main()
