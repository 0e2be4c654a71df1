"""Writes requirements-models.txt: `python -m stack.truepool.pin_cpu`.

PyTorch without CUDA is the same version under a local name (2.13.0+cpu), which satisfies the pin of
the version but not its hashes. So it has a file of its own: that of CUDA, without the gigabytes of
NVIDIA's libraries, and with the hash of the wheel that pip finds for this Python.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from foundation.home import CHECKOUT

CUDA = CHECKOUT / "requirements-models-cuda.txt"
CPU = CHECKOUT / "requirements-models.txt"
OF_CUDA = re.compile(r"(nvidia|cuda|triton)\b")
PINNED = re.compile(r"torch==([\w.]+)")


def without_cuda(pins: str, sha256: str) -> str:
    """The pins of what both need, and torch's with this one hash."""
    kept = [pin for pin in re.split(r"^(?=\S)", pins, flags=re.MULTILINE) if not OF_CUDA.match(pin)]
    return "".join(
        f"{found[0]} \\\n    --hash=sha256:{sha256}\n" if (found := PINNED.match(pin)) else pin
        for pin in kept
    )


def sha256_of_cpu_wheel(version: str) -> str:
    """The checksum of the wheel as pip finds it, without installing it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"),
                *("--ignore-installed", "--no-deps", "--only-binary", ":all:"),
                *("--report", str(report), f"torch=={version}+cpu"),
            ],
            check=True,
        )
        (wheel,) = json.loads(report.read_text())["install"]
    sha256: str = wheel["download_info"]["archive_info"]["hashes"]["sha256"]
    return sha256


def main() -> int:
    pins = CUDA.read_text()
    found = PINNED.search(pins)
    if found is None:
        sys.stderr.write(f"{CUDA.name}: expected a line torch==VERSION, found none.\n")
        return 1
    try:
        sha256 = sha256_of_cpu_wheel(found[1])
    except subprocess.CalledProcessError:
        sys.stderr.write(
            f"{CPU.name} was left as it is: pip finds no torch {found[1]}+cpu for this Python."
            " Give pip an index that has it, and run `make lock` again.\n"
        )
        return 1
    CPU.write_text(without_cuda(pins, sha256))
    return 0


if __name__ == "__main__":
    sys.exit(main())
