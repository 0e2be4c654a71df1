"""The description itself: a field of a dataclass, and the JSON that follows from all of them.

Knows neither Django nor REST framework, nor NumPy: the face for the API is beside it.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, replace
from datetime import date
from enum import Enum
from typing import Any, ClassVar, TypeVar, get_type_hints
from uuid import UUID

from foundation.frozen import frozen

KEY = "found"
SPREAD = "**"  # for a key: what the value has stands in its place
Getter = TypeVar("Getter", bound=Callable[..., Any])


@frozen
class Part:
    """One of the keys that a field is spread over. of: what it has of the field's value. kind: its
    type, as an annotation. help: as of a piece. optional: left out where it is None."""

    key: str
    of: Callable[[Any], Any]
    kind: Any
    help: str = ""
    optional: bool = False


@frozen
class Piece:
    """help: a whole sentence, or nothing where the name says it. key: its name in JSON, if not its
    own. or_none: null where it is empty. parts: given the key, what stands in its place. kind: its
    type, known once the class is whole.
    """

    help: str = ""
    key: str = ""
    or_none: bool = False
    parts: Callable[[str], tuple[Part, ...]] | None = None
    kind: Any = None


class Constant:
    """Something that is the same in all results of a class."""

    def __init__(self, value: Any, piece: Piece) -> None:
        self.value, self.piece = value, piece

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self.value


def found(
    help: str = "",
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    key: str = "",
    or_none: bool = False,
    parts: Callable[[str], tuple[Part, ...]] | None = None,
) -> Any:
    """A field of what is found."""
    piece = Piece(help, key, or_none, parts)
    # The typeshed has no one signature for both kinds of defaults.
    made: Any = field
    return made(default=default, default_factory=default_factory, metadata={KEY: piece})


def unshown() -> Any:
    """A field that is in none of them. Written out where it follows others, which type checkers
    take for fields with a default."""
    made: Any = field
    return made()


def derived(
    help: str = "",
    *,
    key: str = "",
    or_none: bool = False,
    parts: Callable[[str], tuple[Part, ...]] | None = None,
) -> Callable[[Getter], Getter]:
    """Describes the getter of a property, which stands among the fields where it is written."""

    def describe(getter: Getter) -> Getter:
        getter.__dict__[KEY] = Piece(help, key, or_none, parts)
        return getter

    return describe


def computed(kind: Any, of: Callable[[Any], Any], text: str = "", *, key: str = "") -> Any:
    """A property that is one expression of the others, and stands among the fields. kind: its type,
    as an annotation."""
    of.__annotations__["return"] = kind
    return property(derived(text, key=key)(of))


def always(value: Any, help: str = "", *, key: str = "") -> Any:
    """A constant that stands among the fields."""
    return Constant(value, Piece(help, key))


class Found:
    """A dataclass whose fields are described by `found`. called: its name in the API's document, if
    not its own."""

    __slots__ = ()
    described: ClassVar[Mapping[str, Piece]] = {}
    called: ClassVar[str] = ""

    def __init_subclass__(cls, called: str = "", **kwargs: Any) -> None:
        """Runs before `dataclass` takes the fields out of the class, and again for the second class
        that it makes to have slots, which has the description already."""
        super().__init_subclass__(**kwargs)
        if "described" not in cls.__dict__:
            own = {name: _piece(value) for name, value in cls.__dict__.items()}
            cls.described = {**cls.described, **{name: one for name, one in own.items() if one}}
            cls.called = called or cls.__name__

    def as_json(self) -> dict[str, Any]:
        return _json_of(self, self.described)


@frozen
class Elsewhere:
    """The description of a dataclass whose package knows nothing of this one, as `Found` has it."""

    called: str
    about: str
    described: Mapping[str, Piece]


_elsewhere: dict[type, Elsewhere] = {}


def describe(kind: type, called: str, about: str = "", /, **helps: str) -> None:
    """Describes a dataclass of a package that knows nothing of this one. helps: of what is shown of
    it, in this order; empty where the name says it."""
    _elsewhere[kind] = Elsewhere(called, about, {name: Piece(text) for name, text in helps.items()})


def description_of(kind: type) -> type[Found] | Elsewhere | None:
    return kind if issubclass(kind, Found) else _elsewhere.get(kind)


def _json_of(instance: Any, described: Mapping[str, Piece]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for name, piece in described.items():
        value, key = getattr(instance, name), piece.key or name
        if piece.parts is not None:
            spread = ((part, plain_of(part.of(value))) for part in piece.parts(key))
            shown |= {part.key: one for part, one in spread if one is not None or not part.optional}
        elif key == SPREAD:
            shown |= plain_of(value)
        else:
            shown[key] = plain_of((value or None) if piece.or_none else value)
    return shown


def _piece(value: Any) -> Piece | None:
    if isinstance(value, Field):
        return value.metadata.get(KEY)
    if isinstance(value, property):
        return getattr(value.fget, KEY, None)
    return value.piece if isinstance(value, Constant) else None


def plain_of(value: Any) -> Any:
    """What JSON has for a value."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str | date | UUID):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain_of(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_of(one) for one in value]
    if elsewhere := _elsewhere.get(type(value)):
        return _json_of(value, elsewhere.described)
    # A study's own, or an array's.
    made = getattr(value, "as_json", None) or getattr(value, "tolist", None)
    return str(value) if made is None else made()


def pieces_of(kind: type) -> Mapping[str, Piece]:
    """The pieces by their names in the class, with their types."""
    hints = get_type_hints(kind)

    def with_kind(name: str, piece: Piece) -> Piece:
        own = getattr(kind, name, None)
        if isinstance(own, property):
            return replace(piece, kind=get_type_hints(own.fget)["return"])
        return replace(piece, kind=hints[name] if name in hints else type(own))

    description = description_of(kind)
    described = description.described if description else {}
    return {name: with_kind(name, piece) for name, piece in described.items()}
