"""A pair of a FIRE release as it is written, against Python's own JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from annotator.formats.fire import FirePair

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.lists(st.integers(-(10**12), 10**12), max_size=4)
ANSWERS = st.lists(st.sampled_from(["relevant", "irrelevant"]), max_size=4)
DECISIONS = st.one_of(
    st.tuples(st.none(), st.none()),
    st.tuples(st.integers(1, 999_999), st.sampled_from(["relevant", "irrelevant"])),
)


@given(TEXTS, TEXTS, TEXTS, NUMBERS, ANSWERS, st.lists(TEXTS, max_size=3), DECISIONS)
def test_a_line_is_what_json_writes(query, video, dataset, numbers, answers, models, decided):
    adjudicator, decision = decided
    pair = FirePair(
        query, video, numbers, answers, numbers, numbers, models, dataset, adjudicator, decision
    )
    most = [one for one in ("relevant", "irrelevant") if 2 * answers.count(one) > len(answers)]
    label = decision or (most[0] if most else None)
    expected = {
        "annotator_ids": numbers,
        **({"label": label} if label else {}),
        "video_id": video,
        "query": query,
        "annotator_labels": answers,
        "response_ids": numbers,
        "queue_ids": numbers,
        "models": models,
        "dataset": dataset,
        **({"adjudicator_id": adjudicator} if adjudicator else {}),
    }
    assert pair.line == json.dumps(expected, ensure_ascii=False)
