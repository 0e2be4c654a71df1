"""The words in which estimates are told, and which of them to trust."""

from collections.abc import Sequence

from measures.measure import Measure
from measures.scoring import TIES
from metrics.studies.sampled import PoolSample

ESTIMATORS = {
    "simple": "Simple",
    "strata": "Stratified",
    "misses": "From misses",
    "ht": "Horvitz-Thompson",
    "hajek": "Hajek",
}
DEFINITIONS = {
    "simple": "the mean of the captions drawn, as if each had been as likely as any other",
    "strata": "the mean of each stratum, weighed by the captions it has in the benchmark",
    "misses": (
        "of C@K: what is right by the original positives stays right, so only the misses drawn are"
        " estimated from; a caption without an original positive is a miss"
    ),
    "ht": "each value over its caption's probability of being drawn, summed, over all captions",
    "hajek": (
        "the same sum over the sum of one over the probabilities; it does without captions that"
        " have no positive"
    ),
}


def about_sample(sample: PoolSample, captions: int, unjudged: int, stopped: int = 0) -> list[str]:
    notes = [_how_drawn(sample)]
    if captions > sample.whole:
        notes.append(
            f"{captions - sample.whole:,} captions came after the pool was frozen: nothing is"
            " said of them."
        )
    if unjudged:
        notes.append(
            f"{unjudged:,} pairs of the pool are not judged yet: where they matter, bounds stand in"
            " the place of an estimate (all of them irrelevant, all of them relevant), and the"
            " interval reaches beyond both."
        )
    if stopped:
        notes.append(
            f"{stopped:,} captions have a positive that people found and pairs that are not judged,"
            " as when judging stops at a caption's first positive. C@K of a run is known for those"
            " of them whose positive stands in its first K, and open for the others; every other"
            " measure needs all of the pool's pairs, or has bounds."
        )
    return [
        *notes,
        (
            "Captions with the text of one that was drawn share its labels, but were not drawn:"
            " they play no part."
        ),
        (
            "Intervals are about these captions, from what was left to the draw; not about other"
            " captions like them."
        ),
    ]


def _how_drawn(sample: PoolSample) -> str:
    n, population, several = len(sample.captions), sample.population, sample.several_strata
    if sample.census:
        return (
            f"{sample.name} holds all {population:,} captions: nothing was drawn, and intervals are"
            " points."
        )
    if sample.among is not None:
        by = f", in {several} strata by the length of their text" if several else ""
        return (
            f"{sample.name} drew {n:,} of the {population:,} captions (of {sample.whole:,}) that"
            f" {' or '.join(sample.missed_by)} misses at {sample.depth} by the original positives,"
            f" each with a known probability{by}."
        )
    how = (
        f"in {several} strata by the length of their text"
        if several
        else "each as likely as any other"
    )
    return f"{sample.name} drew {n:,} of {population:,} captions, {how}."


def about_estimators(by: Sequence[str], sample: PoolSample) -> list[str]:
    return [*(f"{ESTIMATORS[name]}: {DEFINITIONS[name]}." for name in by), _trust(sample)]


def _trust(sample: PoolSample) -> str:
    if sample.census:
        return (
            "With all captions in the pool every estimator gives the score itself, over its own"
            " captions."
        )
    if sample.among is not None:
        return (
            "The pool drew misses alone: trust the estimate from misses where it has an interval."
            " Where strata hold too few of a run's misses, it weighs each by its stored probability"
            " (Hajek)."
        )
    best = (
        "For C@K trust the estimate from misses where it has an interval: it uses the original"
        " positives of every caption, drawn or not. An estimate without an interval is not marked"
        " as one to trust: how far off it may be is not known. "
    )
    if sample.several_strata:
        return (
            best
            + "For the rest trust the stratified one: the simple one forgets that strata were drawn"
            " in different shares, and the errors of Horvitz-Thompson and Hajek forget that"
            " strata were drawn apart."
        )
    return (
        best
        + "For the rest trust the simple one; with equal probabilities the others come to the same"
        " value."
    )


def definitions(measures: Sequence[Measure], rule: str) -> list[str]:
    pooled = [str(measure) for measure in measures if not measure.rises]
    note = (
        f"{', '.join(pooled)}: with all that people found for those drawn, as if all captions had"
        " been judged like these."
    )
    return [
        f"Positives: {rule}.",
        *(measure.definition for measure in measures),
        f"Ties: {TIES}.",
        *([note] if pooled else []),
    ]
