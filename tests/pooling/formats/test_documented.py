"""docs/formats.md has a line for each code that a reader can give, and for no other."""

import ast
import re

from foundation.home import CHECKOUT
from pooling.formats import guess, runs, signatures

DOCUMENT = (CHECKOUT / "docs/formats.md").read_text()
# Where a code is made rather than written.
MADE = {"unknown-{}": ("caption", "video"), "missing-{}": ("caption", "video")}
GIVING = ("error", "warn", "refuse", "NotStrict")


def codes_of(tree: ast.AST) -> set[str]:
    """String constants that stand where `refuse`, `error` and `warn` take their code."""
    codes = set()
    for call in ast.walk(tree):
        name = (
            getattr(call.func, "attr", getattr(call.func, "id", ""))
            if isinstance(call, ast.Call)
            else ""
        )
        if name in GIVING and len(call.args) > 1:
            codes |= _strings(call.args[0])
    return codes


def _strings(argument: ast.expr) -> set[str]:
    if isinstance(argument, ast.JoinedStr):
        shape = "".join(
            part.value if isinstance(part, ast.Constant) else "{}" for part in argument.values
        )
        return {shape.replace("{}", noun) for noun in MADE[shape]}
    return {
        part.value
        for part in ast.walk(argument)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


def test_every_code_has_its_line_and_every_line_its_code():
    listed = [
        code
        for line in re.findall(r"^\| (`.*?) \|", DOCUMENT.split("## Codes")[1], re.MULTILINE)
        for code in re.findall("`(.*?)`", line)
    ]
    assert listed == sorted(listed)
    used = {code for _, code, _ in signatures._BEGINNINGS} | {
        "html",
        "zip",
        "spreadsheet",
        "kind",
        "pickle",
    }
    for folder in ("pooling/formats", "semantics/formats", "witnesses/formats"):
        for path in (CHECKOUT / folder).rglob("*.py"):
            used |= codes_of(ast.parse(path.read_text()))
    # `code` that is made before it is given: f"unknown-{...}" and f"missing-{...}"
    used |= {shape.replace("{}", noun) for shape, nouns in MADE.items() for noun in nouns}
    assert set(listed) == used


def test_every_format_has_its_line():
    for name in (*guess.BENCHMARK_FORMATS, *runs.RUN_FORMATS):
        assert re.search(rf"^\| .*`{name}`", DOCUMENT, re.MULTILINE)
