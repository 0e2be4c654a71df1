"""Write labels to files, with a manifest that tells what they are.

Raters go out under pseudonyms: drawn at random for each release, the same in all exports of one
release. Only an export without a release's name, of labels that came in from one file of the same
format, calls raters as that file did: it gives the file back.
"""

import secrets
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.actions.write_manifest import write_manifest
from annotator.asked.exchange import ExportWanted, ImportLabelsWanted
from annotator.cards.croissant import About
from annotator.formats import fire
from annotator.formats.format import Files
from annotator.formats.registry import FORMATS
from annotator.models import (
    Export,
    ForeignRater,
    GradeMap,
    LabelImport,
    Pseudonym,
    Release,
)
from annotator.queries.export_rows import ExportRows
from annotator.queries.exported import raters_of
from foundation.asking.arguments import arguments_of
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from pooling.models import Benchmark

Progress = Callable[[int], None]
JOB = "annotator.export"  # the kind of job that calls this
NUMBERS = range(100_000, 1_000_000)  # of raters that go out
FOLDER = "exports"  # below MEDIA_ROOT; in it each export has one of its own


@frozen
class FilePlace:
    """Where the files go. main: what the first of them is called; the others are then named after
    it."""

    folder: Path
    main: str = ""
    under_media: str = ""

    @classmethod
    def of(cls, path: str | None) -> "FilePlace":
        """path: a file's if it has an ending, else a folder's. None: a new folder for download."""
        if path is None:
            below = f"{FOLDER}/{secrets.token_hex(16)}"
            place = cls(Path(settings.MEDIA_ROOT) / below, under_media=below)
        elif Path(path).suffix and not Path(path).is_dir():
            place = cls(Path(path).parent, Path(path).name)
        else:
            place = cls(Path(path))
        try:
            place.folder.mkdir(parents=True, exist_ok=path is not None)
        except OSError as trouble:
            raise Refused(
                f"{place.folder}: expected a folder to write to ({trouble.strerror})"
            ) from None
        return place

    def leave(self) -> None:
        """Removes the folder of an export that came to nothing, if it is empty."""
        if self.under_media and not any(self.folder.iterdir()):
            self.folder.rmdir()


@transaction.atomic
def export_labels(
    actor: Actor,
    wanted: ExportWanted,
    place: FilePlace,
    progress: Progress = lambda _: None,
    *,
    grade_map: GradeMap | None = None,
) -> Export:
    """Raises KeyWithSpace. On any trouble nothing is left of the files that were begun. grade_map:
    by which the labels go out on another scale."""
    created = timezone.now()
    # Without a name, one that no other export has.
    name = wanted.release or f"export {created:%Y-%m-%d %H:%M:%S} {secrets.token_hex(3)}"
    release = Release.objects.get_or_create(benchmark=wanted.benchmark, name=name)[0]
    with draft_in(place.folder) as draft:
        names = _pseudonyms(release, wanted) if FORMATS[wanted.format].has_pseudonyms else {}
        files = Files(draft, place.main, progress)
        # A file that goes out as it came in says what it said.
        origin, card = _origin(wanted), _card(wanted, release, created, grade_map)
        about = origin.about if origin else fire_about(wanted.benchmark, created)
        scope = replace(wanted.scope, grade_map=grade_map)
        rows = ExportRows(scope, names, about, card, verdict=wanted.verdict)
        FORMATS[wanted.format].write(rows, files, wanted)
        manifest = write_manifest(wanted, release, created, files, rows)
        done = Export.objects.create(
            release=release,
            campaign=wanted.campaign,
            format=wanted.format,
            folder=place.under_media,
            manifest=manifest,
            grade_map=grade_map,
            created_by=actor.user,
        )
        after = {"release": release.name, "files": list(files.rows)}
        record_audit(actor, "exported labels", done, after=after)
        for path in draft.iterdir():
            path.replace(place.folder / path.name)
    return done


@contextmanager
def draft_in(folder: Path) -> Iterator[Path]:
    """Files get their names when all of them are finished."""
    draft = folder / f"draft-{secrets.token_hex(8)}"
    draft.mkdir()
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def known_pseudonyms(release: Release | None) -> dict[int, str]:
    rows = Pseudonym.objects.filter(release=release).values_list("rater_id", "name")
    return dict(rows) if release else {}


def draw_pseudonyms(raters: Collection[int], known: Mapping[int, str]) -> dict[int, str]:
    """Pseudonyms for those who have none yet. Drawn by the system's own source, so that no seed
    tells who is who."""
    taken, drawn = set(known.values()), dict[int, str]()
    for rater in raters:
        if rater not in known:
            while (name := str(NUMBERS.start + secrets.randbelow(len(NUMBERS)))) in taken:
                pass
            drawn[rater] = name
            taken.add(name)
    return drawn


def keep_pseudonyms(release: Release, names: Mapping[int, str]) -> None:
    Pseudonym.objects.bulk_create(
        Pseudonym(release=release, rater_id=rater, name=name) for rater, name in names.items()
    )


def _pseudonyms(release: Release, wanted: ExportWanted) -> dict[int, str]:
    known, raters = known_pseudonyms(release), raters_of(wanted.scope)
    kept: dict[int, str] = {}
    if origin := _origin(wanted):
        theirs = ForeignRater.objects.filter(campaign=origin.campaign_id)
        kept = dict(theirs.values_list("rater_id", "name"))
    missing = set(raters) - known.keys()
    names = (
        draw_pseudonyms(raters, known)
        if missing - kept.keys()
        else {rater: kept[rater] for rater in raters if rater in missing}
    )
    keep_pseudonyms(release, names)
    return known | names


def _origin(wanted: ExportWanted) -> LabelImport | None:
    """The one file, of the same format, that all of these labels come from, if it is given back:
    a release has names of its own."""
    campaigns = [] if wanted.release else wanted.scope.campaigns
    if len(campaigns) != 1:
        return None
    return LabelImport.objects.filter(campaign=campaigns[0], format=wanted.format).first()


def fire_about(benchmark: Benchmark, now: datetime) -> dict[str, Any]:
    plain: dict[str, Any] = dict.fromkeys(fire.ABOUT, "")
    return plain | {
        "source_ds": f"{now:%Y-%m-%d}",
        "created_ds": f"{now:%Y-%m-%d %H:%M:%S}",
        "datasets": [benchmark.name],
    }


def _card(wanted: ExportWanted, release: Release, created: datetime, by: GradeMap | None) -> About:
    of = wanted.benchmark
    scale = by.target if by else wanted.scope.scale
    mapped = f" Grades were mapped from the scale {by.campaign.on_scale}." if by else ""
    return About(
        name=f"{of} ({of.name}), {release}" if of.title else f"{of.name}, {release}",
        description=f"Relevance labels of the text-to-video retrieval benchmark {of}, made with"
        f" Truepool.{mapped}{scale.sentence}",
        version="1.0.0",
        published=f"{created:%Y-%m-%d}",
        cite_as=f"Relevance labels of {of}, {release}, {created:%Y}.",
    )


def order_export(actor: Actor, wanted: ExportWanted) -> Job:
    title = f"Export labels of {wanted.benchmark} as {wanted.format}"
    return start_job(JOB, actor=actor, title=title, **arguments_of(wanted))


def order_import(actor: Actor, wanted: ImportLabelsWanted) -> Job:
    title = f"Import labels into {wanted.benchmark}"
    files = {"upload": wanted.file}
    kind = "annotator.import_labels"
    return hand_in(actor, kind, files, title=title, **arguments_of(wanted))
