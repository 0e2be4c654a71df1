"""What the pages of labelling ask for."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.http import QueryDict

from annotator.actions.prioritise import Which, find_which
from annotator.asked import answering, known_answers, leading
from annotator.masks import mask, unmask
from annotator.models import Answer, Campaign, Member
from annotator.queries.raters import InHand
from foundation.asking.forms import AskedForm
from people.queries import find_person
from pooling.models import Pool

FEW_LINES = forms.Textarea(attrs={"rows": 2})
HIDDEN = {"answer": forms.HiddenInput(), "request_id": forms.HiddenInput()}
NO_COMPLETION = {"autocomplete": "off", "spellcheck": "false"}


# Raters


class PageForm(AskedForm):
    complete = True


class AnsweredForm(PageForm):
    asks = answering.Answered
    widgets = {**HIDDEN, "comment": FEW_LINES}
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
    @classmethod
    def of(cls, held: InHand) -> "RateForm":
        """A form of its own for each rendering: sent twice, it counts once."""
        return cls(
            initial={"slot": mask(held.slot), "lease": held.lease, "request_id": uuid.uuid4()}
        )


class ConfirmForm(PageForm):
    asks = leading.GuidelineConfirmed


class TrainingForm(PageForm):
    asks = answering.TrainingAnswered
    leaves_out = ("active_ms",)


# Leads


class ChoosePoolForm(forms.Form):
    pool = forms.ModelChoiceField(
        queryset=Pool.objects.none(),
        empty_label=None,
        help_text="The pool whose pairs people will judge.",
    )

    def __init__(self, pools: QuerySet[Pool], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pool"].queryset = pools.order_by("-pk")  # type: ignore[attr-defined]


class MemberForm(PageForm):
    """By the name that the person signs in with."""

    asks = leading.MemberWanted
    leaves_out = ("person",)
    field_order = ("username", "role")
    username = forms.CharField(max_length=60, widget=forms.TextInput(attrs=NO_COMPLETION))

    def clean_username(self) -> str:
        person = find_person(self.cleaned_data["username"])
        if person is None:
            raise ValidationError("Nobody signs in with this name.")
        self.given["person"] = person
        return str(self.cleaned_data["username"])


class MemberStateForm(PageForm):
    """Only raters are trained."""

    asks = leading.MemberStateWanted

    def __init__(self, of: Member, sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={"state": of.state, "reason": of.reason})
        if of.role != Member.Role.RATER:
            field: Any = self.fields["state"]
            field.help_text = ""
            field.choices = [one for one in field.choices if one[0] != Member.State.TRAINING]


class GuidelineForm(PageForm):
    asks = leading.GuidelineWanted
    widgets = {"markdown": forms.Textarea(attrs={"rows": 18})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """White space at the beginning of Markdown has a meaning."""
        super().__init__(*args, **kwargs)
        self.fields["markdown"].strip = False  # type: ignore[attr-defined]


class PriorityForm(PageForm):
    asks = leading.PriorityWanted
    run = forms.TypedChoiceField(
        required=False,
        label="Or a run's pairs",
        coerce=int,
        empty_value=None,
        help_text="All pairs that one of the pool's runs found.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        names = campaign.pool.parameters["run_names"] if campaign.pool else []
        self.fields["run"].choices = [("", "No run"), *enumerate(names)]  # type: ignore[attr-defined]

    def which(self) -> Which:
        return find_which(
            self.campaign, caption=self.asked.caption, video=self.asked.video, run=self.asked.run
        )


class ReviewForm(PageForm):
    asks = answering.TrainingReviewed
    widgets = {"comment": FEW_LINES}


class KnownAnswerForm(PageForm):
    asks = known_answers.KnownAnswerWanted
    widgets = {"explanation": FEW_LINES}


class KnownAnswersFileForm(PageForm):
    asks = known_answers.KnownAnswersFileWanted


class DrawForm(PageForm):
    asks = known_answers.DrawWanted


class AskAgainForm(PageForm):
    asks = leading.AskAgainWanted


# Adjudicators


class DecisionForm(PageForm):
    asks = answering.Decided
    widgets = {**HIDDEN, "comment": forms.Textarea(attrs={"rows": 3})}


class ReopenForm(PageForm):
    asks = answering.Reopened
