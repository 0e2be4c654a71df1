"""The rule for characters (pooling/formats/characters.py) as validators, for whatever people type
into forms or send by API."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.deconstruct import deconstructible

from pooling.formats.characters import refused_in


def no_controls(value: str) -> None:
    """Checks text of any number of lines."""
    _check(value, one_line=False)


def one_plain_line(value: str) -> None:
    """Checks a name or a title."""
    _check(value, one_line=True)


def _check(value: str, *, one_line: bool) -> None:
    if refused := refused_in(value, one_line=one_line):
        raise ValidationError(
            f"It has the character {refused}: expected text that shows as it is.", code="character"
        )


def refusal(check: Callable[[str], None], value: str) -> ValidationError | None:
    """What a check says against the value."""
    try:
        check(value)
    except ValidationError as wrong:
        return wrong
    return None


# Migrations know it as what it was before: the rule for characters is not the table's, and rows
# that break it stay.
@deconstructible(path="django.core.validators.RegexValidator")
class NameValidator(RegexValidator):
    """A pattern, and no character in it that nobody can see."""

    def __call__(self, value: Any) -> None:
        one_plain_line(str(value))
        super().__call__(value)
