"""The tables of scores by groups of captions: one for each thing that they are sliced by."""

from collections.abc import Mapping, Sequence

from measures.estimate import USUAL, Estimate
from measures.scoring import TIES
from metrics.studies.dependent import about_intervals, few_words, intervals_in
from metrics.studies.slices import BY_COLUMN, DEFINED, MOST_VALUES, Slice, Slices
from metrics.table import (
    Cell,
    Corrected,
    Percent,
    Table,
    Word,
    cell_of,
    drawn_table,
    ends,
    named_note,
    plain,
    with_ends,
    words,
)
from metrics.words import counted

TITLES = {
    "length": "Scores by the length of captions",
    "positives": "Scores by the number of positives",
    "source": "Scores by source",
}
CALLED = {
    "all": "interval",
    "original": "interval by original positives",
    "delta": "interval of delta",
}


def tables(found: Slices) -> Sequence[Table]:
    return [_table(found, by) for by in found.by]


def _table(found: Slices, by: str) -> Table:
    rows = [row for row in found.rows if row.by == by]
    return drawn_table(
        f"slices_{by}",
        TITLES.get(by, f"Scores by {by}"),
        rows,
        words(group="Captions with"),
        plain(run="Run", measure="Measure"),
        cell_of(_score, score="Score"),
        ends("all"),
        ends("original", key="original_", titles={USUAL: "95 % of original"}),
        with_ends("delta", "Delta", "95 % of delta"),
        plain(n="n", clusters="Clusters"),
        cell_of(_few, few="Few"),
        notes=_notes(found, by, rows),
    )


def _score(row: Slice) -> Cell:
    if row.measure.kind.needs_positives:
        return Corrected(row.all.value, row.original.value)
    return Percent(row.all.value)


def _few(row: Slice) -> Cell:
    return few_words(row.all.intervals.get(USUAL)) or (Word("few") if row.few else "")


def _notes(found: Slices, by: str, rows: Sequence[Slice]) -> list[str]:
    single = [str(one) for one in found.measures if not one.kind.needs_positives]
    about_single = ", ".join(single) + ": one score, since it does not depend on positives."
    return [
        DEFINED.get(by) or BY_COLUMN.format(by=by, most=MOST_VALUES),
        "A (B + C): A with original and collected positives, B with the original ones, C = A - B.",
        *dict.fromkeys(measure.definition for measure in found.measures),
        f"Ties: {TIES}.",
        *([about_single] if single else []),
        *about_intervals(found.grouped, intervals_in(row.all for row in rows)),
        found.about_clusters,
        "n, clusters: captions with a value by all positives, and the clusters they are of.",
        *named_note("Not here, as they rank captions for videos", found.other_direction),
        *_left_out(rows),
        *(note for kind, called in CALLED.items() for note in _absent(rows, kind, called)),
    ]


def _left_out(rows: Sequence[Slice]) -> list[str]:
    groups = {row.group: row.captions - row.n for row in rows if row.captions > row.n}
    return [
        f"{group}: {counted(number, 'caption')} without positives left out."
        for group, number in groups.items()
    ]


def _absent(rows: Sequence[Slice], kind: str, called: str) -> list[str]:
    """Each reason once; a group whose cells all have it is named without them."""
    of_group: dict[str, int] = {}
    why: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if kind != "all" and not row.measure.kind.needs_positives:
            continue
        of_group[row.group] = of_group.get(row.group, 0) + 1
        one: Estimate = getattr(row, kind)
        if reason := one.reason or one.why_not():
            named = why.setdefault(reason, {}).setdefault(row.group, [])
            named.append(f"{row.run} {row.measure}")
    return [
        f"No {called}, {'; '.join(_named(groups, of_group))}: {reason}."
        for reason, groups in why.items()
    ]


def _named(groups: Mapping[str, Sequence[str]], of_group: Mapping[str, int]) -> list[str]:
    return [
        group if len(cells) == of_group[group] else f"{group} ({', '.join(cells)})"
        for group, cells in groups.items()
    ]
