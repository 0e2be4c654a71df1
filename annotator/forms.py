"""What the pages of labelling take."""

import uuid
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.http import QueryDict

from annotator.actions.prioritise import Which, find_which
from annotator.actions.write_guideline import LONGEST
from annotator.masks import mask, unmask
from annotator.models import Answer, Campaign, KnownAnswer, Member, Reason
from annotator.queries.raters import InHand
from pooling.models import Pool
from pooling.plain_text import no_controls, one_plain_line

LONGEST_COMMENT = 2_000
ANSWERS = [
    (answer.value, answer.label)
    for answer in (Answer.IRRELEVANT, Answer.CANNOT_JUDGE, Answer.RELEVANT)
]
WHY = [("", "Choose a reason"), *Reason.choices]


# Raters


class SaidForm(forms.Form):
    """An answer, and why nobody could give one."""

    answer = forms.ChoiceField(choices=ANSWERS, widget=forms.HiddenInput)
    reason = forms.ChoiceField(choices=WHY, required=False, label="Reason for Cannot judge")
    comment = forms.CharField(
        max_length=LONGEST_COMMENT,
        required=False,
        validators=[no_controls],
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (
            cleaned.get("answer") == Answer.CANNOT_JUDGE
            and "reason" in cleaned
            and not cleaned["reason"]
        ):
            self.add_error("reason", "Choose a reason for 'Cannot judge'.")
        return cleaned

    @property
    def said(self) -> dict[str, Any]:
        """A reason that stands beside another answer was meant for none."""
        answer = Answer(self.cleaned_data["answer"])
        reason = Reason(self.cleaned_data["reason"]) if answer == Answer.CANNOT_JUDGE else None
        return {"answer": answer, "reason": reason, "request_id": self.cleaned_data["request_id"]}


class HeldForm(forms.Form):
    """Which slot, and the token that the claim gave."""

    slot = forms.CharField(
        widget=forms.HiddenInput, validators=[RegexValidator(r"\A[0-9a-f]{16}\Z")]
    )
    lease = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def slot_id(self) -> int:
        return unmask(self.cleaned_data["slot"])


class RateForm(HeldForm, SaidForm):
    @classmethod
    def of(cls, held: InHand) -> "RateForm":
        """A form of its own for each rendering: sent twice, it counts once."""
        return cls(
            initial={"slot": mask(held.slot), "lease": held.lease, "request_id": uuid.uuid4()}
        )


class ConfirmForm(forms.Form):
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


# Leads


class ChoosePoolForm(forms.Form):
    pool = forms.ModelChoiceField(
        queryset=Pool.objects.none(), empty_label=None, help_text="Whose pairs people will judge."
    )

    def __init__(self, pools: QuerySet[Pool], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["pool"]
        assert isinstance(choice, forms.ModelChoiceField)  # noqa: S101  (it is declared above)
        choice.queryset = pools.order_by("-pk")


class MemberForm(forms.Form):
    username = forms.CharField(
        max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )
    role = forms.ChoiceField(choices=Member.Role.choices)


class MemberStateForm(forms.Form):
    """A reason, which the member reads, is asked for whenever somebody is stopped. Only raters are
    trained."""

    state = forms.ChoiceField(
        choices=Member.State.choices,
        help_text=(
            "Back in training, a rater is given pairs again once they reach the pass mark again."
        ),
    )
    reason = forms.CharField(
        max_length=200,
        required=False,
        validators=[one_plain_line],
        help_text="The member reads it. Needed to pause or remove.",
    )

    def __init__(self, of: Member, sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={"state": of.state, "reason": of.reason})
        field = self.fields["state"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (it is declared above)
        trained = of.role == Member.Role.RATER
        if not trained:
            field.help_text = ""
        field.choices = [
            (s.value, s.label) for s in Member.State if trained or s != Member.State.TRAINING
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("state") in (Member.State.PAUSED, Member.State.REMOVED) and not cleaned.get(
            "reason"
        ):
            self.add_error("reason", "Give a reason: the member reads it.")
        return cleaned


class GuidelineForm(forms.Form):
    markdown = forms.CharField(
        max_length=LONGEST,
        validators=[no_controls],
        strip=False,
        label="Guidelines",
        help_text="Markdown. When is a clip relevant to a caption? Examples help.",
        widget=forms.Textarea(attrs={"rows": 18}),
    )
    confirm = forms.BooleanField(
        required=False, label="Raters confirm this version before they go on"
    )


class PriorityForm(forms.Form):
    """A caption, a pair, or all that one of the pool's runs found."""

    caption = forms.CharField(required=False, label="Caption's key", max_length=200)
    video = forms.CharField(
        required=False,
        label="Video's key",
        max_length=200,
        help_text="Only this pair, if a caption is given.",
    )
    run = forms.TypedChoiceField(
        required=False, label="Or a run's pairs", coerce=int, empty_value=None
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        choice = self.fields["run"]
        assert isinstance(choice, forms.TypedChoiceField)  # noqa: S101  (it is declared above)
        names = campaign.pool.parameters["run_names"] if campaign.pool else []
        choice.choices = [("", "No run"), *enumerate(names)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("caption")) == (cleaned.get("run") is not None):
            raise forms.ValidationError(
                "Expected either a caption, with or without a video, or a run."
            )
        return cleaned

    def which(self) -> Which:
        return find_which(self.campaign, **self.cleaned_data)


# Training and known answers


class TrainingForm(forms.Form):
    answer = forms.ChoiceField(choices=KnownAnswer.Truth.choices, widget=forms.HiddenInput)
    request_id = forms.UUIDField(widget=forms.HiddenInput)


class ReviewForm(forms.Form):
    comment = forms.CharField(
        max_length=LONGEST_COMMENT,
        label="To the rater",
        validators=[no_controls],
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class KnownAnswerForm(forms.Form):
    """One pair, by the keys of its caption and its video."""

    caption = forms.CharField(max_length=500, label="Caption's key")
    video = forms.CharField(max_length=500, label="Video's key")
    answer = forms.ChoiceField(choices=KnownAnswer.Truth.choices)
    explanation = forms.CharField(
        max_length=LONGEST_COMMENT,
        required=False,
        validators=[no_controls],
        help_text="Shown in training.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    use = forms.ChoiceField(choices=KnownAnswer.Use.choices, initial=KnownAnswer.Use.BOTH)


class KnownAnswersFileForm(forms.Form):
    file = forms.FileField(
        help_text=(
            "CSV with the columns caption_id, video_id, answer, explanation. All of it or nothing."
        )
    )
    use = forms.ChoiceField(choices=KnownAnswer.Use.choices, initial=KnownAnswer.Use.BOTH)


class DrawForm(forms.Form):
    origin = forms.ChoiceField(
        label="From",
        choices=[
            (o.value, o.label)
            for o in (
                KnownAnswer.Origin.ORIGINAL,
                KnownAnswer.Origin.FAR,
                KnownAnswer.Origin.ADJUDICATED,
            )
        ],
    )
    count = forms.IntegerField(min_value=1, max_value=10_000, initial=50, label="How many, at most")
    seed = forms.IntegerField(min_value=0, max_value=2**31 - 1, initial=1)
    use = forms.ChoiceField(choices=KnownAnswer.Use.choices, initial=KnownAnswer.Use.BOTH)


class AskAgainForm(forms.Form):
    reason = forms.CharField(
        max_length=200, validators=[one_plain_line], label="Why the labels are asked for again"
    )
    since = forms.DateTimeField(
        required=False, help_text="In UTC, as in 2026-01-31 09:00. Empty: all of them."
    )


# Adjudicators


class DecisionForm(forms.Form):
    """An adjudicator says why."""

    answer = forms.ChoiceField(
        choices=[(a.value, a.label) for a in (Answer.IRRELEVANT, Answer.RELEVANT)],
        widget=forms.HiddenInput,
    )
    comment = forms.CharField(
        max_length=LONGEST_COMMENT,
        validators=[no_controls],
        label="Why",
        help_text="The guidelines' words that decide it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    request_id = forms.UUIDField(widget=forms.HiddenInput)


class ReopenForm(forms.Form):
    reason = forms.CharField(
        max_length=LONGEST_COMMENT, validators=[no_controls], label="Why it is opened again"
    )
