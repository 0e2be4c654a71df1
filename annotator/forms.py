"""What the pages of labelling take."""

import uuid
from typing import Any

from django import forms
from django.core.validators import RegexValidator

from annotator.masks import mask, unmask
from annotator.models import Answer, Reason
from annotator.queries.raters import InHand

LONGEST_COMMENT = 2_000
ANSWERS = [(answer.value, answer.label) for answer in (Answer.IRRELEVANT, Answer.CANNOT_JUDGE, Answer.RELEVANT)]
WHY = [("", "Choose a reason"), *Reason.choices]


# Raters


class SaidForm(forms.Form):
    """An answer, and why nobody could give one."""

    answer = forms.ChoiceField(choices=ANSWERS, widget=forms.HiddenInput)
    reason = forms.ChoiceField(choices=WHY, required=False, label="Why it cannot be judged")
    comment = forms.CharField(max_length=LONGEST_COMMENT, required=False, widget=forms.Textarea(attrs={"rows": 2}))
    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("answer") == Answer.CANNOT_JUDGE and "reason" in cleaned and not cleaned["reason"]:
            self.add_error("reason", "Expected a reason beside Cannot judge.")
        return cleaned

    @property
    def said(self) -> dict[str, Any]:
        """A reason that stands beside another answer was meant for none."""
        answer = Answer(self.cleaned_data["answer"])
        reason = Reason(self.cleaned_data["reason"]) if answer == Answer.CANNOT_JUDGE else None
        return {"answer": answer, "reason": reason, "request_id": self.cleaned_data["request_id"]}


class HeldForm(forms.Form):
    """Which slot, and the token that the claim gave."""

    slot = forms.CharField(widget=forms.HiddenInput, validators=[RegexValidator(r"\A[0-9a-f]{16}\Z")])
    lease = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def slot_id(self) -> int:
        return unmask(self.cleaned_data["slot"])


class RateForm(HeldForm, SaidForm):
    @classmethod
    def of(cls, held: InHand) -> "RateForm":
        """A form of its own for each rendering: sent twice, it counts once."""
        return cls(initial={"slot": mask(held.slot), "lease": held.lease, "request_id": uuid.uuid4()})


class ConfirmForm(forms.Form):
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
