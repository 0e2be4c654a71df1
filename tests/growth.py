"""How much source there is to carry, by package, and whether a package outgrew its limit.

`python -m tests.growth` prints the lines and tokens of each package and fails above a limit; `make
check` runs it. Lines are all lines of Python without migrations; tokens are Python's, without
comments, docstrings and layout. The limits are in pyproject.toml, `[tool.truepool.lines]`: raise
one in the commit that needs it, and say there why.
"""

import io
import sys
import tokenize
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True, slots=True)
class Size:
    lines: int
    tokens: int


def tokens_of(source: str) -> int:
    """A string that begins a line by itself is a docstring, and does not count."""
    count, begins = 0, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT and not (token.type == tokenize.STRING and begins):
            count += 1
        begins = token.type in LAYOUT
    return count


def size_of(package: Path) -> Size:
    sources = [
        file.read_text(encoding="utf-8")
        for file in package.rglob("*.py")
        if "migrations" not in file.parts
    ]
    return Size(sum(text.count("\n") for text in sources), sum(map(tokens_of, sources)))


def limits() -> dict[str, int]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(project["tool"]["truepool"]["lines"])


def outgrown(sizes: dict[str, Size], limits: dict[str, int]) -> list[str]:
    return [
        f"pyproject.toml: {package} has {size.lines:,} lines, expected at most {limits[package]:,}:"
        " make it smaller, or raise the limit in this commit and say why"
        for package, size in sizes.items()
        if size.lines > limits[package]
    ]


def main() -> int:
    allowed = limits()
    sizes = {package: size_of(ROOT / package) for package in allowed}
    for package, size in sizes.items():
        most = f"of {allowed[package]:,}"
        print(f"{package:<12}{size.lines:>9,} lines {most:<10}{size.tokens:>11,} tokens")
    lines, tokens = (sum(getattr(size, name) for size in sizes.values()) for name in Size.__slots__)
    print(f"{'together':<12}{lines:>9,} lines{'':11}{tokens:>11,} tokens")
    complaints = outgrown(sizes, allowed)
    print("\n".join(complaints), file=sys.stderr, end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
