"""What submitters and leads ask of submissions, leaderboards and releases, on pages."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotator.queries.progress import access_led_campaigns
from foundation.asking.forms import AskedForm
from metrics.actions.try_run import TryAsked
from people.models import User
from pooling.actions.submit_run import SubmissionAsked
from pooling.forms import GUESS, RUN_FOLDS, RunsField
from pooling.models import Benchmark, Run, Submission
from pooling.queries.runs import access_runs
from pooling.queries.submissions import known_as
from publishing.actions.decide_submission import ApprovalAsked, RefusalAsked
from publishing.actions.set_board import MEASURES, BoardAsked, IssueAsked, RunsAsked
from publishing.actions.start_release import ReleaseWanted, usual_name
from publishing.queries.boards import BoardState

BEST: Any = _("The best published run")
NONE: Any = _("None")
UNSPELT = {"autocomplete": "off", "spellcheck": "false"}


def answered(form: AskedForm, action: Callable[[Any], Any]) -> Any:
    """What comes of what a form asks, done at once; None where something is wrong with it, which
    the form then says."""
    if form.is_valid():
        with form.refusals():
            return action(form.asked)
    return None


class SubmissionForm(AskedForm):
    asks = SubmissionAsked
    requires = ("depth", "direction")
    unchosen = {"format": GUESS}
    folds = RUN_FOLDS
    widgets = {"model": forms.TextInput(attrs=UNSPELT), "name": forms.TextInput(attrs=UNSPELT)}

    def __init__(self, benchmark: Benchmark, *args: Any, dry_run: bool, **kwargs: Any) -> None:
        super().__init__(*args, given={"benchmark": benchmark, "dry_run": dry_run}, **kwargs)


class TryForm(AskedForm):
    asks = TryAsked
    requires = ("depth", "direction", "positives", "judge_depth")
    leaves_out = ("model", "name")
    unchosen = {"format": GUESS}
    folds = RUN_FOLDS

    def __init__(self, benchmark: Benchmark, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, given={"benchmark": benchmark}, **kwargs)


class ApprovalForm(AskedForm):
    asks = ApprovalAsked
    requires = ("depth", "rule", "seed", "preset")
    unchosen = {"reference": BEST, "like": NONE}

    def __init__(self, submission: Submission, asking: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, person=asking, **kwargs)
        run = submission.run
        references, campaigns = self.fields["reference"], self.fields["like"]
        assert isinstance(references, forms.ModelChoiceField)  # noqa: S101  (as described)
        assert isinstance(campaigns, forms.ModelChoiceField)  # noqa: S101
        runs = access_runs(asking, run.benchmark).filter(direction=run.direction)
        references.queryset = runs.exclude(pk=run.pk).select_related("submission").order_by("name")
        named: Any = references  # by the name that the list of submissions has
        named.label_from_instance = partial(known_as, asking=asking)
        led = access_led_campaigns(asking).filter(benchmark=run.benchmark_id)
        campaigns.queryset = led.order_by("-pk")


class RefusalForm(AskedForm):
    asks = RefusalAsked
    widgets = {"reason": forms.Textarea(attrs={"rows": 3})}


class BoardForm(AskedForm):
    asks = BoardAsked
    field_order = ("public", "measures", "depth")

    def __init__(self, state: BoardState, asking: User, sent: Any = None) -> None:
        measures = ", ".join(state.measures or MEASURES)
        initial = {"public": state.is_public, "measures": measures, "depth": None}
        super().__init__(sent, person=asking, given={"benchmark": state.benchmark}, initial=initial)


class BoardRunsForm(AskedForm):
    asks = RunsAsked
    runs = RunsField(queryset=Run.objects.none())

    def __init__(self, state: BoardState, asking: User, sent: Any = None) -> None:
        super().__init__(sent, person=asking, given={"benchmark": state.benchmark})
        chosen = self.fields["runs"]
        assert isinstance(chosen, forms.ModelMultipleChoiceField)  # noqa: S101  (as declared)
        runs = Run.objects.filter(pk__in=[run.pk for run in state.runs])
        chosen.queryset = runs.select_related("provenance", "model")


class IssueForm(AskedForm):
    asks = IssueAsked


class ReleaseForm(AskedForm):
    """It can be sent as it is: everything but comments, called after today."""

    asks = ReleaseWanted
    widgets = {"without": forms.CheckboxSelectMultiple()}
    unchosen = {"campaign": "All that is judged"}
    FIRST = ("benchmark", "name", "license", "creators")

    def __init__(
        self, asking: User, benchmark: Benchmark, *args: Any, usual: dict[str, Any], **kwargs: Any
    ) -> None:
        """benchmark: the one to begin with, unless `usual` names another."""
        named = {"benchmark": benchmark, "name": usual_name(benchmark, timezone.now())}
        initial = named | usual
        super().__init__(*args, person=asking, initial=initial, **kwargs)

    @property
    def first(self) -> list[forms.BoundField]:
        """What is asked at once; the rest is folded, unless there is something to mend in it."""
        return [self[name] for name in self.FIRST]

    @property
    def others(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.FIRST]

    @property
    def unfolded(self) -> bool:
        return any(field.errors for field in self.others)
