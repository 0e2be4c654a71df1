"""What leads ask of benchmarks, runs and pools."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import QueryDict

from pooling.actions.build_pool import PoolParameters
from pooling.formats.captions import BENCHMARK_FORMATS
from pooling.models import Benchmark, Pool, RetrievalModel, Run, Video
from pooling.queries.benchmarks import runs_of

GUESS = ("", "Guess from the content")
RUN_FORMATS = ("npy", "trec", "csv", "jsonl")
# Until a campaign has measured it.
ASSUMED_PACE = 180
MOST_COMPARED = 12


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Any number of files; their list."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        files = data or []
        clean_one = super().clean
        if not files and self.required:
            raise forms.ValidationError(self.error_messages["required"])
        return [clean_one(file, initial) for file in files]


# Benchmarks


class ImportCaptionsForm(forms.Form):
    name = forms.CharField(
        label="Benchmark",
        max_length=60,
        help_text=(
            "A short name, as in msvd-test. The name of one that exists adds to it; nothing in it"
            " is changed."
        ),
        widget=forms.TextInput(
            attrs={"list": "benchmarks", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    file = forms.FileField(
        label="Captions", help_text="CSV, JSON Lines, or MSR-VTT's, MSVD's or FIRE's own file."
    )
    format = forms.ChoiceField(
        required=False, choices=[GUESS, *((name, name) for name in BENCHMARK_FORMATS)]
    )
    split = forms.CharField(
        required=False,
        max_length=40,
        initial="test",
        help_text="Of an MSR-VTT file that has several; all for every one.",
    )
    dataset = forms.CharField(
        required=False,
        max_length=60,
        label="Data set",
        help_text="Of a FIRE release that has several.",
    )
    keep = forms.FileField(
        required=False,
        label="Only these videos",
        help_text="A list, one id on each line, as test_list.txt.",
    )
    training = forms.BooleanField(
        required=False,
        label="Training captions",
        help_text="Kept to compare test captions with. They are never judged.",
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        Benchmark._meta.get_field("name").run_validators(name)
        return name

    def arguments(self) -> dict[str, Any]:
        """What the job is told, beside the files."""
        asked = self.cleaned_data
        told = {
            "benchmark": asked["name"],
            "format": asked["format"],
            "training": asked["training"],
        }
        return told | {"split": asked["split"] or "test", "dataset": asked["dataset"] or None}

    def handed_in(self) -> "dict[str, UploadedFile[Any] | None]":
        return {"upload": self.cleaned_data["file"], "keep": self.cleaned_data["keep"]}


class ImportVideosForm(forms.Form):
    videos = SeveralFilesField(
        required=False,
        label="Videos",
        help_text=(
            "Files named by their video's key, as in video7010.mp4, or archives (.zip, .tar) of"
            " such files."
        ),
    )
    links = forms.FileField(
        required=False, label="Or a list of links", help_text="CSV with the columns key and url."
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("videos") and not cleaned.get("links"):
            raise forms.ValidationError("Expected videos, an archive of them, or a list of links.")
        return cleaned


class CaptionFilterForm(forms.Form):
    search = forms.CharField(required=False, label="Text or key", max_length=200)


class VideoFilterForm(forms.Form):
    search = forms.CharField(required=False, label="Key", max_length=200)
    state = forms.ChoiceField(required=False, choices=[("", "Any"), *Video.State.choices])


# Models and runs


class ModelForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes no argument
    link = forms.URLField(required=False, assume_scheme="https", help_text="The paper or the code.")

    class Meta:
        model = RetrievalModel
        fields = ("name", "version", "family", "link", "notes")
        widgets = {"notes": forms.Textarea(attrs={"rows": 4})}


class ImportRunForm(forms.Form):
    file = forms.FileField(
        label="Predictions", help_text="A matrix (.npy), a TREC run, CSV or JSON Lines."
    )
    model = forms.ModelChoiceField(
        queryset=RetrievalModel.objects.none(), required=False, empty_label="A new one"
    )
    new_model = forms.CharField(
        required=False,
        max_length=80,
        label="Name of the new model",
        help_text=(
            "It is registered together with the run. A name that is registered already means that"
            " model."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    name = forms.CharField(
        required=False,
        label="Name of the run",
        max_length=120,
        help_text="The model's name if left empty.",
    )
    format = forms.ChoiceField(
        required=False, choices=[GUESS, *((name, name) for name in RUN_FORMATS)]
    )
    depth = forms.IntegerField(
        min_value=1,
        max_value=1_000,
        initial=100,
        help_text="How many ranks of each ranking are kept.",
    )
    direction = forms.ChoiceField(choices=Run.Direction.choices)
    captions = forms.FileField(
        required=False,
        label="Names of the rows",
        help_text="Caption ids, one on each line; else the benchmark's own order.",
    )
    videos = forms.FileField(
        required=False,
        label="Names of the columns",
        help_text="Video ids, one on each line; else the benchmark's own order.",
    )

    def __init__(
        self, benchmark: Benchmark, models: QuerySet[RetrievalModel], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.benchmark, self.models = benchmark, models
        _choose(self.fields["model"], models.order_by("name", "pk"))

    def clean_new_model(self) -> str:
        name: str = self.cleaned_data["new_model"]
        if name:
            RetrievalModel._meta.get_field("name").run_validators(name)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        model, new = cleaned.get("model"), cleaned.get("new_model")
        if model and new:
            self.add_error("new_model", f"Expected either {model} or a new model, not both.")
        elif not model and not new and not self.errors:
            self.add_error("model", "Expected a model, or the name of a new one.")
        model = cleaned["model"] = model or (
            self.models.filter(name__iexact=new).first() if new else None
        )
        called = model.name if model else new
        if called:
            cleaned["name"] = cleaned.get("name") or called
            if self.benchmark.runs.filter(name__iexact=cleaned["name"]).exists():
                self.add_error(
                    "name",
                    f"{self.benchmark} has a run called {cleaned['name']}: expected another name.",
                )
        return cleaned

    def arguments(self) -> dict[str, Any]:
        asked = self.cleaned_data
        told = {name: asked[name] for name in ("name", "format", "depth", "direction")}
        model = asked["model"].pk if asked["model"] else asked["new_model"]
        return {"benchmark": self.benchmark.pk, "model": model, **told}

    def handed_in(self) -> "dict[str, UploadedFile[Any] | None]":
        asked = self.cleaned_data
        return {
            "upload": asked["file"],
            "captions_upload": asked["captions"],
            "videos_upload": asked["videos"],
        }


class BenchmarkFilterForm(forms.Form):
    benchmark = forms.ModelChoiceField(
        queryset=Benchmark.objects.none(), required=False, empty_label="Any"
    )

    def __init__(self, benchmarks: QuerySet[Benchmark], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["benchmark"], benchmarks.order_by("name"))


class BenchmarkChoiceForm(forms.Form):
    benchmark = forms.ModelChoiceField(queryset=Benchmark.objects.none(), empty_label=None)

    def __init__(self, benchmarks: QuerySet[Benchmark], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["benchmark"], benchmarks.order_by("name"))


class RunsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # at run time it takes no argument
    """Some of a benchmark's runs, in the order in which they came."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Run) -> str:
        return f"{obj.name} (to rank {obj.depth})"


class OverlapForm(forms.Form):
    """In the address, so that a comparison can be kept; what is left out takes its usual value."""

    runs = RunsField(queryset=Run.objects.none())
    depth = forms.IntegerField(label="K", min_value=1, max_value=1_000)
    p = forms.FloatField(label="p", min_value=0.01, max_value=0.999)

    def __init__(self, benchmark: Benchmark, asked: QueryDict) -> None:
        self.benchmark, runs = benchmark, runs_of(benchmark)
        usual = list(runs)[:MOST_COMPARED]
        super().__init__(
            _filled(
                asked, {"runs": [run.pk for run in usual], "depth": usual_depth(usual), "p": 0.9}
            )
        )
        _choose(self.fields["runs"], runs)

    def clean_runs(self) -> list[Run]:
        chosen = list(self.cleaned_data["runs"])
        if len(chosen) > MOST_COMPARED:
            raise forms.ValidationError(
                f"{len(chosen)} runs: expected {MOST_COMPARED} or fewer at a time."
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
            filled.setlist(
                name, [str(each) for each in value] if isinstance(value, list) else [str(value)]
            )
    return filled


def _choose(field: forms.Field, rows: QuerySet[Any]) -> None:
    """What a field of one form offers."""
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (only such fields are handed here)
    field.queryset = rows


# Pools


class PoolForm(forms.Form):
    """What a pool would be made of. In the address: a plan can be kept and passed on."""

    runs = RunsField(queryset=Run.objects.none())
    depth = forms.IntegerField(
        min_value=1, max_value=1_000, help_text="The first so many ranks of each run."
    )
    sample = forms.IntegerField(
        required=False,
        min_value=1,
        label="Sample of captions",
        help_text="How many are drawn; all if left empty.",
    )
    by = forms.ChoiceField(
        label="Drawn",
        choices=[("alike", "From all alike"), ("length", "From each length its share")],
    )
    seed = forms.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The same seed draws the same captions."
    )
    beyond = forms.ModelMultipleChoiceField(
        queryset=Pool.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Leave out what these pools hold",
    )
    pace = forms.FloatField(
        min_value=1,
        max_value=100_000,
        label="Pairs an hour",
        help_text="Assumed, until a campaign has measured it.",
    )

    def __init__(self, benchmark: Benchmark, asked: QueryDict) -> None:
        runs, pools = runs_of(benchmark), benchmark.pools.order_by("pk")
        usual: dict[str, Any] = {
            "depth": usual_depth(runs),
            "by": "alike",
            "seed": 1,
            "pace": ASSUMED_PACE,
        }
        if not asked:  # later, no run means that all were unticked
            usual["runs"] = [run.pk for run in runs]
        super().__init__(_filled(asked, usual))
        _choose(self.fields["runs"], runs)
        _choose(self.fields["beyond"], pools)
        if not pools:
            del self.fields["beyond"]

    def answers(self) -> list[tuple[str, str]]:
        """What was answered, for an address."""
        assert isinstance(self.data, QueryDict)  # noqa: S101  (that is what _filled makes)
        return [
            (name, value)
            for name, values in self.data.lists()
            if name in self.fields
            for value in values
        ]

    def parameters(self) -> PoolParameters:
        asked = self.cleaned_data
        return PoolParameters(
            runs=tuple(run.pk for run in asked["runs"]),
            depth=asked["depth"],
            sample=asked["sample"],
            by="length" if asked["by"] == "length" else None,
            seed=asked["seed"],
            beyond=tuple(pool.pk for pool in asked.get("beyond", ())),
        )


class PoolNameForm(forms.Form):
    # hx-preserve: what was typed stays while the cost around it changes.
    name = forms.CharField(
        max_length=120,
        label="Name of the pool",
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
        if self.benchmark.pools.filter(name=name).exists():
            raise forms.ValidationError(
                f"{self.benchmark} has a pool called {name}: expected another name."
            )
        return name


class PairFilterForm(forms.Form):
    unjudged = forms.BooleanField(required=False, label="Unjudged only")
    only = forms.TypedChoiceField(
        required=False, label="Found only by", coerce=int, empty_value=None
    )

    def __init__(self, pool: Pool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["only"]
        assert isinstance(choice, forms.TypedChoiceField)  # noqa: S101  (it is declared above)
        choice.choices = [("", "Any run"), *enumerate(pool.parameters["run_names"])]
