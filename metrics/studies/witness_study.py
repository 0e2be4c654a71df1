"""A witness against people: how far it agrees with them on pairs that it did not learn from, what
its values mean, and which runs it flatters."""

from collections.abc import Iterator

import numpy as np

from foundation.finding.fields import Found, always, found
from foundation.frozen import frozen
from measures.arrays import Integers, Mask, Values
from measures.estimate import LEVEL, Estimate, unknown
from measures.flattery import LabelledTops, beyond_others, flattery
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Study
from metrics.studies.estimated import estimate, marked
from metrics.studies.held_witness import Drawing, HeldWitness, Labelled
from metrics.studies.witness_agreement import NO_THRESHOLD, WitnessAgreement, agreement_of

DEPTH = 10
# In a table of this name texts are found for translation.
REASONS = {
    "no_verdict": ("No pair has a verdict yet: have pairs labelled, or import labels."),
    "no_opinion": (
        "It has no opinion on any pair with a resolved verdict: import what it says of these pairs."
    ),
}
NO_VERDICT = REASONS["no_verdict"]
NO_OPINION = REASONS["no_opinion"]
NO_OWN = "no run here is of its own family"
NO_FAMILY = "nobody said of which family it is"


@frozen
class Flattered(Found, called="FlatteredRun"):
    run: str = found()
    family: str = found()
    own: bool = found("Whether the run is of the witness's own family.")
    ranked: int = found("Pairs of text and video in its first ranks.")
    labelled: int = found("Of these, pairs with a resolved verdict and an opinion.")
    flattery: Estimate = marked()


@frozen
class WitnessStudy(Found):
    benchmark: str = found()
    witness: str = found()
    title: str = found("The kind of the witness, in words.")
    family: str = found("Empty where nobody said.")
    opinions: int = found("Pairs that it has an opinion on.")
    verdicts: int = found("Pairs with a resolved verdict.")
    pairs: int = found("Of these, pairs that it has an opinion on.")
    relevant: int = found("Of those, pairs that people found relevant.")
    original: int = found("How many of those pairs are original.")
    clusters: int = found("Videos of those pairs.")
    nothing: str = found("Why nothing can be computed; empty where something is.")
    no_agreement: str = found("Why it is not held against people; empty where it is.")
    threshold: float | None = found("The value from which it takes a pair for relevant.")
    threshold_from: str = found("Who says so: `named`, `scale`, `probabilities` (0.5) or `none`.")
    agreement: WitnessAgreement = found()
    depth: int = found("How many first ranks of a run flattery looks at.")
    weighed_by: str = found(
        "The pool by whose drawing pairs weigh; empty where all weigh the same."
    )
    left_out: int = found("Labelled pairs of captions that this pool did not draw.")
    flattery: tuple[Flattered, ...] = found(
        "What each run that ranks videos is given beyond people's verdicts."
    )
    own_family: Estimate = estimate(
        "How much more it flatters runs of its own family than the others."
    )
    level = always(LEVEL)


def witness_study(
    snapshot: Snapshot,
    said: HeldWitness,
    *,
    unresolved: Integers,
    drawing: Drawing | None = None,
    depth: int = DEPTH,
) -> WitnessStudy:
    labelled = Labelled(snapshot, said, unresolved)
    threshold, threshold_from = labelled.threshold
    nothing = "" if labelled.verdicts else NO_VERDICT
    flattered, own, left_out = _flattery(labelled, drawing, depth)
    return WitnessStudy(
        benchmark=snapshot.benchmark,
        witness=said.name,
        title=said.title,
        family=said.family,
        opinions=len(said.keys),
        verdicts=labelled.verdicts,
        pairs=len(labelled.keys),
        relevant=int(labelled.relevant.sum()),
        original=int(labelled.original.sum()),
        clusters=len(np.unique(labelled.dependence.videos)),
        nothing=nothing or ("" if len(labelled.keys) else NO_OPINION),
        no_agreement=said.no_agreement,
        threshold=threshold,
        threshold_from=threshold_from,
        agreement=agreement_of(labelled),
        depth=depth,
        weighed_by=drawing.pool if drawing else "",
        left_out=left_out,
        flattery=flattered,
        own_family=own,
    )


def _flattery(
    labelled: Labelled, drawing: Drawing | None, depth: int
) -> tuple[tuple[Flattered, ...], Estimate, int]:
    snapshot, said = labelled.snapshot, labelled.said
    runs = [run for run in snapshot.runs if run.direction == "t2v"]
    own = np.array([_is_own(run, said) for run in runs], bool)
    ranked = [_top(snapshot, run, depth) for run in runs]
    shares = labelled.as_share
    kept = _drawn(labelled, drawing)
    left_out = int((~kept).sum())
    keys = labelled.keys[kept]
    tops = np.array([np.isin(keys, top) for top in ranked], bool).reshape(len(runs), len(keys))
    if shares is None:
        every: Iterator[Estimate] = iter([unknown(NO_THRESHOLD)] * len(runs))
        beyond = unknown(NO_THRESHOLD)
    else:
        errors = shares[kept] - labelled.y[kept]
        of = LabelledTops(
            errors, _weights(keys, snapshot, drawing), tops, labelled.dependence.only(kept)
        )
        every = flattery(of)
        beyond = unknown(_why_none_own(said, own)) if not own.any() else beyond_others(of, own)
    rows = zip(runs, own.tolist(), ranked, tops.sum(axis=1).tolist(), every, strict=True)
    found = (
        Flattered(run.name, run.family, is_own, len(top), count, one)
        for run, is_own, top, count, one in rows
    )
    return tuple(found), beyond, left_out


def _why_none_own(said: HeldWitness, own: Mask) -> str:
    return NO_OWN if said.family or said.own_run else NO_FAMILY


def _is_own(run: StoredRun, said: HeldWitness) -> bool:
    of_family = bool(said.family) and run.family.lower() == said.family.lower()
    return of_family or (bool(said.own_run) and run.name == said.own_run)


def _top(snapshot: Snapshot, run: StoredRun, depth: int) -> Integers:
    """queries x videos, each once: captions with one text share a pair."""
    top = run.targets[:, :depth].astype(np.int64)
    caption, place = np.nonzero(top >= 0)
    keys = snapshot.caption_queries[caption] * snapshot.videos + top[caption, place]
    found: Integers = np.unique(keys)
    return found


def _drawn(labelled: Labelled, drawing: Drawing | None) -> Mask:
    """(pairs,): those of captions that the pool drew."""
    if drawing is None:
        return np.ones(len(labelled.keys), bool)
    of_queries = drawing.weights[labelled.keys // max(labelled.snapshot.videos, 1)]
    return np.asarray(~np.isnan(of_queries))


def _weights(keys: Integers, snapshot: Snapshot, drawing: Drawing | None) -> Values:
    if drawing is None:
        return np.ones(len(keys))
    found: Values = drawing.weights[keys // max(snapshot.videos, 1)]
    return found


STUDY = Study(
    name="witness_study",
    title="A witness against people",
    version=1,
    findings=(WitnessStudy,),
)
