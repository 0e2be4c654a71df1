"""What differs between two reports, by a slow twin, and page by page."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.studies.changes import ScoreName, changes
from metrics.studies.opinions import Opinions, arrays_of

SCORES = st.sampled_from([0.0, 0.5, 1.0, float("nan"), float("inf")])
NO_SCORES = ["pairs|judged", "opinions|0|values"]
NAMES = ["run|AP|all", "run|C@1|all", "a|b|C@1|original", *NO_SCORES]
REPORTS = st.dictionaries(
    st.sampled_from(NAMES), st.lists(SCORES, min_size=5, max_size=5).map(np.array)
)


def alike(a: float, b: float) -> bool:
    return a == b or (np.isnan(a) and np.isnan(b))


@given(REPORTS, REPORTS, st.integers(1, 7))
def test_every_score_that_differs_is_told_once_in_order(before, after, size):
    expected = [
        (item, name)
        for item in range(5)
        for name in sorted(before.keys() & after.keys())
        if name not in NO_SCORES and not alike(before[name][item], after[name][item])
    ]
    found = changes(before, after)
    told, beyond = [], -1
    while page := found.page(beyond, size):
        told += [
            (change.item, f"{change.of.run}|{change.of.measure}|{change.of.positives}")
            for change in page
        ]
        beyond = page[-1].key
    assert told == expected
    assert found.items == len({item for item, _ in expected})


def test_only_captions_that_both_have_are_compared():
    found = changes({"r|C@1|all": np.array([0.0, 1.0])}, {"r|C@1|all": np.array([1.0, 1.0, 1.0])})
    assert [(change.item, change.before, change.after) for change in found.page(-1, 10)] == [
        (0, 0.0, 1.0)
    ]


def test_a_score_that_is_not_known_is_none():
    found = changes(
        {"r|MedR|all": np.array([np.nan, 3.0])}, {"r|MedR|all": np.array([2.0, np.inf])}
    )
    assert [(change.before, change.after) for change in found.page(-1, 10)] == [
        (None, 2.0),
        (3.0, None),
    ]


def test_a_runs_name_may_have_bars():
    assert ScoreName.read("a|b|C@1|all") == ScoreName("a|b", "C@1", "all")
    assert ScoreName.read("pairs|judged") is None


def test_opinions_that_a_report_keeps_are_no_scores():
    kept = arrays_of([Opinions("gpt", np.array([3, 5]), np.array([0.2, 0.9]))])
    assert len(kept) == 2
    assert not any(ScoreName.read(name) for name in kept)


def worth(name: str, value: float) -> float:
    """What more of is better."""
    return 1 / value if "MedR" in name else value


SOME = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, float("nan")]), min_size=5, max_size=5)
RANKS = st.lists(
    st.sampled_from([1.0, 2.0, 40.0, float("nan"), float("inf")]), min_size=5, max_size=5
)
BOTH = st.fixed_dictionaries(
    {
        "a|AP|all": SOME.map(np.array),
        "b|C@1|all": SOME.map(np.array),
        "b|MedR|all": RANKS.map(np.array),
    }
)


@given(BOTH, BOTH, st.integers(1, 4))
def test_each_caption_has_one_row_and_the_largest_changes_come_first(before, after, size):
    wanted = {}
    for item in range(5):
        differing = [
            name for name in sorted(before) if not alike(before[name][item], after[name][item])
        ]
        moves = {
            name: worth(name, after[name][item]) - worth(name, before[name][item])
            for name in differing
        }
        known = {name: move for name, move in moves.items() if not np.isnan(move)}
        if differing:
            most = max((abs(move) for move in known.values()), default=-1.0)
            up, down = (sum(side * move > 0 for move in known.values()) for side in (1, -1))
            wanted[item] = (most, len(differing), up, down)
    order = sorted(wanted, key=lambda item: (-wanted[item][0], item))
    found, start = [], 0
    while page := changes(before, after).by_caption(start, size):
        found, start = found + page, start + size
    assert [one.change.item for one in found] == order
    for one in found:
        assert (one.scores, one.better, one.worse) == wanted[one.change.item][1:]
        most = wanted[one.change.item][0]
        if most >= 0 and one.change.of.measure != "MedR":
            assert abs(one.change.delta) == most
        name = f"{one.change.of.run}|{one.change.of.measure}|all"
        assert one.change.before == finite(before[name][one.change.item])
        assert one.direction == {
            (False, False): "none", (True, False): "better", (False, True): "worse",
            (True, True): "both",
        }[one.better > 0, one.worse > 0]  # fmt: skip


def finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def test_each_run_has_its_means_before_and_after():
    before = {"r|C@1|all": np.array([0.0, 1.0, 0.0, np.nan]), "r|MedR|all": np.array([2.0] * 4)}
    after = {"r|C@1|all": np.array([1.0, 0.0, 1.0, 1.0]), "r|MedR|all": np.array([1.0] * 4)}
    (one,) = changes(before, after).by_run()
    assert (one.of.run, one.of.measure, one.better, one.worse, one.n) == ("r", "C@1", 2, 1, 4)
    assert (one.before, one.after, one.delta) == (1 / 3, 0.75, 0.75 - 1 / 3)
    assert changes(before, before).by_run() == []
    assert changes(before, before).by_caption(0, 5) == []
