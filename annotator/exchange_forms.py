"""What the pages of labels that come and go take."""

from typing import Any, TypeVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model, QuerySet

from annotator.actions.export_labels import EXPORT_FORMATS
from annotator.formats.labels import LABEL_FORMATS
from annotator.models import Campaign, Release
from pooling.models import Benchmark

Row = TypeVar("Row", bound=Model)
SAID = {
    "triplets": "triplets: a verdict for each pair",
    "log": "log: every label ever given",
    "qrels": "qrels: verdicts for TREC's tools",
    "fire": "fire: the release JSON of FIRE",
}


class _CampaignChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # at run time it takes no argument
    def label_from_instance(self, campaign: Model) -> str:
        assert isinstance(campaign, Campaign)  # noqa: S101  (the field's queryset has nothing else)
        return f"{campaign.benchmark}: {campaign}"


class ExportForm(forms.Form):
    benchmark = forms.ModelChoiceField(queryset=Benchmark.objects.none(), empty_label=None)
    format = forms.ChoiceField(
        choices=[(name, SAID[name]) for name in EXPORT_FORMATS],
        help_text=(
            "Triplets and the log come twice: safe for spreadsheets, and, with -exact in its name,"
            " for tools."
        ),
    )
    campaign = _CampaignChoice(
        queryset=Campaign.objects.none(),
        required=False,
        empty_label="All that is judged",
        label="Only this campaign",
    )
    release = forms.CharField(
        required=False,
        max_length=Release._meta.get_field("name").max_length,
        help_text=(
            "Exports of one release share their raters' pseudonyms. Empty: new ones are drawn."
        ),
    )
    stratum = forms.BooleanField(
        required=False,
        label="With strata",
        help_text="Only for qrels: write `qid 0 docid stratum rel`.",
    )

    def __init__(
        self,
        benchmarks: QuerySet[Benchmark],
        campaigns: QuerySet[Campaign],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["benchmark"], benchmarks.order_by("name"))
        _choose(self.fields["campaign"], campaigns.order_by("benchmark__name", "-pk"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        of, campaign = cleaned.get("benchmark"), cleaned.get("campaign")
        if of and campaign and campaign.benchmark_id != of.pk:
            self.add_error("campaign", f"Expected a campaign of {of}.")
        if cleaned.get("stratum") and cleaned.get("format") != "qrels":
            self.add_error("stratum", "Only qrels have strata.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        """What the job is told."""
        asked = self.cleaned_data
        campaign = asked["campaign"] and asked["campaign"].pk
        return {"benchmark": asked["benchmark"].pk, "campaign": campaign} | {
            name: asked[name] for name in ("format", "release", "stratum")
        }


class ImportLabelsForm(forms.Form):
    benchmark = forms.ModelChoiceField(queryset=Benchmark.objects.none(), empty_label=None)
    file = forms.FileField(label="Labels", help_text="All of it is imported, or nothing.")
    format = forms.ChoiceField(choices=[(name, SAID.get(name, name)) for name in LABEL_FORMATS])
    dataset = forms.CharField(
        required=False,
        max_length=60,
        label="Data set",
        help_text="The data set to take from a FIRE release that has several.",
    )

    def __init__(self, benchmarks: QuerySet[Benchmark], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["benchmark"], benchmarks.order_by("name"))

    def arguments(self) -> dict[str, Any]:
        asked = self.cleaned_data
        return {
            "benchmark": asked["benchmark"].pk,
            "format": asked["format"],
            "dataset": asked["dataset"] or None,
        }

    def handed_in(self) -> "dict[str, UploadedFile[Any]]":
        return {"upload": self.cleaned_data["file"]}


def _choose(field: forms.Field, rows: QuerySet[Row]) -> None:
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (they are declared above)
    field.queryset = rows
