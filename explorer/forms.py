"""What the explorer asks in its address. What is left out takes its usual value."""

from django import forms

from explorer.asked import CaptionsWanted, RankedWanted
from foundation.asking.forms import FilterForm


class CaptionsForm(FilterForm):
    asks = CaptionsWanted
    widgets = {"runs": forms.HiddenInput(), "sort": forms.HiddenInput()}
    field_order = (
        "search",
        "words_from",
        "words_to",
        "positives_from",
        "positives_to",
        "positives",
        "k",
        "differ",
        "changed",
        "unjudged",
    )
    asked: CaptionsWanted

    @property
    def filters(self) -> bool:
        return self.is_valid() and self.asked.narrows


class RankedForm(FilterForm):
    asks = RankedWanted
    widgets = {"runs": forms.HiddenInput()}
    asked: RankedWanted
