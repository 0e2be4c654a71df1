"""The doctor on grades, where people gave some: how their scale is used, by whom, and of what.

Alone among its findings these follow from labels. Of raters it tells how many, and never who: every
reader may read it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt

import numpy as np

from measures.hits import Pairs
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT
from metrics.labels import Labels
from metrics.snapshot import Grades
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_told import SHOWN, Example, Finding, finding
from metrics.studies.grade_use import use_of
from metrics.words import percent

# Two raters use a scale differently: so many pairs of both, by so many grades, beyond so many
# standard errors.
SHARED, HALF_A_GRADE, ERRORS = 20, 0.5, 4.0
NOT_DECIDED = -2  # as metrics/queries/labels.py has it


def look_at_grades(material: Material) -> Iterator[Finding]:
    snapshot = material.snapshot
    if snapshot.no_grades:
        yield from finding(
            "grades_of_several_scales",
            "mend",
            1,
            [Example(note=snapshot.no_grades)],
            detail="Grades of different scales do not meet.",
            meaning="All scores are of relevant and irrelevant, and no measure reads a grade.",
            next_step=(
                "Open the next campaign with the scale and relevant_from of the first, or with a"
                " map of its grades to them."
            ),
        )
    yield from _unsettled(material.graded)
    yield from _raters_apart(material.graded)
    yield from _between(material.graded)
    if snapshot.grades is not None:
        yield from _used(snapshot.grades)
        yield from _of_originals(material, snapshot.grades)


def _used(grades: Grades) -> Iterator[Finding]:
    use = use_of(grades.words, grades.verdicts)
    if use is None:
        return
    yield from finding(
        "grades_unused",
        "know",
        [Example(note=one) for one in use.unused],
        detail=(
            f"Grades that no verdict has: {len(use.unused):,} of {grades.highest + 1:,}, among"
            f" {use.verdicts:,} verdicts."
        ),
        meaning=(
            "Raters see no place for them, or the pool has no such pairs. Agreement by chance and"
            " the maximum of ERR are of the whole scale, with these grades."
        ),
        next_step=(
            "Give each of them an example in the guidelines, or map the scale to fewer values"
            " (rescale)."
        ),
    )
    yield from finding(
        "grades_nearly_one",
        "know",
        use.held,
        detail=(
            f"One grade is nearly all: {use.nearly} has {use.held:,} of {use.verdicts:,} verdicts"
            f" ({percent(use.share)} %)."
        ),
        meaning=(
            "Raters agree often whatever they look at, so shares of agreement and AC2 are high and"
            " alpha is low; scores that read grades rest on the few others."
        ),
        next_step="Read alpha and AC2 beside how often each grade was given, never one alone.",
    )


def _of_originals(material: Material, grades: Grades) -> Iterator[Finding]:
    snapshot = material.snapshot
    original = snapshot.original()
    judged = snapshot.verdicts().spread(snapshot.caption_queries)
    unseen = original.without(judged)
    low = original.without(unseen).without(grades.relevant().spread(snapshot.caption_queries))
    every, seen = len(original.keys), len(original.keys) - len(unseen.keys)
    highest = grades.named(grades.highest)
    yield from finding(
        "grades_missing",
        "know",
        len(unseen.keys),
        _examples(material, unseen),
        detail=f"Original pairs that nobody judged: {len(unseen.keys):,} of {every:,}.",
        meaning=(
            f"Scores that read grades count each as {highest}, though nobody gave it that grade."
        ),
        next_step="Pool the originals too, and let people judge them.",
    )
    yield from finding(
        "grades_low",
        "know",
        len(low.keys),
        _examples(material, low),
        detail=(
            "Original pairs that people judged and did not find relevant:"
            f" {len(low.keys):,} of {seen:,}."
        ),
        meaning=f"They stay positives, and scores that read grades count each as {highest}.",
        next_step=(
            "Look at them: the caption is wrong, or the guidelines are stricter than the benchmark."
        ),
    )


def _examples(material: Material, pairs: Pairs) -> list[Example]:
    rows, columns = np.divmod(pairs.keys[:SHOWN], max(pairs.columns, 1))
    return [
        Example(captions=[material.caption(row)], videos=[material.video(column)])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


def _unsettled(campaigns: Sequence[Labels]) -> Iterator[Finding]:
    open_ones = [int((one.verdicts == DISAGREEMENT).sum()) for one in campaigns]
    yield from finding(
        "grades_unsettled",
        "mend",
        sum(open_ones),
        _by_campaign(campaigns, open_ones),
        detail=f"Pairs without a grade, as their labels have no middle: {sum(open_ones):,}.",
        meaning="They count as not relevant, and are the pairs that are hardest to judge.",
        next_step="Decide them: they wait under the campaign's disputes.",
    )


def _between(campaigns: Sequence[Labels]) -> Iterator[Finding]:
    lower, even = np.array([_lower_of_two(one) for one in campaigns] or [(0, 0)]).sum(axis=0)
    yield from finding(
        "grades_between",
        "know",
        int(lower),
        detail=(
            f"Pairs whose middle lies between two grades: {lower:,} of {even:,} with two labels or"
            " another even number."
        ),
        meaning=(
            "The lower of the two counts, so that scores that read grades come out lower there."
            " What is relevant does not depend on it."
        ),
        next_step="Show a score from a grade on beside them (--level), or ask for three labels.",
    )


def _lower_of_two(labels: Labels) -> tuple[int, int]:
    """Pairs that got the lower of their two middle grades, of those with an even number of labels
    and a verdict that follows from them."""
    said = labels.said
    kept = np.flatnonzero(said >= 0)
    kept = kept[np.lexsort((said[kept], labels.pair[kept]))]
    pair, start, count = np.unique(labels.pair[kept], return_index=True, return_counts=True)
    settled = np.isin(labels.verdicts, (IRRELEVANT, RELEVANT))[pair]
    settled &= labels.decided[pair] == NOT_DECIDED
    even = settled & (count % 2 == 0)
    upper = (start + count // 2)[even]
    differ = said[kept[upper - 1]] != said[kept[upper]]
    return int(differ.sum()), int(even.sum())


def _raters_apart(campaigns: Sequence[Labels]) -> Iterator[Finding]:
    each = [list(_differences(one)) for one in campaigns]
    compared = [one for differences in each for one in differences]
    far = [sum(map(_are_apart, differences)) for differences in each]
    most = max((abs(float(one.mean())) for one in compared if _are_apart(one)), default=0.0)
    yield from finding(
        "grades_by_rater",
        "mend",
        sum(far),
        _by_campaign(campaigns, far),
        detail=(
            f"Two raters of whom one gives higher grades than the other on the same pairs:"
            f" {sum(far):,} of {len(compared):,}, by up to {most:.1f} grades on average."
        ),
        meaning=(
            "They read the scale differently: a pair's grade depends on who was asked, and more on"
            " a benchmark where most pairs have one label."
        ),
        next_step="See who on the agreement page, and make the guidelines clearer by examples.",
    )


def _differences(labels: Labels) -> Iterator[np.ndarray]:
    """Of every two raters with enough pairs in common: by how much the first one's grades are
    above the other's."""
    kept = labels.compared("independent") & (labels.said >= 0)
    pair, rater, said = labels.pair[kept], labels.rater[kept], labels.said[kept]
    of = {one: dict(zip(pair[rater == one].tolist(), said[rater == one].tolist(), strict=True))
          for one in np.unique(rater).tolist()}  # fmt: skip
    for one, other in combinations(of.values(), 2):
        shared = one.keys() & other.keys()
        if len(shared) >= SHARED:
            yield np.array([one[pair] - other[pair] for pair in shared], np.float64)


def _are_apart(differences: np.ndarray) -> bool:
    mean = abs(float(differences.mean()))
    error = float(differences.std(ddof=1)) / sqrt(len(differences))
    return mean >= HALF_A_GRADE and mean > ERRORS * error


def _by_campaign(campaigns: Sequence[Labels], counts: Sequence[int]) -> list[Example]:
    return [
        Example(note=f"{', '.join(one.campaigns)}: {count:,}")
        for one, count in zip(campaigns, counts, strict=True)
        if count
    ]
