"""The figures of two values, each with its three intervals; and any figure as JSON has it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from foundation.finding.fields import Found, Part, found
from foundation.frozen import frozen
from measures.agreement import FIGURES
from measures.agreement_grades import plain_shares
from measures.agreement_intervals import bootstrap, jackknife
from measures.agreement_score import LabelledUnits, sure_agreement
from measures.estimate import USUAL, Estimate, Interval
from measures.grade_intervals import sure_figures
from metrics.studies.estimated import NO_TRUST, Ends

BOOTSTRAP, JACKKNIFE = "bootstrap", "jackknife"
Share = float | None
RESAMPLES = 10_000
OF_TWO_VALUES = "it is of two values alone"
OF_VIDEOS_ALONE = "it leaves raters as they are, and these are drawn"


def figure_parts(key: str) -> tuple[Part, ...]:
    """The parts of an estimate with a main interval, a bootstrap and a jackknife one."""
    no_main = "Why there is none; empty where there is."
    none = "Why there is no such interval; empty where there is."
    jack = "Why there is no jackknife interval; empty where there is."
    undefined = "Why the figure is undefined; empty where it is not."
    dropped = "Resamples that left the figure undefined."
    return (
        Part(key, lambda one: one.value, Share),
        Part("reason", lambda one: one.reason, str, undefined),
        Part("interval", lambda one: one.ends(), Ends),
        Part("no_interval", lambda one: one.why_not(), str, no_main),
        Part("mark", lambda one: one.mark(), str, NO_TRUST),
        Part("bootstrap", lambda one: one.ends(BOOTSTRAP), Ends),
        Part("jackknife", lambda one: one.ends(JACKKNIFE), Ends),
        Part("resamples", lambda one: resampled(one).replicates, int),
        Part("dropped", lambda one: resampled(one).dropped, int, dropped),
        Part("videos", videos_of, int, "What was resampled: the videos of these pairs."),
        Part("no_bootstrap", lambda one: one.why_not(BOOTSTRAP), str, none),
        Part("no_jackknife", lambda one: one.why_not(JACKKNIFE), str, jack),
    )


def videos_of(figure: Estimate) -> int:
    return figure.intervals[USUAL].clusters or resampled(figure).clusters


def resampled(figure: Estimate) -> Interval:
    """The bootstrap's, which two values alone have."""
    return figure.intervals.get(BOOTSTRAP) or Interval(reason=OF_TWO_VALUES)


@frozen
class Figure(Found):
    value: Estimate = found(parts=figure_parts)


def figures_of(
    sample: LabelledUnits, *, seed: int, resamples: int, level: float
) -> Mapping[str, Estimate]:
    counts, videos = sample.counts, sample.videos
    if sample.drawn is None:
        drawn = bootstrap(counts, videos, seed=seed, resamples=resamples, level=level)
        deleted = jackknife(counts, videos, level=level)
    else:
        drawn = deleted = dict.fromkeys(FIGURES, Interval(reason=OF_VIDEOS_ALONE, level=level))
    return {
        name: replace(
            one, intervals={**one.intervals, BOOTSTRAP: drawn[name], JACKKNIFE: deleted[name]}
        )
        for name, one in sure_agreement(sample, level).items()
    }


def percent_of(sample: LabelledUnits, **drawn: Any) -> Estimate:
    """Of any number of values."""
    if sample.counts.shape[1] == 2:
        return figures_of(sample, **drawn)["percent"]
    figures = plain_shares(sample.counts, "percent")
    return sure_figures(figures, sample, drawn["level"])["percent"]
