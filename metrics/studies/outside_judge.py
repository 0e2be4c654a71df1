"""What a judge from outside is worth beside people's labels, and which published runs it flatters:
exactly, as leads read it, and in steps, as its author does."""

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers
from measures.dependence import Dependence
from measures.estimate import Estimate
from measures.hits import locate
from measures.saving import share_saved, weight_of_a_label
from metrics.snapshot import Snapshot
from metrics.studies.coarse import step_of
from metrics.studies.held_witness import HeldWitness, Labelled
from metrics.studies.witness_study import DEPTH, witness_study

VERSION = 1
LEAST_LABELLED = 500
COVERED = 0.8
DRAWN_ABOVE = 0.05  # the share that is needed lies up to so much higher, nobody knows where
FINEST = 0.05
COARSEST = 0.2  # a figure in wider steps says nothing
NOTHING = "Nothing can be said of it yet."
FEW_IN_TOP = "Too few of the run's first ranks are labelled."
BLURRED = 0.1  # steps widen at up to so many labels more, nobody knows where


@frozen
class JudgeFigure:
    """A number with its interval, or why there is none. step: in which it is told; None of an exact
    one."""

    value: float | None
    low: float | None
    high: float | None
    why: str
    step: float | None = None

    @classmethod
    def of(cls, one: Estimate) -> "JudgeFigure":
        low, high = one.ends() or (None, None)
        return cls(one.value, low, high, one.reason or one.why_not())

    def coarse(self, step: float, drawn: float) -> "JudgeFigure":
        """In steps, one of which a label moves it by a tenth of at most, or about. drawn: from 0 to
        below 1, as in `coarse`. Where nothing varies the interval has no width: that there is none
        would say that a judge is right of every pair."""

        def rounded(end: float | None) -> float | None:
            end = self.value if end is None else end
            return None if end is None else round(round(end / step + drawn - 0.5) * step, 6)

        return JudgeFigure(rounded(self.value), rounded(self.low), rounded(self.high), "", step)


UNKNOWN = JudgeFigure(None, None, None, NOTHING)


@frozen
class RunFlattered:
    """labelled: pairs in its first ranks with a verdict and an opinion; None as authors see it."""

    run: str
    own: bool
    labelled: int | None
    flattery: JudgeFigure


@frozen
class JudgeStanding:
    """listed: pairs that opinions were asked about. answered: of these, with a value. labelled: of
    these, with a resolved verdict. covered: of those, with a value. weight: how far one label
    moves what is saved. k: how many first ranks flattery looks at."""

    listed: int
    answered: int
    labelled: int
    covered: int
    weight: float
    saved: JudgeFigure
    k: int
    runs: tuple[RunFlattered, ...]

    @property
    def share(self) -> float:
        return self.covered / self.labelled if self.labelled else 0.0


@frozen
class AuthorsStanding:
    """What its author is shown. enough: whether it has opinions on enough labelled pairs, and these
    are enough; never how many."""

    listed: int
    answered: int
    enough: bool
    saved: JudgeFigure
    k: int
    runs: tuple[RunFlattered, ...]


def judge_standing(
    snapshot: Snapshot, said: HeldWitness, unresolved: Integers, listed: Integers
) -> JudgeStanding:
    """unresolved, listed: queries x videos, ascending. What is not on the list counts as not
    labelled: nobody was asked about it."""
    verdicts = snapshot.verdicts().keys
    aside = np.union1d(unresolved, verdicts[~np.isin(verdicts, listed)])
    labelled = Labelled(snapshot, said, aside)
    saved, weight = UNKNOWN, 1.0
    if labelled.verdicts >= LEAST_LABELLED and len(labelled.keys) >= COVERED * labelled.verdicts:
        keys = verdicts[~np.isin(verdicts, aside)]
        y = np.isin(keys, snapshot.collected.keys).astype(np.float64)
        there, place = locate(said.keys, keys)
        # Where it says nothing it says what it says on the whole, which no label has a part in.
        f = np.where(there, said.values[place], said.values.mean())
        texts, videos = np.divmod(keys, snapshot.videos)
        dependence = Dependence.of(len(keys), videos, texts)
        saved = JudgeFigure.of(share_saved(y, f, dependence))
        weight = weight_of_a_label(y)
    flattered = witness_study(snapshot, said, unresolved=aside, depth=DEPTH).flattery
    return JudgeStanding(
        listed=len(listed),
        answered=int(np.isin(listed, said.keys).sum()),
        labelled=labelled.verdicts,
        covered=len(labelled.keys),
        weight=weight,
        saved=saved,
        k=DEPTH,
        runs=tuple(
            RunFlattered(one.run, one.own, one.labelled, JudgeFigure.of(one.flattery))
            for one in flattered
        ),
    )


def worth_of(saved: JudgeFigure) -> tuple[float | None, float | None, float | None]:
    """How many times as many labels people alone would need: the value and both ends, 1 / (1 -
    share); of a coarse share of 1 what a step below it is worth, and more."""
    least = saved.step or 0.0

    def worth(share: float | None) -> float | None:
        left = None if share is None else max(1 - share, least)
        return 1 / left if left else None

    return worth(saved.value), worth(saved.low), worth(saved.high)


def for_author(found: JudgeStanding, drawn: float, blur: float) -> AuthorsStanding:
    """drawn: which of two steps a figure becomes. blur: where the least share lies, and where steps
    begin to widen. Each from 0 to below 1, by the submission, unknown to its author: were they
    fixed, a file could be made that lies at a border, and one pair more would show."""
    enough = found.labelled >= LEAST_LABELLED and found.share >= COVERED + DRAWN_ABOVE * blur

    def told(figure: JudgeFigure, weight: float, nothing: str) -> JudgeFigure:
        step = max(FINEST, step_of(int(1 / (weight * (1 + BLURRED * blur)))))
        # Why a figure is missing follows from labels as well.
        if figure.value is None or step > COARSEST:
            return JudgeFigure(None, None, None, nothing)
        return figure.coarse(step, drawn)

    return AuthorsStanding(
        listed=found.listed,
        answered=found.answered,
        enough=enough,
        saved=told(found.saved if enough else UNKNOWN, found.weight, NOTHING),
        k=found.k,
        runs=tuple(
            RunFlattered(
                one.run,
                one.own,
                None,
                told(one.flattery, 1 / max(1, one.labelled or 0), FEW_IN_TOP),
            )
            for one in (found.runs if enough else ())
        ),
    )
