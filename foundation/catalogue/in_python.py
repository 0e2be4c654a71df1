"""Messages in Python: what gettext is called with, and the plain sentences that pages translate
when they show them (foundation/words.py).

Those are: what `asked` fields say, choices, what refusals say (their docstrings, and what they are
raised with), titles of jobs, and names of tables and their columns. A text with values in it,
f"Run {run} is gone.", is found as "Run {run} is gone."
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import chain, count

from foundation.catalogue.message import Key

LOOK_UP = {
    "_",
    "_lazy",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "translated",
    "translated_lazily",
}
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
    "said": ((0,), ()),
    "Finding": ((), ("detail", "meaning", "next_step")),
    "_costs": ((0,), ()),
    "_bounds": ((0,), ()),
    "finding": ((), ("detail", "meaning", "next_step")),
    "_answer": ((3,), ()),
    "Place": ((0,), ()),
    "TabEntry": ((0, 1), ()),
    "Study": ((), ("title",)),
    "_part": ((2,), ()),
    "ReportQuestion": ((), ("title", "sentence")),
    "Format": ((), ("sentence",)),
    "NetworkKind": ((1,), ()),
    "LossKind": ((1,), ()),
    "Shape": ((1,), ()),
    "Way": ((0,), ()),
    "Step": ((0, 1), ()),
    "start_job": ((), ("title",)),
    "job_for": ((3,), ()),
    "hand_in": ((), ("title",)),
    "report": ((2,), ("message",)),
    "part": ((2, 4), ("typed",)),
    "Column": ((1,), ("title",)),
    "Of": ((1,), ()),
    "with_ends": ((1, 2), ("interval",)),
    "ends": ((), ("titles",)),
    "Table": ((1,), ("title", "notes")),
    "drawn_table": ((1,), ("title",)),
    "_by_slice": ((1,), ()),
    "Word": ((0,), ()),
    "UniqueConstraint": ((), ("violation_error_message",)),
    "CheckConstraint": ((), ("violation_error_message",)),
}
# Calls whose named arguments are all read by people.
READ_BY_WHATEVER_NAME = {"titled", "plain", "words", "percents", "cells_of", "cell_of"}
# Dictionaries whose values are what a page calls their keys.
NAMES_OF_CHOICES = {
    "choices",
    "unchosen",
    "error_messages",
    "REASONS",
    "TITLES",
    "DEFINITIONS",
    "COUNTS",
    "ABOUT",
}
NAMES_OF_CHOICES |= {"SCREEN_SENTENCES", "GRID_SENTENCES", "ABOUT"}
# The audit log names what was changed by its table, as Django calls it.
TABLES = {"Model", "AbstractBaseUser", "OneTimeLink", "CampaignPolicy"}
RAISED = {"ValidationError", "PermissionDenied", "BadRequest"}
FIRST_REFUSALS = {"Refused", "NothingToStudy"}
# A table whose fields' own sentences are asked (annotator/asked/policy.py).
ASKED_TABLES = {"Campaign", "CampaignPolicy"}
OWN_WORDS = re.compile(r"\.__init__\([^)]")


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
        """What is raised or shown is found also where a function put it into a name first."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                yield from self._of_class(node)
            elif isinstance(node, ast.FunctionDef):
                yield from self._of_calls(node, self.constants | _assigned(ast.walk(node)))
            elif isinstance(node, ast.Module):
                yield from self._of_calls(node, self.constants)
            elif isinstance(node, ast.keyword | ast.Assign | ast.AnnAssign):
                yield from self._names_of_choices(node)

    def _of_class(self, node: ast.ClassDef) -> Iterator[Key]:
        docstring, written = ast.get_docstring(node), ast.unparse(node)
        bases = {_name(base) for base in node.bases}
        # Made with other words than its docstring, which then is for its callers.
        if node.name in self.spoken and docstring and not OWN_WORDS.search(written):
            yield Key(" ".join(docstring.split()))
        if TABLES & bases and "abstract = True" not in written:
            yield Key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", node.name).lower())
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.value, ast.Call):
                if _name(line.value.func) == "asked":
                    given = {one.arg: text_of(one.value) for one in line.value.keywords}
                    yield Key(given.get("label") or _label(given.get("page") or _name(line.target)))
            elif isinstance(line, ast.Assign):
                if {"TextChoices", "IntegerChoices"} & bases:
                    yield from map(Key, _labels(line))
                elif isinstance(line.value, ast.Call):
                    asked = node.name in ASKED_TABLES
                    yield from map(Key, _of_field(_name(line.targets[0]), line.value, asked))

    def _of_calls(self, scope: ast.AST, known: dict[str, list[ast.expr]]) -> Iterator[Key]:
        for node in ast.walk(scope):
            if isinstance(node, ast.Call):
                yield from self._of_call(node, known)
                if scope is not self.tree and _name(node.func) in self.spoken | RAISED:
                    arguments = [*node.args, *(one.value for one in node.keywords)]
                    texts = chain.from_iterable(_texts(one, known) for one in arguments)
                    yield from (Key(text) for text in texts if " " in text)

    def _of_call(self, node: ast.Call, known: dict[str, list[ast.expr]]) -> Iterator[Key]:
        name = _name(node.func)
        # gettext cannot look up what has values already in it.
        arguments = ["" if isinstance(one, ast.JoinedStr) else text_of(one) for one in node.args]
        match arguments:
            case [str(one), *_] if one and name in LOOK_UP:
                yield Key(one)
            case [str(one), str(several), *_] if one and several and name in PLURAL:
                yield Key(one, several)
            case [str(context), str(one), *_] if context and one and name == "pgettext":
                yield Key(one, context=context)
            case _:
                places, names = READ_BY_PEOPLE.get(name, ((), ()))
                every = name in READ_BY_WHATEVER_NAME
                read = [node.args[place] for place in places if place < len(node.args)]
                read += [one.value for one in node.keywords if every or one.arg in names]
                for text in chain.from_iterable(_texts(one, known) for one in read):
                    if not (name == "Action" and text.islower()):  # its name for scripts
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


def _label(name: str) -> str:
    """What a page calls a field that has no label of its own: foundation/asking/questions.py."""
    return name.replace("_", " ").capitalize()


def _of_field(name: str, made: ast.Call, asked: bool) -> Iterator[str]:
    """A form's field that has no label: Django makes it from the name. asked: a table's, whose own
    name and sentence are."""
    given = {one.arg: text_of(one.value) for one in made.keywords}
    if ast.unparse(made.func).startswith("forms.") and "label" not in given:
        yield _label(name)
    if asked:
        # Of a part of the policy, pages say the unit behind its name (annotator/models/parts.py).
        place = 1 if _name(made.func) == "part" else 0
        texts = [text_of(one).partition(", in ")[0] for one in made.args[place : place + 1]]
        named = [text[0].upper() + text[1:] for text in texts if text]
        yield from filter(None, [*named, given.get("help_text", "")])


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(node.value)
    return found


def _texts(node: ast.expr, known: dict[str, list[ast.expr]]) -> Iterator[str]:
    """All that an expression may come to, as far as it is written down here."""
    inner: list[ast.expr] = []
    match node:
        case ast.Name():
            inner, known = known.get(node.id, []), {}
        case ast.IfExp():
            inner = [node.body, node.orelse]
        case ast.Tuple() | ast.List():
            inner = node.elts
        case ast.Dict():
            inner = node.values
        case _:
            text = text_of(node)
            if re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text)):
                yield text
    for one in inner:
        yield from _texts(one, known)


def text_of(node: ast.expr) -> str:
    """A literal, with {names} where it has values; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = text_of(node.left), text_of(node.right)
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
    if isinstance(value, ast.Tuple) and (text := text_of(value.elts[-1])):
        yield text
    elif isinstance(value, ast.Constant):
        yield _name(line.targets[0]).replace("_", " ").title()
