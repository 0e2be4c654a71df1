"""The keys of the screen: what each action's are, unless a person has chosen their own. And what
can be answered to a pair, as screens draw it: the campaign's scale, and Cannot judge.

A key is written as the browser's KeyboardEvent.key has it, letters in lower case, and "Shift+"
only before keys that have a name ("Shift+ArrowLeft"): which characters need Shift differs between
keyboards. The digits also work on keyboards where they need it (static/js/screen/keys.js).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotator.scales import ANSWERS, Scale, number_and
from foundation.frozen import frozen
from foundation.refused import Refused

DIGITS = 10  # grades that have a digit
TENTH = "grade_10"
KEY = re.compile(r"(?:Shift\+)?[A-Z][A-Za-z0-9]{1,20}|[^\sA-Z]")


class KeyTaken(Refused):
    """Two actions cannot have the same key."""


class NoSuchKey(Refused):
    """This is no key that the screen can use."""


@frozen
class Action:
    name: str
    label: str
    keys: tuple[str, ...]


ACTIONS = (
    Action("relevant", "Relevant", ("1", "r", "ArrowRight")),
    Action("irrelevant", "Irrelevant", ("0", "i", "ArrowLeft")),
    Action("cannot_judge", "Cannot judge", ("e",)),
    # It has no digit. On a scale of eleven values the second is not Slower's (keys_on).
    Action(TENTH, "Grade 10", ("x", "-")),
    Action("undo", "Undo", ("z",)),
    Action("others", "All others irrelevant", ("a",)),
    Action("play_all", "Play all", ("p",)),
    Action("later", "Judge later", ("l",)),
    Action("comment", "Comment", ("c",)),
    Action("ask", "Ask your lead", ("q",)),
    Action("guidelines", "Guidelines", ("g",)),
    Action("keys", "Keys", ("?",)),
    Action("play", "Play or pause", ("Space",)),
    Action("frame_back", "One frame back", (",",)),
    Action("frame_on", "One frame on", (".",)),
    Action("back", "Back by 1 s", ("Shift+ArrowLeft",)),
    Action("forward", "On by 1 s", ("Shift+ArrowRight",)),
    Action("slower", "Slower", ("-",)),
    Action("faster", "Faster", ("+", "=")),
    Action("sound", "Sound on or off", ("m",)),
    Action("size", "Size of the clip", ("s",)),
    Action("next", "Next", ("n",)),
    Action("mistake", "Mistake", ("k",)),
)
NAMES = frozenset(action.name for action in ACTIONS)


def keys_with(chosen: Mapping[str, str]) -> dict[str, list[str]]:
    """Each action's keys. A chosen key comes first and is drawn; a usual one that another action
    took with it is its no more."""
    taken = set(chosen.values())
    digits = {f"grade_{digit}": [str(digit)] for digit in range(DIGITS)}
    return digits | {
        action.name: [
            *([chosen[action.name]] if action.name in chosen else []),
            *(key for key in action.keys if key not in taken),
        ]
        for action in ACTIONS
    }


def keys_on(scale: Scale, keys: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Those of a screen that asks by this scale: one key presses one button."""
    if scale.highest < DIGITS:
        return {name: list(those) for name, those in keys.items() if name != TENTH}
    tenth = set(keys[TENTH])
    return {
        name: [key for key in those if name == TENTH or key not in tenth]
        for name, those in keys.items()
    }


def check_keys(chosen: Mapping[str, str]) -> dict[str, str]:
    """The keys as they are to be kept. Raises NoSuchKey and KeyTaken; the action is the field."""
    kept: dict[str, str] = {}
    for name, typed in chosen.items():
        key = typed if len(typed) > 1 else typed.lower()
        if name not in NAMES or not KEY.fullmatch(key):
            raise NoSuchKey(field=name)
        if key in kept.values():
            raise KeyTaken(field=name)
        kept[name] = key
    return kept


CANNOT_JUDGE = "cannot_judge"
SIGNS = {"irrelevant": "irrelevant", "relevant": "relevant", CANNOT_JUDGE: "unable"}


@frozen
class Choice:
    """One button: what it sends, how it is called, the action whose keys press it. grade: its place
    on a scale of more than two values; word: what that place is called there."""

    value: str
    label: str
    key: str
    sign: str
    judges: bool = True
    grade: int | None = None
    word: str = ""

    @property
    def drawn(self) -> str:
        """The action whose key is drawn beside it; none where the number is the key."""
        return "" if self.grade is not None and self.grade < DIGITS else self.key

    @property
    def sends(self) -> dict[str, str | int]:
        """As a script sends it."""
        return {"answer": self.value} if self.grade is None else {"value": self.grade}


def choices_on(scale: Scale, names: Mapping[str, str], words: Mapping[str, str]) -> list[Choice]:
    """The choices from left to right. Cannot judge comes between two values; a longer scale is not
    interrupted, and its grades have the digits from 0. names: of the answers; words: the scale's,
    where a page has others for them."""
    unable = Choice(CANNOT_JUDGE, names[CANNOT_JUDGE], CANNOT_JUDGE, SIGNS[CANNOT_JUDGE], False)
    called = [words.get(word, word) for word in scale.words]
    if not scale.is_graded:
        own = dict(zip(ANSWERS, called, strict=True)) if not scale.is_usual else names
        least, most = (Choice(one, own[one], one, SIGNS[one]) for one in ANSWERS)
        return [least, unable, most]
    grades = [
        Choice(str(grade), number_and(word, grade), f"grade_{grade}", "grade", True, grade, word)
        for grade, word in enumerate(called)
    ]
    return [*grades, unable]


def actions_on(choices: Sequence[Choice], *others: str) -> list[Action]:
    """Those that a screen with these choices has and lists, called as its buttons are; `others` are
    of other screens."""
    named = {one.key: one.label for one in choices if one.judges}
    grades = [Action(one.key, one.label, ()) for one in choices if one.grade is not None]
    left_out = {TENTH, *others, *(ANSWERS if grades else ())}
    return grades + [
        replace(action, label=named.get(action.name, action.label))
        for action in ACTIONS
        if action.name not in left_out
    ]
