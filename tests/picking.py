"""Which tests a change can reach: `make test` runs those, and says which it left out.

The packages are layers, and `make check` holds them to it, so what changes in a package reaches its
own tests and those of the packages above, and no others. What has no package (settings, templates,
requirements, this file) reaches all. A change is what differs from the last commit at which every
quick test passed; without such a commit everything is run. Tests outside the packages' folders look
at the whole, and always run.
"""

import ast
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from tests.packages import PACKAGES

ROOT = Path(__file__).parents[1]
PASSED = ROOT / ".venv" / "quick-tests-passed"
# Read by no test, or by tests that always run.
WORDS = ("docs/", "bench/", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "LICENSE")


@cache
def floors() -> dict[str, int]:
    """The packages by their height, from the contract that holds them to it."""
    return {package: height for height, package in enumerate(PACKAGES)}


def lowest_floor(changed: Iterable[str]) -> int:
    """Of what changed; 0, below which there is nothing, where something has no package."""
    heights = [
        floors().get(_package(PurePosixPath(path)), 0)
        for path in changed
        if not path.startswith(WORDS)
    ]
    return min(heights, default=len(floors()))


def _package(path: PurePosixPath) -> str:
    """Settings belong to no package: every package reads them."""
    parts = path.parts[1:] if path.parts[0] == "tests" else path.parts
    return "" if parts == ("config", "settings.py") else parts[0]


@cache
def floor_of(file: Path) -> int:
    """How high a file of tests reaches: its folder's package, or one above that it imports."""
    own = floors().get(_package(PurePosixPath(file.relative_to(ROOT).as_posix())))
    return len(floors()) if own is None else max([own, *map(_height, _imported(file))])


def _imported(file: Path) -> Iterable[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _height(module: str) -> int:
    return floors().get(_package(PurePosixPath(*module.split("."))), 0)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--changed", action="store_true", help="only what a change can reach")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("changed") or (base := _last_passed()) is None:
        return
    lowest = lowest_floor(_changed_since(base))
    left_out = [item for item in items if floor_of(item.path) < lowest]
    items[:] = [item for item in items if floor_of(item.path) >= lowest]
    config.hook.pytest_deselected(items=left_out)


def pytest_report_header(config: pytest.Config) -> str | None:
    if not config.getoption("changed"):
        return None
    if (base := _last_passed()) is None:
        return "picking: everything, as no commit is known at which every quick test passed"
    lowest = lowest_floor(changed := _changed_since(base))
    out = [package for package, height in floors().items() if height < lowest]
    count = Counter(PurePosixPath(path).parts[0] for path in changed)
    what = ", ".join(f"{name} ({files})" for name, files in count.most_common()) or "nothing"
    left = f"left out: tests of {', '.join(out)}" if out else "nothing is left out"
    return f"picking: since {base[:12]} changed {what}; {left}"


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remembers a commit at which all that a change could reach has passed."""
    if not session.config.getoption("changed") or hasattr(session.config, "workerinput"):
        return
    if (
        exitstatus == pytest.ExitCode.OK
        and PASSED.parent.is_dir()
        and not _git("status", "--short")
    ):
        PASSED.write_text(_git("rev-parse", "HEAD")[0] + "\n", encoding="utf-8")


def _last_passed() -> str | None:
    """Outside git, so that a clone begins without; and none where the commit is not known here."""
    base = PASSED.read_text(encoding="utf-8").strip() if PASSED.is_file() else ""
    try:
        return base if base and _git("cat-file", "-t", base) == ["commit"] else None
    except (OSError, subprocess.CalledProcessError):
        return None


def _changed_since(base: str) -> list[str]:
    """Committed or not, tracked or not."""
    return [
        *_git("diff", "--name-only", "--no-renames", base),
        *_git("ls-files", "--others", "--exclude-standard"),
    ]


def _git(*words: str) -> list[str]:
    asked = ["git", "-c", "core.quotePath=false", "-C", str(ROOT), *words]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
