"""What a measure is: a kind, as one file of `measures/kinds` describes it, with its depth
and its parameters, the grade from which a pair is relevant, and whether pairs without a verdict are
taken out of rankings before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from numpy.typing import ArrayLike

from measures.arrays import Values
from measures.hits import Hits, Pairs
from measures.pool import FoundPool
from measures.quantity import Quantity, mean

LAST = 1_000
PRIME = "'"
BY_POSITIVES = "@R"  # ends the name of a kind whose depth is the number of positives


class Depth(Enum):
    """Whether a name has a depth, as in `C@10`."""

    NEEDED = "needed"
    POSSIBLE = "possible"
    NONE = "none"


class Unit(Enum):
    """What a value is. Shares are read in percent, ranks are not."""

    SHARE = "share"
    RANK = "rank"


class LooksAt(Enum):
    """What a caption's value follows from. FIRST_HIT: from the first hit's rank alone. HITS: from
    the positives that are ranked. POSITIVES: also from those that are not. VERDICTS: from which
    ranks have a verdict, whatever it is. MEANS: from the means of other measures."""

    FIRST_HIT = "first hit"
    HITS = "hits"
    POSITIVES = "positives"
    VERDICTS = "verdicts"
    MEANS = "means"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One that is no depth, as in `RBP(p=0.8)`: a number between low and high, neither of them.

    unsaid: names leave it out while it has its usual value, which need not lie between the two.
    """

    name: str
    usual: float
    low: float
    high: float
    unsaid: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a run found. judged: hits among the pairs with a verdict, None where verdicts are not
    known. full_ranks: see `first_rank`.

    pool: what was pooled, and from which strata; only of measures that estimate from a sample.
    highest: the highest grade of all positives, 0 where there are none; or that of the scale, if
    one is known.
    """

    hits: Hits
    positives: Pairs
    judged: Hits | None = None
    full_ranks: ArrayLike | None = None
    pool: FoundPool | None = None
    highest: float = 0.0
    of_scale: bool = False


@dataclass(frozen=True, slots=True)
class OfMeans:
    """A function of the means of other measures. There is no value per caption."""

    parts: "tuple[Measure, ...]"
    of_means: Callable[[Sequence[Quantity]], Quantity]
    # The same of (parts, resamples) at once, nan for a mean that is undefined.
    of_resampled: Callable[[Values], Values]
    # (parts,): how far it moves for each step of a mean; not finite where it has no slope.
    slopes: Callable[[Values], Values]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Kind:
    """All that is known of a measure, in one place. A kind is equal to itself alone."""

    name: str
    convention: str  # what the value is, for notes below tables
    looks_at: LooksAt
    # (captions,): nan for no value. None for a function of means.
    values: "Callable[[Found, Measure], Values] | None"
    depth: Depth = Depth.NONE
    parameters: tuple[Parameter, ...] = ()
    unit: Unit = Unit.SHARE
    # Whether it follows from the first ranks and never falls when one of them turns out relevant,
    # so that verdicts that are missing bound it.
    rises: bool = False
    binary: bool = False  # 1 or 0 for a caption
    graded: bool = False  # gains play a part; for the others whatever has a gain is positive
    cut_by_positives: bool = False  # without a depth it looks at as many ranks as positives
    function: OfMeans | None = None
    summary: Callable[[Values, int], Quantity] = mean  # of the values, and the depth looked at
    instead: str = ""  # what to ask for where a mean over captions is needed; empty if it has one
    # (captions,): how much of the value is open, as ranks have no verdict.
    residual: "Callable[[Found, Measure], Values] | None" = None
    # Whether irrelevant is told from not judged, so that a value needs verdicts.
    needs_verdicts: bool = False
    samples: bool = False  # whether it estimates from verdicts on a sample of a pool
    # Why there is no value for anything that was found; empty where there is.
    unfit: "Callable[[Found, Measure], str] | None" = None
    # What has to be known of a value besides its convention; empty for nothing.
    remark: "Callable[[Found, Measure], str] | None" = None
    also_called: tuple[str, ...] = ()  # by others, in lower case; never taken silently
    place: int = LAST  # in lists of measures; by name where several have the same

    def __str__(self) -> str:
        return self.name

    @property
    def needs_positives(self) -> bool:
        return self.looks_at is not LooksAt.VERDICTS

    @property
    def uses_verdicts(self) -> bool:
        return self.looks_at is LooksAt.VERDICTS or self.needs_verdicts or self.residual is not None

    @property
    def has_levels(self) -> bool:
        """Whether a grade may be named from which a pair is relevant, as in `AP(rel=2)`."""
        return self.needs_positives and not self.graded

    @property
    def can_condense(self) -> bool:
        """Whether rankings may be taken without their pairs that are not judged, as in `AP'`; what
        needs verdicts tells these pairs apart by itself."""
        return self.needs_positives and not self.needs_verdicts

    @property
    def of_ranks(self) -> bool:
        """A rank may be unknown, so ranks are read as they are and no mean of them is drawn."""
        return self.unit is Unit.RANK

    @property
    def pattern(self) -> str:
        """The name of the kind in documents and messages."""
        name = str(self.usual())
        return {
            Depth.NEEDED: f"{name}@K",
            Depth.POSSIBLE: f"{name}, {name}@K",
            Depth.NONE: name,
        }[self.depth]

    def usual(self, depth: int | None = None) -> "Measure":
        """The measure with the usual value of each parameter."""
        return Measure(self, depth, tuple(one.usual for one in self.parameters))


@dataclass(frozen=True, slots=True)
class Measure:
    """depth: the ranks it looks at, None for all that are stored. parameters: of its kind's, in
    their order. level: the grade from which a pair is relevant, None for any above 0. condensed:
    whether what has no verdict is taken out of rankings first."""

    kind: Kind
    depth: int | None = None
    parameters: tuple[float, ...] = ()
    level: int | None = None
    condensed: bool = False

    def __str__(self) -> str:
        listed = [
            f"{one.name}={value:g}"
            for one, value in zip(self.kind.parameters, self.parameters, strict=True)
            if not one.unsaid or value != one.usual
        ]
        if self.level is not None:
            listed.append(f"rel={self.level}")
        name = self.kind.name.removesuffix(BY_POSITIVES)
        name += PRIME * self.condensed + (f"({','.join(listed)})" if listed else "")
        if self.kind.name.endswith(BY_POSITIVES):
            return name + BY_POSITIVES
        return name if self.depth is None else f"{name}@{self.depth}"

    @property
    def parts(self) -> "tuple[Measure, ...]":
        """The measures with a value per caption that it is made of: itself, mostly."""
        if not self.kind.function:
            return (self,)
        return tuple(
            replace(part, level=self.level, condensed=self.condensed)
            for part in self.kind.function.parts
        )

    @property
    def rises(self) -> bool:
        """See `Kind.rises`. A pair that turns out relevant may have too low a grade, and it moves
        what stands below it in a ranking that leaves out what is not judged."""
        return self.kind.rises and self.level is None and not self.condensed

    @property
    def uses_verdicts(self) -> bool:
        return self.condensed or self.kind.uses_verdicts

    @property
    def needs_verdicts(self) -> bool:
        """Whether it has a value only where it is known what was judged."""
        return self.condensed or self.kind.needs_verdicts or not self.kind.needs_positives

    @property
    def reads(self) -> int | None:
        """The deepest rank it looks at; None for all that are stored."""
        return deepest([part.depth for part in self.parts])

    @property
    def definition(self) -> str:
        return f"{self}: {self.convention}."

    @property
    def convention(self) -> str:
        level = "" if self.level is None else f"; relevant from grade {self.level}"
        removed = "; ranks without a verdict removed first" if self.condensed else ""
        return self.kind.convention + level + removed

    def cut(self, found: Found) -> int:
        """The ranks it looks at in this run, if it names none all that are stored."""
        return found.hits.depth if self.depth is None else self.depth


def deepest(depths: Sequence[int | None]) -> int | None:
    """None where one of them has no end."""
    known = [depth for depth in depths if depth is not None]
    return max(known) if len(known) == len(depths) else None
