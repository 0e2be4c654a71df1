"""What people ask of studies: leads of evaluations and audits, readers of changes and agreement.

What readers ask is in the address, so that it can be kept and passed on; what is left out takes its
usual value.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotator.asked.audit import AuditWanted
from foundation.asking.forms import AskedForm, FilterForm
from foundation.frozen import frozen
from metrics.actions.agreement_kept import AgreementAsked
from metrics.actions.start_evaluation import MOST_RUNS, NewEvaluation
from metrics.queries.grades import scale_of
from metrics.queries.raters import access_campaigns, hidden_campaigns, raters_of
from metrics.studies.sample_size import SIZES
from people.models import User
from pooling.forms import RunsField, choose
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.directions import between
from pooling.queries.pools import access_pools
from pooling.queries.runs import access_runs
from semantics.queries.proxies import list_proxies
from witnesses.asked.judges import JudgeAsked
from witnesses.queries.witnesses import list_witnesses


@frozen
class Group:
    """Questions that belong together. Those that are rare come folded, unless one is wrong."""

    key: str
    title: str
    fields: list[BoundField]
    is_rare: bool = False

    @property
    def is_wrong(self) -> bool:
        return any(field.errors for field in self.fields)


# What the scores are of, and how sure they are; every other option adds a part to the report.
WHAT = ("title", "runs", "measures", "positives", "level", "same_text")
HOW_SURE = ("intervals", "labels", "comparisons", "stability", "sample_sizes", "resamples", "seed")


class EvaluationForm(AskedForm):
    """The usual answers are filled in: a report can be started by pressing the button."""

    asks = NewEvaluation
    field_order = ("title", "runs")
    runs = RunsField(queryset=Run.objects.none())

    def __init__(self, benchmark: Benchmark, asking: User, sent: QueryDict | None = None) -> None:
        runs = between(access_runs(asking, benchmark)).order_by("pk")
        usual = list(runs_of(benchmark)[:MOST_RUNS])
        several, deep = len(usual) > 1, min([10, *(run.depth for run in usual)])
        initial: dict[str, Any] = {
            "runs": [run.pk for run in usual],
            # An overlap or an order takes two runs; nothing is looked at deeper than they are.
            "overlap": deep if several else None,
            "unjudged": deep if usual else None,
            "comparisons": several,
            "stability": several,
        }
        given: dict[str, Any] = {"benchmark": benchmark}
        if scale_of(benchmark) is None:
            given["level"] = 0
        witnesses = list_witnesses(benchmark)
        if not witnesses:
            given["witnesses"] = ()
        super().__init__(sent, person=asking, given=given, initial=initial)
        pools = access_pools(asking).filter(benchmark=benchmark).order_by("-pk")
        choose(self.fields["runs"], runs)
        choose(self.fields["estimate"], pools, _("Nothing"))
        choose(self.fields["relevance"], list_proxies(benchmark), _("None"))
        if witnesses:
            choose(self.fields["witnesses"], witnesses)
        self.fields["sample_sizes"].help_text = _(
            "Numbers of captions, as in %(sizes)s: which difference each could tell apart."
        ) % {"sizes": ", ".join(map(str, example_sizes(benchmark.caption_count)))}

    def groups(self) -> Iterator[Group]:
        """An option that is new is among the extras."""
        extras = [name for name in self.fields if name not in (*WHAT, *HOW_SURE)]
        yield Group(
            "what", _("What is scored"), [self[name] for name in WHAT if name in self.fields]
        )
        yield Group("how-sure", _("How sure the scores are"), [self[name] for name in HOW_SURE])
        yield Group("extras", _("Extras"), [self[name] for name in extras], is_rare=True)

    def clean_runs(self) -> list[Run]:
        chosen = list(self.cleaned_data["runs"])
        if len(chosen) > MOST_RUNS:
            raise forms.ValidationError(
                _("%(count)s runs: expected %(most)s or fewer.")
                % {"count": len(chosen), "most": MOST_RUNS}
            )
        return chosen


def example_sizes(captions: int) -> list[int]:
    """Sizes of samples that this many captions bear, even if some of them have no positive."""
    fit = [size for size in SIZES if 2 * size <= captions][:2]
    return fit if len(fit) == 2 else sorted({max(2, captions // 4), max(2, captions // 2)})


class ChangesForm(forms.Form):
    """What of two reports is compared."""

    run = forms.ChoiceField(required=False)
    measure = forms.ChoiceField(required=False)

    def __init__(self, runs: list[str], measures: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("run", runs), ("measure", measures)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  (as declared above)
            field.choices = [("", _("All")), *((choice, choice) for choice in choices)]


USUAL = 300  # original pairs: a share of 3 % is then known to about 2 points


class AuditForm(AskedForm):
    asks = AuditWanted
    field_order = ("count", "others", "double_share", "name", "without_clips", "seed")
    folds = ((gettext_lazy("Its name, clips and seed"), ("name", "without_clips", "seed")),)

    def __init__(self, sent: object = None) -> None:
        super().__init__(sent, initial={"count": USUAL})


MOST_ROWS = 4  # of the list of raters; more are scrolled to


class AgreementForm(FilterForm):
    asks = AgreementAsked
    leaves_out = ("seed", "resamples")
    unchosen = {"campaign": "All whose raters are known"}
    widgets = {"raters": forms.SelectMultiple()}
    asked: AgreementAsked

    def __init__(self, of: Benchmark, person: User, address: QueryDict) -> None:
        filled = address.copy()
        filled.setdefault("labels", "independent")
        filled.setdefault("raters_as", "fixed")
        given: dict[str, Any] = {"benchmark": of, "hidden": hidden_campaigns(person, of)}
        # Raters have no names before those who are not leads.
        given |= {} if person.is_lead else {"raters": ()}
        super().__init__(filled, person=person, given=given)
        campaigns = access_campaigns(person).filter(benchmark=of).order_by("name")
        choose(self.fields["campaign"], campaigns)
        if person.is_lead:
            choose(self.fields["raters"], raters_of(of))
            rows = min(MOST_ROWS, max(2, len(self.fields["raters"].choices)))  # type: ignore[attr-defined]
            self.fields["raters"].widget.attrs["size"] = rows

    @property
    def query(self) -> str:
        """What was asked for, to be asked again elsewhere; empty where it is the usual."""
        if not self.is_valid():
            return ""
        one = self.asked
        sentence: list[tuple[str, Any]] = [("campaign", one.campaign.pk)] if one.campaign else []
        sentence += [("labels", one.labels)] if one.labels != "independent" else []
        sentence += [("raters_as", one.raters_as)] if one.raters_as != "fixed" else []
        days = (("from", one.since), ("to", one.until))
        sentence += [(name, day.isoformat()) for name, day in days if day]
        sentence += [("raters", rater) for rater in one.filters.raters]
        return f"?{urlencode(sentence)}" if sentence else ""

    @property
    def narrows(self) -> bool:
        """Whether labels are left out by days or raters."""
        return self.is_valid() and self.asked.filters.chosen


class JudgeForm(AskedForm):
    asks = JudgeAsked
    widgets = {
        name: forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
        for name in ("model", "family")
    }
