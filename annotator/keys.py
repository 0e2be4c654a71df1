"""The keys of the screen: what each action's are, unless a person has chosen their own. And what
can be answered to a pair, as screens draw it: the campaign's scale, and Cannot judge.

A key is written as the browser's KeyboardEvent.key has it, letters in lower case, and "Shift+"
only before keys that have a name ("Shift+ArrowLeft"): which characters need Shift differs between
keyboards. The digits also work on keyboards where they need it (static/js/screen/keys.js).
"""

import re
from collections.abc import Mapping, Sequence

from foundation.frozen import frozen
from foundation.refused import Refused

MOST_GRADES = 10
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


def actions_but(*names: str) -> list[Action]:
    """Those that a screen has and lists; `names` are of other screens."""
    return [action for action in ACTIONS if action.name not in names]


def keys_with(chosen: Mapping[str, str]) -> dict[str, list[str]]:
    """Each action's keys. A chosen key comes first and is drawn; a usual one that another action
    took with it is its no more."""
    taken = set(chosen.values())
    grades = {f"grade_{digit}": [str(digit)] for digit in range(MOST_GRADES)}
    return grades | {
        action.name: [
            *([chosen[action.name]] if action.name in chosen else []),
            *(key for key in action.keys if key not in taken),
        ]
        for action in ACTIONS
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
    """One button: what it sends, how it is called, the action whose keys press it."""

    value: str
    label: str
    key: str
    sign: str
    judges: bool = True


def choices_on(scale: Sequence[str], labels: dict[str, str]) -> list[Choice]:
    """The choices from left to right. Cannot judge comes between two values; a longer scale is not
    interrupted, and its grades have the digits from 0."""
    binary = len(scale) == 2
    grades = [
        Choice(
            value,
            labels.get(value, value.replace("_", " ").capitalize()),
            value if binary else f"grade_{place}",
            SIGNS.get(value, "grade"),
        )
        for place, value in enumerate(scale)
    ]
    unable = Choice(CANNOT_JUDGE, labels[CANNOT_JUDGE], CANNOT_JUDGE, SIGNS[CANNOT_JUDGE], False)
    return [grades[0], unable, grades[1]] if binary else [*grades, unable]
