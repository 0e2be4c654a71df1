"""What leads ask of an evaluation."""

import re
from typing import Any

from django import forms
from django.http import QueryDict

from metrics.measures.names import UnknownMeasure, parse_all
from metrics.models import Report
from metrics.studies.report import MEASURES, Asked
from pooling.forms import RunsField
from pooling.models import Benchmark, Pool, Run
from pooling.plain_text import one_plain_line

FEWEST_RESAMPLES, MOST_RESAMPLES = 100, 100_000
MOST_RUNS = 50
POSITIVES = [
    ("both", "Original, and with the collected ones"),
    ("original", "Original only"),
    ("all", "Original and collected"),
]
LEFT_OUT = [
    ("", "Nothing"),
    ("run", "Each run in turn"),
    ("family", "Each family of models in turn"),
]


class EvaluationForm(forms.Form):
    """The usual answers are filled in: a report can be started by pressing the button."""

    title = forms.CharField(
        required=False,
        max_length=Report._meta.get_field("title").max_length,
        validators=[one_plain_line],
        help_text="What it is called in the list; the benchmark's name if left empty.",
    )
    runs = RunsField(queryset=Run.objects.none())
    measures = forms.CharField(
        max_length=300,
        initial=", ".join(MEASURES),
        help_text="Names with commas between, as in C@1, AP, nDCG@10, GMR.",
    )
    positives = forms.ChoiceField(choices=POSITIVES)
    same_text = forms.BooleanField(
        required=False,
        label="The videos of captions with the same text are original positives too",
        help_text="The paper counts only a caption's own video.",
    )
    intervals = forms.BooleanField(
        required=False, initial=True, label="95 % intervals, by resampling source videos"
    )
    comparisons = forms.BooleanField(required=False, initial=True, label="Compare every two runs")
    overlap = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1_000,
        label="Overlap at",
        help_text="The overlap of every two runs at this depth; none if it is left empty.",
    )
    leave_out = forms.ChoiceField(
        required=False,
        choices=LEFT_OUT,
        label="Leave out",
        help_text="A run's score without the positives that only it found.",
    )
    sample_sizes = forms.CharField(
        required=False,
        max_length=100,
        help_text="Numbers of captions, as in 500, 1000: which difference each could tell apart.",
    )
    unjudged = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1_000,
        label="Pairs not judged, to rank",
        help_text=(
            "What each run would cost to judge, and the bounds of its scores until then; none if"
            " left empty."
        ),
    )
    estimate = forms.ModelChoiceField(
        queryset=Pool.objects.none(),
        required=False,
        empty_label="Nothing",
        label="Estimate from",
        help_text=(
            "A pool that drew some captions: scores over all captions, from those that were drawn."
        ),
    )
    reuse = forms.BooleanField(
        required=False, label="Where positives stand: by query, rank and length of captions"
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        help_text="The same seed draws the same resamples.",
    )
    resamples = forms.IntegerField(
        min_value=FEWEST_RESAMPLES, max_value=MOST_RESAMPLES, initial=10_000
    )

    def __init__(self, benchmark: Benchmark, sent: QueryDict | None = None) -> None:
        self.benchmark, runs = benchmark, benchmark.runs.select_related("model").order_by("pk")
        usual = [run for run in runs if run.direction == Run.Direction.TEXT_TO_VIDEO][:MOST_RUNS]
        initial: dict[str, Any] = {"runs": [run.pk for run in usual]}
        if len(usual) > 1:
            initial["overlap"] = min([10, *(run.depth for run in usual)])
        super().__init__(sent, initial=initial)
        field, pools = self.fields["runs"], self.fields["estimate"]
        assert isinstance(field, RunsField)  # noqa: S101  (as declared above)
        assert isinstance(pools, forms.ModelChoiceField)  # noqa: S101
        field.queryset, pools.queryset = runs, benchmark.pools.order_by("-pk")

    def clean_runs(self) -> list[Run]:
        chosen = list(self.cleaned_data["runs"])
        if len(chosen) > MOST_RUNS:
            raise forms.ValidationError(f"{len(chosen)} runs: expected {MOST_RUNS} or fewer.")
        return chosen

    def clean_measures(self) -> list[str]:
        try:
            return [str(measure) for measure in parse_all(self.cleaned_data["measures"])]
        except UnknownMeasure as unknown:
            raise forms.ValidationError(f"{str(unknown)[:1].upper()}{str(unknown)[1:]}.") from None

    def clean_sample_sizes(self) -> list[int]:
        listed = [
            text.strip() for text in self.cleaned_data["sample_sizes"].split(",") if text.strip()
        ]
        for text in listed:
            if (
                not re.fullmatch(r"[0-9]{1,7}", text, re.ASCII)
                or not 2 <= int(text) <= self.benchmark.caption_count
            ):
                raise forms.ValidationError(
                    f"{text}: expected whole numbers from 2 to {self.benchmark.caption_count:,}."
                )
        return [int(text) for text in listed]

    def arguments(self) -> dict[str, Any]:
        """What the job is told."""
        asked = self.cleaned_data
        wanted = {name: asked[name] for name in asked if name not in ("title", "runs")}
        wanted |= {name: asked[name] or 0 for name in ("overlap", "unjudged")}
        wanted["estimate"] = asked["estimate"].pk if asked["estimate"] else 0
        return {
            "benchmark": self.benchmark.pk,
            "runs": [run.pk for run in asked["runs"]],
            "asked": Asked.of(wanted).as_json(),
            "name": asked["title"],
        }


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
