"""Finds a Chromium for the browser tests; as root on Debian installs one; otherwise says what to
do.

`python -m tests.chromium` is what `make test` runs first.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = (
    "error: the browser tests need Chromium: expected one of "
    + ", ".join(NAMES)
    + " on the PATH, or its path in CHROMIUM; on Debian: apt-get install chromium"
)

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
QUIET += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]


def find_chromium() -> str | None:
    given = os.environ.get("CHROMIUM", "")
    if given:
        return given if Path(given).is_file() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install_debians() -> None:
    """apt-get, if this is root on a Debian; its own words go to the terminal."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for order in (
        ["apt-get", "-qq", "update"],
        ["apt-get", "-qq", "install", "--no-install-recommends", "-y", "chromium"],
    ):
        subprocess.run(order, check=False, env=environment, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if not find_chromium():
        install_debians()
    if not find_chromium():
        sys.exit(ADVICE)
