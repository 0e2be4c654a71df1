"""What is found of a file of labels, as JSON and as tables."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from foundation.frozen import frozen
from measures.agreement_grades import Level, Weights, distribution
from measures.agreement_score import KIND
from measures.estimate import Estimate
from measures.kappas import Kappas
from measures.quantity import Quantity
from metrics.options import printed
from metrics.standalone.agreement_files import LabelsRead, are_numbers
from metrics.table import Of, Table, absent_intervals, by_reason, cell_of, drawn_table, ends, plain

TITLES = {
    "percent": "Percent agreement",
    "within_one": "Within one",
    "apart": "Two or more apart",
    "distance": "Mean distance",
    "positive": "Positive agreement",
    "negative": "Negative agreement",
    "fleiss": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha",
    "ac1": "AC1",
    "ac2": "AC2",
    "kappa": "Kappa of two raters",
    "prevalence": "Prevalence",
}


@frozen
class FileAgreement:
    file: str
    read: LabelsRead
    level: Level
    weights: Weights | None
    positive: str  # which of two values; empty of more
    figures: Mapping[str, Estimate]
    between: Kappas | None  # two by two; None where the file does not tell raters

    @property
    def majorities(self) -> dict[str, int]:
        """How many units have each value by most of their labels; and how many have none."""
        counts = self.read.counts
        most = 2 * counts > counts.sum(axis=1, keepdims=True)
        answer = dict(zip(self.read.values, most.sum(axis=0).tolist(), strict=True))
        return {**answer, "none": int((~most.any(axis=1)).sum())}

    @property
    def distribution(self) -> list[dict[str, Any]]:
        shares = [one.quantity.value for one in distribution(self.read.counts)]
        given = self.read.counts.sum(axis=0).tolist()
        rows = zip(self.read.values, given, shares, strict=True)
        return [{"value": value, "labels": labels, "share": share} for value, labels, share in rows]

    def as_json(self) -> dict[str, Any]:
        between = self.between
        return {
            "file": self.file,
            "units": len(self.read.counts),
            "units_compared": int((self.read.counts.sum(axis=1) > 1).sum()),
            "labels": int(self.read.counts.sum()),
            "values": list(self.read.values),
            "level": self.level,
            "weights": self.weights,
            "positive": self.positive or None,
            "skipped": self.read.skipped,
            "majorities": self.majorities,
            "distribution": self.distribution,
            "pairs_of_raters": between.pairs if between else None,
            "units_of_pairs": between.units if between else None,
            "figures": {name: _told(one) for name, one in self.figures.items()},
        }


def shown(found: FileAgreement, shape: str) -> str:
    if shape == "json":
        return json.dumps(found.as_json(), ensure_ascii=False)
    return printed([_table(found), _distribution(found)], shape)


def _told(one: Estimate) -> dict[str, Any]:
    return {
        "value": one.value,
        "reason": one.reason,
        "interval": one.ends(),
        "interval_kind": KIND,
        "no_interval": one.why_not(),
        "mark": one.mark(),
    }


def _table(found: FileAgreement) -> Table:
    return drawn_table(
        "agreement",
        f"Agreement in {Path(found.file).name}",
        [{"name": _title(found, name), "one": one} for name, one in found.figures.items()],
        plain(figure=Of("name", "Figure")),
        cell_of(lambda row: Quantity(row["one"].value, row["one"].reason), value="Value"),
        ends("one", percent=False),
        notes=_notes(found),
    )


def _distribution(found: FileAgreement) -> Table:
    columns = plain(value="Value", labels="Labels", share="Share of a unit's labels")
    title = "How often each value was given"
    return drawn_table("distribution", title, found.distribution, columns)


def _title(found: FileAgreement, name: str) -> str:
    of = {"alpha": found.level, "ac2": found.weights, "kappa": found.weights}.get(name)
    return f"{TITLES[name]}, {of}" if of else TITLES[name]


def _notes(found: FileAgreement) -> list[str]:
    answer, read = found.as_json(), found.read
    titled = {_title(found, name): one for name, one in found.figures.items()}
    named = {title: one for title, one in titled.items() if not one.reason}
    alike = {"video": read.clusters, "text": read.texts}
    names = " or ".join(f"one {name}" for name, of in alike.items() if of is not None)
    who = f"units of {names} are alike" if names else "units stand alone"
    by = ": " if are_numbers(read.values) else " "
    most = ", ".join(f"{value}{by}{units:,}" for value, units in answer["majorities"].items())
    notes = [
        (
            f"{answer['units_compared']:,} units with two labels or more, of {answer['units']:,};"
            f" {answer['labels']:,} labels; {who}; of these raters."
        ),
        f"Units by what most labels say: {most}.",
        "Intervals are score intervals.",
    ]
    if found.between:
        pairs, units = found.between.pairs, f"{found.between.units:,}"
        many = f"Kappa: the mean over {pairs:,} pairs of raters, of {units} units in all."
        notes.append(many if pairs != 1 else f"Kappa: of one pair of raters, of {units} units.")
    if found.positive:
        notes.append(f"Positive, and counted in prevalence: {found.positive}.")
    if read.skipped:
        notes.append(f"Left out as damaged: {read.skipped:,} rows.")
    notes += [f"{title} is undefined: {one.reason}." for title, one in titled.items() if one.reason]
    return [*notes, *absent_intervals(named), *_marked(named)]


def _marked(named: Mapping[str, Estimate]) -> Iterator[str]:
    for mark, figures in by_reason({name: one.mark() for name, one in named.items()}).items():
        which = "The interval" if len(figures) == 1 else "Each of the intervals"
        yield f"{which} of {'; '.join(figures)} is {mark}."
