"""Which slots the labels of a file fill, and what follows for each pair. Pure."""

from collections import Counter
from dataclasses import dataclass, field

from annotator.consensus import FIRST, SECOND, THIRD, Given, Outcome, Policy, settle
from annotator.formats.collected import GOLD, WITHDRAWN, LabelFile

# Nobody will be asked again: two that disagree are a disagreement.
LABEL_LIMIT = 2


@dataclass(slots=True)
class FilledSlot:
    """rater: who filled it; None where the answer was withdrawn."""

    pair: int
    kind: str
    turn: int
    state: str
    rater: str | None


@dataclass(slots=True)
class Slotted:
    slots: list[FilledSlot] = field(default_factory=list)
    slot_of_label: list[int] = field(default_factory=list)
    outcomes: list[Outcome] = field(
        default_factory=list
    )  # of each pair; the labels it used by their places in the file
    gold: list[bool] = field(
        default_factory=list
    )  # of each pair: whether it was asked only because its answer was known
    cannot_judge_limit: int = 2  # wide enough for the pair with the most labels


def slot_labels(file: LabelFile) -> Slotted:
    """The labels of a pair fill first, second, third and further third slots in the order of the
    file, if it does not say.

    Hidden gold has slots of its own, and counts for no outcome; nor does what was asked for again,
    which keeps its slot.
    """
    most = max(Counter(label.pair for label in file.labels).values(), default=0)
    done = Slotted(cannot_judge_limit=max(2, most))
    policy = Policy(
        doubled=False, label_limit=LABEL_LIMIT, cannot_judge_limit=done.cannot_judge_limit
    )
    turns: dict[tuple[int, str], int] = {}
    owned: dict[tuple[int, str], int] = {}  # pair and rater -> slot
    filled = [0] * len(file.pairs)
    live: list[list[int]] = [[] for _ in file.pairs]
    for place, label in enumerate(file.labels):
        slot = (
            done.slot_of_label[label.supersedes]
            if label.supersedes is not None
            else owned.get((label.pair, label.rater))
        )
        if slot is None:
            kind = label.kind or (FIRST, SECOND, THIRD)[min(filled[label.pair], 2)]
            filled[label.pair] += 1
            slot = _new(done, turns, label.pair, kind)
            owned[label.pair, label.rater] = slot
        if label.supersedes is not None:
            live[label.pair].remove(label.supersedes)
        withdrawn = label.answer == WITHDRAWN
        if not withdrawn:
            live[label.pair].append(place)
        done.slots[slot].state, done.slots[slot].rater = (
            ("waiting", None) if withdrawn else ("filled", label.rater)
        )
        done.slot_of_label.append(slot)
    for places in live:
        kinds = [done.slots[done.slot_of_label[at]].kind for at in places]
        given = [
            Given(at, kind, file.labels[at].answer)
            for at, kind in zip(places, kinds, strict=True)
            if _counts(file, at, kind)
        ]
        done.outcomes.append(
            settle(given, policy)
        )  # what it wants is not opened: nobody works in a closed campaign
    asked = {slot.pair for slot in done.slots if slot.kind != GOLD}
    done.gold = [pair not in asked for pair in range(len(file.pairs))]
    return done


def _counts(file: LabelFile, place: int, kind: str) -> bool:
    return kind != GOLD and not file.labels[place].disregarded


def _new(done: Slotted, turns: dict[tuple[int, str], int], pair: int, kind: str) -> int:
    turns[pair, kind] = turn = turns.get((pair, kind), 0) + 1
    done.slots.append(FilledSlot(pair, kind, turn, "waiting", None))
    return len(done.slots) - 1
