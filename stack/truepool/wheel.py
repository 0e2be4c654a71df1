"""Builds the wheel `truepool-metrics`: `python -m stack.truepool.wheel FOLDER`, or `make wheel`.

`python -m metrics` with all modules of ours that it imports, inside one package `truepool_metrics`:
their imports of each other are rewritten, so that no package called `metrics` or `measures` is
installed. Beside it, the package `truepool` has the client of the API. The same tree gives the same
bytes. Why: docs/decisions/0083-a-wheel-of-the-metrics.md, 0090-a-client-from-the-document.md.
"""

import ast
import base64
import hashlib
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from foundation.home import CHECKOUT
from foundation.version import VERSION

PACKAGE, PROJECT = "truepool_metrics", "truepool-metrics"
# Beside the command, what a registry finds by looking into a package, where no import tells.
ROOTS = (
    "metrics.__main__",
    "metrics.standalone.client.client",
    "metrics.standalone.frames",
    "metrics.tables.evaluation",
    "metrics.tables.comparison",
)
LISTED = ("measures.kinds", "pooling.formats.layouts")
INIT = f'''"""Scores of runs against judgements, from frames or files: Truepool's own code."""

from {PACKAGE}.foundation.version import VERSION as __version__
from {PACKAGE}.metrics.standalone.client.client import Client
from {PACKAGE}.metrics.standalone.client.problems import ApiError, JobFailed
from {PACKAGE}.metrics.standalone.frames import CannotScore, per_query, score

__all__ = ["ApiError", "CannotScore", "Client", "JobFailed", "__version__", "per_query", "score"]
'''
# The product's own name, which nobody installs otherwise: it runs from its checkout.
PRODUCT = f'''"""Truepool's API, for notebooks."""

from {PACKAGE} import ApiError, Client, JobFailed, __version__

__all__ = ["ApiError", "Client", "JobFailed", "__version__"]
'''
MAIN = f"""import sys

from {PACKAGE}.metrics.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
"""
METADATA = f"""Metadata-Version: 2.4
Name: {PROJECT}
Version: {VERSION}
Summary: Effectiveness measures with intervals and tests, from runs and judgements.
License-Expression: GPL-3.0-or-later
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: krippendorff
Requires-Dist: numpy
Requires-Dist: scipy
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: truepool\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
ENTRIES = f"[console_scripts]\n{PROJECT} = {PACKAGE}.metrics.__main__:main\n"


class CannotRewrite(Exception):
    """An import that would mean something else inside the wheel."""


def source_of(module: str) -> Path | None:
    """None for what is no module of this tree."""
    path = CHECKOUT.joinpath(*module.split("."))
    return next(
        (one for one in (path / "__init__.py", path.with_suffix(".py")) if one.exists()), None
    )


def own_imports(source: str, path: Path) -> list[ast.ImportFrom]:
    """`from PACKAGE of ours import ...`, wherever it is. CannotRewrite for another way."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            unfit = any(source_of(one.name) for one in node.names)
        else:
            unfit = bool(node.level)
        if unfit:
            raise CannotRewrite(f"{path}:{node.lineno}: expected `from package.module import name`")
        if isinstance(node, ast.ImportFrom) and node.module and source_of(node.module):
            found.append(node)
    return found


def modules() -> dict[str, Path]:
    """What is packed: the roots, and all of ours that they import, with the packages around it."""
    below = (
        f"{package}.{path.stem}"
        for package in LISTED
        for path in CHECKOUT.joinpath(*package.split(".")).glob("*.py")
    )
    waiting, found = [*ROOTS, *below, "foundation.version"], dict[str, Path]()
    while waiting:
        name = waiting.pop()
        path = source_of(name)
        if path is None or name in found:
            continue
        found[name] = path
        waiting.append(name.rpartition(".")[0] or name)
        for node in own_imports(path.read_text(encoding="utf-8"), path):
            waiting += [str(node.module), *(f"{node.module}.{one.name}" for one in node.names)]
    return found


def rewritten(source: str, path: Path) -> str:
    """The source with its imports of ours inside the package, and nothing else changed."""
    lines = source.splitlines(keepends=True)
    for node in own_imports(source, path):
        line = lines[node.lineno - 1].encode()
        start, end = line[: node.col_offset], line[node.col_offset :]
        inside = end.replace(b"from ", f"from {PACKAGE}.".encode(), 1)
        lines[node.lineno - 1] = (start + inside).decode()
    return "".join(lines)


def contents() -> dict[str, bytes]:
    """All files of the wheel but its record, by their names."""
    about = f"{PACKAGE}-{VERSION}.dist-info"
    texts = {f"{PACKAGE}/__init__.py": INIT, f"{PACKAGE}/__main__.py": MAIN}
    texts["truepool/__init__.py"] = PRODUCT
    for path in modules().values():
        place = path.relative_to(CHECKOUT).as_posix()
        texts[f"{PACKAGE}/{place}"] = rewritten(path.read_text(encoding="utf-8"), path)
    for name, text in (("METADATA", METADATA), ("WHEEL", WHEEL), ("entry_points.txt", ENTRIES)):
        texts[f"{about}/{name}"] = text
    texts[f"{about}/licenses/LICENSE"] = (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    return {name: text.encode() for name, text in sorted(texts.items())}


def record(files: Mapping[str, bytes], name: str) -> bytes:
    return "".join([*_lines_of_record(files), f"{name},,\n"]).encode()


def _lines_of_record(files: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        yield f"{name},sha256={digest},{len(content)}\n"


def build(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    wheel, files = folder / f"{PACKAGE}-{VERSION}-py3-none-any.whl", contents()
    listed = f"{PACKAGE}-{VERSION}.dist-info/RECORD"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*files.items(), (listed, record(files, listed))):
            # Not the moment of building, and the rights of a file that everybody reads.
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.external_attr, member.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return wheel


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))  # noqa: T201
