"""Keys and answers as screens draw them: pure rules."""

import pytest

from annotator.keys import ACTIONS, KeyTaken, NoSuchKey, check_keys, choices_on, keys_with

LABELS = {"relevant": "Relevant", "irrelevant": "Irrelevant", "cannot_judge": "Cannot judge"}


def test_usual_keys_are_each_of_one_action():
    keys = [key for action in ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))


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
    shown = [
        (one.value, one.key, one.judges) for one in choices_on(["irrelevant", "relevant"], LABELS)
    ]
    assert shown == [
        ("irrelevant", "irrelevant", True),
        ("cannot_judge", "cannot_judge", False),
        ("relevant", "relevant", True),
    ]


def test_a_scale_of_grades_has_the_digits_and_no_new_screen():
    shown = choices_on(["not_at_all", "in_part", "wholly"], LABELS)
    assert [(one.label, one.key) for one in shown] == [
        ("Not at all", "grade_0"),
        ("In part", "grade_1"),
        ("Wholly", "grade_2"),
        ("Cannot judge", "cannot_judge"),
    ]
    assert [keys_with({})[one.key][0] for one in shown] == ["0", "1", "2", "e"]
