"""What the pages of a campaign ask its leads for, and how its lists are filtered."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from annotator.actions.prioritise import Which, find_which
from annotator.answer_forms import PageForm, form_of, lines
from annotator.asked import answering, known_answers, leading
from annotator.asked.exchange import ExportWanted, HoursWanted, ImportLabelsWanted
from annotator.asked.grades import RescaleWanted
from annotator.called import called, grade_called
from annotator.models import Campaign, KnownAnswer, Member, PairQuestion
from annotator.queries.disputes import EVERYTHING, DisputesWanted
from annotator.queries.listed import CampaignFilter
from annotator.queries.statements import raters_called
from annotator.scales import Scale
from foundation.asking.forms import AskedForm, FilterForm
from foundation.words import translated
from people.models import User
from people.queries import find_called
from pooling.models import Pool

NO_COMPLETION = {"autocomplete": "off", "spellcheck": "false"}

ConfirmForm = form_of(leading.GuidelineConfirmed)
DecideTrainingForm = form_of(answering.TrainingDecided)
DrawForm = form_of(known_answers.DrawWanted)
AskAgainForm = form_of(leading.AskAgainWanted)
RemarksReadForm = form_of(leading.RemarksReadWanted)
ReopenForm = form_of(answering.Reopened)
ReviewForm = form_of(answering.TrainingReviewed, comment=lines(2))
MembersForm = form_of(leading.MembersWanted, names=lines(8, **NO_COMPLETION))
InviteIntoForm = form_of(leading.InvitedInto, for_whom=lines(6, **NO_COMPLETION))


class OnScaleForm(PageForm):
    """Asks for an answer on the campaign's scale: one of its two, or a grade."""

    choosing: ClassVar[type[forms.Widget]] = forms.Select

    def __init__(self, *args: Any, scale: Scale, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words: dict[str, Any] = {"label": _("Answer"), "widget": self.choosing}
        if scale.is_graded:
            del self.fields["answer"]
            self.fields["value"] = forms.TypedChoiceField(
                choices=[
                    (one, grade_called(scale, one)) for one in reversed(range(scale.highest + 1))
                ],
                coerce=int,
                help_text=_("How relevant the clip is to the caption."),
                **words,
            )
        else:
            del self.fields["value"]
            names = [(one.value, translated(str(one.label))) for one in KnownAnswer.Truth]
            self.fields["answer"] = forms.ChoiceField(
                choices=[(one, called(scale, one, None, name)) for one, name in names],
                help_text=_("Whether the pair is relevant."),
                **words,
            )
        self.order_fields(self.field_order)


class KnownAnswerForm(OnScaleForm):
    asks = known_answers.KnownAnswerWanted
    widgets = {"explanation": lines(2)}
    field_order = ("caption", "video", "answer", "value")


class KnownAnswersFileForm(PageForm):
    """Says what a file's answers are in this campaign."""

    asks = known_answers.KnownAnswersFileWanted

    def __init__(self, *args: Any, scale: Scale, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        about = _(
            "CSV with the columns caption_id, video_id, answer, explanation. The answer is"
            " %(answers)s. All of it is taken, or nothing."
        )
        if scale.is_graded:
            answers = _("a grade's number, 0 to %(highest)s") % {"highest": scale.highest}
        else:
            irrelevant, relevant = map(escape, scale.words)  # a lead's, in a page
            answers = _("%(one)s or %(other)s") % {"one": relevant, "other": irrelevant}
        self.fields["file"].help_text = about % {"answers": answers}


class ChoosePoolForm(forms.Form):
    pool = forms.ModelChoiceField(
        queryset=Pool.objects.none(),
        empty_label=None,
        help_text=_("The pool whose pairs people will judge."),
    )

    def __init__(self, pools: QuerySet[Pool], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pool"].queryset = pools.order_by("-pk")  # type: ignore[attr-defined]


class MemberForm(PageForm):
    """A member, by the name that the person signs in with or by their name in full."""

    asks = leading.MemberWanted
    leaves_out = ("person",)
    field_order = ("username", "role")
    username = forms.CharField(
        max_length=120,
        label=_("Name"),
        help_text=_("The name that the person signs in with, or their name in full."),
        widget=forms.TextInput(attrs=NO_COMPLETION),
    )

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        called = find_called([name])[name.lower()]
        if not called:
            raise ValidationError(_("There is no account with this name."))
        if len(called) > 1:
            raise ValidationError(
                _("Several people are called so: expected the name that one signs in with.")
            )
        self.given["person"] = called[0]
        return name


class MemberStateForm(PageForm):
    """Only raters are trained."""

    asks = leading.MemberStateWanted

    def __init__(self, of: Member, sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={"state": of.state, "reason": of.reason})
        if not of.rates:
            field: Any = self.fields["state"]
            field.help_text = ""
            field.choices = [one for one in field.choices if one[0] != Member.State.TRAINING]


class GuidelineForm(PageForm):
    asks = leading.GuidelineWanted
    widgets = {"markdown": lines(18)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """White space at the beginning of Markdown has a meaning."""
        super().__init__(*args, **kwargs)
        self.fields["markdown"].strip = False  # type: ignore[attr-defined]


class PriorityForm(PageForm):
    asks = leading.PriorityWanted
    run = forms.TypedChoiceField(
        required=False,
        label=_("Or a run's pairs"),
        coerce=int,
        empty_value=None,
        help_text=_("All pairs that one of the pool's runs found."),
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        names = campaign.pool.parameters["run_names"] if campaign.pool else []
        self.fields["run"].choices = [("", _("No run")), *enumerate(names)]  # type: ignore[attr-defined]

    def which(self) -> Which:
        return find_which(self.campaign, **self.values)


class ExplainForm(PageForm):
    """The form of one known answer: ids of its own, for a page has several."""

    asks = known_answers.Explained
    widgets = {"explanation": lines(2)}

    @classmethod
    def of(cls, known: KnownAnswer) -> "ExplainForm":
        given = {"explanation": known.explanation, "words": known.words}
        return cls(initial=given, auto_id=f"known{known.pk}_%s")


class SettleForm(OnScaleForm):
    """Of one pair of the training queue, with ids of its own."""

    asks = known_answers.Settled
    widgets = {"explanation": lines(2)}
    choosing = forms.RadioSelect
    field_order = ("answer", "value", "explanation", "words")

    @classmethod
    def of(cls, known: KnownAnswer, sent: QueryDict | None = None) -> "SettleForm":
        return cls(sent, auto_id=f"queued{known.pk}_%s", scale=known.campaign.on_scale)


class AnswerQuestionForm(PageForm):
    asks = answering.QuestionAnswered
    widgets = {"answer": lines(3)}

    @classmethod
    def of(cls, question: PairQuestion) -> "AnswerQuestionForm":
        return cls(initial={"answer": question.answer}, auto_id=f"question{question.pk}_%s")


class HoursForm(AskedForm):
    asks = HoursWanted
    unchosen = {"campaign": "All campaigns"}


class DisputesForm(FilterForm):
    """Raters are chosen by what this person may call them. Kinds and comments are chosen by links
    with counts, and stay as they were chosen."""

    asks = DisputesWanted
    widgets = {"kind": forms.HiddenInput(), "comments": forms.HiddenInput()}

    def __init__(self, asking: User, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scale = campaign.on_scale
        if scale.is_graded:
            grades = [(one, grade_called(scale, one)) for one in range(len(scale.words))]
            self.fields["grade"].widget = forms.Select(choices=[("", _("Any")), *grades])
        else:
            del self.fields["grade"]
        called = raters_called(asking, campaign)
        self.fields["rater"].widget = forms.Select(choices=[("", _("Any")), *called])

    def wanted(self) -> DisputesWanted:
        """All of them, where what is asked for cannot be read."""
        return self.asked if self.is_valid() else EVERYTHING


class CampaignFilterForm(FilterForm):
    asks = CampaignFilter
    unchosen = {"state": "Any", "benchmark": "Any"}


GRADED = ("dataset", "scale", "relevant_from", "map")


class ExportForm(AskedForm):
    asks = ExportWanted
    leaves_out = ("lines",)
    unchosen = {"campaign": "All that is judged"}
    folds = (
        (_("Pseudonyms, strata and the rule for verdicts"), ("release", "stratum", "verdict")),
    )


class ImportLabelsForm(AskedForm):
    asks = ImportLabelsWanted
    leaves_out = ("highest_grade",)
    folds = ((_("Grades, and files of several data sets"), GRADED),)


class RescaleForm(AskedForm):
    asks = RescaleWanted
