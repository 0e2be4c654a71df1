"""Tell from inside what a confined process cannot do, by trying it. Prints one JSON object."""

import json
import os
import resource
import socket
from pathlib import Path

FEW = 256


def sockets_are_refused() -> bool:
    try:
        socket.socket(socket.AF_UNIX).close()
    except OSError:
        return True
    return False


def processes_are_refused() -> bool:
    try:
        child = os.fork()
    except OSError:
        return True
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return False


status = dict(
    line.split(":\t", 1)
    for line in Path("/proc/self/status").read_text().splitlines()
    if ":\t" in line
)
found = {
    "network": Path("/proc/self/ns/net").readlink().name,
    "no_sockets": sockets_are_refused(),
    "no_new_processes": processes_are_refused(),
    "no_new_privileges": status.get("NoNewPrivs") == "1",
    "few_threads": 0 < resource.getrlimit(resource.RLIMIT_NPROC)[0] <= FEW,  # unlimited is -1
}
print(json.dumps(found))  # noqa: T201
