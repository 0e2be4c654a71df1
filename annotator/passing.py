"""When training is passed. Pure.

Questions are of two kinds: those whose answer is relevant, and those whose answer is irrelevant.
Training is passed when the last answers of each kind reach the pass mark: as many of each kind as
half of the campaign's window. So whoever always presses the same button is wrong in all of one
kind, and never passes.

A third of the questions of each kind is held out for each rater: it is asked when all the others
were, or when the answers to those would pass. Of each kind one of the last answers at least is to a
question that was held out; and nothing is asked again before everything was asked once. So what
decides is new to the rater, unless there is nothing new any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.accuracy import Accuracy

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
# Questions of each kind without which training cannot be opened: one to learn from, and one that is
# held out.
NEEDED = 2


@dataclass(frozen=True, slots=True)
class Trained:
    """An answer in training. truth: what would have been right."""

    truth: str
    correct: bool
    held_out: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """Of each kind the last answers that count, and whether one of them was to a question that was
    held out."""

    relevant: Accuracy
    irrelevant: Accuracy
    wanted: int
    mark: float
    held_out: bool

    @property
    def all(self) -> Accuracy:
        return Accuracy(
            self.relevant.right + self.irrelevant.right, self.relevant.n + self.irrelevant.n
        )

    @property
    def ready(self) -> bool:
        """Good enough for the questions that are held out. One right of each kind is the least,
        whatever the mark."""
        of_each = (self.relevant, self.irrelevant)
        return all(
            accuracy.reaches(self.mark, self.wanted) and accuracy.right > 0 for accuracy in of_each
        )

    @property
    def passes(self) -> bool:
        return self.ready and self.held_out


def of_each_kind(window: int) -> int:
    return max(1, (window + 1) // 2)


def progress(answers: Sequence[Trained], mark: float, window: int) -> Progress:
    """`answers`: the newest first."""
    wanted = of_each_kind(window)
    last = {
        truth: [given for given in answers if given.truth == truth][:wanted]
        for truth in (RELEVANT, IRRELEVANT)
    }
    shares = {
        truth: Accuracy(sum(given.correct for given in of), len(of)) for truth, of in last.items()
    }
    held_out = all(any(given.held_out for given in of) for of in last.values())
    return Progress(shares[RELEVANT], shares[IRRELEVANT], wanted, mark, held_out)


def is_held_out(place: int, count: int) -> bool:
    """Of `count` questions of a kind, in an order drawn for the rater, the last third; one at
    least."""
    return place >= count - max(1, count // 3)
