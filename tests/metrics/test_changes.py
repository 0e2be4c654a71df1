"""What differs between two reports, by a slow twin, and page by page."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.studies.changes import ScoreName, changes

SCORES = st.sampled_from([0.0, 0.5, 1.0, float("nan"), float("inf")])
NAMES = ["run|AP|all", "run|C@1|all", "a|b|C@1|original", "pairs|judged"]
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
        if name != "pairs|judged" and not alike(before[name][item], after[name][item])
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
