"""A benchmark's report as a document: what was done, whether raters agree, the corrected scores
with their figures, and what all of it does not show."""

from collections.abc import Iterator, Sequence

from metrics.charts.chart import Chart
from metrics.charts.files import written
from metrics.charts.registry import charts_of
from metrics.frozen import found_in, unpack_table
from metrics.studies.registry import PARTS
from metrics.tables import agreement as agreement_tables
from metrics.words import counted
from publishing.printing.document import Document, PrintedFigure, PrintedTable, Section
from publishing.releases.facts import Facts, Scores
from publishing.releases.texts import text_of

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
    missing = f"No scores: {facts.no_scores or 'not recorded'}."
    sections = [
        Section("In short", text_of("in_short.txt", facts).splitlines()),
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


def _method(facts: Facts) -> Section:
    label = facts.label
    known = [
        ("Benchmark", f"{facts.called} ({facts.benchmark})" if facts.title else facts.benchmark),
        ("Campaigns", "; ".join(one.name for one in facts.campaigns) or "none"),
        ("Single labels", f"{label.labels:,}"),
        ("Raters", f"{label.raters:,}"),
        ("Active hours", f"{label.hours:,.1f} (measured for {label.timed:,} labels)"),
        ("Labelled", label.days or "not recorded"),
        ("Verdicts", facts.verdicts_counted),
    ]
    if facts.scores:
        asked = facts.scores.asked
        known += [
            ("Measures", ", ".join(asked["measures"])),
            ("Positives", RULES[asked["positives"]]),
            ("Draws", f"seed {asked['seed']}, {asked['resamples']:,} resamples"),
        ]
    return Section("Method", text_of("method.txt", facts).splitlines(), known)


def _agreement(facts: Facts) -> Section:
    study = facts.agreement
    if study is None:
        return Section("Agreement", [f"No agreement: {facts.no_agreement or 'not recorded'}."])
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
        figures = _figures(charts_of(name, found_in(part), tables)) if tables else []
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
    biases, limits, privacy = (
        text_of(f"{name}.txt", facts) for name in ("biases", "limits", "privacy")
    )
    shown = [biases, limits, *warnings, privacy]
    if facts.only_campaign and facts.scores:
        shown.append("Scores use every verdict of the benchmark, whichever campaign it comes from.")
    return Section("Limitations", shown)


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
