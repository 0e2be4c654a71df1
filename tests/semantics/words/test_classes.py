"""Captions' verbs and nouns find their class, also as instances of several words."""

import pytest

from semantics.words.classes import ClassTable
from semantics.words.parsing import parse


def table(**instances):
    names = tuple(instances)
    return ClassTable(names, {one: names.index(name) for name in names for one in instances[name]})


VERBS = table(
    take=["take", "pick-up", "take-out"],
    put=["put", "put-down", "lay"],
    insert=["put-in", "put-into"],
    turn_on=["turn-on", "switch on"],
    turn_off=["turn-off"],
    turn=["turn"],
)
NOUNS = table(
    board=["board", "board:cutting", "board:chopping"],
    plate=["plate", "plate:paper"],
    lid=["lid", "lid:pan", "lid:frying:pan"],
    pan=["pan", "pan:frying", "saucepan"],
    oil=["oil", "oil:olive"],
    glass=["glass", "glass of wine"],
    pot=["cooking pot", "t-shirt"],
)


@pytest.mark.parametrize(
    ("caption", "classes"),
    [
        ("turn on the light", ["turn_on"]),
        ("turn the light on", ["turn_on"]),
        ("turn off light", ["turn_off"]),
        ("turn the page", ["turn"]),
        ("switch on kettle", ["turn_on"]),
        ("put plate in cupboard", ["insert"]),
        ("put down plate and pick up knife", ["put", "take"]),
        # `up` belongs to the second verb, and `put-up` is no instance.
        ("put plates and pick up cup", ["put", "take"]),
        ("stir the soup", ["stir"]),  # in no class
    ],
)
def test_verbs(caption, classes):
    assert list(VERBS.classes_in(parse([caption])[0], "verb")) == classes


@pytest.mark.parametrize(
    ("caption", "classes"),
    [
        ("wash the cutting board", ["board"]),
        ("take paper plate", ["plate"]),
        # What describes a noun is no thing of its own.
        ("open frying pan lid", ["lid"]),
        ("open lid of the frying pan", ["lid"]),
        ("put lid on frying pan", ["lid", "pan"]),
        ("wash saucepans", ["pan"]),
        ("pour olive oil", ["oil"]),
        ("drink glass of wine", ["glass"]),
        ("wash cooking pot", ["pot"]),
        ("fold t-shirt", ["pot"]),
        ("take blue bowl", ["bowl"]),  # in no class
        ("and then", []),
    ],
)
def test_nouns(caption, classes):
    assert list(NOUNS.classes_in(parse([caption])[0], "noun")) == classes


def test_the_instance_with_most_words_decides():
    bottles = table(bottle=["bottle"], oil=["bottle:oil"], olive_oil=["bottle:olive:oil"])
    names = ("take bottle", "take oil bottle", "take bottle of olive oil")
    found = [bottles.classes_in(words, "noun") for words in parse(names)]
    assert found == [("bottle",), ("oil",), ("olive_oil",)]


def test_an_instance_by_itself():
    assert NOUNS.class_by_instance["board:cutting"] == 0
    assert VERBS.class_by_instance["turn-on"] == 3
    assert "stir" not in VERBS.class_by_instance
