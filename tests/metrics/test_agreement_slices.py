"""Agreement by time, length and number of labels, kinds of disagreement, raters beside the rest,
and why pairs count: each against a loop over single labels. Charts are drawn from their tables."""

import math
from datetime import date, timedelta
from itertools import combinations
from statistics import NormalDist, fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from measures.accounts import REASONS, STEPS, account
from measures.clustered_share import clustered_share
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.charts.chart import records, specification
from metrics.charts.files import written
from metrics.charts.of_agreement import charts
from metrics.charts.style import Style
from metrics.labels import FIRST, SECOND, THIRD
from metrics.snapshot import FileColumn
from metrics.studies.agreement import AgreementStudy
from metrics.studies.raters import Agreed, RaterRow, below_the_rest
from metrics.table_files import as_csv
from metrics.tables.agreement import find_table, tables
from tests.metrics.test_agreement_study import (
    MISTAKES,
    NAMES,
    WHICH,
    compared,
    doubled,
    labels_of,
    studied,
    told_of,
    worlds,
)

CLASSES = [(0, 4), (5, 6), (7, 8), (9, 11), (12, 15), (16, 10**6)]
OF_TWO = worlds(scales=((),))


def slow_interval(values: list[float], videos: list[int]) -> list[float] | None:
    """Wilson's, of the number of independent pairs that vary as much."""
    n, groups = len(values), sorted(set(videos))
    if len(groups) < 2:
        return None
    mean, shares = sum(values) / n, [videos.count(group) / n for group in groups]
    pulled = [share**2 / (1 - share) for share in shares]
    most = 1 / (sum(s * s for s in shares) + sum(pulled) ** 2 - sum(one**2 for one in pulled))
    squares = [(one - mean) ** 2 for one in values]
    alone = sum(squares) / n**2 * n / (n - 1)
    both = list(zip(values, videos, strict=True))
    sums = [sum(value - mean for value, video in both if video == group) for group in groups]
    squared = (one**2 / (1 - share) for one, share in zip(sums, shares, strict=True))
    clustered = sum(squared) / n**2
    fourth = sum(one**4 for one in sums)
    alike = sum(one**2 for one in sums) ** 2 / fourth if fourth > 1e-30 else 1.0
    fewer = min(max(alike - 1, 1), most)
    added = 1 - 1 / max(1.0, clustered / alone) if alone > 1e-30 else 0.0
    degrees = 1 / (1 / most + added**2 * (1 / fewer - 1 / most))
    variance = max(clustered, alone / 2)
    nothing = variance < 1e-24 or mean * (1 - mean) < 1e-12
    z = NormalDist().inv_cdf(0.975)
    pairs = len(groups) if nothing else mean * (1 - mean) / variance
    effective = pairs * (z / student.ppf(0.975, degrees)) ** 2
    middle = (mean + z * z / 2 / effective) / (1 + z * z / effective)
    root = math.sqrt(mean * (1 - mean) / effective + z * z / 4 / effective**2)
    reach = z / (1 + z * z / effective) * root
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return [0.0 if mean == 0 else low, 1.0 if mean == 1 else high]


def slow_slices(world, which, name_of) -> dict[str, tuple]:
    """By name: pairs, share, interval."""
    groups: dict[str, list] = {}
    for pair, labels in compared(world, which).items():
        agreed = fmean(a == b for (a, _), (b, _) in combinations(labels, 2))
        groups.setdefault(name_of(pair, labels), []).append((agreed, world["videos"][pair]))
    found = {}
    for name, units in groups.items():
        values, videos = ([one[side] for one in units] for side in (0, 1))
        found[name] = len(units), fmean(values), slow_interval(values, videos)
    return found


def assert_same(rows, key, expected) -> None:
    found = {row[key]: (row["pairs"], row["agreement"], row["interval"]) for row in rows}
    assert found == {
        name: (pairs, pytest.approx(share), None if ends is None else pytest.approx(ends))
        for name, (pairs, share, ends) in expected.items()
    }


@given(OF_TWO, WHICH)
def test_slices_are_what_a_loop_over_pairs_finds(world, which):
    told = told_of(labels_of(**world), which)
    last = {pair: max(day for _, day in labels) for pair, labels in compared(world, which).items()}
    weekly = bool(last) and max(last.values()) - min(last.values()) >= 42
    assert told["time_step"] == ("week" if weekly else "day")

    def moment(pair, _):
        day = date(1970, 1, 1) + timedelta(days=last[pair])
        return str(day - timedelta(days=day.weekday()) if weekly else day)

    def words(pair, _):
        low, high = next(one for one in CLASSES if one[0] <= world["words"][pair] <= one[1])
        return f"{max(low, 1)} to {high}" if high < 10**6 else f"{low} or more"

    time, step = told["by_time"], told["time_step"]
    assert_same(time, step, slow_slices(world, which, moment))
    assert [row[step] for row in time] == sorted(row[step] for row in time)
    assert_same(told["by_length"], "words", slow_slices(world, which, words))
    number = slow_slices(world, "all", lambda _, labels: f"{len(labels)} labels")
    assert_same(told["by_number_of_all_labels"], "name", number)


@given(OF_TWO, WHICH, st.data())
def test_columns_of_a_file_are_slices_as_a_loop_over_pairs_finds(world, which, data):
    pairs, values = len(world["verdicts"]), ("cook", "drive", "sing")
    of = data.draw(st.lists(st.integers(-1, 2), min_size=pairs, max_size=pairs))
    whole = FileColumn("verb", values, np.array(of))
    alone = FileColumn("id", tuple(map(str, range(101))), np.arange(pairs))
    told = told_of(labels_of(**world, columns=(whole, alone)), which)["by_column"]
    kept = {pair for pair in compared(world, which) if of[pair] >= 0}
    if len({of[pair] for pair in kept}) < 2:
        assert told == []
        return
    assert {row["column"] for row in told} == {"verb"}
    slow = slow_slices(world, which, lambda pair, _: values[of[pair]] if pair in kept else None)
    slow.pop(None, None)
    assert_same(told, "value", slow)


@given(OF_TWO, WHICH)
def test_kinds_of_disagreement_are_what_a_loop_over_pairs_finds(world, which):
    told = told_of(labels_of(**world), which)
    kinds: dict[str, set[int]] = {row["kind"]: set() for row in told["disagreements_by_kind"]}
    answered = set()
    named = {(0, 1): "relevant_irrelevant", (-1, 1): "relevant_cannot_judge"}
    named |= {(-1, 0): "irrelevant_cannot_judge"}
    for one, other in combinations(zip(world["rows"], world["reason"], strict=True), 2):
        ((pair, _, kind, a), why), ((other_pair, _, other_kind, b), other_why) = one, other
        if pair != other_pair or (which == "independent" and THIRD in (kind, other_kind)):
            continue
        answered.add(pair)
        if a != b:
            kinds[named[min(a, b), max(a, b)]].add(pair)
        elif a == UNKNOWN and why != other_why:
            kinds["reasons"].add(pair)
    assert told["answered_twice"] == len(answered)
    assert told["differing"] == len(set().union(*kinds.values()))
    names = ("relevant", "irrelevant", "disagreement", "open")
    for row in told["disagreements_by_kind"]:
        pairs = kinds[row["kind"]]
        verdicts = [world["verdicts"][pair] for pair in pairs]
        became = [verdicts.count(code) for code in (RELEVANT, IRRELEVANT, DISAGREEMENT, UNKNOWN)]
        assert (row["pairs"], [row[name] for name in names]) == (len(pairs), became)
        assert row["adjudicated"] == sum(world["decided"][pair] != -2 for pair in pairs)
        if answered:
            assert row["share"] == pytest.approx(len(pairs) / len(answered))
    decided = [world["decided"][pair] for pair in kinds["relevant_irrelevant"]]
    decided = [one for one in decided if one != -2]
    assert told["decided"] == len(decided)
    assert {row["mistake"]: row["pairs"] for row in told["mistakes"]} == {
        (MISTAKES[one] if one >= 0 else "not_named"): decided.count(one) for one in set(decided)
    }


# Why pairs count


@st.composite
def set_aside(draw):
    """Answers to a few pairs, each with the steps that apply to it."""
    rows = []
    for pair in range(draw(st.integers(1, 6))):
        for _ in range(draw(st.integers(1, 4))):
            steps = draw(st.sets(st.sampled_from(STEPS[:-1]), max_size=2))
            rows.append((pair, draw(st.integers(1, 3)), steps))
    return rows


def slow_reason(answers) -> tuple[str, int]:
    """Of one pair: the reason, and how many labels are left."""
    left, needed = list(answers), min(2, len(answers))
    for step in STEPS:
        if step == "one_person":
            kept, seen = [], set()
            for rater, steps in left:
                if rater not in seen:
                    kept.append((rater, steps))
                seen.add(rater)
        else:
            kept = [(rater, steps) for rater, steps in left if step not in steps]
        if len(kept) < needed <= len(left):
            for later in STEPS[STEPS.index(step) + 1 :]:
                kept = [one for one in kept if later not in one[1]]
            return step, len(kept)
        left = kept
    return ("counted" if needed == 2 else "one_label"), len(left)


@given(set_aside())
def test_the_reason_of_a_pair_is_the_step_that_leaves_too_few(rows):
    unit, rater = (np.array(column, np.int64) for column in list(zip(*rows, strict=True))[:2])
    aside = {step: np.array([step in steps for _, _, steps in rows]) for step in STEPS[:-1]}
    units = int(unit.max()) + 1
    found = account(unit, rater, aside, units)
    for pair in range(units):
        answers = [(who, steps) for of, who, steps in rows if of == pair]
        reason, _ = slow_reason(answers)
        assert REASONS[found.reason[pair]] == reason, answers
        assert found.given[pair] == len(answers) == found.aside[pair].sum() + found.left[pair]
        assert (found.left[pair] >= 2) == (reason == "counted")
    assert sum(found.by_reason().values()) == units


@given(worlds(), WHICH)
def test_as_many_pairs_count_as_are_compared(world, which):
    told = told_of(labels_of(**world), which)
    by_reason = {row["reason"]: row["pairs"] for row in told["why"]}
    assert by_reason["counted"] == told["multiply_labelled"]
    labelled = len({row[0] for row in world["rows"]})
    assert sum(by_reason.values()) == told["labelled_pairs"] == labelled


def test_third_labels_are_in_figure_7_and_in_no_figure():
    rows = [*doubled([(1, 0)]), (0, 12, THIRD, 1), (1, 10, FIRST, 1), (1, 12, THIRD, 1)]
    rows += [(2, 10, FIRST, 0), (2, 11, SECOND, 0)]
    told = told_of(labels_of(rows, [1, 1, 0]))
    assert (told["multiply_labelled"], told["percent_agreement"]) == (2, 0.5)
    assert [row["labels"] for row in told["by_number_of_labels"]] == [2]
    named = [(row["name"], row["pairs"]) for row in told["by_number_of_all_labels"]]
    assert named == [("2 labels", 2), ("3 labels", 1)]
    why = {row["reason"]: row["pairs"] for row in told["why"]}
    assert (why["counted"], why["third"]) == (2, 1)


# Intervals and raters


def test_an_interval_of_shares_stays_between_0_and_1_and_knows_its_videos():
    alone = clustered_share(np.array([1.0] * 9 + [0.0]), np.arange(10))
    alike = clustered_share(np.array([1.0] * 8 + [0.0] * 2), np.repeat(np.arange(5), 2))
    low, high = alone.ends()
    assert 0 < low < 0.9 < high < 1
    independent = clustered_share(np.array([1.0] * 8 + [0.0] * 2), np.arange(10)).ends()
    assert alike.ends()[0] < independent[0]
    everywhere = clustered_share(np.ones(40), np.repeat(np.arange(20), 2)).ends()
    assert everywhere[1] == 1.0
    assert 0.8 < everywhere[0] < 0.9  # of 20 videos, not of 40 pairs
    assert clustered_share(np.ones(3), np.zeros(3, np.int64)).why_not().startswith("all of them")


def rater(name: str, n: int, agreeing: int) -> RaterRow:
    return RaterRow(ord(name), name, n, Agreed(n, agreeing), Agreed(0, 0), Agreed(0, 0))


def test_a_rater_is_below_the_rest_only_beyond_chance():
    alike = [rater(name, 200, 190) for name in "abcdefgh"]
    assert below_the_rest(alike) == []
    low = rater("x", 200, 150)
    assert below_the_rest([*alike, low]) == [low]
    assert below_the_rest([*alike, rater("y", 4, 3)]) == []
    assert below_the_rest([]) == below_the_rest([rater("a", 9, 9)]) == []


# Charts


def charts_in(study: AgreementStudy) -> dict:
    return {chart.key: chart for chart in charts(study.as_json(), tables(study))}


def test_what_a_chart_draws_is_what_its_table_has():
    draw, rows = np.random.default_rng(5), []
    for pair in range(120):
        for kind, who in zip((FIRST, SECOND), draw.permutation(list(NAMES)), strict=False):
            rows.append((pair, int(who), kind, int(draw.choice([0, 0, 0, 1, 1, -1]))))
    study = studied(
        labels_of(
            rows,
            draw.integers(0, 3, 120),
            draw.integers(0, 9, 120),
            day=20_000 + np.repeat(np.arange(120) // 10, 2),
            reason=draw.integers(0, 3, len(rows)),
            words=draw.integers(1, 20, 120),
            decided=draw.integers(-2, 3, 120),
            mistakes=MISTAKES,
        )
    )
    told, made = study.as_json(), charts_in(study)
    assert made.keys() == {"figures", "by_time", "by_length", "forest", "kinds", "mistakes", "why"}
    drawn = {key: records(chart.table) for key, chart in made.items()}
    for key, chart in made.items():
        assert written(chart, "svg").startswith(b"<svg")
        assert len(drawn[key]) == len(chart.table.rows)
        assert as_csv(chart.table).count("\n") == len(chart.table.rows) + 1
    figures = {row["figure"]: row for row in drawn["figures"]}
    assert figures["Krippendorff's alpha"]["value"] == told["alpha"]
    assert figures["Percent agreement"]["value"] == told["percent_agreement"]
    ends = [figures["AC1"][f"bootstrap_{end}"] for end in ("low", "high")]
    assert ends == told["figures"]["ac1"]["bootstrap"]
    agreed = sorted(row["others"]["agreement"] for row in told["raters"])
    assert [row["others_agreement"] for row in drawn["forest"]] == agreed
    assert made["forest"].table.rows[0] in find_table(study, "raters").rows
    for key, keys in (("by_time", ("day", "pairs", "agreement")), ("why", ("reason", "pairs"))):
        both = ([[row[one] for one in keys] for row in rows] for rows in (drawn[key], told[key]))
        assert next(both) == next(both)


SAME_OR_NOT = doubled([(n % 2, n % 2) for n in range(60)])


def test_a_line_of_days_is_not_taken_for_one_of_weeks():
    """Pictures are kept from page to page; these two read another column."""
    for apart, step in ((0, "day"), (3, "week"), (0, "day")):
        days = [20_000 + (n * apart or n // 30) for n, *_ in SAME_OR_NOT]
        study = studied(labels_of(SAME_OR_NOT, day=days))
        assert study.as_json()["time_step"] == step
        assert f"'field': '{step}'" in str(specification(charts_in(study)["by_time"], Style()))


def test_where_there_are_no_intervals_nothing_is_found_by_them():
    """Two raters do not show how raters differ; of them as they are, there are intervals."""
    days, words = [20_000 + n // 30 for n, *_ in SAME_OR_NOT], [4] * 30 + [8] * 30
    labels, few = labels_of(SAME_OR_NOT, day=days, words=words), labels_of(SAME_OR_NOT[:20])
    open_ = "Whether one {} differs from another cannot be told: there are no intervals"
    settled = "No {} differs from another by intervals that do not meet"
    for raters_as, title in (("drawn", open_), ("fixed", settled)):
        drawn = raters_as == "drawn"
        study = studied(labels, raters_as=raters_as)
        for key, what in (("by_time", "day"), ("by_length", "length")):
            chart = charts_in(study)[key]
            assert chart.title == title.format(what)
            assert ("interval" in chart.subtitle) != drawn
        assert ("for the raters as they are" in notes_of(study, "raters")) == drawn
        notes = notes_of(studied(few, raters_as=raters_as), "agreement")
        assert ("intervals are wide" in notes) != drawn


def notes_of(study: AgreementStudy, key: str) -> str:
    return " ".join(find_table(study, key).notes)
