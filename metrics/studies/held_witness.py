"""What one witness says of pairs that people labelled, beside what people found: the arrays that
its agreement, calibration and flattery are computed from."""

from functools import cached_property

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Mask, Values
from measures.dependence import Dependence
from measures.hits import locate
from metrics.snapshot import Snapshot

HALF = 0.5


@frozen
class HeldWitness:
    """keys: queries x videos, ascending, of the pairs that it has an opinion on. threshold: the
    value from which it takes a pair for relevant, if it named one. no_agreement: why it is not held
    against people; empty where it may be. own_run: the run that it is, if it is one."""

    name: str
    title: str  # of its kind
    family: str
    keys: Integers
    values: Values
    threshold: float | None = None
    no_agreement: str = ""
    own_run: str = ""

    @property
    def are_probabilities(self) -> bool:
        return bool(((self.values >= 0) & (self.values <= 1)).all())


@frozen
class Drawing:
    """How a pool drew the captions whose pairs people were asked about. weights: (queries,) one
    over the probability that a query's caption was drawn; nan where none was."""

    pool: str
    weights: Values


class Labelled:
    """The pairs with a resolved verdict and an opinion, each (pairs,). unresolved: queries x
    videos, those that people disagree about: they are in nothing here."""

    def __init__(self, snapshot: Snapshot, said: HeldWitness, unresolved: Integers) -> None:
        verdicts = snapshot.verdicts().keys
        resolved = verdicts[~np.isin(verdicts, unresolved)]
        there, place = locate(said.keys, resolved)
        self.snapshot, self.said = snapshot, said
        self.verdicts = len(resolved)
        self.keys = resolved[there]
        self.f: Values = said.values[place[there]] if len(said.keys) else np.empty(0)
        self.relevant: Mask = np.isin(self.keys, snapshot.collected.keys)
        self.y = self.relevant.astype(np.float64)

    @cached_property
    def original(self) -> Mask:
        of = self.snapshot.original()
        own = of.gathered(self.snapshot.caption_queries, self.snapshot.queries)
        return np.isin(self.keys, own.keys)

    @cached_property
    def dependence(self) -> Dependence:
        texts, videos = np.divmod(self.keys, max(self.snapshot.videos, 1))
        return Dependence.of(len(self.keys), videos, texts)

    @cached_property
    def grades(self) -> Integers | None:
        """(pairs,): people's, where the witness speaks in grades of the same scale."""
        of = self.snapshot.grades
        if of is None or not self._are_grades(of.highest):
            return None
        there, place = locate(of.gains.keys, self.keys)
        found = np.zeros(len(self.keys), np.int64)
        found[there] = of.gains.gains[place[there]]
        return found

    def _are_grades(self, highest: int) -> bool:
        """Values of 0 and 1 alone are verdicts and no grades."""
        values = self.said.values
        whole = bool((values == np.round(values)).all()) and float(values.min(initial=0)) >= 0
        return whole and 1 < float(values.max(initial=0)) <= highest

    @cached_property
    def threshold(self) -> tuple[float | None, str]:
        """From which value on it takes a pair for relevant, and who says so."""
        if self.said.threshold is not None:
            return self.said.threshold, "named"
        if self.grades is not None and self.snapshot.grades is not None:
            return float(self.snapshot.grades.relevant_from), "scale"
        return (HALF, "probabilities") if self.said.are_probabilities else (None, "none")

    @cached_property
    def called(self) -> Values | None:
        """(pairs,): 1 where it takes the pair for relevant; None where nobody says from where."""
        at = self.threshold[0]
        return None if at is None else (self.f >= at).astype(np.float64)

    @property
    def as_share(self) -> Values | None:
        """(pairs,): what it says on the scale of verdicts, from 0 to 1: its probabilities, or else
        what it calls relevant."""
        return self.f if self.said.are_probabilities else self.called
