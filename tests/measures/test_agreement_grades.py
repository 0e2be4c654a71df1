"""Agreement over any number of values: against loops over labels, another program, every table of
three raters on four units, and worlds whose truth is known."""

from itertools import combinations, product

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.cells.grades import SHAPES, figure_of, truth, world_of_grades
from measures.agreement import NO_UNIT, ONE_VALUE, ONE_VIDEO, agreement, count_values
from measures.agreement_errors import DrawnUnits
from measures.agreement_grades import (
    ALPHAS,
    COEFFICIENTS,
    WEIGHTS,
    distribution,
    fleiss,
    grade_figures,
    weights_of,
)
from measures.agreement_score import LabelledUnits, score_intervals, sure_agreement
from measures.estimate import USUAL
from measures.grade_intervals import ONE_TEXT, sure_figures
from measures.kappas import KAPPAS, NO_TWO, kappas

ORDERED = ("ordinal_alpha", "interval_alpha", "ac2_linear", "ac2_quadratic", "ac2_ordinal")


@st.composite
def tables(draw):
    """Labels of a few units on a scale of 2 to 5 values: unit, rater, value each."""
    values, units = draw(st.integers(2, 5)), draw(st.integers(2, 6))
    rows = [
        (unit, rater, draw(st.integers(0, values - 1)))
        for unit in range(units)
        for rater in draw(st.lists(st.integers(0, 3), unique=True, min_size=1, max_size=4))
    ]
    return rows, units, values


def counts_of(rows, units: int, values: int) -> np.ndarray:
    return count_values([row[0] for row in rows], [row[2] for row in rows], units, values)


def every_figure(counts):
    return {**grade_figures(counts), "fleiss": fleiss(counts)}


def said(rows, units: int) -> list[list[int]]:
    """The values of each unit that has two or more."""
    each = [[value for unit, _, value in rows if unit == of] for of in range(units)]
    return [values for values in each if len(values) > 1]


def slow_alpha(units: list[list[int]], level: str) -> float | None:
    """By every two labels: those of a unit over those of all."""
    everything = [value for values in units for value in values]

    def apart(a: int, b: int) -> float:
        if level == "nominal":
            return float(a != b)
        if level == "interval":
            return float(a - b) ** 2
        low, high = min(a, b), max(a, b)
        between = sum(low <= value <= high for value in everything)
        return (between - (everything.count(a) + everything.count(b)) / 2) ** 2 if a != b else 0.0

    expected = sum(apart(a, b) for a, b in product(everything, repeat=2))
    if not expected:
        return None
    observed = sum(
        2 * apart(a, b) / (len(values) - 1) for values in units for a, b in combinations(values, 2)
    )
    return 1 - (len(everything) - 1) * observed / expected


def slow_ac2(units: list[list[int]], values: int, kind: str) -> float:
    """Gwet's sums, one by one."""
    weights = weights_of(kind, values)
    agreed = []
    for labels in units:
        r = [labels.count(value) for value in range(values)]
        star = [sum(weights[k][other] * r[other] for other in range(values)) for k in range(values)]
        many = len(labels)
        agreed.append(sum(r[k] * (star[k] - 1) for k in range(values)) / (many * (many - 1)))
    pi = [np.mean([labels.count(k) / len(labels) for labels in units]) for k in range(values)]
    chance = weights.sum() * sum(p * (1 - p) for p in pi) / (values * (values - 1))
    return (np.mean(agreed) - chance) / (1 - chance)


@given(tables())
def test_every_figure_is_what_loops_over_labels_find(table):
    rows, units, values = table
    found, many = grade_figures(counts_of(*table)), said(rows, units)
    if not many:
        assert {one.quantity.reason for one in found.values()} == {NO_UNIT}
        return
    apart = [[abs(a - b) for a, b in combinations(labels, 2)] for labels in many]
    of = {"percent": lambda d: d == 0, "within_one": lambda d: d <= 1, "apart": lambda d: d >= 2}
    slow = {
        name: np.mean([np.mean([each(d) for d in one]) for one in apart])
        for name, each in (of | {"distance": float}).items()
    }
    slow |= {name: slow_alpha(many, level) for name, level in ALPHAS.items()}
    slow |= {name: slow_ac2(many, values, kind) for name, kind in COEFFICIENTS.items()}
    for name, expected in slow.items():
        if expected is None:
            assert found[name].quantity.reason == ONE_VALUE
        else:
            assert found[name].quantity.value == pytest.approx(expected, abs=1e-9), name
    shares = [one.quantity.value for one in distribution(counts_of(*table))]
    assert shares == pytest.approx(
        [np.mean([labels.count(k) / len(labels) for labels in many]) for k in range(values)]
    )


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_every_table_of_three_raters_on_four_units_has_the_alpha_of_another_program(level):
    """Of three values; what does not depend on the order of units is asked once."""
    name = next(key for key, of in ALPHAS.items() if of == level)
    kinds = np.array([row for row in product(range(4), repeat=3) if sum(row) == 3])
    for chosen in product(range(len(kinds)), repeat=4):
        if list(chosen) != sorted(chosen):
            continue
        counts = kinds[list(chosen)]
        found = grade_figures(counts)[name].quantity
        if (counts.sum(axis=0) > 0).sum() < 2:
            assert found.reason == ONE_VALUE
            continue
        expected = krippendorff.alpha(
            value_counts=counts, value_domain=[0, 1, 2], level_of_measurement=level
        )
        assert found.value == pytest.approx(expected, abs=1e-9)


@given(tables())
def test_kappa_is_the_mean_of_what_every_two_raters_find(table):
    rows, units, values = table
    found = kappas(*np.array(rows).T, values)
    labels = {(unit, rater): value for unit, rater, value in rows}
    for name, kind in KAPPAS.items():
        weights, each = weights_of(kind, values), []
        for a, b in combinations(range(4), 2):
            both = [u for u in range(units) if (u, a) in labels and (u, b) in labels]
            cells = [(labels[u, a], labels[u, b]) for u in both]
            if not cells:
                continue
            agreed = np.mean([weights[cell] for cell in cells])
            chance = np.mean([weights[k, j] for k, _ in cells for _, j in cells])
            if chance < 1:
                each.append(((agreed - chance) / (1 - chance), len(cells)))
        quantity = found.figures[name].quantity
        if not each:
            assert quantity.reason == NO_TWO
            continue
        expected = sum(kappa * n for kappa, n in each) / sum(n for _, n in each)
        assert quantity.value == pytest.approx(expected, abs=1e-9)
    shared = [len({*labels} & {(u, b) for u, r in labels if r == a}) for a, b in
              combinations(range(4), 2)]  # fmt: skip
    assert (found.pairs, found.units) == (sum(n > 0 for n in shared), sum(shared))


@given(tables(), st.permutations(range(5)))
def test_a_relabelling_changes_no_nominal_figure_and_a_reversal_none(table, order):
    values = table[2]
    counts = counts_of(*table)
    found = grade_figures(counts)
    moved = grade_figures(counts[:, [place for place in order if place < values]])
    back = grade_figures(counts[:, ::-1])
    for name, one in found.items():
        for other in [back] if name not in ("percent", "alpha", "ac1") else [back, moved]:
            assert float(other[name].quantity) == pytest.approx(
                float(one.quantity), abs=1e-9, nan_ok=True
            )


@given(tables())
def test_two_values_are_a_special_case(table):
    """All weights and levels are one there, and the figures those of two values."""
    rows, units, _ = table
    counts = counts_of([(u, r, min(v, 1)) for u, r, v in rows], units, 2)
    found, of_two = grade_figures(counts), agreement(counts)
    same = {"percent": "percent", **dict.fromkeys(ALPHAS, "alpha")}
    for name, other in (same | dict.fromkeys(COEFFICIENTS, "ac1")).items():
        expected = pytest.approx(float(of_two[other]), abs=1e-9, nan_ok=True)
        assert float(found[name].quantity) == expected
    for kind in WEIGHTS:
        assert weights_of(kind, 2).tolist() == np.eye(2).tolist()


@settings(deadline=None)
@given(tables())
def test_a_unit_moves_a_figure_by_what_a_little_more_of_it_does(table):
    """The influence of each unit, by counting all units a thousand times and one of them once
    more."""
    rows, units, _ = table
    many = [unit for unit in range(units) if sum(row[0] == unit for row in rows) > 1]
    if len(many) < 2:
        return
    counts, times = counts_of(*table)[many], 1_000
    whole = np.repeat(counts, times, axis=0)
    figures, before = every_figure(counts), every_figure(whole)
    for place, unit in enumerate(counts):
        after = every_figure(np.vstack([whole, unit]))
        for name, one in figures.items():
            if one.influence is not None and after[name].quantity.value is not None:
                moved = times * (float(after[name].quantity) - float(before[name].quantity))
                assert moved == pytest.approx(one.influence[place], abs=0.02)
                assert abs(one.influence.sum()) < 1e-9


def test_what_is_undefined_has_a_reason_and_no_interval():
    same, none = np.array([[0, 2, 0]] * 6), np.array([[1, 0, 0]])
    found = sure_figures(grade_figures(same), LabelledUnits(same, np.arange(6)))
    assert {found[name].reason for name in ALPHAS} == {ONE_VALUE}
    assert found["ac2_linear"].ends()[1] == 1.0
    assert found["percent"].ends()[0] < 1
    assert found["percent"].mark().startswith("not to be trusted")
    one = np.zeros(6, np.int64)
    for counts, videos, texts, reason in (
        (same, np.arange(6), one, ONE_TEXT),
        (same, one, None, ONE_VIDEO),
        (none, one[:1], None, NO_UNIT),
    ):
        found = sure_figures(grade_figures(counts), LabelledUnits(counts, videos, texts=texts))
        assert found["percent"].why_not() == reason
    with pytest.raises(ValueError, match="between 0 and 1"):
        sure_figures({}, LabelledUnits(none, np.arange(1)), 1.0)


@settings(deadline=None, max_examples=60)
@given(tables())
def test_an_interval_has_its_figure_within_and_what_is_possible_around(table):
    """Of two values also the closer intervals."""
    _, units, values = table
    counts = counts_of(*table)
    sample = LabelledUnits(counts, np.arange(units) // 2, texts=np.arange(units) % 2)
    of_two = sure_agreement(sample) if values == 2 else {}
    for name, one in (*sure_figures(grade_figures(counts), sample).items(), *of_two.items()):
        if one.ends() is None:
            assert one.why_not()
            continue
        low, high = one.ends()
        close = 1e-6 if one is of_two.get(name) else 1e-9
        assert low - close <= one.value <= high + close
        assert high - low > 1e-6
        assert high <= (values - 1 if name == "distance" else 1)
        assert one.mark().startswith("not to be trusted")


def test_of_two_values_both_intervals_agree_where_there_are_many_units():
    random = np.random.default_rng(8)
    values = (random.random(3_000) < 0.3)[:, None] ^ (random.random((3_000, 2)) < 0.1)
    counts = np.stack([2 - values.sum(axis=1), values.sum(axis=1)], axis=1)
    sample = LabelledUnits(counts, np.arange(3_000) % 60)
    (closer,), found = score_intervals([sample]), sure_figures(grade_figures(counts), sample)
    for name in ("percent", "alpha", "ac1"):
        width = closer[name].high - closer[name].low
        assert found[name].ends() == pytest.approx(closer[name].ends, abs=0.06 * width)


def test_texts_and_videos_are_both_clusters_and_drawn_raters_make_it_no_surer():
    labels, text, video = world_of_grades(1, 5_000, "even")
    counts = count_values(np.repeat(np.arange(5_000), 2), labels.ravel(), 5_000, 5)
    raters = np.random.default_rng(2).permuted(np.tile(np.arange(12), (5_000, 1)), axis=1)[:, :2]
    drawn = DrawnUnits(np.repeat(np.arange(5_000), 2), raters.ravel())
    widths, figure = [], figure_of("highest", labels)
    for sample in (
        LabelledUnits(counts, np.arange(5_000)),
        LabelledUnits(counts, video),
        LabelledUnits(counts, video, texts=text),
        LabelledUnits(counts, video, drawn, text),
    ):
        low, high = sure_figures({"highest": figure}, sample)["highest"].ends()
        widths.append(high - low)
    assert widths == sorted(widths)
    assert widths[2] > 1.1 * widths[1]


def test_intervals_hold_in_a_small_and_in_a_large_world():
    """The whole table is `python -m bench.coverage --only grades`; of 120 worlds each."""
    for pairs, shape in ((50, "even"), (500, "most of the lowest")):
        found = {name: [] for name in ("percent", *ORDERED)}
        for seed in range(120):
            labels, text, video = world_of_grades(seed, pairs, shape)
            counts = count_values(np.repeat(np.arange(pairs), 2), labels.ravel(), pairs, 5)
            figures = grade_figures(counts)
            sure = sure_figures(
                {name: figures[name] for name in found}, LabelledUnits(counts, video, texts=text)
            )
            for name, of in found.items():
                one = sure[name].intervals[USUAL]
                if not one.mark:
                    of.append(one.low <= truth(name, shape) <= one.high)
        for name, held in found.items():
            assert len(held) > 60, name
            assert pairs < 500 or len(held) == 120
            assert np.mean(held) >= 0.88, name


def test_worlds_of_the_bench_are_what_they_are_called():
    assert all(truth("percent", shape) > 0.3 for shape in SHAPES)
    labels, *_ = world_of_grades(0, 50, "even")
    assert figure_of("highest", labels).quantity.value == pytest.approx((labels == 4).mean())
