"""The doctor on runs: which are not what they pass for, and what is odd about the others."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from foundation.frozen import frozen
from measures.alignment import Suspicion, alike, find_suspicion, hub
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.doctor_found import ComparedPair, ScoredAt, SuspectRun, Typical
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_others import look_at_others
from metrics.studies.doctor_reach import (
    compare_best,
    score_by_originals,
    scores_of,
    typical_difference,
)
from metrics.studies.doctor_told import Example
from metrics.words import percent
from semantics.paraphrase.near_texts import Sayings

SATURATED = 0.95
IDENTICAL = 0.99
HUB, HUB_VIDEOS = 0.1, 20  # the share of captions; videos from which on it is odd


@frozen
class RunFindings:
    suspects: Sequence[SuspectRun]
    scores: Sequence[ScoredAt]
    saturated: Sequence[ScoredAt]
    pairs: Sequence[ComparedPair]
    typical: Typical | None
    incomplete: Sequence[Example]
    unranked: int  # captions, summed over runs
    tied: Sequence[Example]
    hubs: Sequence[Example]


def look_at_runs(material: Material, texts: Sayings) -> RunFindings:
    """texts: of the captions."""
    snapshot = material.snapshot
    ranking = [run for run in snapshot.runs if (run.targets >= 0).any()]
    empty = [
        SuspectRun(run.name, "ranks_nothing", "It ranks nothing of this benchmark.")
        for run in snapshot.runs
        if not (run.targets >= 0).any()
    ]
    forward = [run for run in ranking if run.direction == "t2v"]
    scored = score_by_originals(snapshot, forward)
    scores = scores_of(scored)
    incomplete = [
        (run, missing) for run in ranking if (missing := int((run.targets[:, 0] < 0).sum()))
    ]
    return RunFindings(
        suspects=[*empty, *_strange(material, ranking, texts)],
        scores=scores,
        saturated=[one for one in scores if one.value is not None and one.value >= SATURATED],
        pairs=compare_best(snapshot, forward, scores),
        typical=typical_difference(snapshot, scored),
        incomplete=[
            Example(note=f"{run.name}: {missing:,} of {len(run.targets):,}")
            for run, missing in incomplete
        ],
        unranked=sum(missing for _, missing in incomplete),
        tied=list(_tied(material, ranking)),
        hubs=list(_hubs(material, forward)),
    )


def _strange(material: Material, runs: Sequence[StoredRun], texts: Sayings) -> Iterator[SuspectRun]:
    """What a run ranks besides the originals is looked at where nothing else is odd about it."""
    suspects = list(_suspects(material, runs))
    yield from suspects
    yield from _identical(runs)
    named = {one.run for one in suspects}
    rest = [run for run in runs if run.name not in named]
    yield from look_at_others(material.snapshot, rest, texts)


def _suspects(material: Material, runs: Sequence[StoredRun]) -> Iterator[SuspectRun]:
    snapshot = material.snapshot
    for run in runs:
        stored = material.scores.get(run.name)
        if stored is not None and stored.rankings and stored.constant == stored.rankings:
            sentence = (
                "Every ranking has one score throughout: its order is that of the keys alone."
            )
            yield SuspectRun(run.name, "constant_scores", sentence)
            continue
        if run.direction == "t2v":
            keys = material.caption_keys, material.video_keys
            found = find_suspicion(run.targets, snapshot.own_videos, snapshot.videos, *keys)
        else:
            found = _turned(snapshot, run)
        if found is not None:
            seen = found.share, found.chance, found.depth, found.mended, found.offset
            yield SuspectRun(run.name, found.kind, _about(found), *seen)


def _turned(snapshot: Snapshot, run: StoredRun) -> Suspicion | None:
    """What a run ranks for videos are captions: each stands for its own video."""
    own = np.append(snapshot.own_videos, -1)
    found = own[run.targets].astype(run.targets.dtype)
    return find_suspicion(found, np.arange(snapshot.videos), snapshot.videos)


# What undoes it, and what it then looks like: {found} are the fields of a Suspicion.
UNDONE = {
    "transposed": ("rows and columns exchanged", "it looks transposed"),
    "rows_shifted": (
        "its rows moved by {found.offset}",
        "rows are shifted, or columns the other way",
    ),
    "columns_shifted": ("its columns moved by {found.offset}", "its columns are shifted"),
    "rows_reversed": ("its rows read from the end", "its rows are reversed"),
    "columns_reversed": ("its columns read from the end", "its columns are reversed"),
    "rows_sorted": ("its rows in the order of their keys", "its rows are sorted"),
    "columns_sorted": ("its columns in the order of their keys", "its columns are sorted"),
}


def _about(found: Suspicion) -> str:
    if found.kind == "one_ranking":
        return "Most of its rankings begin alike: it gives one answer whatever is asked."
    seen = (
        f"The original is among the first {found.depth} for {percent(found.share)} %, by chance for"
        f" {percent(found.chance)} %"
    )
    if found.kind in UNDONE:
        how, what = UNDONE[found.kind]
        return f"{seen}; with {how.format(found=found)} for {percent(found.mended)} %: {what}."
    if found.kind == "upside_down":
        return f"{seen}: its scores may be distances, ranked upside down."
    return f"{seen}: it ranks as if by chance."


def _identical(runs: Sequence[StoredRun]) -> Iterator[SuspectRun]:
    for one, other in combinations(runs, 2):
        if one.direction == other.direction and len(one.targets) == len(other.targets):
            share = alike(one.targets, other.targets)
            if share >= IDENTICAL:
                sentence = f"It begins as {one.name} does for {percent(share)} % of what both rank."
                yield SuspectRun(other.name, "same_run", sentence, share=share, other=one.name)


def _tied(material: Material, runs: Sequence[StoredRun]) -> Iterator[Example]:
    """A tenth of the rankings or more, of a run that has scores at all."""
    for run in runs:
        stored = material.scores.get(run.name)
        if stored and stored.constant < stored.rankings and stored.tied >= stored.rankings / 10:
            share = percent(stored.tied / stored.rankings)
            yield Example(note=f"{run.name}: {stored.tied:,} of {stored.rankings:,} ({share} %)")


def _hubs(material: Material, runs: Sequence[StoredRun]) -> Iterator[Example]:
    for run in runs:
        video, share = hub(run.targets)
        if share >= HUB and material.snapshot.videos >= HUB_VIDEOS:
            yield Example(videos=[material.video(video)], alike=share, note=run.name)
