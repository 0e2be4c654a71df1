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
from metrics.studies.agreement import agreement
from metrics.studies.raters import Agreed, RaterRow, below_the_rest
from metrics.table_files import as_csv
from metrics.tables.agreement import find_table, tables
from tests.metrics.test_agreement_study import NAMES, labels_of

MISTAKES = ("person", "object", "action")
CLASSES = [(0, 4), (5, 6), (7, 8), (9, 11), (12, 15), (16, 10**6)]


@st.composite
def worlds(draw):
    """Labels of a few pairs with all that is known of them."""
    pairs, span = draw(st.integers(2, 12)), draw(st.sampled_from([3, 41, 42, 200]))
    rows, days, reasons = [], [], []
    for pair in range(pairs):
        raters = draw(st.lists(st.sampled_from(list(NAMES)), unique=True, min_size=1, max_size=4))
        for kind, rater in zip((FIRST, SECOND, THIRD, THIRD), raters, strict=False):
            value = draw(st.sampled_from([IRRELEVANT, RELEVANT, RELEVANT, UNKNOWN]))
            rows.append((pair, rater, kind, value))
            days.append(20_000 + draw(st.integers(0, span)))
            reasons.append(draw(st.integers(0, 2)) if value == UNKNOWN else -1)
    some = st.sampled_from([UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT])
    return {
        "rows": rows,
        "verdicts": draw(st.lists(some, min_size=pairs, max_size=pairs)),
        "videos": draw(st.lists(st.integers(0, 4), min_size=pairs, max_size=pairs)),
        "day": days,
        "reason": reasons,
        "words": draw(st.lists(st.integers(0, 20), min_size=pairs, max_size=pairs)),
        "decided": draw(st.lists(st.integers(-2, 2), min_size=pairs, max_size=pairs)),
        "mistakes": MISTAKES,
    }


def compared(world, which):
    """Of each pair the labels that are compared: (value, day)."""
    found = {pair: [] for pair in range(len(world["verdicts"]))}
    for (pair, _, kind, value), day in zip(world["rows"], world["day"], strict=True):
        if value != UNKNOWN and (which == "all" or kind != THIRD):
            found[pair].append((value, day))
    return {pair: labels for pair, labels in found.items() if len(labels) > 1}


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
    sums = [
        sum(value - mean for value, video in zip(values, videos, strict=True) if video == group)
        for group in groups
    ]
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
    reach = (
        z
        / (1 + z * z / effective)
        * math.sqrt(mean * (1 - mean) / effective + z * z / 4 / effective**2)
    )
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return [0.0 if mean == 0 else low, 1.0 if mean == 1 else high]


def slow_slices(world, which, name_of) -> dict[str, tuple]:
    """By name: pairs, share, interval."""
    groups: dict[str, list] = {}
    for pair, labels in compared(world, which).items():
        agreed = fmean(a == b for (a, _), (b, _) in combinations(labels, 2))
        groups.setdefault(name_of(pair, labels), []).append((agreed, world["videos"][pair]))
    return {
        name: (
            len(units),
            fmean(value for value, _ in units),
            slow_interval([value for value, _ in units], [video for _, video in units]),
        )
        for name, units in groups.items()
    }


def told_slices(rows, key) -> dict[str, tuple]:
    return {row[key]: (row["pairs"], row["agreement"], row["interval"]) for row in rows}


def assert_same(found, expected) -> None:
    assert found.keys() == expected.keys()
    for name, (pairs, share, interval) in expected.items():
        assert found[name][0] == pairs
        assert found[name][1] == pytest.approx(share)
        assert found[name][2] == (None if interval is None else pytest.approx(interval))


def study_of(world, which="independent"):
    return agreement(labels_of(**world), which, resamples=20)


@given(worlds(), st.sampled_from(["independent", "all"]))
def test_slices_are_what_a_loop_over_pairs_finds(world, which):
    told = study_of(world, which).as_json()
    last = {pair: max(day for _, day in labels) for pair, labels in compared(world, which).items()}
    weekly = bool(last) and max(last.values()) - min(last.values()) >= 42
    assert told["time_step"] == ("week" if weekly else "day")

    def moment(pair, _):
        day = date(1970, 1, 1) + timedelta(days=last[pair])
        return str(day - timedelta(days=day.weekday()) if weekly else day)

    def words(pair, _):
        low, high = next(one for one in CLASSES if one[0] <= world["words"][pair] <= one[1])
        return f"{max(low, 1)} to {high}" if high < 10**6 else f"{low} or more"

    time = told_slices(told["by_time"], told["time_step"])
    assert_same(time, slow_slices(world, which, moment))
    assert list(time) == sorted(time)
    assert_same(told_slices(told["by_length"], "words"), slow_slices(world, which, words))
    number = slow_slices(world, "all", lambda _, labels: f"{len(labels)} labels")
    assert_same(told_slices(told["by_number_of_all_labels"], "name"), number)


@given(worlds(), st.sampled_from(["independent", "all"]), st.data())
def test_columns_of_a_file_are_slices_as_a_loop_over_pairs_finds(world, which, data):
    pairs, values = len(world["verdicts"]), ("cook", "drive", "sing")
    of = data.draw(st.lists(st.integers(-1, 2), min_size=pairs, max_size=pairs))
    whole = FileColumn("verb", values, np.array(of))
    alone = FileColumn("id", tuple(map(str, range(101))), np.arange(pairs))
    told = study_of(world | {"columns": (whole, alone)}, which).as_json()["by_column"]
    units = compared(world, which)
    kept = {pair for pair in units if of[pair] >= 0}
    if len({of[pair] for pair in kept}) < 2:
        assert told == []
        return
    assert {row["column"] for row in told} == {"verb"}
    slow = slow_slices(world, which, lambda pair, _: values[of[pair]] if pair in kept else None)
    slow.pop(None, None)
    assert_same(told_slices(told, "value"), slow)


@given(worlds(), st.sampled_from(["independent", "all"]))
def test_kinds_of_disagreement_are_what_a_loop_over_pairs_finds(world, which):
    told = study_of(world, which).as_json()
    kinds: dict[str, set[int]] = {row["kind"]: set() for row in told["disagreements_by_kind"]}
    answered = set()
    labels = list(zip(world["rows"], world["reason"], strict=True))
    named = {(0, 1): "relevant_irrelevant", (-1, 1): "relevant_cannot_judge"}
    named |= {(-1, 0): "irrelevant_cannot_judge"}
    for one, other in combinations(labels, 2):
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
    for row in told["disagreements_by_kind"]:
        pairs = kinds[row["kind"]]
        assert row["pairs"] == len(pairs)
        verdicts = [world["verdicts"][pair] for pair in pairs]
        became = [verdicts.count(code) for code in (RELEVANT, IRRELEVANT, DISAGREEMENT, UNKNOWN)]
        names = ("relevant", "irrelevant", "disagreement", "open")
        assert [row[name] for name in names] == became
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


@given(worlds(), st.sampled_from(["independent", "all"]))
def test_as_many_pairs_count_as_are_compared(world, which):
    told = study_of(world, which).as_json()
    by_reason = {row["reason"]: row["pairs"] for row in told["why"]}
    assert by_reason["counted"] == told["multiply_labelled"]
    labelled = len({row[0] for row in world["rows"]})
    assert sum(by_reason.values()) == told["labelled_pairs"] == labelled


def test_third_labels_are_in_figure_7_and_in_no_figure():
    rows = [(0, 10, FIRST, 1), (0, 11, SECOND, 0), (0, 12, THIRD, 1), (1, 10, FIRST, 1)]
    rows += [(1, 12, THIRD, 1), (2, 10, FIRST, 0), (2, 11, SECOND, 0)]
    told = agreement(labels_of(rows, [1, 1, 0]), resamples=20).as_json()
    assert (told["multiply_labelled"], told["percent_agreement"]) == (2, 0.5)
    assert [row["labels"] for row in told["by_number_of_labels"]] == [2]
    assert [(row["name"], row["pairs"]) for row in told["by_number_of_all_labels"]] == [
        ("2 labels", 2),
        ("3 labels", 1),
    ]
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


def test_what_a_chart_draws_is_what_its_table_has():
    draw = np.random.default_rng(5)
    rows, days = [], []
    for pair in range(120):
        raters = draw.permutation(list(NAMES))
        for kind, who in ((FIRST, raters[0]), (SECOND, raters[1])):
            value = int(draw.choice([0, 0, 0, 1, 1, -1]))
            rows.append((pair, int(who), kind, value))
            days.append(20_000 + pair // 10)
    study = agreement(
        labels_of(
            rows,
            draw.integers(0, 3, 120),
            draw.integers(0, 9, 120),
            day=days,
            reason=draw.integers(0, 3, len(rows)),
            words=draw.integers(1, 20, 120),
            decided=draw.integers(-2, 3, 120),
            mistakes=MISTAKES,
        ),
        resamples=50,
    )
    told = study.as_json()
    made = {chart.key: chart for chart in charts(told, tables(study))}
    assert made.keys() == {"figures", "by_time", "by_length", "forest", "kinds", "mistakes", "why"}
    for chart in made.values():
        assert written(chart, "svg").startswith(b"<svg")
        assert len(records(chart.table)) == len(chart.table.rows)
        assert as_csv(chart.table).count("\n") == len(chart.table.rows) + 1
    figures = {row["figure"]: row for row in records(made["figures"].table)}
    assert figures["Krippendorff's alpha"]["value"] == told["alpha"]
    assert figures["Percent agreement"]["value"] == told["percent_agreement"]
    assert [figures["AC1"]["bootstrap_low"], figures["AC1"]["bootstrap_high"]] == told["figures"][
        "ac1"
    ]["bootstrap"]
    time = records(made["by_time"].table)
    assert [(row["day"], row["pairs"], row["agreement"]) for row in time] == [
        (row["day"], row["pairs"], row["agreement"]) for row in told["by_time"]
    ]
    forest = records(made["forest"].table)
    assert [row["others_agreement"] for row in forest] == sorted(
        row["others"]["agreement"] for row in told["raters"]
    )
    assert made["forest"].table.rows[0] in find_table(study, "raters").rows
    why = {row["reason"]: row["pairs"] for row in records(made["why"].table)}
    assert why == {row["reason"]: row["pairs"] for row in told["why"]}


def test_a_line_of_days_is_not_taken_for_one_of_weeks():
    """Pictures are kept from page to page; these two read another column."""
    rows = [(n, 10 + place, place + 1, n % 2) for n in range(60) for place in range(2)]
    for apart, step in ((0, "day"), (3, "week"), (0, "day")):
        days = [20_000 + (n // 30 if not apart else n * apart) for n, *_ in rows]
        study = agreement(labels_of(rows, [1] * 60, day=days), resamples=20)
        made = {chart.key: chart for chart in charts(study.as_json(), tables(study))}
        assert study.as_json()["time_step"] == step
        drawn = str(specification(made["by_time"], Style()))
        assert f"'field': '{step}'" in drawn


def test_where_there_are_no_intervals_nothing_is_found_by_them():
    """Two raters do not show how raters differ; of them as they are, there are intervals."""
    rows = [(n, 10 + place, place + 1, n % 2) for n in range(60) for place in range(2)]
    days = [20_000 + n // 30 for n, *_ in rows]
    words = [4 if n < 30 else 8 for n in range(60)]
    labels = labels_of(rows, [1] * 60, day=days, words=words)
    told = {}
    for raters_as in ("drawn", "fixed"):
        study = agreement(labels, resamples=20, raters_as=raters_as)
        shown = {table.key: " ".join(table.notes) for table in tables(study)}
        made = {chart.key: chart for chart in charts(study.as_json(), tables(study))}
        told[raters_as] = shown, made
    shown, made = told["drawn"]
    for key, what in (("by_time", "day"), ("by_length", "length")):
        assert made[key].title == (
            f"Whether one {what} differs from another cannot be told: there are no intervals"
        )
        assert "interval" not in made[key].subtitle
        title = told["fixed"][1][key].title
        assert title == f"No {what} differs from another by intervals that do not meet"
    few = agreement(labels_of(rows[:20], [1] * 10), resamples=20, raters_as="drawn")
    notes = {table.key: " ".join(table.notes) for table in tables(few)}
    assert "intervals are wide" not in notes["agreement"]
    fixed = agreement(labels_of(rows[:20], [1] * 10), resamples=20)
    assert "intervals are wide" in " ".join(find_table(fixed, "agreement").notes)
    assert "for the raters as they are" in shown["raters"]
    assert "for the raters as they are" not in told["fixed"][0]["raters"]


@given(worlds())
def test_every_world_can_be_drawn(world):
    study = study_of(world)
    for chart in charts(study.as_json(), tables(study)):
        assert chart.title
        assert chart.table.rows
        records(chart.table)


def test_of_many_raters_the_forest_has_those_who_agree_least():
    names = {n: f"rater {n:02}" for n in range(10, 110)}
    rows = [(n, 10 + n % 100, FIRST, 1) for n in range(400)]
    rows += [(n, 10 + (n + 1) % 100, SECOND, int(n % 7 > 0)) for n in range(400)]
    labels = labels_of(rows, [UNKNOWN] * 400, np.arange(400) % 30)
    fields = {name: getattr(labels, name) for name in labels.__slots__} | {"names": names}
    study = agreement(type(labels)(**fields), resamples=20)
    made = {chart.key: chart for chart in charts(study.as_json(), tables(study))}
    assert len(made["forest"].table.rows) == 40
    assert made["forest"].subtitle.startswith("The 40 of 100 raters who agree least")
