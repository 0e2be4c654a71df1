"""Write the files of a release: every format, what says how to read it, and its report."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from annotator.actions.write_manifest import (
    benchmark_facts,
    campaign_facts,
    file_facts,
    scale_conventions,
    scale_facts,
)
from annotator.cards.columns import TABLES, tables_of
from annotator.cards.croissant import About, DataFile, croissant
from annotator.cards.data_card import data_card
from annotator.formats.format import Files, Labels
from annotator.formats.jsonl import write_typed
from annotator.formats.parquet import CARD, CROISSANT, write_typed_tables
from annotator.formats.qrels import write_qrels
from annotator.formats.registry import FORMATS
from annotator.formats.tables import write_tables
from annotator.formats.triplets import columns_of, write_jsonl
from annotator.queries.exported import Scope
from foundation.asking.arguments import arguments_of
from foundation.checksum import sha256_of
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.version import VERSION
from publishing.actions.start_release import ReleaseWanted
from publishing.printing.files import as_html, as_pdf
from publishing.printing.report import report_document
from publishing.releases.citation import citation
from publishing.releases.facts import Facts
from publishing.releases.mteb import mteb_results
from publishing.releases.packing import SUMS, as_lines, checksum_lines
from publishing.releases.texts import responsible, text_of

DATASHEET, CITATION, MANIFEST = "datasheet.md", "CITATION.cff", "manifest.json"
CAPTION_COLUMNS = tuple(column.name for column in TABLES["captions"].columns)
SOURCES = {"msrvtt": "extended|other-msr-vtt", "msvd": "extended|other-msvd"}
CONVENTIONS = [
    *(FORMATS[name].convention for name in ("triplets", "log", "jsonl", "qrels", "fire")),
    (
        "A name with -exact is for tools; the same name without it is for spreadsheets: a cell"
        " that one would take for a formula begins with a quote."
    ),
    "Captions with the same text are one query, named by the first of them.",
    "A rater bears the same pseudonym in all files, and another in every other release.",
    "probability is of the pair being relevant, and null where no model of raters was fitted.",
]
Report = Callable[[int, int | None, str], None]


@frozen
class _Plain:
    """The usual options of every format."""

    stratum: bool = False
    lines: bool = False
    verdict: str = "majority"


@dataclass(slots=True)
class Writing:
    """A release while it is written. left_out: formats that cannot be written, and why."""

    wanted: ReleaseWanted
    folder: Path
    progress: Report
    left_out: dict[str, str] = field(default_factory=dict)
    files: Files = field(init=False)

    def __post_init__(self) -> None:
        self.files = Files(self.folder, "", self._rows)

    def _rows(self, rows: int) -> None:
        self.progress(rows, None, f"{next(reversed(self.files.rows), '')}: {rows:,} rows")

    def labels(self, labels: Labels) -> None:
        """Each format that was not left out; one that cannot be written leaves the others as they
        are."""
        for part, write in WRITERS.items():
            if not self.wanted.has(part):
                continue
            before = set(self.files.rows)
            try:
                write(labels, self.files)
            except Refused as why:
                self.left_out[part] = str(why)
                for name in set(self.files.rows) - before:
                    del self.files.rows[name]
                    with suppress(FileNotFoundError):
                        (self.folder / name).unlink()

    def words(self, facts: Facts) -> None:
        """What people read, and what tools read about the rest."""
        self.progress(0, None, "Describing it")
        if facts.scores and self.wanted.has("mteb"):
            (self.folder / "mteb").mkdir()
            for name, text in mteb_results(facts, facts.scores, self._revision()).items():
                self.files.write_text(f"mteb/{name}", text)
        if self.wanted.has("report"):
            self.progress(0, None, "Printing the report")
            document = report_document(facts, f"{facts.called}: relevance judgements")
            self.files.write_text("report.html", as_html(document))
            (self.folder / "report.pdf").write_bytes(as_pdf(document))
            self.files.rows["report.pdf"] = 0
        self.files.write_text(DATASHEET, text_of(DATASHEET, facts))
        self.files.write_text(CITATION, citation(facts))
        self._cards(facts)

    def _cards(self, facts: Facts) -> None:
        about = About(
            name=f"{facts.called}, {facts.release}",
            description=facts.summary,
            version="1.0.0",  # Croissant wants three numbers, and a release never changes
            published=f"{facts.made_on:%Y-%m-%d}",
            license=facts.license,
            creators=facts.creators,
            url=facts.url,
            cite_as=facts.citation,
            rai=responsible(facts),
        )
        known = tables_of(facts.scale).values()
        tables = [table for table in known if table.file in self.files.rows]
        rows = {table.name: self.files.rows[table.file] for table in tables}
        source = list(
            dict.fromkeys(SOURCES.get(one, "original") for one in facts.source_formats)
        ) or ["original"]
        files = (
            f"Other files are described in `{MANIFEST}`; `{DATASHEET}` says how they came about.\n"
        )
        card = data_card(about, tables, rows, language=facts.language, source=source, more=files)
        paths = [(name, self.folder / name) for name in self.files.rows]
        named = [DataFile(name, path.stat().st_size, sha256_of(path)) for name, path in paths]
        self.files.write_text(CARD, card)
        self.files.write_text(CROISSANT, croissant(about, named, tables))

    def manifest(self, scope: Scope, facts: Facts) -> list[dict[str, Any]]:
        """The facts of every file, with those of the manifest and of the checksums themselves."""
        rows = list(self.files.rows.items())
        shown = [file_facts(self.folder / name, of) | {"name": name} for name, of in rows]
        manifest = {
            "release": facts.release,
            "benchmark": benchmark_facts(scope.benchmark),
            "made_on": f"{facts.made_on:%Y-%m-%d}",
            "truepool": VERSION,
            "log_position": facts.log_position,
            "report_sha256": facts.scores.digest if facts.scores else None,
            "settings": settings_of(self.wanted),
            "labels": facts.label.labels,
            "raters": facts.label.raters,
            "verdicts": dict(facts.verdicts),
            **scale_facts(facts.scale),
            "left_out": self.left_out,
            "campaigns": [campaign_facts(campaign) for campaign in scope.campaigns],
            "conventions": [*CONVENTIONS, *scale_conventions(facts.scale, *WRITERS)],
            "files": shown,
        }
        self.files.write_text(MANIFEST, as_lines(manifest))
        shown.append(file_facts(self.folder / MANIFEST, 0))
        self.files.write_text(SUMS, checksum_lines({one["name"]: one["sha256"] for one in shown}))
        return [*shown, file_facts(self.folder / SUMS, 0)]

    def _revision(self) -> str:
        """The hash of the data that the scores follow from: its verdicts."""
        names = ("triplets-exact.csv", "triplets.parquet", "triplets.jsonl", "qrels.txt")
        written = (self.folder / name for name in names if name in self.files.rows)
        return next(map(sha256_of, written), "not recorded")


def _write(name: str) -> Callable[[Labels, Files], None]:
    return lambda labels, files: FORMATS[name].write(labels, files, _Plain())


def _triplets(labels: Labels, files: Files) -> None:
    FORMATS["triplets"].write(labels, files, _Plain())
    files.write_twice("captions.csv", labels.captions(), partial(write_tables, CAPTION_COLUMNS))


def _jsonl(labels: Labels, files: Files) -> None:
    write = partial(write_jsonl, columns=columns_of(labels))
    files.write("triplets.jsonl", labels.verdicts(), write)
    files.write("log.jsonl", labels.log(), write_typed)


def _qrels(labels: Labels, files: Files) -> None:
    FORMATS["qrels"].write(labels, files, _Plain())
    files.write("qrels-strata.txt", labels.pooled(), partial(write_qrels, stratum=True))


WRITERS: Mapping[str, Callable[[Labels, Files], None]] = {
    "triplets": _triplets,
    "log": _write("log"),
    "jsonl": _jsonl,
    "parquet": write_typed_tables,
    "qrels": _qrels,
    "fire": _write("fire"),
}


def settings_of(wanted: ReleaseWanted) -> dict[str, Any]:
    """What was asked for, in words that outlive this database."""
    settings = arguments_of(wanted) | {"campaign": wanted.campaign and wanted.campaign.name}
    return {name: value for name, value in settings.items() if name not in ("benchmark", "name")}
