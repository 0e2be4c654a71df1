"""How a scale is written: by its name, or as its words."""

import pytest
from django.core.exceptions import ValidationError

from annotator.asked.scales import name_of, read_scale
from annotator.called import NAMED
from annotator.scales import MOST_VALUES, NoScale, Scale


@pytest.mark.parametrize(("name", "values"), [("0-1", 2), ("0-2", 3), ("0-3", 4), ("0-4", 5)])
def test_a_name_stands_for_words(name, values):
    words = read_scale(name)
    assert len(set(words)) == values
    assert name_of(words) == name


def test_two_values_by_name_are_the_usual_ones():
    assert Scale(tuple(read_scale("0-1"))).is_usual


def test_eleven_values_are_the_most():
    assert read_scale("0-10")[1:10] == list("123456789")
    assert len(NAMED["0-10"]) == MOST_VALUES


def test_a_range_without_words_of_its_own_is_its_numbers():
    assert read_scale(" 0-6 ") == list("0123456")


@pytest.mark.parametrize("text", ["no, partly ,yes", "no\npartly\r\nyes"])
def test_words_are_parted_by_commas_or_lines(text):
    assert read_scale(text) == ["no", "partly", "yes"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0-11", "A scale has 2 to 11 values, found 12: map it first"),
        ("0-100", "found 101: map it first"),
        (",".join(map(chr, range(97, 109))), "found 12: map it first"),
        ("0-0", "A scale has 2 to 11 values, found 1."),
        ("1-5", "A scale begins with 0, not with 1."),
        ("relevant", "found 1."),
        ("", "found 0."),
        ("no,,yes", "Value 1 of the scale has no word."),
        ("no,Yes,yes", "Two values of the scale are called yes."),
        (f"no,{'y' * 41}", "Value 1 of the scale has more than 40 characters."),
    ],
)
def test_what_is_no_scale_is_refused_with_what_is_wrong(text, why):
    with pytest.raises(NoScale) as refused:
        read_scale(text)
    assert why in str(refused.value)


def test_a_character_that_turns_the_text_around_is_no_part_of_a_word():
    with pytest.raises(ValidationError):
        read_scale("no,ye\u202es")
