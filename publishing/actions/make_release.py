"""Make a release: read everything in one moment, write it, pack it, and keep it as a frozen row.

Files get their folder when all of them are finished. Everything that is written to the database is
written at the end, in the transaction that ends the job.
"""

import json
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone
from django.utils.text import slugify

from annotator.actions.export_labels import (
    draw_pseudonyms,
    fire_about,
    keep_pseudonyms,
    known_pseudonyms,
)
from annotator.actions.write_manifest import file_facts
from annotator.cards.croissant import About
from annotator.models import Release
from annotator.queries.export_rows import ExportRows
from annotator.queries.exported import Scope, raters_of
from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from metrics.actions.agreement_kept import agreement_now
from metrics.actions.freeze_report import freeze_report
from metrics.models import FrozenRelease
from metrics.queries.drafts import Draft, draft_report
from metrics.studies.asked import MEASURES, EvaluationAsked
from metrics.studies.pseudonyms import with_pseudonyms
from metrics.studies.study import NothingToStudy
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Run
from pooling.queries.visible import readers_runs
from publishing.actions.start_release import ReleaseNameTaken, ReleaseWanted
from publishing.actions.write_release import Writing, settings_of
from publishing.queries.release_facts import read_facts
from publishing.queries.releases import FOLDER
from publishing.releases.facts import Facts, Scores
from publishing.releases.packing import pack

Progress = Callable[[int, int | None, str], None]
# What a report is asked that is frozen with a release; nDCG@10 is MTEB's main score.
ASKED = EvaluationAsked(measures=(*MEASURES, "nDCG@10"), stability=True)
SAID = ("license", "creators", "contact", "url", "language", "comments")
MOST_COMPARED = 8  # runs that are compared two by two; the number of pairs grows with its square


@frozen
class Written:
    """All that a release is, before it is a row. kept: what its row says of its files."""

    wanted: ReleaseWanted
    names: dict[int, str]  # pseudonyms that are new
    draft: Draft | None
    kept: dict[str, Any]


@contextmanager
def written_release(wanted: ReleaseWanted, progress: Progress) -> Iterator[Written]:
    """The files, in their place. They are removed if what follows inside fails."""
    below = f"{FOLDER}/{secrets.token_hex(16)}"
    folder = Path(settings.MEDIA_ROOT) / below
    folder.mkdir(parents=True)
    try:
        with one_moment():
            written = _write(wanted, folder, below, progress)
        yield written
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _write(wanted: ReleaseWanted, folder: Path, below: str, progress: Progress) -> Written:
    now = timezone.now()
    scope = Scope(wanted.benchmark, wanted.campaign, wanted.least_labels)
    release = Release.objects.filter(benchmark=wanted.benchmark, name=wanted.name).first()
    known = known_pseudonyms(release)
    names = draw_pseudonyms(raters_of(scope), known)
    called = known | names
    progress(0, None, "Computing scores and agreement")
    facts, draft = _facts(wanted, scope, called, now)
    writing = Writing(wanted, folder, progress)
    writing.labels(_rows(wanted, scope, called, now))
    facts = replace(facts, left_out=dict(writing.left_out))
    writing.words(facts)
    files = writing.manifest(scope, facts)
    progress(0, None, "Packing the archive")
    archive = folder / f"{slugify(f'{wanted.benchmark.name}-{wanted.name}') or 'release'}.zip"
    pack(folder, [file["name"] for file in files], archive)
    kept = {"log_position": facts.log_position, "folder": below, "files": files}
    kept |= {"archive": file_facts(archive, 0), "left_out": writing.left_out}
    return Written(wanted, names, draft, kept)


def _rows(wanted: ReleaseWanted, scope: Scope, names: dict[int, str], now: datetime) -> ExportRows:
    """Runs that readers may not know of are not named in a release, which is for all readers; and
    times are days, since somebody may know who worked at what hour."""
    shown = frozenset(
        readers_runs().filter(benchmark=scope.benchmark).values_list("name", flat=True)
    )
    nothing = About(name="", description="", version="", published="")
    about = fire_about(scope.benchmark, now) | {
        "creator": ", ".join(wanted.creators),
        "email": wanted.contact,
        "website": wanted.url,
        "license": wanted.license,
    }
    return ExportRows(
        scope, names, about, nothing, comments=wanted.comments, days=True, shown_runs=shown
    )


def _facts(
    wanted: ReleaseWanted, scope: Scope, names: dict[int, str], now: datetime
) -> tuple[Facts, Draft | None]:
    facts = read_facts(scope, made_on=now.date(), release=wanted.name)
    study, no_agreement = agreement_now(wanted.benchmark, wanted.campaign)
    draft, seconds, no_scores = _draft(wanted)
    scores = None
    if draft is not None:
        result = json.loads(draft.result)
        scores = Scores(draft.sha256, draft.asked, draft.inputs, result, seconds)
    return replace(
        facts,
        **{name: getattr(wanted, name) for name in SAID},
        only_campaign=wanted.campaign.name if wanted.campaign else "",
        agreement=with_pseudonyms(study, names) if study else None,
        no_agreement=no_agreement,
        scores=scores,
        no_scores=no_scores,
    ), draft


def _draft(wanted: ReleaseWanted) -> tuple[Draft | None, float | None, str]:
    """A report of every run that readers may know of; how long a run took; or why there is none."""
    runs = list(
        readers_runs()
        .filter(benchmark=wanted.benchmark, direction=Run.Direction.TEXT_TO_VIDEO)
        .select_related("model", "benchmark")
        .order_by("pk")
    )
    several = len(runs) > 1
    depth = min((run.depth for run in runs), default=0)
    asked = replace(
        ASKED,
        comparisons=several and len(runs) <= MOST_COMPARED,
        overlap=min(ASKED.overlap, depth) if several else 0,
        stability=len(runs) > 2,
    )
    began = time.perf_counter()
    try:
        draft = draft_report(wanted.benchmark, runs, asked)
    except NothingToStudy as nothing:
        return None, None, str(nothing)
    return draft, round((time.perf_counter() - began) / len(runs), 3), ""


def keep_release(actor: Actor, written: Written, job_id: int) -> FrozenRelease:
    """Keeps it in the transaction of the job's end. Raises NameTaken where another was quicker."""
    wanted = written.wanted
    release, _ = Release.objects.get_or_create(benchmark=wanted.benchmark, name=wanted.name)
    report = (
        freeze_report(actor, wanted.benchmark, f"Release {wanted.name}", written.draft, job_id)
        if written.draft
        else None
    )
    try:
        keep_pseudonyms(release, written.names)
        row = FrozenRelease.objects.create(
            benchmark=wanted.benchmark,
            name=wanted.name,
            pseudonyms=release,
            asked=settings_of(wanted),
            report_id=report.pk if report else None,
            job_id=job_id,
            made_by=actor.user,
            **written.kept,
        )
    except IntegrityError:
        raise ReleaseNameTaken from None
    after = {"benchmark": wanted.benchmark.name, "sha256": row.archive["sha256"]}
    record_audit(actor, "released", row, after=after | settings_of(wanted))
    return row
