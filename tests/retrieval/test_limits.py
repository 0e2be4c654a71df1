"""The numbers of a training have one set of limits: where people are asked for them, and where a
network is trained."""

from dataclasses import replace

import pytest

from foundation.asking.questions import described
from foundation.refused import WrongValues
from retrieval.asked.training import TrainingAsked
from retrieval.training.settings import CHOICES, Settings

# By the names that people are asked for.
NUMBERS = {one.name: one.question for one in described(TrainingAsked)}
OWN_NAMES = {"tau": "threshold"}
SAME = ["tau", "margin", "temperature", "space", "batch", "epochs", "rate", "patience", "seed"]
SAME += ["triplets", "across", "within", "part_weight", "hidden"]


@pytest.mark.parametrize("name", SAME)
def test_what_may_be_asked_for_may_be_trained_with_and_nothing_else(name):
    question, of = NUMBERS[name], OWN_NAMES.get(name, name)
    for fits in (question.at_least, question.at_most):
        replace(Settings(), **{of: fits}).check()
    for step, end in ((-1, question.at_least), (1, question.at_most)):
        beyond = end + step * max(abs(end) * 1e-6, 1e-9 if isinstance(end, float) else 1)
        with pytest.raises(WrongValues) as refused:
            replace(Settings(), **{of: beyond}).check()
        assert set(refused.value.by_field) == {of}


@pytest.mark.parametrize("name", CHOICES)
def test_what_may_be_chosen_may_be_trained_with(name):
    assert tuple(NUMBERS[name].choices) == CHOICES[name]
