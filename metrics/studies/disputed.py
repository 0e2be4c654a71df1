"""What raters disagree about: kinds of disagreement, and the kinds of mistakes that adjudicators
named."""

from collections.abc import Sequence

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.agreement_errors import DrawnUnits, RaterEffect
from measures.arrays import Integers, Mask
from measures.clustered_share import clustered_share
from measures.disagreements import OPPOSITE, Differing, differing
from measures.estimate import Estimate
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.labels import Labels, Which, of_kinds
from metrics.studies.estimated import marked

NOT_NAMED, NOT_DECIDED = -1, -2
NOT_NAMED_KEY = "not_named"


@frozen
class OfKind(Found, called="Kind"):
    """Pairs whose answers differ in one way, and what became of them."""

    kind: str = found()
    pairs: int = found()
    relevant: int = found()
    irrelevant: int = found()
    disagreement: int = found()
    open: int = found()
    adjudicated: int = found()
    share: Estimate = marked()  # of all pairs that two raters or more answered


@frozen
class OfMistake(Found, called="Mistake"):
    """Decisions that name this kind of mistake. share: of all decisions about pairs that some
    called relevant and some irrelevant."""

    mistake: str = found()
    pairs: int = found()
    share: Estimate = marked()


@frozen
class Disputed(Found):
    answered: int = found(
        "Pairs that two raters or more answered, cannot judge included.", key="answered_twice"
    )
    differing: int = found("Of these, those whose answers differ.")
    kinds: Sequence[OfKind] = found(key="disagreements_by_kind")
    decided: int = found("Pairs called relevant and irrelevant that an adjudicator decided.")
    mistakes: Sequence[OfMistake] = found()


def disputed(
    labels: Labels, which: Which, level: float, raters_as: RaterEffect = "fixed"
) -> Disputed:
    chosen = of_kinds(labels.kind, which)
    drawn = None if raters_as == "fixed" else _each_once(labels, chosen)
    found = differing(
        labels.pair[chosen],
        labels.rater[chosen],
        labels.value[chosen],
        labels.pairs,
        labels.reason[chosen],
    )
    decided = found.kinds[OPPOSITE] & (labels.decided != NOT_DECIDED)
    return Disputed(
        int(found.answered.sum()),
        int(found.any.sum()),
        [_of_kind(labels, found, kind, level, drawn) for kind in found.kinds],
        int(decided.sum()),
        _mistakes(labels, decided, level, drawn),
    )


def _each_once(labels: Labels, chosen: Mask) -> DrawnUnits:
    """Who answered which pair, each rater of a pair once."""
    pairs = np.unique(np.stack([labels.pair[chosen], labels.rater[chosen]]), axis=1)
    return DrawnUnits(pairs[0], pairs[1])


def _share(
    of: Mask, among: Mask, labels: Labels, level: float, drawn: DrawnUnits | None
) -> Estimate:
    by = None if drawn is None else drawn.only(among)
    return clustered_share(of[among].astype(np.float64), labels.videos[among], level, by)


def _of_kind(
    labels: Labels, found: Differing, kind: str, level: float, drawn: DrawnUnits | None
) -> OfKind:
    of, answered = found.kinds[kind], found.answered
    share = _share(of, answered, labels, level, drawn)

    def became(verdict: int) -> int:
        return int((labels.verdicts[of] == verdict).sum())

    return OfKind(
        kind,
        int(of.sum()),
        became(RELEVANT),
        became(IRRELEVANT),
        became(DISAGREEMENT),
        became(UNKNOWN),
        int((labels.decided[of] != NOT_DECIDED).sum()),
        share,
    )


def _mistakes(
    labels: Labels, decided: Mask, level: float, drawn: DrawnUnits | None
) -> list[OfMistake]:
    """Those that occur, most often first; decisions that name none last."""
    named: Integers = labels.decided[decided]
    places = [(place, name) for place, name in enumerate(labels.mistakes) if (named == place).any()]
    places.sort(key=lambda one: (-int((named == one[0]).sum()), one[0]))
    if (named == NOT_NAMED).any():
        places.append((NOT_NAMED, NOT_NAMED_KEY))
    return [
        OfMistake(
            name,
            int((named == place).sum()),
            _share(labels.decided == place, decided, labels, level, drawn),
        )
        for place, name in places
    ]
