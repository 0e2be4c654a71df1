"""A datasheet: the questions of Gebru et al., Datasheets for Datasets (CACM 2021), answered from
what the system knows. What it does not know it says, so that a person can add it."""

from django.template.loader import render_to_string

from metrics.words import counted
from publishing.releases import responsible
from publishing.releases.facts import NOT_RECORDED, Facts, figure_of


def datasheet(facts: Facts) -> str:
    label, figures = facts.label, facts.agreement.figures if facts.agreement else {}
    words = {
        "facts": facts,
        "unknown": NOT_RECORDED,
        "creators": ", ".join(facts.creators),
        "judged": counted(facts.judged, "pair"),
        "verdicts": ", ".join(f"{count:,} {name}" for name, count in facts.verdicts.items()),
        "labels": counted(label.labels, "single label"),
        "captions": counted(facts.captions, "caption"),
        "queries": counted(facts.queries, "distinct text"),
        "videos": counted(facts.videos, "video"),
        "raters": counted(label.raters, "rater"),
        "hours": f"{label.hours:,.1f}",
        "timed": f"{label.timed:,}",
        "given": counted(label.labels, "label"),
        "figures": ", ".join(f"{name} {figure_of(one)}" for name, one in figures.items()),
        "runs": counted(len(facts.scores.inputs["runs"]), "run") if facts.scores else "",
    }
    answers = ("biases", "limits", "analysis", "privacy", "collected", "protocol")
    words |= {name: getattr(responsible, name)(facts) for name in answers}
    return render_to_string("publishing/files/datasheet.md", words)
