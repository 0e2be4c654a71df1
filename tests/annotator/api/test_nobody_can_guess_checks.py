"""A guesser who may do all that a rater may, with a helper, learns nothing of which pairs are
checks (guessing.py).

Where the features tell nothing, each area under the curve is 0.5 but for chance, with the standard
error that the theory of ranks gives. There are fewer than 32 comparisons, each with an interval of
4.3 standard errors to both sides: by the normal distribution chance alone leaves 0.5 out of one of
them with a probability of 1.7e-5, and out of any with less than 0.0006.
"""

import numpy as np
import pytest

from foundation.integrity import differences
from tests.annotator.guessing import Guesser, auc, best_guess, checks_given, make_world

pytestmark = pytest.mark.django_db
REACH, MOST = 4.3, 32


def test_no_rule_that_a_rater_can_make_tells_checks_from_other_pairs(
    script, rater, other_rater, end_leases, settings
):
    settings.SECRET_KEY = "the same in every run"  # what is drawn depends on it
    campaign = make_world([rater, other_rater])
    guesser = Guesser(campaign, script(rater), script(other_rater), end_leases)
    guesser.play(90)
    truth = np.array([key in checks_given(campaign) for key in guesser.pairs])
    names = sorted({name for noticed in guesser.pairs.values() for name in noticed.features})
    features = np.array(
        [[noticed.features.get(name, -1.0) for name in names] for noticed in guesser.pairs.values()]
    )
    assert 15 < len(names) < MOST
    told = {name: auc(column, truth) for name, column in zip(names, features.T, strict=True)}
    told["all of them together"] = auc(*best_guess(features, truth))
    telling = {
        name: f"{area:.3f}"
        for name, (area, error) in told.items()
        if abs(area - 0.5) > REACH * error
    }
    assert telling == {}
    assert len(truth) > 120
    assert 20 < truth.sum() < 0.5 * len(truth), "probing changes how many checks are given"
    assert list(differences()) == []
