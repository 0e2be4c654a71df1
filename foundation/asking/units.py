"""Numbers as people type them, stored as programs count them: a share in per cent, milliseconds as
seconds. Limits are given as they are stored."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.frozen import frozen


@frozen
class Unit:
    """In what people count a number that is stored. written: how a page shows `%(count)s` of it;
    typed: what a form's field says of it in brackets; factor: what one of it is where it is
    stored."""

    written: str | Promise
    typed: str = ""
    factor: float = 1

    def write(self, stored: Any) -> str:
        is_number = isinstance(stored, int | float)
        return str(self.written % {"count": _plain(stored / self.factor)}) if is_number else stored


class InUnit(forms.FloatField):
    """A whole number that is typed in a larger unit. factor: how many of the small one it has."""

    def __init__(
        self, *, factor: float, least: float, most: float | None = None, **kwargs: Any
    ) -> None:
        highest = None if most is None else _plain(most / factor)
        super().__init__(min_value=_plain(least / factor), max_value=highest, **kwargs)
        self.factor = factor

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        return None if typed is None else self.stored(typed)

    def stored(self, typed: float) -> float:
        return round(typed * self.factor)

    def prepare_value(self, value: Any) -> Any:
        """What was typed comes back as it is: it is a text."""
        if value is None or isinstance(value, str):
            return value
        return _plain(value / self.factor)


class PercentField(InUnit):
    """A share from 0 to 1 that is typed in per cent: 10 is a tenth."""

    def __init__(self, *, most: float = 1.0, **kwargs: Any) -> None:
        super().__init__(factor=0.01, least=0, most=most, **kwargs)
        highest = _plain(most * 100)
        self.validators = [
            MaxValueValidator(highest, _("Expected at most %(limit_value)s %%.")),
            MinValueValidator(0, _("Expected at least %(limit_value)s %%.")),
        ]

    def stored(self, typed: float) -> float:
        return round(typed / 100, 10)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.strip().removesuffix("%") if value else value)


def _plain(number: float) -> float:
    """The number without what binary fractions add, and without a fraction where there is none."""
    rounded = round(number, 8)
    return int(rounded) if rounded == int(rounded) else rounded
