"""What raters and adjudicators fill in to answer a pair, and to ask about one."""

import time
import uuid

from django import forms
from django.core.validators import RegexValidator
from django.http import QueryDict

from annotator.asked import answering
from annotator.masks import mask, unmask
from annotator.models import Answer
from annotator.queries.raters import InHand
from foundation.asking.forms import AskedForm

HIDDEN = {name: forms.HiddenInput() for name in ("answer", "value", "request_id")}


class PageForm(AskedForm):
    complete = True


def form_of(asks: type, **widgets: forms.Widget) -> type[PageForm]:
    """Where nothing is added to what is asked, but how a page shows it."""
    return type(f"{asks.__name__}Form", (PageForm,), {"asks": asks, "widgets": widgets})


def lines(rows: int, **attrs: str) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, **attrs})


class AnsweredForm(PageForm):
    asks = answering.Answered
    widgets = {**HIDDEN, "comment": lines(2)}
    unchosen = {"reason": "Choose a reason"}

    def clean_reason(self) -> str:
        """A reason beside another answer was meant for none."""
        unable = self.cleaned_data.get("answer") == Answer.CANNOT_JUDGE
        return self.cleaned_data["reason"] if unable else ""


class HeldForm(forms.Form):
    """Which slot, and the token that the claim gave."""

    slot = forms.CharField(
        widget=forms.HiddenInput, validators=[RegexValidator(r"\A[0-9a-f]{16}\Z")]
    )
    lease = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def slot_id(self) -> int:
        return unmask(self.cleaned_data["slot"])


class RateForm(AnsweredForm, HeldForm):
    # When its page was made, by the server's clock. It guards an honest hand, not the campaign: a
    # form without it is taken.
    served = forms.IntegerField(required=False, widget=forms.HiddenInput)

    @classmethod
    def of(cls, held: InHand, auto_id: str = "id_%s") -> "RateForm":
        """A form of its own for each rendering: sent twice, it counts once. `auto_id`: where
        several stand on one page."""
        initial = {"slot": mask(held.slot), "lease": held.lease, "request_id": uuid.uuid4()}
        return cls(initial=initial | {"served": _now_ms()}, auto_id=auto_id)

    def comes_too_soon(self, look_ms: int) -> bool:
        """Whether its page cannot have been looked at: the click was the second of two, and meant
        for the page before."""
        served = self.cleaned_data["served"]
        return served is not None and 0 <= _now_ms() - served < look_ms


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class AskForm(PageForm):
    asks = answering.LeadAsked
    widgets = {"request_id": forms.HiddenInput(), "text": lines(4)}


class AskAboutSlotForm(AskForm, HeldForm):
    pass


class TrainingForm(PageForm):
    asks = answering.TrainingAnswered
    leaves_out = ("active_ms",)


class DecisionForm(AnsweredForm):
    asks = answering.Decided
    unchosen = {"mistake": "Not named"}
    widgets = {
        **HIDDEN,
        # They stand beside the clip, and the form with its buttons below it.
        "comment": lines(2, form="decide"),
        "mistake": forms.RadioSelect(attrs={"form": "decide"}),
    }

    @classmethod
    def sent(cls, data: QueryDict) -> "DecisionForm":
        """A button that says why the pair is neither is the answer, too."""
        given = data.copy()
        if reason := data.get("neither"):
            given.update({"answer": Answer.CANNOT_JUDGE, "reason": reason})
        return cls(given)

    def clean_mistake(self) -> str:
        """A kind of mistake beside neither was meant for another answer."""
        unable = self.cleaned_data.get("answer") == Answer.CANNOT_JUDGE
        return "" if unable else self.cleaned_data["mistake"]
