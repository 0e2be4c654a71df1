"""Words of a template or a view that are not marked for translation."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, TokenType

# Attributes that people read or hear.
READ = {"title", "aria-label", "aria-description", "aria-roledescription", "placeholder", "alt"}
NOT_READ = {"script", "style", "code", "kbd", "pre"}
WORD = re.compile(r"[^\W\d_]{2,}")
# Names and signs that are the same in every language.
# And the class of a body, which a page puts into the tag of its frame.
NAMES = re.compile(
    r"\b(Truepool|API|GPL-3\.0-or-later|CSV|JSON Lines|JSON|JSONL|LaTeX|Parquet|TREC|SHA-256|UTC"
    r"|HTTP|PNG|SVG|MSR-VTT|MSVD|FIRE|R@K|Authorization: Bearer|min|ms|px|kB|MB|KiB|MiB|GiB|fps"
    r"|alpha|kappa|P@10|HTML|PDF)\b"
)
# What a page puts into a tag of its frame: {% block body %} class="screen"{% endblock %}.
ATTRIBUTE = re.compile(r'^\s*class="[^"]*"$')
HOLE = "\x00"  # where the template puts something in


def in_template(source: str) -> list[str]:
    finder = _Finder()
    finder.feed(_without_tags(source))
    finder.close()
    return finder.found


def _without_tags(source: str) -> str:
    """The HTML alone, with a hole for each variable and nothing for what is marked."""
    html, ends = "", ""
    for token in Lexer(source).tokenize():
        if ends:
            if token.token_type is TokenType.BLOCK and token.contents.split()[0] == ends:
                ends = ""
        elif token.token_type is TokenType.TEXT:
            html += token.contents
        elif token.token_type is TokenType.VAR:
            html += HOLE
        elif token.token_type is TokenType.BLOCK:
            name = token.contents.split()[0]
            if name in ("blocktranslate", "blocktrans", "comment"):
                ends = f"end{name}"
    return html


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.closed: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag in NOT_READ:
            self.closed.append(tag)
        for name, value in attrs:
            if name in READ or (name == "value" and tag == "button" and " " in (value or "")):
                self._look(value or "")

    def handle_endtag(self, tag):
        if self.closed and self.closed[-1] == tag:
            self.closed.pop()

    def handle_data(self, data):
        if not self.closed:
            self._look(data)

    def _look(self, text: str) -> None:
        if WORD.search(NAMES.sub("", text)) and not ATTRIBUTE.match(text.strip()):
            self.found.append(" ".join(text.replace(HOLE, "…").split()))


LOOK_UP = {
    "_",
    "gettext",
    "ngettext",
    "pgettext",
    "translated",
    "gettext_lazy",
    "translated_lazily",
}
SHOWN_BY = {"success", "warning", "error", "info", "add_error"}
RAISED = {"ValidationError"}
LABELS = {"label", "help_text", "verbose_name"}


def in_python(source: str) -> Iterator[str]:
    """Literals in messages, errors of forms, their labels and help texts."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        read = [one.value for one in node.keywords if name.endswith("Field") and one.arg in LABELS]
        if name in SHOWN_BY:
            read += node.args[1:]
        elif name in RAISED:
            read += node.args[:1]
        for argument in read:
            yield from _literals(argument)


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        yield from _literals(node.left)
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield ast.unparse(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and WORD.search(node.value):
        yield node.value
