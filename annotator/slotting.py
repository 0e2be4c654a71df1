"""Which slots the labels of a file fill, and what follows for each pair. Pure."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from annotator.consensus import (
    ADJUDICATION,
    CANNOT_JUDGE,
    FIRST,
    SECOND,
    THIRD,
    Given,
    Outcome,
    Policy,
    settle,
)
from annotator.formats.collected import GOLD, WITHDRAWN, LabelFile
from annotator.formats.label_columns import NOT_GIVEN, LabelColumns, as_array
from annotator.scales import Scale
from foundation.frozen import frozen

# Nobody will be asked again: two that disagree are a disagreement.
LABEL_LIMIT = 2
KINDS = (FIRST, SECOND, THIRD, ADJUDICATION, GOLD)
NO_ONE = -1

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]


@frozen
class FilledSlots:
    """(slots,) each. kind: its place in KINDS. rater: the number of who filled it in the file's
    raters, NO_ONE where the answer was withdrawn."""

    pair: Numbers
    kind: Numbers
    turn: Numbers
    rater: Numbers

    def __len__(self) -> int:
        return len(self.pair)


@frozen
class Outcomes:
    """What follows from the labels of each pair that count.

    counting: those labels' places in the file, pair by pair; begins: (pairs + 1,) where each pair's
    begin. distinct: few, because many pairs have the same answers; the labels that each has used
    are numbered from its pair's first. of_pair: (pairs,) which of them.
    """

    counting: Numbers
    begins: Numbers
    distinct: list[Outcome]
    of_pair: Numbers


@frozen
class Slotted:
    """slot_of_label: (labels,). gold: (pairs,) whether it was asked only because its answer was
    known. cannot_judge_limit: wide enough for the pair with the most labels."""

    slots: FilledSlots
    slot_of_label: Numbers
    outcomes: Outcomes
    gold: Truths
    cannot_judge_limit: int


def slot_labels(file: LabelFile) -> Slotted:
    """The labels of a pair fill first, second, third and further third slots in the order of the
    file, if it does not say.

    Hidden gold has slots of its own, and counts for no outcome; nor does what was asked for again,
    which keeps its slot.
    """
    labels = file.labels
    slot_of_label, made_for = _slots_of(labels)
    slots = _fill(labels, slot_of_label, made_for)
    limit = max(2, int(np.bincount(as_array(labels.pair)).max(initial=0)))
    counts = _that_count(labels) & (slots.kind[slot_of_label] != KINDS.index(GOLD))
    # What an outcome wants is not opened: nobody works in a closed campaign.
    policy = Policy(
        doubled=False, label_limit=LABEL_LIMIT, cannot_judge_limit=limit, scale=file.scale
    )
    outcomes = _settle(file, slots.kind[slot_of_label], np.flatnonzero(counts), policy)
    gold = np.ones(len(file.pairs), bool)
    gold[slots.pair[slots.kind != KINDS.index(GOLD)]] = False
    return Slotted(slots, slot_of_label, outcomes, gold, limit)


def _slots_of(labels: LabelColumns) -> tuple[Numbers, Numbers]:
    """Each label's slot, and the label that each slot was made for.

    A rater has one slot of a pair, whatever they say there. What supersedes a label is in its slot,
    whoever gave it.
    """
    supersedes, pair = as_array(labels.supersedes), as_array(labels.pair)
    fresh = np.flatnonzero(supersedes < 0)
    owner = pair * len(labels.rater.texts) + as_array(labels.rater.codes)
    _, first, which = np.unique(owner[fresh], return_index=True, return_inverse=True)
    in_order = np.argsort(first)
    number = np.empty_like(in_order)
    number[in_order] = np.arange(len(in_order))
    slot = np.empty(len(labels), np.int64)
    slot[fresh] = number[which]
    for place in np.flatnonzero(supersedes >= 0).tolist():  # one may supersede one that does
        slot[place] = slot[supersedes[place]]
    return slot, fresh[first[in_order]]


def _fill(labels: LabelColumns, slot_of_label: Numbers, made_for: Numbers) -> FilledSlots:
    pair = as_array(labels.pair)[made_for]
    # Of each word for a kind in the file its place in KINDS; the file may also leave it to us.
    places = np.array([KINDS.index(kind) if kind else -1 for kind in labels.kind.texts], np.int64)
    sentence = places[as_array(labels.kind.codes)[made_for]]
    kind = np.where(sentence < 0, np.minimum(_ordinals(pair), KINDS.index(THIRD)), sentence)
    last = np.empty(len(made_for), np.int64)
    last[slot_of_label] = np.arange(len(labels))  # of several labels of a slot the last one stays
    rater = np.where(
        _answers_with(labels, WITHDRAWN)[last], NO_ONE, as_array(labels.rater.codes)[last]
    )
    return FilledSlots(pair, kind, 1 + _ordinals(pair * len(KINDS) + kind), rater)


def _that_count(labels: LabelColumns) -> Truths:
    """(labels,): neither superseded nor withdrawn nor asked for again."""
    supersedes = as_array(labels.supersedes)
    counts = (as_array(labels.disregarded) == 0) & ~_answers_with(labels, WITHDRAWN)
    counts[supersedes[supersedes >= 0]] = False
    return counts


def _answers_with(labels: LabelColumns, answer: str) -> Truths:
    is_it = np.array([one == answer for one in labels.answer.texts], bool)
    return is_it[as_array(labels.answer.codes)]


def _settle(file: LabelFile, kind: Numbers, counting: Numbers, policy: Policy) -> Outcomes:
    """kind: (labels,), of each label's slot. A label is one byte here, its kind and its value or
    that it judges nothing, and what a pair's labels say together a string of them: each is settled
    once."""
    pair, pairs, scale = as_array(file.labels.pair), len(file.pairs), file.scale
    counting = counting[np.argsort(pair[counting], kind="stable")]
    begins = np.searchsorted(pair[counting], np.arange(pairs + 1))
    says = file.values()[counting]
    says[says == NOT_GIVEN] = len(scale.words)
    codes = kind[counting] * (len(scale.words) + 1) + says
    sentence, patterns = codes.astype(np.uint8).tobytes(), dict[bytes, int]()
    of_pair = np.fromiter(
        (
            patterns.setdefault(sentence[begin:end], len(patterns))
            for begin, end in pairwise(begins.tolist())
        ),
        np.int64,
        pairs,
    )
    distinct = [
        settle(
            [
                _given(number, *divmod(code, len(scale.words) + 1), scale)
                for number, code in enumerate(pattern)
            ],
            policy,
        )
        for pattern in patterns
    ]
    return Outcomes(counting, begins, distinct, of_pair)


def _given(number: int, kind: int, says: int, scale: Scale) -> Given:
    if says == len(scale.words):
        return Given(number, KINDS[kind], CANNOT_JUDGE)
    return Given(number, KINDS[kind], scale.answer_of(says), says)


def _ordinals(keys: Numbers) -> Numbers:
    """How many places before have the same key, for each."""
    order = np.argsort(keys, kind="stable")
    in_order = keys[order]
    found = np.empty_like(order)
    found[order] = np.arange(len(keys)) - np.searchsorted(in_order, in_order)
    return found
