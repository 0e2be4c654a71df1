"""The description itself: a field of a dataclass, and what is needed to ask somebody for it.

Knows neither Django nor REST framework: the faces beside it do.
"""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

KEY = "asked"
NOTHING = object()  # what no value is: an empty field has no meaning of its own
Choices = Iterable[str] | Mapping[str, str]


class Url(str):
    """A text that is an address."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Question:
    """help: a whole sentence. label: what a page calls it, if not by its name. choices: by value,
    what a page calls each. at_least, at_most: of a number. longest: characters of a text. most:
    values of a list. rows: what a person may choose among, given that person. named: what a page
    calls one of them, if not by its `str`. empty: what a page's field stands for when it is left
    empty. exact: the API takes a text with the white space at its ends. page: its name on a page,
    if not its own. option: its name on the command line, if not its own; one without dashes is the
    metavar of a positional argument; None where a command does not take it. open_to: those of the
    choices that a person may take. checks: called with the value; raise ValueError, Refused, or
    Django's ValidationError.
    """

    help: str
    label: str = ""
    choices: Mapping[str, str] | None = None
    at_least: float | None = None
    at_most: float | None = None
    longest: int | None = None
    most: int | None = None
    rows: Callable[[Any], Any] | None = None
    named: Callable[[Any], str] = str
    empty: Any = NOTHING
    exact: bool = False
    page: str = ""
    option: str | None = ""
    open_to: Callable[[Any], Iterable[str]] | None = None
    checks: tuple[Callable[[Any], Any], ...] = ()


# One line for each word of the description, twice.
def asked(  # noqa: PLR0913  (each is a word of the description; all but the sentence have a default)
    help: str,
    *,
    default: Any = MISSING,
    label: str = "",
    choices: Choices | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    longest: int | None = None,
    most: int | None = None,
    rows: Callable[[Any], Any] | None = None,
    named: Callable[[Any], str] = str,
    empty: Any = NOTHING,
    exact: bool = False,
    page: str = "",
    option: str | None = "",
    open_to: Callable[[Any], Iterable[str]] | None = None,
    checks: Iterable[Callable[[Any], Any]] = (),
) -> Any:
    """A field of what an action is asked. Without a default it must be given."""
    if choices is not None and not isinstance(choices, Mapping):
        choices = {value: value for value in choices}
    question = Question(
        help,
        label,
        choices,
        at_least,
        at_most,
        longest,
        most,
        rows,
        named,
        empty,
        exact,
        page,
        option,
        open_to,
        tuple(checks),
    )
    return field(default=default, metadata={KEY: question}, kw_only=True)


@dataclass(frozen=True, slots=True)
class Described:
    """One field of a dataclass, with its question, as the faces need it."""

    name: str
    # bool, int, float, str, Url, UUID, date, datetime, an Enum, a file's class or a row's; of one
    # value, if several
    kind: Any
    several: bool
    optional: bool  # None is a value
    default: Any  # MISSING where it must be given
    question: Question

    @property
    def has_usual_answer(self) -> bool:
        """Which a page shows from the beginning, and does not replace by another if left empty."""
        is_nothing = self.default is MISSING or self.default in (None, "", ())
        return not is_nothing and self.question.empty is NOTHING

    @property
    def label(self) -> str:
        """What a page calls it: if not otherwise given, by its name there."""
        return self.question.label or self.on_page.replace("_", " ").capitalize()

    @property
    def on_page(self) -> str:
        return self.question.page or self.name

    @property
    def required(self) -> bool:
        return self.default is MISSING

    @property
    def choices(self) -> dict[str, str] | None:
        """Those of the question, or those of the type."""
        if self.question.choices is not None:
            return dict(self.question.choices)
        if isinstance(self.kind, type) and issubclass(self.kind, Enum):
            return {one.value: str(getattr(one, "label", one.value)) for one in self.kind}
        return None

    def is_a(self, kind: type) -> bool:
        return isinstance(self.kind, type) and issubclass(self.kind, kind)


@cache
def described(asks: type) -> tuple[Described, ...]:
    """The fields that have a question, in their order. One without is the action's own affair."""
    hints = get_type_hints(asks)
    return tuple(_described(one, hints[one.name]) for one in fields(asks) if KEY in one.metadata)


def answers_of(asks: type, values: Mapping[str, Any]) -> Any:
    """The dataclass, checked. Raises Refused."""
    answer = asks(**values)
    check = getattr(answer, "check", None)
    if check is not None:
        check()
    return answer


def _described(one: "Field[Any]", hint: Any) -> Described:
    hint, optional = _without_none(hint)
    several = get_origin(hint) in (tuple, list)
    kind = get_args(hint)[0] if several else hint
    question: Question = one.metadata[KEY]
    if get_origin(kind) is Literal:  # its values are the choices
        values = get_args(kind)
        kind = type(values[0])
        if question.choices is None:
            question = _with_choices(question, values)
    return Described(one.name, kind, several, optional, one.default, question)


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) == 1 and len(kinds) < len(get_args(hint)):
            return kinds[0], True
    return hint, False


def _with_choices(question: Question, values: Iterable[str]) -> Question:
    parts = {name: getattr(question, name) for name in Question.__slots__}
    return Question(**parts | {"choices": {value: value for value in values}})
