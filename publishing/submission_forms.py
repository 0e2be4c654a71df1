"""What submitters and leads ask at the author's door."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotator.queries.progress import access_led_campaigns
from foundation.asking.forms import AskedForm
from metrics.actions.try_run import TryAsked
from people.models import User
from pooling.actions.submit_run import SubmissionAsked
from pooling.models import Benchmark, Submission
from pooling.queries.runs import access_runs
from pooling.queries.submissions import known_as
from publishing.actions.decide_submission import ApprovalAsked, RefusalAsked

GUESS: Any = _("Guess from the content")
BEST: Any = _("The best published run")
NONE: Any = _("None")
UNSPELT = {"autocomplete": "off", "spellcheck": "false"}


class SubmissionForm(AskedForm):
    asks = SubmissionAsked
    requires = ("depth", "direction")
    unchosen = {"format": GUESS}
    widgets = {"model": forms.TextInput(attrs=UNSPELT), "name": forms.TextInput(attrs=UNSPELT)}

    def __init__(self, benchmark: Benchmark, *args: Any, dry_run: bool, **kwargs: Any) -> None:
        super().__init__(*args, given={"benchmark": benchmark, "dry_run": dry_run}, **kwargs)


class TryForm(AskedForm):
    asks = TryAsked
    requires = ("depth", "direction", "positives", "judge_depth")
    leaves_out = ("model", "name")
    unchosen = {"format": GUESS}

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
