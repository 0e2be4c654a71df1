"""A campaign's scale: what can be said of a pair, in order, and what each value of it means.

A value is its place on the scale, from 0, the worst. The answer follows from it: relevant from
`relevant_from` on. Of two values both say the same. Pure.
"""

from collections.abc import Sequence
from itertools import pairwise

from foundation.frozen import frozen
from foundation.refused import Refused

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
ANSWERS = (IRRELEVANT, RELEVANT)
TWO_VALUES = ANSWERS
MOST_VALUES = 11
LONGEST = 3  # digits of a value, as in files with grades up to 100


class NotOnScale(Refused):
    """This campaign asks for a grade."""

    reason = "not_on_scale"


class NoScale(Refused):
    """This is no scale."""


@frozen
class Scale:
    """far: a third label is asked for where two differ by as much, or more."""

    words: tuple[str, ...] = TWO_VALUES
    relevant_from: int = 1
    far: int = 1
    gold_exact: bool = False

    @property
    def highest(self) -> int:
        return len(self.words) - 1

    @property
    def is_graded(self) -> bool:
        return len(self.words) > len(TWO_VALUES)

    def __str__(self) -> str:
        """For people who read files, in one line."""
        places = [str(value) for value in range(len(self.words))]
        if list(self.words) == places:
            named = f"0 to {self.highest}"
        else:
            named = ", ".join(map("{} {}".format, places, self.words))
        return f"{named}; relevant from {self.relevant_from} on"

    @property
    def sentence(self) -> str:
        """To follow others; empty of two values."""
        return f" Grades: {self}." if self.is_graded else ""

    def is_like(self, other: "Scale") -> bool:
        """Whether a grade means the same on both."""
        return (self.words, self.relevant_from) == (other.words, other.relevant_from)

    def read(self, words: str) -> int | None:
        """A value as plain digits; None for anything else: no sign, point, space or other digits,
        and no value that is not on the scale."""
        is_plain = words.isascii() and words.isdigit() and len(words) <= LONGEST
        return int(words) if is_plain and int(words) <= self.highest else None

    @property
    def is_usual(self) -> bool:
        """Whether its words are the answers themselves."""
        return self.words == TWO_VALUES

    def answer_of(self, value: int) -> str:
        return ANSWERS[value >= self.relevant_from]

    def value_of(self, answer: str) -> int | None:
        """Of two values; None where nothing is judged."""
        return ANSWERS.index(answer) if answer in ANSWERS else None

    def grade_of(self, value: int | None) -> int | None:
        """As it is kept beside a verdict: two values need none."""
        return value if self.is_graded else None

    def in_words(self, value: int) -> str:
        """As it is said again to who said it: of two values the word, of more the number too."""
        word = self.words[value]
        return number_and(word, value) if self.is_graded else word[:1].upper() + word[1:]

    def place_of(self, answer: str, grade: int | None) -> int | None:
        """Of an answer and the grade that is kept beside it; None where nothing is known."""
        return grade if self.is_graded else self.value_of(answer)

    def said(self, answer: str | None, value: int | None) -> tuple[str, int | None]:
        """The answer and its value, of which either says the other, but that a longer scale is
        answered by its values. Raises NotOnScale."""
        if value is None:
            if self.is_graded and answer in ANSWERS:
                raise self._has_not(answer)
            assert answer is not None  # noqa: S101  (what is asked has one of the two)
            return answer, self.value_of(answer)
        if not 0 <= value <= self.highest:
            raise self._has_not(value)
        follows = self.answer_of(value)
        if answer not in (None, follows):
            raise NotOnScale(f"The value {value} is {follows}, not {answer}.", field="value")
        return follows, value

    def _has_not(self, found: str | int) -> NotOnScale:
        highest = self.highest
        return NotOnScale(
            f"This campaign's scale has the values 0 to {highest}: expected one of them, found"
            f" {found}.",
            field="value",
        )

    def is_right(self, said: int, known: int) -> bool:
        """Whether an answer passes a check. On a long scale people who agree differ by one."""
        if self.gold_exact or len(self.words) <= 3:
            return said == known
        return abs(said - known) <= 1 and self.answer_of(said) == self.answer_of(known)

    def is_settled(self, values: Sequence[int]) -> bool:
        """Whether values, in order, have a middle to go by.

        Of an even number the two in the middle are near and on one side; of an odd number some two
        are within one grade. Of two values this is a majority.
        """
        half = len(values) // 2
        if len(values) % 2:
            steps = (upper - lower for lower, upper in pairwise(values))
            return len(values) == 1 or min(steps) <= 1
        if not values:
            return False
        lower, upper = values[half - 1], values[half]
        return upper - lower < self.far and self.answer_of(lower) == self.answer_of(upper)


def number_and(word: str, value: int) -> str:
    """A grade inside a sentence: "3, highly relevant". A word that is its number is said once."""
    return word if word == str(value) else f"{value}, {word}"


def middle(values: Sequence[int]) -> int:
    """The median of values in order; the lower of the two where there are two."""
    return values[(len(values) - 1) // 2]
