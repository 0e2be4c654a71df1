"""The study of agreement for those who may read it, but not who its raters are."""

from collections.abc import Mapping
from dataclasses import replace

from metrics.studies.agreement import AgreementStudy


def without_names(study: AgreementStudy) -> AgreementStudy:
    """Raters are called `rater 1`, `rater 2`, ... from the one with most labels on, and their ids
    are these numbers.

    They are numbered in each study anew: rater 1 of a campaign need not be rater 1 of its
    benchmark.
    """
    by_labels = sorted(
        study.raters, key=lambda row: (-row.labels, row.others, row.gold, row.verdicts, row.rater)
    )
    number = {row.rater: place for place, row in enumerate(by_labels, start=1)}
    raters = [
        replace(row, rater=number[row.rater], name=f"rater {number[row.rater]}")
        for row in by_labels
    ]
    two_by_two = [
        replace(two, a=a, b=b)
        for two in study.two_by_two
        for a, b in (sorted((number[two.a], number[two.b])),)
    ]
    chosen = [number[rater] for rater in study.chosen.raters if rater in number]
    return replace(
        study,
        raters=raters,
        two_by_two=sorted(two_by_two, key=lambda two: (two.a, two.b)),
        chosen=replace(study.chosen, raters=sorted(chosen)),
        chosen_names=[f"rater {one}" for one in sorted(chosen)],
    )


def with_pseudonyms(study: AgreementStudy, names: Mapping[int, str]) -> AgreementStudy:
    """Raters are called by their pseudonyms in a release, in the order of these, which is that of
    nothing else."""
    raters = [replace(row, name=names[row.rater]) for row in study.raters]
    return replace(study, raters=sorted(raters, key=lambda row: row.name))
