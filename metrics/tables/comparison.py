"""Every two runs under every measure, a row each."""

from collections.abc import Mapping, Sequence

from measures.power import ALPHA, POWER
from measures.quantity import Quantity
from measures.scoring import TIES
from metrics.studies.comparison import TOLD_APART, ComparedRuns, Comparison
from metrics.studies.dependent import ABOUT_FEW
from metrics.table import (
    Of,
    Table,
    by_reason,
    cell_of,
    drawn_table,
    ends,
    every_absent,
    named_note,
    percents,
    plain,
)
from metrics.words import counted

DETECTABLE = (
    f"Detectable: the smallest true difference that a two-sided test at alpha {ALPHA} finds with"
    f" power {POWER:.0%}, by Student's t with the standard error of clusters. It is of each test"
    " alone."
)
CORRECTED = (
    "Detectable, corrected: the same at alpha"
    f" {ALPHA} divided by the number of tests, where the correction is at its strictest."
)
P_MAX = (
    "p (max-T): holds for all tests together like Holm's, but by the permutations themselves"
    " (Westfall and Young, step-down), so that tests of the same captions are not counted as if"
    " each brought news."
)
INTERVALS = (
    "95 % interval: the differences that the sign flips of p, each test alone, would not reject if"
    f" they were the true ones. It leaves out 0 exactly where p is at most {ALPHA}."
)
ENDLESS = (
    "An interval that reaches 100 points, or -100, has no end there: too few units count for the"
    " flips to reject any difference on that side, however large"
)
TURNED = {
    "videos": "source videos",
    "groups": "groups that have no video and no text in common",
    "texts": "texts",
}
MORE = (
    "More captions: how many, besides the n there are, a single such test needs to find the"
    f" difference that was observed, at alpha {ALPHA} with power {POWER:.0%}, if that is the true"
    " difference and new captions are like these, as many to a source video. It is given where the"
    " two are not told apart."
)


def tables(found: ComparedRuns) -> Sequence[Table]:
    table = drawn_table(
        "comparison",
        f"Every two runs: {found.benchmark}",
        found.rows,
        plain(a="A", b="B", measure="Measure"),
        percents(difference="A - B"),
        ends("difference"),
        plain(p="p", p_holm="p (Holm)", p_max="p (max-T)"),
        percents(detectable="Detectable", detectable_corrected="Detectable, corrected"),
        cell_of(lambda row: whole(row.more), more_captions="More captions"),
        plain(n="n", clusters="Clusters", text_groups=Of("interval.text_groups", "Texts")),
        cell_of(lambda row: _rounded(row.interval.design_effect), design_effect="Design effect"),
        plain(wins="A better", losses="B better", ties="Equal"),
        notes=_notes(found),
    )
    return [table]


def _notes(found: ComparedRuns) -> list[str]:
    return [
        f"Positives: {found.rule}.",
        *(measure.definition for measure in found.measures),
        f"Ties in rankings: {TIES}.",
        INTERVALS,
        *named_note(ENDLESS, (row.name for row in found.rows if row.endless), "; "),
        _about_dependence(found.dependence.counted()),
        *named_note(ABOUT_FEW[:-1], (row.name for row in found.rows if row.few), "; "),
        *every_absent({row.name: row.difference for row in found.rows}),
        *_about_p(found),
        _about_holm(found.tests),
        P_MAX,
        DETECTABLE,
        CORRECTED,
        *_undetectable(found.rows),
        MORE,
        *_no_more(found.rows),
        found.about_clusters,
        *named_note("Not compared, as they rank the other way", found.other_direction),
        *_about_captions(found.rows),
    ]


def _about_captions(rows: Sequence[Comparison]) -> list[str]:
    left_out = (f"{row.name}: {row.left_out:,}" for row in rows if row.left_out)
    missing = {
        run: count
        for row in rows
        for run, count in zip((row.a, row.b), row.missing, strict=True)
        if count
    }
    return [
        *named_note("Left out, as they have no value", left_out, "; "),
        *(f"{run}: {n:,} without a ranking, which found nothing." for run, n in missing.items()),
        *dict.fromkeys(f"{note}." for row in rows for note in row.notes),
    ]


def _about_dependence(of: Mapping[str, int]) -> str:
    return (
        f"{of['shared']:,} of {counted(of['captions'], 'caption')} share their text with a caption"
        f" of another video: {counted(of['videos'], 'cluster')} by video, {of['texts']:,} by text,"
        f" {counted(of['groups'], 'group')} with neither in common. Design effect: the variance"
        " over that of independent captions."
    )


def _about_p(found: ComparedRuns) -> list[str]:
    studentised = (
        " Each difference is divided by its own two-way error, as texts lead across these."
        if found.studentised
        else ""
    )
    drawn = counted(found.permutations, "permutation")
    how = (
        f"p: two-sided sign-flip test of whole {TURNED[found.turned]}, {drawn}, seed"
        f" {found.seed}.{studentised}"
    )
    more = (
        f"With {found.permutations_asked:,} permutations, as asked, none of"
        f" {counted(found.tests, 'test')} could have come out significant, so more were drawn."
    )
    return [how, more] if found.permutations > found.permutations_asked else [how]


def _about_holm(tests: int) -> str:
    if tests == 1:
        return "Holm's p is p itself: this table has 1 test."
    return f"Holm's p holds for all {tests:,} tests of this table together."


def _undetectable(rows: Sequence[Comparison]) -> list[str]:
    named = by_reason({row.name: row.detectable.reason for row in rows})
    corrected = by_reason(
        {row.name: row.detectable_corrected.reason for row in rows if not row.detectable.reason}
    )
    return [
        *(f"Nothing is detectable of {'; '.join(names)}: {why}." for why, names in named.items()),
        *(
            f"Nothing is detectable after correction of {'; '.join(names)}: {why}."
            for why, names in corrected.items()
        ),
    ]


def _no_more(rows: Sequence[Comparison]) -> list[str]:
    """But for those that are told apart, and those whose reason is there already."""
    more = {row.name: row.more.reason for row in rows if not row.detectable.reason}
    named = by_reason({name: why for name, why in more.items() if why != TOLD_APART})
    return [f"No number of {'; '.join(names)}: {why}." for why, names in named.items()]


def _rounded(effect: float | None) -> str | None:
    return None if effect is None else f"{effect:.2f}"


def whole(number: Quantity) -> int | None:
    return None if number.value is None else int(number.value)
