"""The slots that a file's labels fill, computed for all labels together, are those that they would
fill one after another."""

from hypothesis import given
from hypothesis import strategies as st

from annotator.consensus import FIRST, SECOND, THIRD, Given, Policy, settle
from annotator.formats.collected import KnownBenchmark, LabelFile
from annotator.formats.label_columns import ImportedLabel
from annotator.slotting import KINDS, LABEL_LIMIT, NO_ONE, slot_labels
from pooling.formats.keys import Axis

PAIRS = 4


@st.composite
def files(draw) -> LabelFile:
    """Labels of a few pairs; some supersede an earlier one of their pair, as logs have them."""
    file = LabelFile("log", KnownBenchmark(Axis("caption", ()), Axis("video", ()), [], {}))
    for pair in range(PAIRS):
        file.pairs.add(pair, 0, pair + 1)
    says_kinds, standing = draw(st.booleans()), {}
    for place in range(draw(st.integers(1, 14))):
        pair, rater = draw(st.integers(0, PAIRS - 1)), draw(st.sampled_from("abc"))
        old = standing.get((pair, draw(st.sampled_from("abc")))) if draw(st.booleans()) else None
        answers = ["relevant", "irrelevant", "cannot_judge", *["withdrawn"] * (old is not None)]
        kind = draw(st.sampled_from(KINDS)) if says_kinds else ""
        label = ImportedLabel(pair, rater, draw(st.sampled_from(answers)), place, kind)
        label.supersedes, label.disregarded = old, draw(st.integers(0, 5)) == 0
        if old is not None:
            standing = {owner: one for owner, one in standing.items() if one != old}
        if label.answer != "withdrawn":
            standing[pair, rater] = place
        file.labels.append(label)
    return file


def one_after_another(file: LabelFile) -> tuple:
    """The slow twin: slots as (pair, kind, turn, rater), each label's slot, each pair's outcome,
    whether it is gold."""
    slots, of_label, turns, owned = [], [], {}, {}
    filled, live = [0] * PAIRS, [[] for _ in range(PAIRS)]
    labels = list(file.labels)
    for place, label in enumerate(labels):
        if label.supersedes is not None:
            slot = of_label[label.supersedes]
            live[label.pair].remove(label.supersedes)
        else:
            slot = owned.get((label.pair, label.rater))
        if slot is None:
            kind = label.kind or (FIRST, SECOND, THIRD)[min(filled[label.pair], 2)]
            filled[label.pair] += 1
            turns[label.pair, kind] = turns.get((label.pair, kind), 0) + 1
            slot = owned[label.pair, label.rater] = len(slots)
            slots.append([label.pair, kind, turns[label.pair, kind], None])
        slots[slot][3] = None if label.answer == "withdrawn" else label.rater
        if label.answer != "withdrawn":
            live[label.pair].append(place)
        of_label.append(slot)
    most = max(sum(label.pair == pair for label in labels) for pair in range(PAIRS))
    policy = Policy(False, LABEL_LIMIT, max(2, most))
    outcomes = [
        settle(
            [
                Given(at, slots[of_label[at]][1], labels[at].answer)
                for at in places
                if slots[of_label[at]][1] != "gold" and not labels[at].disregarded
            ],
            policy,
        )
        for places in live
    ]
    asked = {pair for pair, kind, *_ in slots if kind != "gold"}
    return slots, of_label, outcomes, [pair not in asked for pair in range(PAIRS)]


@given(file=files())
def test_slots_and_outcomes_are_those_of_one_label_after_another(file):
    slots, of_label, outcomes, gold = one_after_another(file)
    found = slot_labels(file)
    names, columns = file.labels.rater.texts, found.slots
    assert [
        [pair, KINDS[kind], turn, None if rater == NO_ONE else names[rater]]
        for pair, kind, turn, rater in zip(
            columns.pair, columns.kind, columns.turn, columns.rater, strict=True
        )
    ] == slots
    assert found.slot_of_label.tolist() == of_label
    assert found.gold.tolist() == gold
    for pair, expected in enumerate(outcomes):
        one = found.outcomes.distinct[found.outcomes.of_pair[pair]]
        begin = found.outcomes.begins[pair]
        used = tuple(int(found.outcomes.counting[begin + number]) for number in one.used)
        assert (one.verdict, used, one.adjudicated, one.dispute) == (
            expected.verdict,
            expected.used,
            expected.adjudicated,
            expected.dispute,
        )
