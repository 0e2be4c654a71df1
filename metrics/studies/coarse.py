"""A submission's figures as its author is shown them: in steps, so that no single label shows."""

from dataclasses import replace
from math import ceil, log10

from metrics.studies.standing import Line, Scored, Standing

FINEST = 0.001  # tenths of a per cent, however many captions there are
LEAST = 10  # captions that one step is worth at least
PAIRS = 10  # counts of pairs and captions are in tens
NICE = (1, 2, 5, 10)


def step_of(captions: int, heaviest: int = 1) -> float:
    """The step of a mean over so many captions: 0.001, 0.002, 0.005, 0.01 ... 1. One caption moves
    the mean by a tenth of a step at most. heaviest: how many captions one label may move, because
    they have the same text; together they move it by one step at most."""
    if captions < 1:
        return 1.0
    least = max(FINEST, LEAST / captions, heaviest / captions)
    if least >= 1:
        return 1.0
    power = ceil(-log10(least) - 1e-9)
    units = least * 10**power
    return next(nice for nice in NICE if nice >= units - 1e-9) / 10**power


def coarse(found: Standing, step: float, drawn: float) -> Standing:
    """drawn: from 0 to below 1, by the submission, unknown to its author: a figure between two
    steps becomes the one or the other with it. Were it always the nearer one, a run could be made
    that lies between two, and one pair more would show."""

    def rounded(value: float | None) -> float | None:
        return None if value is None else round(round(value / step + drawn - 0.5) * step, 6)

    def line(one: Line) -> Line:
        return replace(one, value=rounded(one.value), low=rounded(one.low), high=rounded(one.high))

    def count(number: int | None) -> int | None:
        return None if number is None else PAIRS * round(number / PAIRS + drawn - 0.5)

    pairs = count(found.unjudged)
    return replace(
        found,
        judged=rounded(found.judged),
        unjudged=pairs,
        captions=count(found.captions),
        hours=pairs / found.pace if pairs is not None and found.pace else found.hours,
        scores=tuple(
            Scored(line(one.corrected), rounded(one.original), line(one.delta), one.n)
            for one in found.scores
        ),
        bounds=tuple(map(line, found.bounds)),
        differences=tuple(map(line, found.differences)),
    )
