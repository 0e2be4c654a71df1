"""A guesser who may do all that a rater may, with a colleague who helps, learns nothing of which
pairs are checks (guessing.py).

Where the features tell nothing, each area under the curve is 0.5 but for chance, with the standard
error that the theory of ranks gives. There are fewer than 80 comparisons, each with an interval of
4.3 standard errors to both sides: by the normal distribution chance alone leaves 0.5 out of one of
them with a probability of 1.7e-5, and out of any with less than 0.0015.
"""

import numpy as np
import pytest

from foundation.integrity import differences
from tests.annotator.guessing import Guesser, Reader, auc, best_guess, checks_given, make_world

pytestmark = pytest.mark.django_db
REACH, MOST = 4.3, 80
ENOUGH = 8  # of each kind, for the normal distribution


def test_no_rule_that_a_rater_can_make_tells_checks_from_other_pairs(
    script, rater, other_rater, end_leases, settings
):
    settings.SECRET_KEY = "the same in every run"  # what is drawn depends on it
    campaign = make_world([rater, other_rater])
    readers = [Reader(person, campaign) for person in (rater, other_rater)]
    guesser = Guesser(campaign, script(rater), script(other_rater), readers, end_leases)
    guesser.play(120, until=120)
    truth = np.array([key in checks_given(campaign) for key in guesser.pairs])
    names = sorted({name for noticed in guesser.pairs.values() for name in noticed.features})
    features = np.array(
        [
            [noticed.features.get(name, np.nan) for name in names]
            for noticed in guesser.pairs.values()
        ]
    )
    assert 25 < len(names) < MOST / 2
    told = {}
    for name, column in zip(names, features.T, strict=True):
        has = ~np.isnan(column)
        told[f"has {name}"] = auc(has, truth)
        if min(truth[has].sum(), (~truth[has]).sum()) >= ENOUGH:
            told[name] = auc(column[has], truth[has])
    told["all of them together"] = auc(*best_guess(np.nan_to_num(features, nan=-1.0), truth))
    telling = {
        name: f"{area:.3f}"
        for name, (area, error) in told.items()
        if abs(area - 0.5) > REACH * error
    }
    assert telling == {}
    assert len(truth) > 120
    assert 20 < truth.sum() < 0.5 * len(truth), "probing changes how many checks are given"
    assert list(differences()) == []
