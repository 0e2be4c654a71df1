"""What leads ask of benchmarks, runs and pools. The actions and queries describe it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from foundation.asking.forms import AskedForm, FilterForm
from foundation.refused import Refused
from foundation.words import translated
from pooling.actions.build_pool import PoolAsked, check_name
from pooling.actions.hand_in import CaptionsAsked, RunAsked, VideosAsked
from pooling.actions.register_model import ModelAsked
from pooling.models import Benchmark, Pool, RetrievalModel, Run
from pooling.queries.benchmarks import CaptionFilter, VideoFilter, runs_of
from pooling.queries.pace import PACE
from pooling.queries.pools import PairFilter
from pooling.queries.runs import OfBenchmark, OverlapAsked, provenance_of

GUESS: Any = _("Guess from the content")  # in the language of the page that shows it
MOST_COMPARED = 12
UNSPELT = {"autocomplete": "off", "spellcheck": "false"}


# Benchmarks


class ImportCaptionsForm(AskedForm):
    asks = CaptionsAsked
    widgets = {"name": forms.TextInput(attrs={"list": "benchmarks", **UNSPELT})}
    unchosen = {"format": GUESS}
    folds = ((_("Files that hold more than one benchmark"), ("split", "unit", "dataset", "keep")),)


class ImportVideosForm(AskedForm):
    asks = VideosAsked


class ListFilterForm(FilterForm):
    @property
    def wanted(self) -> Any:
        """What is asked for; all of the list, where the form says what is wrong with it."""
        return self.asked if self.is_valid() else self.asks()


class CaptionFilterForm(ListFilterForm):
    asks = CaptionFilter


class VideoFilterForm(ListFilterForm):
    asks = VideoFilter
    unchosen = {"state": "Any"}


class BenchmarkFilterForm(ListFilterForm):
    asks = OfBenchmark
    unchosen = {"benchmark": "Any"}


class BenchmarkChoiceForm(forms.Form):
    benchmark = forms.ModelChoiceField(queryset=Benchmark.objects.none(), empty_label=None)

    def __init__(self, benchmarks: QuerySet[Benchmark], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose(self.fields["benchmark"], benchmarks.order_by("name"))


# Models and runs


class ModelForm(AskedForm):
    asks = ModelAsked
    folds = ((_("Where it comes from"), ("link", "notes")),)
    widgets = {"notes": forms.Textarea(attrs={"rows": 4})}


# What a run may have beside its one file.
RUN_FOLDS = (
    (_("Two files of embeddings instead"), ("query_embeddings", "video_embeddings", "normalise")),
    (_("What the rows and columns of a matrix are"), ("captions", "videos")),
)


class ImportRunForm(AskedForm):
    """The model is one of those that there are, or the name of a new one."""

    asks = RunAsked
    requires = ("depth", "direction")
    unchosen = {"format": GUESS}
    folds = RUN_FOLDS
    model = forms.ModelChoiceField(
        queryset=RetrievalModel.objects.none(), required=False, empty_label=_("A new one")
    )
    new_model = forms.CharField(
        required=False,
        max_length=80,
        label=_("Name of the new model"),
        help_text=_(
            "It is registered together with the run. A name that is registered already means that"
            " model."
        ),
        widget=forms.TextInput(attrs=UNSPELT),
    )

    def __init__(
        self, benchmark: Benchmark, models: QuerySet[RetrievalModel], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, given={"benchmark": benchmark}, **kwargs)
        self.benchmark, self.models = benchmark, models
        choose(self.fields["model"], models.order_by("name", "pk"))

    def clean_new_model(self) -> str:
        name: str = self.cleaned_data["new_model"]
        if name:
            RetrievalModel._meta.get_field("name").run_validators(name)
        return name

    def clean(self) -> dict[str, Any]:
        model, new = (self.cleaned_data.get(name) for name in ("model", "new_model"))
        if model and new:
            both = now("Expected either %(model)s or a new model, not both.") % {"model": model}
            self.add_error("new_model", both)
        elif not model and not new and not self.errors:
            self.add_error("model", now("Expected a model, or the name of a new one."))
        known = model or (self.models.filter(name__iexact=new).first() if new else None)
        self.cleaned_data["model"] = known or new
        called = self.cleaned_data.get("name") or (known.name if known else new)
        if called and self.benchmark.runs.filter(name__iexact=called).exists():
            words = {"benchmark": self.benchmark, "name": called}
            taken = now("%(benchmark)s has a run called %(name)s: expected another name.") % words
            self.add_error("name", taken)
        return super().clean()


class StateForm(forms.Form):
    """One of a run's states."""

    state = forms.ChoiceField(choices=Run.State.choices)


class RunsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # at run time it takes no argument
    """Some of a benchmark's runs, in the order in which they came."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Run) -> str:
        seen, words = provenance_of(obj), {"name": obj.name, "depth": obj.deepest}
        if seen is not None and seen.saw_evaluated:
            return _("%(name)s † (to rank %(depth)s), saw what is evaluated") % words
        return _("%(name)s (to rank %(depth)s)") % words


class OverlapForm(FilterForm):
    """A comparison in the address, so that it can be kept; what is left out has its usual value."""

    asks = OverlapAsked
    requires = ("depth",)
    runs = RunsField(queryset=Run.objects.none())
    p = forms.FloatField(label="p", min_value=0.01, max_value=0.999)

    def __init__(self, benchmark: Benchmark, asked: QueryDict) -> None:
        self.benchmark, runs = benchmark, runs_of(benchmark)
        usual = list(runs)[:MOST_COMPARED]
        filled = {"runs": [run.pk for run in usual], "depth": usual_depth(usual), "p": 0.9}
        super().__init__(_filled(asked, filled))
        choose(self.fields["runs"], runs.select_related("provenance"))

    def clean_runs(self) -> list[Run]:
        chosen = list(self.cleaned_data["runs"])
        if len(chosen) > MOST_COMPARED:
            raise forms.ValidationError(
                _("%(count)s runs: expected %(most)s or fewer at a time.")
                % {"count": len(chosen), "most": MOST_COMPARED}
            )
        return chosen


def usual_depth(runs: Iterable[Run]) -> int:
    """Ten, or as deep as all of them go."""
    return min([10, *(run.depth for run in runs)])


def _filled(asked: QueryDict, usual: dict[str, Any]) -> QueryDict:
    """What was asked, and the usual answer to what was not."""
    filled = asked.copy()
    for name, value in usual.items():
        if name not in filled:
            filled.setlist(name, list(map(str, value if isinstance(value, list) else [value])))
    return filled


def choose(field: forms.Field, rows: QuerySet[Any], none: str = "") -> None:
    """Has a field of one form offer these. none: what it is called to choose none of them."""
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (only such fields are handed here)
    field.queryset = rows
    if none:
        field.empty_label = none


# Pools


class PoolForm(AskedForm):
    """What a pool would be made of. In the address: a plan can be kept and passed on."""

    asks = PoolAsked
    leaves_out = ("name",)
    requires = ("depth", "seed", "pace")
    field_order = ["runs", "depth", "sample", "by", "misses", "pilot", "seed", "beyond", "pace"]
    runs = RunsField(queryset=Run.objects.none())
    by = forms.TypedChoiceField(
        label=_("Sampling"),
        choices=[("alike", _("Simple random")), ("length", _("Stratified by caption length"))],
        coerce=lambda word: None if word == "alike" else word,
    )
    beyond = forms.ModelMultipleChoiceField(
        queryset=Pool.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Leave out pairs of these pools"),
    )
    misses = RunsField(
        queryset=Run.objects.none(),
        required=False,
        label=_("Draw misses of these runs alone"),
        help_text=_(
            "Only captions whose own video one of them does not rank this high. What a run gets"
            " right stays right, so for C@K at this depth nothing else has to be judged. Other"
            " measures cannot be estimated from such a pool."
        ),
    )
    pilot = forms.ModelChoiceField(
        queryset=Pool.objects.none(),
        required=False,
        label=_("Pilot"),
        empty_label=_("None"),
        help_text=_(
            "For misses in strata by length, an earlier pool: strata whose labels there differ more"
            " give more captions."
        ),
    )

    def __init__(self, benchmark: Benchmark, asked: QueryDict) -> None:
        runs, pools = runs_of(benchmark), benchmark.pools.order_by("pk")
        usual: dict[str, Any] = {"depth": usual_depth(runs), "by": "alike"}
        usual |= {"seed": PoolAsked.__dataclass_fields__["seed"].default}
        usual |= {"pace": PACE.of(benchmark)}
        if not asked:  # later, no run means that all were unticked
            usual["runs"] = [run.pk for run in runs]
        super().__init__(_filled(asked, usual), given={"benchmark": benchmark, "dry_run": True})
        # Leads alone plan pools: a private submission takes part where they tick it.
        every = benchmark.runs.filter(direction="t2v").select_related("provenance").order_by("pk")
        for name in ("runs", "misses"):
            choose(self.fields[name], every)
        for name in ("beyond", "pilot"):
            choose(self.fields[name], pools)
            if not pools:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Rows by their ids."""
        for name in ("runs", "misses", "beyond"):
            if name in self.cleaned_data:
                self.cleaned_data[name] = tuple(row.pk for row in self.cleaned_data[name])
        if pilot := self.cleaned_data.get("pilot"):
            self.cleaned_data["pilot"] = pilot.pk
        return super().clean()

    def answers(self) -> list[tuple[str, str]]:
        """What was answered, for an address."""
        assert isinstance(self.data, QueryDict)  # noqa: S101  (that is what _filled makes)
        return [
            (name, value)
            for name, values in self.data.lists()
            if name in self.fields
            for value in values
        ]


class PoolNameForm(forms.Form):
    # hx-preserve: what was typed stays while the cost around it changes.
    name = forms.CharField(
        max_length=120,
        label=_("Name of the pool"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "hx-preserve": "true", "form": "plan"}
        ),
    )

    def __init__(self, benchmark: Benchmark, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.benchmark = benchmark

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        Pool._meta.get_field("name").run_validators(name)
        try:
            check_name(self.benchmark, name)
        except Refused as taken:
            raise forms.ValidationError(translated(str(taken))) from None
        return name


class PairFilterForm(ListFilterForm):
    asks = PairFilter
    only = forms.TypedChoiceField(
        required=False, label=_("Found only by"), coerce=int, empty_value=None
    )

    def __init__(self, pool: Pool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        runs = [("", _("Any run")), *enumerate(pool.parameters["run_names"])]
        self.fields["only"].choices = runs  # type: ignore[attr-defined]
