"""An evaluation is what the definitions say, caption by caption, with its intervals."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measures.mean_intervals import Moved, intervals_of
from measures.names import parse_all
from metrics.studies.evaluation import RULES, evaluate
from metrics.studies.registry import tables_of
from metrics.studies.scored import depth_for
from metrics.studies.study import NothingToStudy
from metrics.table_files import as_json
from metrics.words import as_text
from tests.measures.ranked import slow
from tests.metrics.worlds import Bare, bare_worlds

C1 = parse_all("C@1")
EVERY = parse_all("C@1,C@5,C@10,P@3,R@5,AP,AP@2,AP-found@4,RR,MedR,MeanR,GMR,nDCG@5,nDCG,Judged@4")
# Captions 0 and 2 are of one clip, and 0 and 3 have the same text; nobody knows the clip of 4; the
# second run lacks caption 1.
WORLD = Bare(
    videos=9,
    queries=[0, 1, 2, 0, 3, 4],
    own=[0, 1, 0, 3, -1, 5],
    verdicts={(0, 2): True, (0, 4): False, (1, 5): True, (2, 6): True, (3, 7): True, (4, 1): False},
    rankings=[
        [[0, 2, 4], [5, 1, 0], [3, 6, 0], [2, 3, 0], [7, 1, 2], [1, 2, 5]],
        [[4, 3, 2], [], [0, 1, 2], [4, 0, 1], [1, 7, 0], [5, 1, 0]],
    ],
)


def slow_value(world: Bare, run: int, name: str, rule: str) -> float | None:
    """The mean, or what stands in its place, by the definitions as they are written. None:
    undefined."""
    positives = world.original if rule == "original" else world.positives
    measure = parse_all(name)[0]
    rankings = world.rankings[run]
    captions = [n for n in range(len(rankings)) if positives(n) or measure.kind.name == "Judged"]
    if not captions:
        return None
    if measure.kind.name == "GMR":
        return math.prod(
            slow_value(world, run, part, rule) or 0.0 for part in ("C@1", "C@5", "C@10")
        ) ** (1 / 3)
    if measure.kind.name in ("MedR", "MeanR"):
        firsts = [
            next((i for i, v in enumerate(rankings[n], 1) if v in positives(n)), math.inf)
            for n in captions
        ]
        middle = np.median(firsts) if measure.kind.name == "MedR" else np.mean(firsts)
        return float(middle) if math.isfinite(middle) else None
    if measure.kind.name == "Judged":
        tops = [(rankings[n][: measure.depth], world.judged(n)) for n in captions]
        return float(
            np.mean(
                [sum(video in judged for video in top) / max(len(top), 1) for top, judged in tops]
            )
        )
    return float(
        np.mean([slow(measure, rankings[n], dict.fromkeys(positives(n), 1)) for n in captions])
    )


@given(bare_worlds(), st.sampled_from(sorted(RULES)))
def test_every_cell_is_what_its_definition_says(world, positives):
    captions = range(len(world.queries))
    assume(all(any(rankings) for rankings in world.rankings))
    assume(
        any((world.original if positives == "original" else world.positives)(n) for n in captions)
    )
    for row in evaluate(world.snapshot(), EVERY, positives).as_json()["rows"]:
        run = int(row["run"].removeprefix("run"))
        first = RULES[positives][0]
        for rule in ("all", "original"):
            asked = rule in RULES[positives] and (
                rule == first or not row["measure"].startswith("Judged")
            )
            wanted = slow_value(world, run, row["measure"], rule) if asked else None
            assert row[rule] == (None if wanted is None else pytest.approx(wanted, abs=1e-12))
        known = [
            n for n in captions if (world.original if first == "original" else world.positives)(n)
        ]
        known = list(captions) if row["measure"].startswith("Judged") else known
        assert (row["n"], row["left_out"]) == (len(known), len(captions) - len(known))
        assert row["missing"] == sum(not world.rankings[run][n] for n in known)


def test_delta_is_what_labels_added():
    told = evaluate(WORLD.snapshot(), parse_all("C@1,AP")).as_json()
    first = told["rows"][0]
    assert (first["all"], first["original"], first["n"], first["n_original"]) == (
        4 / 6,
        1 / 5,
        6,
        5,
    )
    assert first["delta"] == 4 / 6 - 1 / 5
    assert told["positives"] == {
        "rule": "both", "same_text": False, "original": 5, "collected": 5, "all": 10,
        "captions": 6, "captions_with_positives": 6, "judged": 6,
    }  # fmt: skip


def test_values_of_each_caption_are_kept_by_name():
    arrays = evaluate(WORLD.snapshot(), parse_all("C@1,GMR,MedR")).arrays()
    parts = ["C@1", "C@5", "C@10", "MedR"]
    assert set(arrays) == {
        f"run{n}|{part}|{rule}" for n in (0, 1) for part in parts for rule in ("all", "original")
    }
    np.testing.assert_array_equal(arrays["run0|C@1|original"], [1, 0, 0, 0, np.nan, 0])
    np.testing.assert_array_equal(arrays["run0|C@1|all"], [1, 1, 0, 1, 1, 0])


def test_intervals_rest_on_the_clips_and_texts_with_a_value():
    told = evaluate(WORLD.snapshot(), parse_all("C@1,GMR,AP"), intervals=True).as_json()
    assert told["clusters"] == 5  # four clips, and a caption that stands alone
    # Captions 0 and 3 share a text and not a clip, 0 and 2 a clip.
    assert told["dependence"] == {
        "captions": 6, "videos": 5, "texts": 5, "shared": 2, "groups": 4,
    }  # fmt: skip
    for row in told["rows"]:
        assert (row["clusters"], row["text_groups"]) == (5, 5)
        assert row["few"] is True
        if row["interval"] is not None:
            assert row["interval"][0] <= row["all"] <= row["interval"][1]
            assert row["interval_kind"] in ("two-way t", "exact")
    text = as_text(tables_of(evaluate(WORLD.snapshot(), C1, intervals=True))[1])
    assert (
        "2 of 6 captions with the text of a caption of another video: 5 clusters by video, 5 by"
        " text, 4 groups with neither in common. Design effect" in text
    )
    assert "Few: fewer than 40 clusters" in text


def test_the_interval_of_a_score_is_that_of_its_values():
    found = evaluate(WORLD.snapshot(), parse_all("AP"), intervals=True)
    arrays, dependence = found.arrays(), WORLD.snapshot().dependence()
    for row in found.as_json()["rows"]:
        values = [Moved.means(arrays[f"{row['run']}|AP|{rule}"][None]) for rule in RULES["both"]]
        score, delta = (
            intervals_of(moved, dependence)[0] for moved in (values[0], values[0].minus(values[1]))
        )
        assert (row["interval"], row["delta_interval"]) == (score.ends, delta.ends)
        assert row["design_effect"] == score.design_effect


def test_what_cannot_be_drawn_has_no_interval():
    rows = evaluate(
        WORLD.snapshot(), parse_all("MedR,MeanR,C@1"), intervals=True, resamples=50
    ).as_json()["rows"]
    assert [row["interval"] is None for row in rows] == [True, True, False] * 2


def test_one_clip_alone_shows_no_spread():
    world = Bare(8, [0, 1], [3, 3], {}, [[[3], [4]]])
    assert (
        evaluate(world.snapshot(), parse_all("C@1"), intervals=True, resamples=50).as_json()[
            "rows"
        ][0]["interval"]
        is None
    )


def test_nothing_is_drawn_so_a_seed_changes_no_interval():
    one, other = (
        evaluate(WORLD.snapshot(), parse_all("AP"), intervals=True, seed=seed, resamples=40)
        for seed in (1, 2)
    )
    assert one.as_json()["rows"] == other.as_json()["rows"]


def test_videos_are_scored_by_their_captions_in_the_other_direction():
    """Clip 0 has captions 0 and 2, clip 2 has collected ones alone, clip 8 nothing; a ranking is of
    captions."""
    snapshot = WORLD.snapshot()
    rankings = np.array([[1, 2], [1, 0], [4, 3], *[[-1, -1]] * 6], np.int32)
    turned = replace(
        snapshot,
        runs=(replace(snapshot.runs[0], direction="v2t", targets=rankings), snapshot.runs[1]),
    )
    found = evaluate(turned, parse_all("C@1,C@2"), intervals=True, resamples=50)
    first, second = found.as_json()["rows"][:2]
    # with all: clips 0, 1, 2, 3, 5, 6, 7 have captions; 1 is right at once, 0 and 2 at the second
    # rank
    assert (first["n"], first["all"], second["all"], first["left_out"]) == (7, 1 / 7, 3 / 7, 2)
    assert (first["n_original"], first["original"], second["original"]) == (4, 1 / 4, 2 / 4)
    assert first["missing"] == 4
    assert (
        found.as_json()["rows"][2]
        == evaluate(WORLD.snapshot(), parse_all("C@1,C@2"), intervals=True, resamples=50).as_json()[
            "rows"
        ][2]
    )


@pytest.mark.parametrize(("found", "ranks"), [(5, [4, 1, 1]), (6, [4, 1, None])])
def test_full_ranks_serve_every_caption_whose_own_video_is_its_only_positive(found, ranks):
    world = Bare(8, [0, 1, 2], [0, 1, 2], {(2, found): True, (0, 7): False}, [[[3], [1], [5]]])
    snapshot = world.snapshot()
    run = replace(snapshot.runs[0], own_ranks=np.array([4, 1, 6]))
    mean, median = evaluate(replace(snapshot, runs=(run,)), parse_all("MeanR,MedR")).as_json()[
        "rows"
    ]
    assert (mean["original"], median["original"]) == (11 / 3, 4)
    assert mean["all"] == (None if None in ranks else sum(ranks) / 3)
    assert median["all"] == sorted(rank or math.inf for rank in ranks)[1]


def test_full_ranks_serve_every_video_whose_own_captions_are_its_only_positives():
    """Video 0 has captions 0 and 1, of which the first stands third in the matrix; video 1 a
    caption, and one that was found."""
    snapshot = Bare(2, [0, 1, 2, 3], [0, 0, 1, -1], {(3, 1): True}, [[[], [], [], []]]).snapshot()
    run = replace(snapshot.runs[0], direction="v2t", own_ranks=np.array([3, 4]))
    for first, value in (
        (3, 2),
        (0, None),
    ):  # the found one in the first place, or below the stored depth
        turned = replace(snapshot, runs=(replace(run, targets=np.array([[2], [first]], np.int32)),))
        (row,) = evaluate(turned, parse_all("MeanR")).as_json()["rows"]
        assert (row["original"], row["all"]) == (3.5, value)


def test_full_ranks_do_not_serve_a_caption_with_several_positives():
    snapshot = WORLD.snapshot()
    own = np.array([1, 2, 3, 2, 0, 3])
    known = replace(
        snapshot,
        runs=(
            replace(
                snapshot.runs[0], own_ranks=np.where(own == 3, 40, own), targets=_cut(snapshot, 1)
            ),
        ),
    )
    (row,) = evaluate(known, parse_all("MeanR")).as_json()["rows"]
    assert row["original"] == (1 + 2 + 40 + 2 + 40) / 5
    assert row["all"] is None
    assert (
        "original and collected: the first positive of 1 of 6 captions stands below the stored"
        " depth" in row["notes"]
    )
    assert row["delta"] is None
    (row,) = evaluate(replace(known, same_text=True), parse_all("MeanR")).as_json()["rows"]
    assert row["original"] is None


def _cut(snapshot, depth: int) -> np.ndarray:
    return snapshot.runs[0].targets[:, :depth]


def test_table_1_has_a_row_for_each_measure_and_a_column_for_each_run():
    table = tables_of(evaluate(WORLD.snapshot(), parse_all("C@1,MeanR,Judged@2")))[0]
    assert as_json(table)["rows"][0]["run0"] == {
        "all": 4 / 6,
        "original": 1 / 5,
        "delta": 4 / 6 - 1 / 5,
    }
    text = as_text(table)
    assert "66.7 (20.0 + 46.7) %" in text
    assert (
        "A with the 5 original positives (each caption's own video) and 5 that people found"
        " relevant besides" in text
    )
    assert "n = 6 (5 of them with original positives): run0 C@1" in text
    assert "1 without a ranking, which found nothing: run1 C@1" in text
    assert "Ties: score descending, then key descending." in text


@pytest.mark.parametrize("positives", ["all", "original"])
def test_one_kind_of_positives_alone_is_one_number(positives):
    found = evaluate(WORLD.snapshot(), parse_all("C@1"), positives, intervals=True, resamples=50)
    both = evaluate(WORLD.snapshot(), parse_all("C@1"), intervals=True, resamples=50)
    row, of_both = found.as_json()["rows"][0], both.as_json()["rows"][0]
    assert row[positives] == of_both[positives]
    assert row[{"all": "original", "original": "all"}[positives]] is None
    assert row["delta"] is row["delta_interval"] is None
    assert row["interval"] is not None
    assert "(" not in as_text(tables_of(found)[0]).splitlines()[3]


def test_rankings_are_read_as_deep_as_the_deepest_measure_looks():
    assert depth_for(parse_all("C@1,P@20,GMR")) == 20
    assert depth_for(parse_all("C@1,GMR")) == 10
    assert depth_for(parse_all("C@1,AP")) is None


# Bad input


def test_no_run_no_positive_and_a_run_of_something_else_are_said():
    with pytest.raises(
        NothingToStudy, match="bare has no run to score: bring one in with import_run"
    ):
        evaluate(replace(WORLD.snapshot(), runs=()), EVERY)
    with pytest.raises(
        NothingToStudy, match="run run1 ranks nothing for any of the captions of bare"
    ):
        evaluate(replace(WORLD, rankings=[WORLD.rankings[0], [[]] * 6]).snapshot(), EVERY)
    with pytest.raises(NothingToStudy, match="bare has no positive at all"):
        evaluate(replace(WORLD, own=[-1] * 6, verdicts={(0, 1): False}).snapshot(), EVERY)


def test_what_is_judged_can_be_told_without_a_positive():
    world = replace(WORLD, own=[-1] * 6, verdicts={(0, 2): False})
    rows = evaluate(world.snapshot(), parse_all("Judged@2")).as_json()["rows"]
    assert [row["all"] for row in rows] == [pytest.approx((1 / 2 + 1 / 2) / 6), 0]


def test_without_known_videos_only_collected_positives_have_scores():
    nameless = replace(WORLD, own=[-1] * 6).snapshot()
    row = evaluate(nameless, parse_all("C@1")).as_json()["rows"][0]
    assert (row["original"], row["delta"], row["n"], row["n_original"]) == (None, None, 5, 0)
    assert "original: no caption has a positive" in row["notes"]
    with pytest.raises(
        NothingToStudy, match="it has no original positives: ask for --positives all"
    ):
        evaluate(nameless, EVERY, "original")


@pytest.mark.parametrize(
    ("asked", "told"),
    [({"seed": -1}, "a seed"), ({"resamples": 0}, "resamples are 1 to 1,000,000, not 0")],
)
def test_draws_that_cannot_be_drawn_are_said(asked, told):
    with pytest.raises(NothingToStudy, match=told):
        evaluate(WORLD.snapshot(), EVERY, intervals=True, **asked)
