"""What leads ask of an evaluation."""

from typing import Any

from django import forms
from django.http import QueryDict

from foundation.asking.forms import AskedForm
from metrics.actions.start_evaluation import MOST_RUNS, NewEvaluation
from people.models import User
from pooling.forms import RunsField
from pooling.models import Benchmark, Run


class EvaluationForm(AskedForm):
    """The usual answers are filled in: a report can be started by pressing the button."""

    asks = NewEvaluation
    field_order = ("title", "runs")
    runs = RunsField(queryset=Run.objects.none())

    def __init__(self, benchmark: Benchmark, asking: User, sent: QueryDict | None = None) -> None:
        runs = benchmark.runs.select_related("model").order_by("pk")
        usual = [run for run in runs if run.direction == Run.Direction.TEXT_TO_VIDEO][:MOST_RUNS]
        several = len(usual) > 1
        initial: dict[str, Any] = {
            "runs": [run.pk for run in usual],
            # An overlap takes two runs, and is no deeper than they are.
            "overlap": min([10, *(run.depth for run in usual)]) if several else None,
        }
        super().__init__(sent, person=asking, given={"benchmark": benchmark}, initial=initial)
        chosen, pools = self.fields["runs"], self.fields["estimate"]
        assert isinstance(chosen, RunsField)  # noqa: S101  (as declared above)
        assert isinstance(pools, forms.ModelChoiceField)  # noqa: S101
        chosen.queryset, pools.queryset = runs, benchmark.pools.order_by("-pk")
        pools.empty_label = "Nothing"

    def clean_runs(self) -> list[Run]:
        chosen = list(self.cleaned_data["runs"])
        if len(chosen) > MOST_RUNS:
            raise forms.ValidationError(f"{len(chosen)} runs: expected {MOST_RUNS} or fewer.")
        return chosen


class ChangesForm(forms.Form):
    """What of two reports is compared."""

    run = forms.ChoiceField(required=False)
    measure = forms.ChoiceField(required=False)

    def __init__(self, runs: list[str], measures: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("run", runs), ("measure", measures)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  (as declared above)
            field.choices = [("", "All"), *((choice, choice) for choice in choices)]
