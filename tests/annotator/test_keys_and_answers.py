"""Keys and answers as screens draw them: pure rules."""

import pytest

from annotator.keys import (
    ACTIONS,
    KeyTaken,
    NoSuchKey,
    actions_on,
    check_keys,
    choices_on,
    keys_on,
    keys_with,
)
from annotator.scales import Scale

UNABLE = "cannot_judge"
NUMBERS = tuple(map(str, range(11)))
LABELS = {"relevant": "Relevant", "irrelevant": "Irrelevant", "cannot_judge": "Cannot judge"}


@pytest.mark.parametrize("values", [2, 5, 11])
def test_on_each_screen_a_key_is_of_one_action(values):
    scale = Scale(tuple(f"w{value}" for value in range(values)))
    answers = {one.key for one in choices_on(scale, LABELS, {})}
    here = [one.name for one in ACTIONS if one.name not in ("relevant", "irrelevant")]
    keys = keys_on(scale, keys_with({}))
    pressed = [key for name in answers.union(here) for key in keys.get(name, [])]
    assert len(pressed) == len(set(pressed))


def test_the_grade_ten_has_keys_only_where_it_is_asked():
    usual = keys_with({})
    eleven, two = keys_on(Scale(NUMBERS), usual), keys_on(Scale(), usual)
    assert eleven["grade_10"] == ["x", "-"]
    assert eleven["slower"] == []
    assert "grade_10" not in two
    assert two["slower"] == ["-"]


def test_the_key_of_grade_ten_may_be_changed():
    keys = keys_on(Scale(NUMBERS), keys_with(check_keys({"grade_10": "T", "slower": "-"})))
    assert keys["grade_10"] == ["t", "x"]
    assert keys["slower"] == ["-"]


def test_a_chosen_key_comes_first_and_is_taken_from_who_had_it():
    keys = keys_with({"relevant": "j", "later": "r"})
    assert keys["relevant"] == ["j", "1", "ArrowRight"]
    assert keys["later"] == ["r", "l"]
    assert keys["irrelevant"] == ["0", "i", "ArrowLeft"]


def test_letters_are_kept_small_and_named_keys_as_they_are():
    assert check_keys({"relevant": "J", "back": "Shift+ArrowUp", "play": "é"}) == {
        "relevant": "j",
        "back": "Shift+ArrowUp",
        "play": "é",
    }


@pytest.mark.parametrize("key", [" ", "", "ab", "shift+x", "A B", "Ctrl+1", "x" * 40])
def test_what_is_no_key_is_refused_with_its_action(key):
    with pytest.raises(NoSuchKey) as refused:
        check_keys({"undo": key})
    assert refused.value.field == "undo"


def test_an_action_that_there_is_not_has_no_key():
    with pytest.raises(NoSuchKey):
        check_keys({"format_disk": "f"})


def test_one_key_for_two_actions_is_refused_at_the_second():
    with pytest.raises(KeyTaken) as refused:
        check_keys({"undo": "x", "later": "X"})
    assert refused.value.field == "later"


def test_of_two_answers_cannot_judge_stands_between_them():
    shown = [(one.value, one.key, one.judges) for one in choices_on(Scale(), LABELS, {})]
    assert shown == [
        ("irrelevant", "irrelevant", True),
        ("cannot_judge", "cannot_judge", False),
        ("relevant", "relevant", True),
    ]


def test_a_scale_of_grades_has_the_digits_and_no_new_screen():
    shown = choices_on(Scale(("not at all", "in part", "wholly")), LABELS, {"wholly": "ganz"})
    assert [(one.label, one.key) for one in shown] == [
        ("0, not at all", "grade_0"),
        ("1, in part", "grade_1"),
        ("2, ganz", "grade_2"),
        ("Cannot judge", "cannot_judge"),
    ]
    assert [keys_with({})[one.key][0] for one in shown] == ["0", "1", "2", "e"]
    assert [one.sends for one in shown] == [*({"value": n} for n in range(3)), {"answer": UNABLE}]


def test_a_word_that_is_its_number_is_said_once():
    assert [one.label for one in choices_on(Scale(NUMBERS), LABELS, {})][:3] == ["0", "1", "2"]


def test_two_values_of_other_words_send_what_two_values_send():
    shown = choices_on(Scale(("no", "yes")), LABELS, {})
    assert [(one.label, one.value, one.key, one.sign) for one in shown] == [
        ("no", "irrelevant", "irrelevant", "irrelevant"),
        ("Cannot judge", UNABLE, UNABLE, "unable"),
        ("yes", "relevant", "relevant", "relevant"),
    ]


def test_a_screen_lists_its_grades_in_the_place_of_two_answers():
    listed = actions_on(choices_on(Scale(("bad", "fair", "good")), LABELS, {}), "mistake")
    assert [one.label for one in listed][:4] == ["0, bad", "1, fair", "2, good", "Cannot judge"]
    names = {one.name for one in listed}
    assert not names & {"relevant", "irrelevant", "grade_10", "mistake"}
