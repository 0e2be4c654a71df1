"""Everyday words of captions, as lexicon.txt beside this file lists them."""

from itertools import chain
from pathlib import Path


def _read() -> dict[str, list[list[str]]]:
    """The words of each section's lines, by section."""
    sections: dict[str, list[list[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sections[line.strip("[]")] = words = []
        elif line and not line.startswith("#"):
            words.append(line.split())
    return sections


_SECTIONS = _read()
EMPTY, MANY = (frozenset(chain(*_SECTIONS[name])) for name in ("empty", "many"))
# Word -> the form that stands for it, where no rule finds it.
IRREGULAR = {word: first for first, *others in _SECTIONS["irregular"] for word in (first, *others)}
SAME, EXCLUDING = _SECTIONS["same"], _SECTIONS["excluding"]
NUMBERS = {
    word: number for number, line in enumerate(_SECTIONS["numbers"], start=2) for word in line
}
# A word about who it is weighs little: the same clip has a man, a guy, a person.
MALE, FEMALE = frozenset(("man", "boy")), frozenset(("woman", "girl"))
PEOPLE = MALE | FEMALE | {"person", "child", "baby"}
# So do particles that go with many verbs.
LIGHT = PEOPLE | {"up", "down", "left", "right", "inside", "outside", "not"}
