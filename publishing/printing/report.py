"""A benchmark's report as a document: what was done, whether raters agree, the corrected scores
with their figures, and what all of it does not show."""

from collections.abc import Iterator, Sequence
from typing import Any

from metrics.charts.chart import Chart
from metrics.charts.files import written
from metrics.charts.registry import charts_of
from metrics.frozen import unpack_table
from metrics.studies.headline import positives_by_caption
from metrics.studies.registry import PARTS
from metrics.tables import agreement as agreement_tables
from metrics.words import counted, percent
from publishing.printing.document import Document, PrintedFigure, PrintedTable, Section
from publishing.releases.facts import Facts, Scores, figure_of
from publishing.releases.responsible import NOT_RECORDED, biases, limits, privacy, protocol

RATERS_TWO_BY_TWO = ("matrix", "pairwise")  # too wide for paper, and of no use without names
RULES = {
    "both": "original, and with the collected ones",
    "original": "original only",
    "all": "original and collected",
}


def report_document(facts: Facts, title: str, since: str = "") -> Document:
    """The document of facts with scores or without; facts.scores names the frozen report. since:
    what has changed since the scores were frozen, in a sentence."""
    lines = [
        (
            f"{facts.called}: {counted(facts.captions, 'caption')} with"
            f" {counted(facts.queries, 'distinct text')}, {counted(facts.videos, 'video')}"
        ),
        (
            f"{f'Release {facts.release}, ' if facts.release else ''}{facts.made_on:%Y-%m-%d}."
            f" Label log up to label {facts.log_position:,}."
        ),
    ]
    lines += [since] if since else []
    missing = f"No scores: {facts.no_scores or NOT_RECORDED}."
    sections = [
        Section("In short", list(_in_short(facts))),
        _method(facts),
        _agreement(facts),
        *_parts(facts.scores),
        *([] if facts.scores else [Section("Corrected scores", [missing])]),
        _limits(facts),
        _verifying(facts),
    ]
    report = f", report {facts.scores.digest[:16]}" if facts.scores else ""
    key = f"{facts.benchmark}, label {facts.log_position}{report}"
    return Document(title, lines, key, sections)


def _in_short(facts: Facts) -> Iterator[str]:
    yield facts.summary
    if facts.scores:
        told, pairs = facts.scores.evaluation, facts.scores.inputs["pairs"]
        yield (
            f"{counted(len(facts.scores.inputs['runs']), 'run')} were scored with"
            f" {counted(pairs['original'], 'original positive')} and"
            f" {counted(pairs['collected'], 'collected positive')} that people found."
            f"{_by_caption(told, facts.scores.inputs)} {_judged(told)}"
        )
        yield from told.get("warnings", ())
    if facts.agreement:
        alpha, share = facts.agreement.figures["alpha"], facts.agreement.figures["percent"]
        yield (
            f"Raters agree on {figure_of(share)} of their label pairs; Krippendorff's alpha is"
            f" {figure_of(alpha)}, over {counted(facts.agreement.pairs, 'pair')} with two labels or"
            " more (95 % intervals, clustered by video)."
        )


def _by_caption(told: Any, inputs: Any) -> str:
    number = positives_by_caption(told, inputs)
    if number is None:
        return ""
    return (
        f" For the scores these are {counted(number, 'positive')} of captions, as captions with the"
        " same text share their labels."
    )


def _judged(told: Any) -> str:
    judged = told.get("judged")
    if not judged:
        return ""
    shares = sorted(one["share"] for one in judged)
    least, most = percent(shares[0]), percent(shares[-1])
    return f"Judged@{judged[0]['k']} is {least if least == most else f'{least} to {most}'} %."


def _method(facts: Facts) -> Section:
    label = facts.label
    known = [
        ("Benchmark", f"{facts.called} ({facts.benchmark})" if facts.title else facts.benchmark),
        ("Campaigns", "; ".join(one.name for one in facts.campaigns) or "none"),
        ("Single labels", f"{label.labels:,}"),
        ("Raters", f"{label.raters:,}"),
        ("Active hours", f"{label.hours:,.1f} (measured for {label.timed:,} labels)"),
        ("Labelled", label.days or NOT_RECORDED),
        ("Verdicts", ", ".join(f"{count:,} {name}" for name, count in facts.verdicts.items())),
    ]
    if facts.scores:
        asked = facts.scores.asked
        known += [
            ("Measures", ", ".join(asked["measures"])),
            ("Positives", RULES[asked["positives"]]),
            ("Draws", f"seed {asked['seed']}, {asked['resamples']:,} resamples"),
        ]
    paragraphs = [
        (
            "Pairs of a caption and a video were pooled from the top ranks of retrieval runs."
            " Raters saw a caption with one clip and judged whether the caption is true of it;"
            " they saw neither ranks nor runs nor each other's labels. A verdict is what a pair's"
            " labels agree on; where they do not, an adjudicator decides, or the pair stays a"
            " disagreement."
        ),
        protocol(facts),
    ]
    return Section("Method", paragraphs, known)


def _agreement(facts: Facts) -> Section:
    study = facts.agreement
    if study is None:
        return Section("Agreement", [f"No agreement: {facts.no_agreement or NOT_RECORDED}."])
    tables = [one for one in agreement_tables.tables(study) if one.key not in RATERS_TWO_BY_TWO]
    figures = _figures(charts_of("agreement", study.as_json(), tables))
    return Section(
        "Agreement",
        list(agreement_tables.conventions(study)),
        figures=figures,
        tables=[PrintedTable.of(table) for table in tables],
    )


def _parts(scores: Scores | None) -> Iterator[Section]:
    """Each part of the frozen report, as people read them."""
    parts = scores.result["parts"] if scores else {}
    for name, study in PARTS.items():
        if name not in parts:
            continue
        part = parts[name]
        tables = [unpack_table(table) for table in part.get("tables", ())]
        title = "Corrected scores" if name == "evaluation" else study.title
        why = [f"Not computed: {part['nothing']}."] if part.get("nothing") else []
        figures = _figures(charts_of(name, part.get("told", {}), tables)) if tables else []
        printed = [PrintedTable.of(table) for table in tables]
        yield Section(title, why, figures=figures, tables=printed)


def _figures(charts: Sequence[Chart]) -> list[PrintedFigure]:
    return [
        PrintedFigure(one.title, one.subtitle, written(one, "svg"), written(one, "pdf"))
        for one in charts
        if one.table.rows
    ]


def _limits(facts: Facts) -> Section:
    warnings = facts.scores.evaluation.get("warnings", ()) if facts.scores else ()
    told = [biases(facts), limits(facts), *warnings, privacy(facts)]
    if facts.only_campaign and facts.scores:
        told.append("Scores use every verdict of the benchmark, whichever campaign it comes from.")
    return Section("Limitations", told)


def _verifying(facts: Facts) -> Section:
    known = [("Label log", f"up to label {facts.log_position:,}")]
    tables: list[PrintedTable] = []
    if facts.scores:
        inputs = facts.scores.inputs
        versions = ", ".join(f"{name} {of}" for name, of in inputs["versions"].items())
        known += [("Report", facts.scores.digest), ("Versions", versions)]
        runs = [
            [run["name"], run["model"], f"{run['depth']:,}", run["sha256"]]
            for run in inputs["runs"]
        ]
        heads = ("Run", "Model", "Depth", "SHA-256 of its file")
        tables.append(PrintedTable("Runs", heads, (False, False, True, False), runs))
    paragraphs = [
        (
            "The report can be computed again from what it froze: its SHA-256 is of what was"
            " asked, the inputs, the result, and every score by caption."
        )
    ]
    return Section("How to verify it", paragraphs, known, tables=tables)
