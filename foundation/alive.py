"""How a container's health check sees that a process lives, without starting Django.

`python -IS foundation/alive.py web` asks the web of this container; with `worker` or `beat` it
looks how old the mark is that these renew. Status 1, and a line, if it is not as expected. A check
runs every few seconds for as long as Truepool does, so this imports next to nothing.
"""

import os
import socket
import sys
import time

HOME = os.environ.get("TRUEPOOL_HOME", "")
WEB = ("127.0.0.1", 8000)
QUESTION = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
WELL = b"HTTP/1.1 200 "
PATIENCE = 2.0
SILENT_AFTER = 60.0  # six rounds of the worker's watchdog, six rings of beat


def renew(folder: "os.PathLike[str]", name: str) -> None:
    """Leaves a mark where a folder for them is: in containers, which have a check that looks."""
    if os.path.isdir(folder):  # noqa: PTH112  (pathlib takes longer to import than all else here)
        with open(os.path.join(folder, name), "w"):  # noqa: PTH118, PTH123
            pass


def what_is_wrong(name: str) -> str:
    """Empty where all is well."""
    return _web() if name == "web" else _mark(os.path.join(HOME, "alive", name))  # noqa: PTH118


def _web() -> str:
    try:
        with socket.create_connection(WEB, PATIENCE) as line:
            line.sendall(QUESTION)
            answer = line.recv(len(WELL), socket.MSG_WAITALL)
    except OSError as error:
        return f"/healthz: expected an answer within {PATIENCE:.0f} s, found: {error}"
    return "" if answer == WELL else f"/healthz: expected status 200, found {answer!r}"


def _mark(path: str) -> str:
    try:
        age = time.time() - os.stat(path).st_mtime  # noqa: PTH116
    except OSError as error:
        return f"expected a mark, found: {error}"
    expected = f"{path}: expected to be renewed within {SILENT_AFTER:.0f} s"
    return f"{expected}, found {age:.0f} s" if age > SILENT_AFTER else ""


if __name__ == "__main__":
    sys.exit(what_is_wrong(sys.argv[1]) or 0)
