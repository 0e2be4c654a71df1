"""What the explorer asks in its address. What is left out takes its usual value."""

from dataclasses import fields

from django import forms

from explorer.asked import CaptionsWanted, RankedWanted
from foundation.asking.forms import FilterForm

FOLDED = ("words_from", "words_to", "positives_from", "positives_to", "positives", "k")


class CaptionsForm(FilterForm):
    asks = CaptionsWanted
    widgets = {"runs": forms.HiddenInput(), "sort": forms.HiddenInput()}
    asked: CaptionsWanted

    @property
    def further(self) -> list[forms.BoundField]:
        """The fields that are used less; what is asked most is beside the search, and in links."""
        return [self[name] for name in FOLDED]

    @property
    def unfolded(self) -> bool:
        """Whether one of them is used, or is wrong."""
        usual = {field.name: field.default for field in fields(CaptionsWanted)}
        sent = {name: self.data.get(name) for name in ("runs", *FOLDED)}
        return any(value and value != usual[name] for name, value in sent.items())

    @property
    def filters(self) -> bool:
        return self.is_valid() and self.asked.narrows


class RankedForm(FilterForm):
    asks = RankedWanted
    widgets = {"runs": forms.HiddenInput()}
    asked: RankedWanted
