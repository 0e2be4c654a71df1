"""What a value means, and what follows from several of them: the middle, which of two values is the
majority."""

from itertools import combinations_with_replacement, product
from statistics import median_low

import pytest

from annotator.consensus import Given, Policy, settle
from annotator.scales import NotOnScale, Scale

TREC = Scale(("not", "related", "highly", "perfectly"), relevant_from=2, far=2)
TVR = Scale(tuple("abcde"), relevant_from=3, far=2)
TO_TEN = Scale(tuple(map(str, range(11))), relevant_from=6, far=3)
KINDS = ("first", "second", "third")


def settled(scale: Scale, *values: int, doubled: bool = True, limit: int = 3):
    labels = [Given(n, KINDS[min(n, 2)], scale.answer_of(v), v) for n, v in enumerate(values)]
    return settle(labels, Policy(doubled, limit, 2, scale=scale))


@pytest.mark.parametrize(
    ("values", "grade", "wanted"),
    [
        ((3, 3), 3, None),
        ((0, 1), 0, None),  # near, and on one side: the lower of the two
        ((4, 3), 3, None),
        ((2, 3), None, "third"),  # near, but what is relevant begins between them
        ((0, 2), None, "third"),  # far, though both are irrelevant
        ((0, 4), None, "third"),
        ((2, 3, 3), 3, None),
        ((0, 4, 4), 4, None),
        ((0, 2, 3), 2, None),
        ((0, 2, 4), None, "adjudication"),  # no two within one grade
        ((4, 0, 2), None, "adjudication"),
    ],
)
def test_two_are_near_or_a_third_is_asked_and_of_three_two_are_near_or_it_is_adjudicated(
    values, grade, wanted
):
    outcome = settled(TVR, *values)
    assert (outcome.grade, outcome.wanted) == (grade, wanted)
    if grade is None:
        assert outcome.verdict == ("disagreement" if wanted == "adjudication" else None)
    else:
        assert outcome.verdict == ("relevant" if grade >= 3 else "irrelevant")
        assert len(outcome.used) == len(values)


def settled_slowly(scale: Scale, values: tuple[int, ...]) -> int | None:
    """By the words of the contract, for up to three."""
    if len(values) == 1:
        return values[0]
    if len(values) == 2:
        one, other = values
        apart = abs(one - other) >= scale.far
        sides = {one >= scale.relevant_from, other >= scale.relevant_from}
        return None if apart or len(sides) == 2 else min(values)
    near = any(abs(values[a] - values[b]) <= 1 for a, b in ((0, 1), (0, 2), (1, 2)))
    return median_low(values) if near else None


@pytest.mark.parametrize("scale", [TREC, TVR, TO_TEN, Scale()])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_values_come_to_what_the_words_of_the_rule_say(scale, number):
    for values in product(range(len(scale.words)), repeat=number):
        outcome = settled(scale, *values, doubled=number > 1)
        found = settled_slowly(scale, values)
        assert outcome.verdict == (
            scale.answer_of(found) if found is not None else "disagreement" if number == 3 else None
        )
        if scale.is_graded:
            assert outcome.grade == found


@pytest.mark.parametrize("number", range(1, 8))
def test_of_two_values_it_is_the_majority(number):
    for values in combinations_with_replacement((0, 1), number):
        relevant = sum(values)
        outcome = settled(Scale(), *values, limit=9)
        if number >= 2 and 2 * relevant != number:
            assert outcome.verdict == ("relevant" if 2 * relevant > number else "irrelevant")
        else:
            assert outcome.verdict is None
        assert outcome.grade is None


def test_an_adjudicators_value_is_the_last_word():
    said = [Given(n, KINDS[n], TVR.answer_of(value), value) for n, value in enumerate((0, 2, 4))]
    decision = Given(3, "adjudication", "relevant", 3)
    outcome = settle([*said, decision], Policy(True, 3, 2, scale=TVR))
    assert (outcome.verdict, outcome.grade, outcome.used) == ("relevant", 3, (3,))
    unable = Given(4, "adjudication", "cannot_judge")
    outcome = settle([*said, decision, unable], Policy(True, 3, 2, scale=TVR))
    assert (outcome.verdict, outcome.grade) == (None, None)


def test_either_of_answer_and_value_says_the_other():
    assert TVR.said(None, 3) == ("relevant", 3)
    assert TVR.said("irrelevant", 2) == ("irrelevant", 2)
    assert TVR.said("cannot_judge", None) == ("cannot_judge", None)
    assert Scale().said("relevant", None) == ("relevant", 1)
    assert Scale().said(None, 0) == ("irrelevant", 0)


@pytest.mark.parametrize(
    ("answer", "value", "says"),
    [
        (None, 5, "has the values 0 to 4: expected one of them, found 5."),
        (None, -1, "has the values 0 to 4: expected one of them, found -1."),
        ("relevant", None, "has the values 0 to 4: expected one of them, found relevant."),
        ("relevant", 2, "The value 2 is irrelevant, not relevant."),
        ("cannot_judge", 2, "The value 2 is irrelevant, not cannot_judge."),
    ],
)
def test_what_is_not_on_the_scale_is_refused(answer, value, says):
    with pytest.raises(NotOnScale, match=says):
        TVR.said(answer, value)


@pytest.mark.parametrize(
    ("scale", "said", "known", "right"),
    [
        (Scale(), 1, 1, True),
        (Scale(), 0, 1, False),
        (Scale(("a", "b", "c"), 1, 2), 1, 2, False),  # three values: exactly
        (TVR, 4, 3, True),
        (TVR, 3, 4, True),
        (TVR, 2, 3, False),  # next to it, and on the other side
        (TVR, 0, 2, False),
        (Scale(TVR.words, 3, 2, gold_exact=True), 4, 3, False),
        (Scale(TVR.words, 3, 2, gold_exact=True), 3, 3, True),
    ],
)
def test_on_a_long_scale_a_check_is_passed_within_one_value(scale, said, known, right):
    assert scale.is_right(said, known) is right
