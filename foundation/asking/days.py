"""Days as pages take and show them: 2026-01-31, whatever the reader's language. A browser's own
field for a day would show it in the order that the machine's language has."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

ISO = "%Y-%m-%d"


class DayInput(forms.DateInput):
    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {
            "pattern": r"\d{4}-\d{2}-\d{2}",
            "placeholder": _("YYYY-MM-DD"),
            "title": _("Year, month and day, as in 2026-01-31."),
            "size": 10,
            "autocomplete": "off",
        }
        super().__init__(usual | (attrs or {}), format=ISO)


class DayField(forms.DateField):
    widget = DayInput
    default_error_messages = {"invalid": _("Expected a day, as in 2026-01-31.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=[ISO], **kwargs)
