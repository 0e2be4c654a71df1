"""When training is passed. Pure.

Questions are of two kinds: those whose answer is relevant, and those whose answer is irrelevant.
Training is passed when the last answers of each kind reach the pass mark: as many of each kind as
half of the campaign's window. So whoever always presses the same button is wrong in all of one
kind, and never passes.

A third of the questions of each kind is held out for each rater: it is asked when all the others
were, or when the answers to those would pass. Of each kind one of the last answers at least is to a
question that was held out; and nothing is asked again before everything was asked once. So what
decides is new to the rater, unless there is nothing new any more.

A round is over when every question was asked in it; where there are fewer questions than answers
that count, when each was asked as often as it takes. There are two rounds: who does not pass in the
first has a second chance. After that a lead decides.
"""

from collections import Counter
from collections.abc import Sequence

from foundation.frozen import frozen
from measures.accuracy import Accuracy

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
# Questions of each kind without which training cannot be opened: one to learn from, and one that is
# held out.
NEEDED = 2
ROUNDS = 2


@frozen
class Trained:
    """An answer in training. truth: what would have been right."""

    truth: str
    correct: bool
    held_out: bool


@frozen
class TrainingProgress:
    """The last answers of each kind that count, and whether one of them was to a question that was
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
        return all(
            one.reaches(self.mark, self.wanted) and one.right > 0
            for one in (self.relevant, self.irrelevant)
        )

    @property
    def passes(self) -> bool:
        return self.ready and self.held_out


def of_each_kind(window: int) -> int:
    return max(1, (window + 1) // 2)


def progress(answers: Sequence[Trained], mark: float, window: int) -> TrainingProgress:
    """`answers`: the newest first."""
    wanted = of_each_kind(window)
    last = [
        [given for given in answers if given.truth == truth][:wanted]
        for truth in (RELEVANT, IRRELEVANT)
    ]
    relevant, irrelevant = (Accuracy(sum(one.correct for one in of), len(of)) for of in last)
    held_out = all(any(given.held_out for given in of) for of in last)
    return TrainingProgress(relevant, irrelevant, wanted, mark, held_out)


@frozen
class Course:
    """Where a rater is in training: in which round, and how far in it."""

    round: int  # from 1
    answered: int  # in this round
    questions: int  # of a round
    over: bool  # all rounds are over: a lead decides

    @property
    def left(self) -> int:
        return self.questions - self.answered

    @property
    def begins_again(self) -> bool:
        """The rater has just failed a round and may begin the next."""
        return self.round > 1 and not self.answered


def course(asked: Sequence[tuple[str, int]], window: int) -> Course:
    """`asked`: of each question that may be asked, the answer to it and how often the rater has
    answered it."""
    counts = Counter(truth for truth, _ in asked)
    wanted = of_each_kind(window)
    # How often a round asks each question.
    times = max([1, *(-(-wanted // count) for count in counts.values())])
    through = min((often for _, often in asked), default=0) // times
    questions = len(asked) * times
    if through >= ROUNDS:
        return Course(ROUNDS, questions, questions, over=True)
    answered = sum(min(times, max(0, often - through * times)) for _, often in asked)
    return Course(through + 1, answered, questions, over=False)


def is_held_out(place: int, count: int) -> bool:
    """Whether it is in the last third of `count` questions of a kind, in an order drawn for the
    rater; one at least is."""
    return place >= count - max(1, count // 3)
