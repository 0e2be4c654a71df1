"""How the answers to a pair differ: in what they say, in whether they judge at all, or in why not.

A unit is a pair; here it plays a part if two raters or more answered it, also with "cannot judge".
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from measures.agreement import count_values
from measures.arrays import Integers, Mask
from measures.raters import IRRELEVANT, RELEVANT, repeats

UNABLE = 2  # beside IRRELEVANT and RELEVANT, a value of its own
OPPOSITE, RELEVANT_UNABLE = "relevant_irrelevant", "relevant_cannot_judge"
IRRELEVANT_UNABLE, REASONS_DIFFER = "irrelevant_cannot_judge", "reasons"
KINDS = (OPPOSITE, RELEVANT_UNABLE, IRRELEVANT_UNABLE, REASONS_DIFFER)


@dataclass(frozen=True, slots=True)
class Differing:
    """answered: (units,), whether two raters or more answered it. kinds: by KINDS, (units,) whether
    two of its answers differ so; a unit can be of several kinds."""

    answered: Mask
    kinds: Mapping[str, Mask]

    @property
    def any(self) -> Mask:
        return np.logical_or.reduce(list(self.kinds.values()))


def differing(
    unit: Integers, rater: Integers, value: Integers, units: int, why: Integers
) -> Differing:
    """All but units: (answers,). value: IRRELEVANT, RELEVANT, or anything below for one that could
    not judge. why: a number for each reason of those.

    Of a rater's answers to a unit one counts: the first that judges, else the first.
    """
    order = np.argsort(value < 0, kind="stable")  # those that judge come first
    order = order[~repeats(unit[order], rater[order])]
    unit, why = unit[order], why[order]
    value = np.where(value[order] < 0, UNABLE, value[order])
    counts = count_values(unit, value, units, UNABLE + 1)
    relevant, irrelevant, unable = (counts[:, one] > 0 for one in (RELEVANT, IRRELEVANT, UNABLE))
    kinds = {
        OPPOSITE: relevant & irrelevant,
        RELEVANT_UNABLE: relevant & unable,
        IRRELEVANT_UNABLE: irrelevant & unable,
        REASONS_DIFFER: _several(unit[value == UNABLE], why[value == UNABLE], units),
    }
    return Differing(counts.sum(axis=1) > 1, kinds)


def _several(unit: Integers, why: Integers, units: int) -> Mask:
    """(units,): whether there are two reasons or more."""
    least, most = np.full(units, np.iinfo(np.int64).max), np.full(units, -1)
    np.minimum.at(least, unit, why)
    np.maximum.at(most, unit, why)
    return most > least
