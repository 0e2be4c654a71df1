"""What a grid found, as a table: a row for each combination but for the seed, with means over
seeds, and the paired test of each row against one of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.special import stdtrit

from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from foundation.refused import Refused
from measures.arrays import Values
from measures.comparison import Comparisons, compare
from measures.dependence import Dependence
from measures.estimate import LEVEL
from measures.spread import vary
from pooling.queries.axes import Axes, read_axes
from retrieval.models import GridCell, TrainingGrid
from retrieval.protocols.scored import GMR, measures_of, unpacked
from retrieval.queries.grids import STATES, key_of, title_of

SEED = "seed"


@frozen
class OverSeeds(Found):
    mean: float | None = found("The mean over seeds.")
    low: float | None = found("The lower end of its 95 % t interval; null for a single seed.")
    high: float | None = found("The upper end.")


@frozen
class HeldAgainst(Found):
    """The difference of a row from another, of means over seeds, paired by captions."""

    difference: float | None = found("The mean difference over captions, text to video.")
    low: float | None = found("The lower end of the interval of the sign-flip test.")
    high: float | None = found("The upper end.")
    p: float | None = found("The p value of this row alone.")
    p_holm: float | None = found(
        "The p value that holds for all rows of the table together (Holm)."
    )


@frozen
class GridRow(Found):
    row: int = found("The row's number, from 1.")
    title: str = found("The row's values in words.")
    values: Mapping[str, Any] = found("What is varied, but for the seed.")
    seeds: tuple[int, ...] = found("The seeds whose training is done.")
    scores: Mapping[str, OverSeeds] = found("The means of each measure, by its name.")
    against: HeldAgainst | None = found("Held against the chosen row; null for that row itself.")
    failures: tuple[str, ...] = found("Why cells of it could not be trained.")
    left: int = found("How many of its cells are still to be trained.")
    cells: tuple[GridCell, ...] = unshown()


@frozen
class GridTable(Found):
    grid: str = found("The grid's name.")
    benchmark: str = found("The benchmark's name.")
    direction: str = found("What the means are of: both, tv (text to video) or vt.")
    measures: tuple[str, ...] = found("The measures that are the columns.")
    tested: str = found("The measure that rows are held against each other by.")
    against: int = found("The row that all others are held against.")
    captions: int = found("How many captions the test is over.")
    rows: tuple[GridRow, ...] = found("The rows, in the order of their first cells.")


def read_table(
    grid: TrainingGrid, *, direction: str = "both", measure: str = "", against: int = 1
) -> GridTable:
    """Raises Refused where there is no such measure or row."""
    rows = list(_grouped(grid))
    done = [cell for cells in rows for cell in cells if cell.state == STATES.DONE]
    known = {name for cell in done for name in cell.scores or ()}
    measures = tuple(name for name in measures_of(grid.score_by) if name in known)
    tested = _tested(measures, measure)
    if rows and not 1 <= against <= len(rows):
        raise Refused(
            f"There is no row {against}: expected one from 1 to {len(rows)}.", field="against"
        )
    axes = read_axes(grid.benchmark)
    held = _held(rows, axes, tested, against - 1) if tested else [None] * len(rows)
    made = tuple(
        _row(grid, number, cells, measures, direction, compared)
        for number, (cells, compared) in enumerate(zip(rows, held, strict=True), start=1)
    )
    captions = len(axes.caption_keys)
    return GridTable(
        grid.name, grid.benchmark.name, direction, measures, tested, against, captions, made
    )


def over_seeds(values: Sequence[float | None]) -> OverSeeds:
    """Student's t over trainings that differ in their seeds alone."""
    known = np.array([value for value in values if value is not None], np.float64)
    if not len(known):
        return OverSeeds(None, None, None)
    mean = float(known.mean())
    if not vary(known):
        return OverSeeds(mean, None, None)
    error = float(known.std(ddof=1)) / np.sqrt(len(known))
    reach = float(stdtrit(len(known) - 1, (1 + LEVEL) / 2) * error)
    return OverSeeds(mean, mean - reach, mean + reach)


def _tested(measures: Sequence[str], wanted: str) -> str:
    """Those that a caption has; the first, if none is named."""
    known = [name for name in measures if name != GMR]
    if wanted and wanted not in known:
        raise Refused(
            f"No measure of captions is called {wanted}: expected one of {', '.join(known)}.",
            field="measure",
        )
    return wanted or next(iter(known), "")


def _grouped(grid: TrainingGrid) -> Iterator[list[GridCell]]:
    """The cells of each row. What a caption has is read where it is looked at."""
    rows: dict[str, list[GridCell]] = {}
    for cell in grid.cells.defer("by_caption", "card"):
        rows.setdefault(key_of(_unseeded(cell)), []).append(cell)
    yield from rows.values()


def _unseeded(cell: GridCell) -> dict[str, Any]:
    return {name: value for name, value in cell.values.items() if name != SEED}


def _row(
    grid: TrainingGrid,
    number: int,
    cells: Sequence[GridCell],
    measures: Sequence[str],
    direction: str,
    against: HeldAgainst | None,
) -> GridRow:
    done = [cell for cell in cells if cell.state == STATES.DONE]
    values = _unseeded(cells[0])
    return GridRow(
        row=number,
        title=title_of(values, grid.varied) or "all seeds",
        values=values,
        seeds=tuple(cell.values.get(SEED, grid.base.get(SEED)) for cell in done),
        scores={
            name: over_seeds([_of_way((cell.scores or {})[name], direction) for cell in done])
            for name in measures
        },
        against=against,
        failures=tuple(cell.error for cell in cells if cell.state == STATES.FAILED),
        left=sum(cell.state == STATES.WAITING for cell in cells),
        cells=tuple(cells),
    )


def _of_way(means: Mapping[str, float | None], direction: str) -> float | None:
    if direction != "both":
        return means[direction]
    there, back = means["tv"], means["vt"]
    return None if there is None or back is None else (there + back) / 2


def _held(
    rows: Sequence[Sequence[GridCell]], axes: Axes, measure: str, against: int
) -> list[HeldAgainst | None]:
    """Captions that share a video or a text are turned together."""
    count = len(axes.caption_keys)
    scores = np.array([_by_caption(cells, measure, count) for cells in rows])
    known = ~np.isnan(scores).all(axis=1)
    others = [at for at in range(len(rows)) if at != against and known[at] and known[against]]
    found: list[HeldAgainst | None] = [None] * len(rows)
    if others:
        alone = np.arange(count) + len(axes.video_keys)  # whose video is not known
        videos = np.where(axes.own_videos >= 0, axes.own_videos, alone)
        dependence = Dependence.of(count, videos, axes.caption_queries)
        pairs = [(at, against) for at in others]
        compared = compare(scores, pairs, dependence=dependence, seed=0)
        for place, at in enumerate(others):
            found[at] = _compared(compared, place)
    return found


def _by_caption(cells: Sequence[GridCell], measure: str, count: int) -> Values:
    """(captions,): the mean over seeds; nan where the benchmark has other captions by now."""
    ids = [cell.pk for cell in cells if cell.state == STATES.DONE]
    kept = GridCell.objects.filter(pk__in=ids).values_list("by_caption", flat=True)
    values = [unpacked(bytes(content or b""))[measure] for content in kept]
    same = [one for one in values if len(one) == count]
    return np.mean(same, axis=0) if same else np.full(count, np.nan)


def _compared(found: Comparisons, at: int) -> HeldAgainst:
    figures = (found.effect[at], found.low[at], found.high[at], found.p[at], found.holm[at])
    return HeldAgainst(*(float(one) if np.isfinite(one) else None for one in figures))
