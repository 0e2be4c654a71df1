"""Agreement without the raters' names: the same figures, and no way back to a name."""

from dataclasses import replace

import numpy as np

from metrics.labels import FIRST, SECOND, Checks, Labels
from metrics.studies.agreement import agreement
from metrics.studies.pseudonyms import without_names
from metrics.studies.registry import tables_of

NAMES = {7: "Zoe", 40: "Ann", 9: "Max"}


def study():
    rater = np.array([7, 40, 7, 9, 40, 9, 40])
    pair = np.array([0, 0, 1, 1, 2, 2, 3])
    none = np.array([], np.int64)
    labels = Labels(
        benchmark="b",
        campaigns=("c",),
        pair=pair,
        rater=rater,
        kind=np.array([FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, FIRST]),
        value=np.array([1, 1, 1, 0, 0, 0, 1]),
        verdicts=np.array([1, -1, 0, 1]),
        videos=np.array([0, 1, 2, 3]),
        gold=Checks(none, none, none),
        names=NAMES,
        log_position=7,
        day=np.zeros(7, np.int64),
        reason=np.full(7, -1),
        words=np.full(4, 5),
        decided=np.full(4, -2),
        left_out=(),
    )
    return agreement(labels, resamples=20)


def test_raters_are_numbered_by_how_much_they_labelled():
    hidden = without_names(study())
    assert [(row.rater, row.name, row.labels) for row in hidden.raters] == [
        (1, "rater 1", 3),
        (2, "rater 2", 2),
        (3, "rater 3", 2),
    ]


def test_nothing_else_changes_and_nobody_meets_another_than_before():
    known = study()
    hidden = without_names(known)
    assert replace(hidden, raters=known.raters, two_by_two=known.two_by_two) == known
    back = {
        row.rater: next(one.rater for one in known.raters if one.labels == row.labels)
        for row in hidden.raters[:1]
    }
    assert back == {1: 40}
    met = sorted((two.shared, two.agreeing) for two in hidden.two_by_two)
    assert met == sorted((two.shared, two.agreeing) for two in known.two_by_two)
    assert all(two.a < two.b for two in hidden.two_by_two)


def test_no_name_and_no_id_is_left():
    told = str([without_names(study()).as_json(), *tables_of(without_names(study()))])
    for secret in (*NAMES.values(), "rater_7", "rater_40", "rater_9"):
        assert secret not in told
