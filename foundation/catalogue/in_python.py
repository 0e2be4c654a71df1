"""Messages in Python: what gettext is called with, and the plain sentences that pages translate
when they show them (foundation/words.py).

Those are: what `asked` fields say, choices, what refusals say (their docstrings, and what they are
raised with), titles of jobs, and names of tables and their columns. A text with values in it,
f"Run {run} is gone.", is found as "Run {run} is gone."
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import count

from foundation.catalogue.message import Key

LOOK_UP = {"_", "gettext", "gettext_lazy", "gettext_noop", "translated", "translated_lazily"}
PLURAL = {"ngettext", "ngettext_lazy", "plural"}
# Calls whose arguments are read by people: by position (from 0) and by name.
READ_BY_PEOPLE: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "asked": ((0,), ("label",)),
    "job_kind": ((), ("title",)),
    "record_audit": ((1,), ()),
    "change_row": ((1,), ()),
    "Action": ((0, 1), ()),
    "Trouble": ((1,), ()),
    "sentence": ((0,), ()),
    "Finding": ((), ("detail", "meaning", "next_step")),
    "_finding": ((), ("detail", "meaning", "next_step")),
    "_answer": ((3,), ()),
    "Place": ((0,), ()),
    "Study": ((), ("title",)),
    "Way": ((0,), ()),
    "Step": ((0, 1), ()),
    "start_job": ((), ("title",)),
    "job_for": ((3,), ()),
    "hand_in": ((), ("title",)),
    "report": ((2,), ("message",)),
    "Column": ((1,), ("title",)),
    "Of": ((1,), ()),
    "with_ends": ((1, 2), ("interval",)),
    "ends": ((), ("titles",)),
    "Table": ((1,), ("title", "notes")),
    "UniqueConstraint": ((), ("violation_error_message",)),
    "CheckConstraint": ((), ("violation_error_message",)),
}
# Calls whose named arguments are all read by people.
READ_BY_WHATEVER_NAME = {"titled", "plain", "percents", "cells_of"}
# Dictionaries whose values are what a page calls their keys.
NAMES_OF_CHOICES = {"choices", "unchosen", "error_messages", "REASONS", "TITLES", "DEFINITIONS"}
NAMES_OF_CHOICES |= {"SCREEN_SENTENCES", "GRID_SENTENCES"}
# The audit log names what was changed by its table, as Django calls it.
TABLES = {"Model", "AbstractBaseUser", "OneTimeLink"}
RAISED = {"ValidationError", "PermissionDenied", "BadRequest"}
FIRST_REFUSALS = {"Refused", "NothingToStudy"}
# A table whose fields' own sentences are asked (annotator/asked/policy.py).
ASKED_TABLES = {"Campaign"}


def refusals(trees: Iterable[ast.Module]) -> set[str]:
    """The names of all classes that are refusals, by whatever other class."""
    bases = {
        node.name: {_name(base) for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = set(FIRST_REFUSALS)
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


class Reader:
    """One module. `spoken` are the names of refusals, of all modules."""

    def __init__(self, tree: ast.Module, spoken: set[str]) -> None:
        self.tree = tree
        self.spoken = spoken
        self.constants = _assigned(tree.body)

    def messages(self) -> Iterator[Key]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                yield from self._of_class(node)
            elif isinstance(node, ast.FunctionDef):
                yield from self._of_function(node)
            elif isinstance(node, ast.Call):
                yield from self._of_call(node)
            elif isinstance(node, ast.keyword | ast.Assign | ast.AnnAssign):
                yield from self._names_of_choices(node)

    def _of_class(self, node: ast.ClassDef) -> Iterator[Key]:
        docstring = ast.get_docstring(node)
        if node.name in self.spoken and docstring and not _has_words_of_its_own(node):
            yield Key(" ".join(docstring.split()))
        if node.name in ASKED_TABLES:
            yield from _asked_columns(node)
        if {"TextChoices", "IntegerChoices"} & {_name(base) for base in node.bases}:
            for line in node.body:
                if isinstance(line, ast.Assign):
                    yield from map(Key, _labels(line))
        if TABLES & {_name(base) for base in node.bases} and not _is_abstract(node):
            yield Key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", node.name).lower())
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and _is_call(line.value, "asked"):
                yield Key(_label_of(line))
            elif isinstance(line, ast.Assign) and _is_form_field(line.value):
                yield Key(_name(line.targets[0]).replace("_", " ").capitalize())

    def _of_function(self, node: ast.FunctionDef) -> Iterator[Key]:
        """What is raised or shown, also where it was put into a name first."""
        known = self.constants | _assigned(ast.walk(node))
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            yield from self._read_by_people(call, known)
            if _name(call.func) in self.spoken | RAISED:
                for argument in [*call.args, *(one.value for one in call.keywords)]:
                    for text in _texts(argument, known):
                        if " " in text:
                            yield Key(text)

    def _of_call(self, node: ast.Call) -> Iterator[Key]:
        name = _name(node.func)
        # gettext cannot look up what has values already in it.
        arguments = ["" if isinstance(one, ast.JoinedStr) else _text(one) for one in node.args]
        if name in LOOK_UP and arguments and arguments[0]:
            yield Key(arguments[0])
        elif name in PLURAL and len(arguments) > 1 and arguments[0] and arguments[1]:
            yield Key(arguments[0], arguments[1])
        elif name == "pgettext" and len(arguments) > 1 and arguments[0] and arguments[1]:
            yield Key(arguments[1], context=arguments[0])
        else:
            yield from self._read_by_people(node, self.constants)

    def _read_by_people(self, node: ast.Call, known: dict[str, list[ast.expr]]) -> Iterator[Key]:
        places, names = READ_BY_PEOPLE.get(_name(node.func), ((), ()))
        read = [node.args[place] for place in places if place < len(node.args)]
        every = _name(node.func) in READ_BY_WHATEVER_NAME
        read += [one.value for one in node.keywords if every or one.arg in names]
        for argument in read:
            for text in _texts(argument, known):
                if not (_name(node.func) == "Action" and text.islower()):  # its name for scripts
                    yield Key(text)

    def _names_of_choices(self, node: ast.keyword | ast.Assign | ast.AnnAssign) -> Iterator[Key]:
        if isinstance(node, ast.keyword):
            names = {node.arg}
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {_name(target) for target in targets}
        value = node.value
        if names & NAMES_OF_CHOICES and isinstance(value, ast.Name):
            value = self.constants.get(value.id, [value])[0]
        if names & NAMES_OF_CHOICES and isinstance(value, ast.Dict):
            for one in value.values:
                yield from map(Key, _texts(one, self.constants))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_call(node: ast.expr | None, name: str) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == name


def _is_form_field(node: ast.expr) -> bool:
    """One that has no label of its own: Django makes it from the name."""
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func).startswith("forms.")
        and not any(one.arg == "label" for one in node.keywords)
    )


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found.setdefault(node.target.id, []).append(node.value)
    return found


def _texts(node: ast.expr, known: dict[str, list[ast.expr]]) -> Iterator[str]:
    """All that an expression may come to, as far as it is written down here."""
    if isinstance(node, ast.Name):
        for value in known.get(node.id, []):
            yield from _texts(value, {})
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, known)
        yield from _texts(node.orelse, known)
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            yield from _texts(one, known)
    elif isinstance(node, ast.Dict):
        for one in node.values:
            yield from _texts(one, known)
    elif (text := _text(node)) and re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text)):
        yield text


def _text(node: ast.expr) -> str:
    """A literal, with {names} where it has values; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left), _text(node.right)
        return left + right if left and right else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    numbers, used, text = count(), set[str](), ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            name = _name(part.value)
            if not name or name in used:
                name = f"v{next(numbers)}"
            used.add(name)
            text += f"{{{name}}}"
    return text


def _labels(line: ast.Assign) -> Iterator[str]:
    value = line.value
    if isinstance(value, ast.Tuple) and (text := _text(value.elts[-1])):
        yield text
    elif isinstance(value, ast.Constant):
        yield _name(line.targets[0]).replace("_", " ").title()


def _has_words_of_its_own(node: ast.ClassDef) -> bool:
    """Whether it is made with other words than its docstring, which then is for its callers."""
    return any(
        _name(call.func) == "__init__" and (call.args or call.keywords)
        for made in node.body
        if isinstance(made, ast.FunctionDef) and made.name == "__init__"
        for call in ast.walk(made)
        if isinstance(call, ast.Call)
    )


def _is_abstract(node: ast.ClassDef) -> bool:
    """Whether it is no table by itself, but what several tables share."""
    return any(
        isinstance(line, ast.Assign) and _name(line.targets[0]) == "abstract"
        for meta in node.body
        if isinstance(meta, ast.ClassDef) and meta.name == "Meta"
        for line in meta.body
    )


def _asked_columns(node: ast.ClassDef) -> Iterator[Key]:
    for line in node.body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Call):
            named = line.value.args[:1]
            given = [one.value for one in line.value.keywords if one.arg == "help_text"]
            for text in filter(None, map(_text, named)):
                yield Key(text[0].upper() + text[1:])
            yield from map(Key, filter(None, map(_text, given)))


def _label_of(line: ast.AnnAssign) -> str:
    """What a page calls a field that has no label of its own: foundation/asking/questions.py."""
    given = {one.arg: _text(one.value) for one in line.value.keywords}  # type: ignore[union-attr]
    named = given.get("page") or _name(line.target)
    return given.get("label") or named.replace("_", " ").capitalize()
