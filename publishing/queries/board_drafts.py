"""A leaderboard before it is kept: its report and all that it shows, computed and not yet written.

Only public runs are read. The report names no row's number and no position in the log, which a run
that is not public could have moved.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.utils.crypto import salted_hmac

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from metrics.charts.files import written
from metrics.charts.style import Theme
from metrics.frozen import canonical
from metrics.queries.drafts import Draft, draft_of
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.judged import judged_depth
from metrics.studies.report import Progress
from metrics.studies.scored import depth_for
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Run
from pooling.queries.axes import read_axes
from publishing.board import (
    SUBMISSION,
    Frozen,
    PublicRun,
    blind_names,
    board_content,
    finding_of,
    pooled_here,
)
from publishing.board_chart import board_chart
from publishing.bundle import file_names, make_bundle
from publishing.queries.boards import public_rows
from publishing.releases.texts import filled

BLIND = re.compile(rf"{SUBMISSION} \d+")
NUMBERS = range(1_000, 1_000_000)


@frozen
class BoardDraft:
    """draft: of its report. kept: what its row has beside it."""

    draft: Draft
    kept: dict[str, Any]


def draft_board(benchmark: Benchmark, measures: Sequence[str], progress: Progress) -> BoardDraft:
    """Raises NothingToStudy, UnknownMeasure."""
    asked = EvaluationAsked.of({"measures": list(measures), "overlap": 0})
    k = judged_depth(asked.parsed)
    with one_moment():
        rows = _in_order(public_rows(benchmark))
        if not rows:
            raise NothingToStudy(f"no run of {benchmark} is public: publish or blind one")
        keys, snapshot = read_axes(benchmark).keys, take_snapshot(benchmark, [*rows.values()])
    runs = _public(rows)
    snapshot = pooled_here(_renamed(snapshot, runs), k)
    draft = draft_of(snapshot, asked, {"runs": _told(rows, snapshot)}, progress)
    content = board_content(_frozen(benchmark, asked, k, draft), runs)
    deepest = max(run.depth for run in snapshot.runs)
    depth = min(depth_for(asked.parsed) or deepest, deepest)
    files = {run.name: run.file for run in runs if run.file}
    blinded = sum(run.blinded for run in runs)
    readme = filled("board_readme.txt", board=content, blinded=blinded)
    texts = {"README.txt": readme, "report.json": draft.result.decode()}
    named = keys.captions.keys, keys.videos.keys
    bundle = make_bundle(snapshot, named, asked, depth, files, texts)
    verify = {"command": bundle.command, "bundle": "bundle.zip", "sha256": bundle.sha256}
    kept = {
        "shown": [{"id": row.pk, "state": row.state, "name": row.name} for row in rows.values()],
        "content": canonical(content | {"verify": verify}),
        "pictures": _pictures(content),
        "bundle": bundle.content,
        "bundle_sha256": bundle.sha256,
    }
    return BoardDraft(draft, kept)


def _told(rows: Mapping[str, Run], snapshot: Snapshot) -> list[dict[str, Any]]:
    """The runs as the report's inputs name them."""
    return [
        {
            "name": stored.name,
            "model": stored.model,
            "family": stored.family,
            "direction": row.direction,
            "sha256": row.sha256,
            "depth": row.depth,
            "own_ranks": False,
        }
        | ({"saw": stored.saw} if stored.saw else {})
        for row, stored in zip(rows.values(), snapshot.runs, strict=True)
    ]


def _pictures(content: dict[str, Any]) -> dict[str, str]:
    """Pictures coloured by the order alone: a usual colour follows from all models there are."""
    chart = board_chart(content, finding_of(content))
    if chart is None:
        return {}
    themes: tuple[Theme, ...] = ("light", "dark")
    return {theme: written(chart, "svg", theme=theme).decode() for theme in themes}


def _in_order(rows: Sequence[Run]) -> dict[str, Run]:
    """The runs by their names in public. A submission is called so wherever it is blinded; a run of
    the team's own gets such a name here, from which its file cannot be found."""
    named = {
        run.name: run
        for run in rows
        if run.state == Run.State.PUBLISHED
        or (run.submitted_by_id is not None and BLIND.fullmatch(run.name))
    }
    blinded = sorted(
        (run for run in rows if run.name not in named), key=lambda run: (run.sha256, run.pk)
    )
    names = blind_names([_number(run) for run in blinded], list(named))
    return dict(sorted((named | dict(zip(names, blinded, strict=True))).items()))


def _number(run: Run) -> int:
    """A number like those that submissions are given, which are drawn at random."""
    drawn = salted_hmac("metrics.leaderboard", run.sha256, algorithm="sha256").hexdigest()
    return NUMBERS[int(drawn, 16) % len(NUMBERS)]


def _public(rows: Mapping[str, Run]) -> list[PublicRun]:
    files = file_names([name for name, run in rows.items() if run.state == Run.State.PUBLISHED])
    return [
        PublicRun(name, blinded=True)
        if name not in files
        else PublicRun(
            name,
            run.model.name,
            run.model.link,
            run.created_at.date().isoformat(),
            file=files[name],
        )
        for name, run in rows.items()
    ]


def _renamed(snapshot: Snapshot, runs: Sequence[PublicRun]) -> Snapshot:
    # Where a model was trained is the team's affair; that it saw what is evaluated is everybody's.
    renamed = [
        replace(
            stored,
            name=run.name,
            model=run.model or run.name,
            family=run.model or run.name,
            trained="",
        )
        for stored, run in zip(snapshot.runs, runs, strict=True)
    ]
    return replace(snapshot, runs=tuple(renamed))


def _frozen(benchmark: Benchmark, asked: EvaluationAsked, k: int, draft: Draft) -> Frozen:
    versions = {name: draft.inputs["versions"][name] for name in ("truepool", "numpy")}
    return Frozen(
        benchmark.name,
        str(benchmark),
        asked.measures,
        k,
        draft.sha256,
        datetime.now(UTC).date(),
        json.loads(draft.result),
        versions | {"studies": draft.inputs["studies"]},
    )
