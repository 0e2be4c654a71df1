"""Messages of the modules that draw charts: all prose in them is read by people. Sentences are
parted, as `translated` parts them; the words of an expression ("datum.n === 1 ? ' pair' : ...") and
those that `spoken` names have a context of their own, for a picture also has names that are data.
"""

import ast
import re
from collections.abc import Iterator

from foundation.catalogue.in_python import text_of
from foundation.catalogue.message import Key, placeholders

CONTEXT = "chart"
# A value may begin a sentence, and one that follows a full stop is a sentence of its own.
ENDED = re.compile(r"(?<=[.!?])(?:\s+(?=[A-Z0-9{]|n = )|(?=\{\w+\}))")
# Also what is put into one, and a list of fonts.
EXPRESSION = re.compile(r"\bdatum\b|\bformat\(|^\s*\+|system-ui")
QUOTED = re.compile(r"' ?([A-Za-z][a-z ]+[a-z]) ?'")
PROSE = re.compile(r"[A-Za-z]{2}\S* |\S [A-Za-z]{2}")
TITLED = {"title", "titles"}


def messages(tree: ast.Module) -> Iterator[Key]:
    inner = set(_inner(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp) and id(node) not in inner:
            yield from _of_text(text_of(node))


def _of_call(node: ast.Call) -> Iterator[Key]:
    """Titles of one word, and words that a picture has by itself."""
    name = ast.unparse(node.func)
    titles = [one for one in node.keywords if name == "tips" or one.arg in TITLED]
    for one in titles:
        if isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
            yield Key(one.value.value)
    if name == "spoken":
        for given in node.args:
            yield Key(str(ast.literal_eval(given)), context=CONTEXT)


def _of_text(text: str) -> Iterator[Key]:
    if EXPRESSION.search(text):
        yield from (Key(word, context=CONTEXT) for word in QUOTED.findall(text))
    elif PROSE.search(text):
        sentences = (one.strip() for one in ENDED.split(text))
        yield from (Key(one) for one in sentences if _is_said(one))


def _is_said(text: str) -> bool:
    """A pattern of one word would be found in too much."""
    values = placeholders(text)
    for name in values:
        text = text.replace(name, "")
    words = re.findall(r"[A-Za-z]+", text)
    return len(words) > bool(values)


def _inner(tree: ast.Module) -> Iterator[int]:
    """Parts of longer texts, documentation, and the arguments of `spoken`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.BinOp):
            yield from (id(one) for one in ast.walk(node) if one is not node)
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                yield id(first.value)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "spoken":
            yield from map(id, node.args)
