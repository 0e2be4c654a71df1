"""Write labels to files, with a manifest that tells what they are.

Raters go out under pseudonyms: drawn at random for each release, the same in all exports of one
release. Only an export without a release's name, of labels that came in from one file of the same
format, calls raters as that file did: it gives the file back.
"""

import json
import secrets
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, TextIO, TypeVar

from django.db import transaction
from django.utils import timezone

from annotator.actions.create_campaign import POLICY
from annotator.formats import fire, log, qrels, triplets
from annotator.formats.conventions import CONVENTIONS, SHARED, TWICE
from annotator.models import (
    Campaign,
    Export,
    ForeignRater,
    Guideline,
    LabelImport,
    Pseudonym,
    Release,
)
from annotator.queries import exported
from annotator.queries.exported import Scope
from foundation.checksum import sha256_of
from people.actions.record_audit import record_audit
from people.actor import Actor

JOB = "annotator.export"  # the kind of job that calls this
FOLDER = "exports"  # below MEDIA_ROOT; in it each export has one of its own
EXPORT_FORMATS = ("triplets", "log", "qrels", "fire")
MAIN = {"triplets": "triplets.csv", "log": "log.csv", "qrels": "qrels.txt", "fire": "fire.json"}
EXACT = "-exact"
NUMBERS = range(100_000, 1_000_000)
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Wanted:
    """lines: JSON Lines instead of CSV, for triplets and the log."""

    scope: Scope
    format: str
    release: str = ""
    stratum: bool = False
    lines: bool = False

    @property
    def twice(self) -> bool:
        """Whether there is a file for spreadsheets, and another for tools."""
        return self.format in ("triplets", "log") and not self.lines


@dataclass(frozen=True, slots=True)
class Place:
    """Where the files go. main: what the first of them is called; the others are then named after
    it."""

    folder: Path
    main: str = ""
    under_media: str = ""

    def name(self, plain: str, *, is_main: bool) -> str:
        if not self.main:
            return plain
        return self.main if is_main else f"{Path(self.main).stem}.{plain}"

    def twins(self, plain: str) -> tuple[str, str]:
        """What the file for spreadsheets is called, and the one for tools. Whoever asks for either
        by its name gets both."""
        main = Path(self.main or plain)
        stem = main.stem.removesuffix(EXACT)
        return f"{stem}{main.suffix}", f"{stem}{EXACT}{main.suffix}"


@transaction.atomic
def export_labels(
    actor: Actor, wanted: Wanted, place: Place, progress: Callable[[int], None] = lambda _: None
) -> Export:
    """Raises KeyWithSpace. On any trouble nothing is left of the files that were begun."""
    created = timezone.now()
    release = _release(wanted, created)
    with _draft(place.folder) as draft:
        names = _pseudonyms(release, wanted) if wanted.format in ("log", "fire") else {}
        rows = _write_files(wanted, place, draft, names, progress)
        files = [
            {
                "name": path.name,
                "bytes": path.stat().st_size,
                "sha256": sha256_of(path),
                "rows": rows[path.name],
            }
            for path in (draft / name for name in rows)
        ]
        manifest = _manifest(wanted, release, created, files)
        told = draft / place.name(Export.MANIFEST, is_main=False)
        told.write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        done = Export.objects.create(
            release=release,
            campaign=wanted.scope.campaign,
            format=wanted.format,
            folder=place.under_media,
            manifest=manifest,
            created_by=actor.user,
        )
        record_audit(
            actor,
            "exported labels",
            done,
            after={"release": release.name, "files": [file["name"] for file in files]},
        )
        for path in draft.iterdir():
            path.replace(place.folder / path.name)
    return done


@contextmanager
def _draft(folder: Path) -> Iterator[Path]:
    """Files get their names when all of them are finished."""
    draft = folder / f"draft-{secrets.token_hex(8)}"
    draft.mkdir()
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _release(wanted: Wanted, created: datetime) -> Release:
    """Without a name, one of its own that nobody else will give."""
    name = wanted.release or f"export {created:%Y-%m-%d %H:%M:%S} {secrets.token_hex(3)}"
    return Release.objects.get_or_create(benchmark=wanted.scope.benchmark, name=name)[0]


def _pseudonyms(release: Release, wanted: Wanted) -> dict[int, str]:
    known: dict[int, str] = dict(
        Pseudonym.objects.filter(release=release).values_list("rater_id", "name")
    )
    missing = [rater for rater in exported.raters_of(wanted.scope) if rater not in known]
    kept = {} if wanted.release else _names_of_their_file(wanted)
    free = list(set(map(str, NUMBERS)) - set(known.values())) if set(missing) - kept.keys() else []
    drawn = secrets.SystemRandom().sample(free, len(missing)) if free else []
    names = (
        {rater: kept[rater] for rater in missing}
        if not free
        else dict(zip(missing, drawn, strict=True))
    )
    Pseudonym.objects.bulk_create(
        Pseudonym(release=release, rater_id=rater, name=name) for rater, name in names.items()
    )
    return known | names


def _names_of_their_file(wanted: Wanted) -> dict[int, str]:
    origin = _origin(wanted)
    if origin is None:
        return {}
    return dict(
        ForeignRater.objects.filter(campaign=origin.campaign_id).values_list("rater_id", "name")
    )


def _origin(wanted: Wanted) -> LabelImport | None:
    """The one file, of the same format, that all of these labels come from."""
    campaigns = wanted.scope.campaigns
    if len(campaigns) != 1:
        return None
    return LabelImport.objects.filter(campaign=campaigns[0], format=wanted.format).first()


def _write_files(
    wanted: Wanted,
    place: Place,
    draft: Path,
    names: dict[int, str],
    progress: Callable[[int], None],
) -> dict[str, int]:
    """The files' names, the main one first, and how many rows each has."""
    scope, counted = wanted.scope, _Counted(progress)
    plain = (
        Path(MAIN[wanted.format]).with_suffix(".jsonl").name
        if wanted.lines
        else MAIN[wanted.format]
    )
    if wanted.twice:
        safe, exact = place.twins(plain)
        _write_twice(wanted, draft / safe, draft / exact, names, counted)
        return {safe: counted.rows, exact: counted.rows}
    main = place.name(plain, is_main=True)
    with (draft / main).open("w", encoding="utf-8", newline="") as out:
        if wanted.format == "triplets":
            with counted.each(exported.triplet_rows(scope)) as verdicts:
                triplets.write_jsonl(verdicts, out)
        elif wanted.format == "log":
            with counted.each(exported.log_rows(scope, names)) as labels:
                log.write_jsonl(labels, out)
        elif wanted.format == "qrels":
            with counted.each(exported.qrel_rows(scope)) as pairs:
                qrels.write_qrels(pairs, out, stratum=wanted.stratum)
        else:
            with counted.each(exported.judged_pairs_of(scope, names)) as judged:
                _write_fire(wanted, judged, out)
    rows = {main: counted.rows}
    if wanted.format == "qrels":
        rows |= _write_tables(wanted, place, draft)
    return rows


def _write_twice(
    wanted: Wanted, safe: Path, exact: Path, names: dict[int, str], counted: "_Counted"
) -> None:
    with (
        safe.open("w", encoding="utf-8", newline="") as for_people,
        exact.open("w", encoding="utf-8", newline="") as for_tools,
    ):
        if wanted.format == "triplets":
            with counted.each(exported.triplet_rows(wanted.scope)) as verdicts:
                escaped = triplets.write_csv(verdicts, for_tools, for_people)
        else:
            with counted.each(exported.log_rows(wanted.scope, names)) as labels:
                escaped = log.write_csv(labels, for_tools, for_people)
    if not escaped:
        shutil.copyfile(exact, safe)


class _Counted:
    """Rows on their way, counted as they pass."""

    def __init__(self, progress: Callable[[int], None]) -> None:
        self.rows = 0
        self.progress = progress

    @contextmanager
    def each(self, rows: Generator[Row, None, None]) -> Iterator[Iterator[Row]]:
        """Whatever happens to them on their way, the statement that they come from is over
        afterwards."""
        with closing(rows):
            yield self._passing(rows)

    def _passing(self, rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            self.rows += 1
            if self.rows % 10_000 == 0:
                self.progress(self.rows)
            yield row


def _write_tables(wanted: Wanted, place: Place, draft: Path) -> dict[str, int]:
    rows: dict[str, int] = {}
    tables = (
        ("queries.tsv", ("id", "caption", "source_video"), exported.query_rows),
        ("videos.tsv", ("id",), exported.video_rows),
    )
    for plain, header, read in tables:
        counted, name = _Counted(lambda _: None), place.name(plain, is_main=False)
        with (
            (draft / name).open("w", encoding="utf-8", newline="") as out,
            counted.each(read(wanted.scope.benchmark)) as cells,
        ):
            qrels.write_table(header, cells, out)
        rows[name] = counted.rows
    return rows


def _write_fire(wanted: Wanted, judged: Iterator[fire.Judged], out: TextIO) -> None:
    """They come with the decided first, so that one reading of the labels serves both lists."""
    first_tied: list[fire.Judged] = []

    def decided() -> Iterator[fire.Judged]:
        for pair in judged:
            if pair.label is None:
                first_tied.append(pair)
                return
            yield pair

    def tied() -> Iterator[fire.Judged]:
        return chain(first_tied, judged)

    fire.write_fire(decided(), _Later(tied), _about(wanted), out)


class _Later:
    """Asked for its rows only when they are wanted."""

    def __init__(self, rows: Callable[[], Iterator[fire.Judged]]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[fire.Judged]:
        return self.rows()


def _about(wanted: Wanted) -> dict[str, Any]:
    """What the release says of itself; a file that goes out as it came in says what it said."""
    origin = None if wanted.release else _origin(wanted)
    if origin is not None:
        return dict(origin.about)
    now = timezone.now()
    plain: dict[str, Any] = dict.fromkeys(fire.ABOUT, "")
    datasets = [wanted.scope.benchmark.name]
    return plain | {
        "source_ds": f"{now:%Y-%m-%d}",
        "created_ds": f"{now:%Y-%m-%d %H:%M:%S}",
        "datasets": datasets,
    }


def _manifest(
    wanted: Wanted, release: Release, created: datetime, files: list[dict[str, Any]]
) -> dict[str, Any]:
    benchmark = wanted.scope.benchmark
    twins = [TWICE.format(safe=files[0]["name"], exact=files[1]["name"])] if wanted.twice else []
    return {
        "format": wanted.format,
        "release": release.name,
        "created": created.isoformat(timespec="seconds"),
        "benchmark": {
            "name": benchmark.name,
            "title": benchmark.title,
            "captions": benchmark.caption_count,
            "queries": benchmark.query_count,
            "videos": benchmark.video_count,
        },
        "campaigns": [_campaign(campaign) for campaign in wanted.scope.campaigns],
        "conventions": [CONVENTIONS[wanted.format], *twins, *SHARED],
        "files": files,
    }


def _campaign(campaign: Campaign) -> dict[str, Any]:
    guidelines = Guideline.objects.filter(campaign=campaign).order_by("version")
    return {
        "name": campaign.name,
        "source": campaign.source,
        "state": campaign.state,
        "pairs": campaign.items_count,
        "policy": {field: getattr(campaign, field) for field in POLICY},
        "guidelines": [{"version": text.version, "markdown": text.markdown} for text in guidelines],
    }
