"""What a kind of measure says of itself holds, for every kind that there is: nothing else has to
know it by its name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.measure import Depth, Kind, LooksAt, Measure
from measures.names import UnknownMeasure, parse
from measures.registry import KINDS
from measures.scoring import score
from tests.measures.ranked import VIDEOS, padded, pairs_of, worlds

OF_CAPTIONS = [kind for kind in KINDS.values() if kind.values]


def values(kind: Kind, rankings, gains, judged=None) -> np.ndarray:
    measure = kind.usual(None if kind.depth is Depth.NONE else 4)
    found = score(
        padded(rankings), pairs_of(gains), [str(measure)], judged=pairs_of(judged or gains)
    )
    return found.values[measure]


def of(looks_at: LooksAt) -> list[Kind]:
    return [kind for kind in OF_CAPTIONS if kind.looks_at is looks_at]


@pytest.mark.parametrize("kind", [kind for kind in OF_CAPTIONS if kind.rises], ids=str)
@given(world=worlds(), video=st.integers(0, VIDEOS - 1))
def test_what_rises_never_falls_when_another_video_is_found_relevant(kind, world, video):
    rankings, gains = world
    more = [{**one, video: 1} if one else one for one in gains]
    before, after = values(kind, rankings, gains), values(kind, rankings, more)
    assert (after[~np.isnan(before)] >= before[~np.isnan(before)] - 1e-12).all()


@pytest.mark.parametrize("kind", of(LooksAt.FIRST_HIT), ids=str)
@given(world=worlds())
def test_what_looks_at_the_first_hit_sees_nothing_after_it(kind, world):
    rankings, gains = world
    first = [
        next(({video: 1} for video in ranking if video in one), one)
        for ranking, one in zip(rankings, gains, strict=True)
    ]
    np.testing.assert_array_equal(values(kind, rankings, gains), values(kind, rankings, first))


@pytest.mark.parametrize("kind", of(LooksAt.HITS), ids=str)
@given(world=worlds())
def test_what_looks_at_hits_does_not_mind_what_is_not_ranked(kind, world):
    rankings, gains = world
    fewer = [
        {video: gain for video, gain in one.items() if video in ranking} or one
        for ranking, one in zip(rankings, gains, strict=True)
    ]
    np.testing.assert_array_equal(values(kind, rankings, gains), values(kind, rankings, fewer))


@pytest.mark.parametrize("kind", of(LooksAt.POSITIVES), ids=str)
def test_what_looks_at_all_positives_falls_with_one_that_is_not_ranked(kind):
    missed = values(kind, [[0, 1]], [{0: 1, 9: 1}])
    assert missed < values(kind, [[0, 1]], [{0: 1}])


@pytest.mark.parametrize("kind", of(LooksAt.VERDICTS), ids=str)
@given(world=worlds())
def test_what_looks_at_verdicts_knows_no_positives(kind, world):
    rankings, gains = world
    nothing = [{} for _ in gains]
    np.testing.assert_array_equal(
        values(kind, rankings, gains), values(kind, rankings, nothing, judged=gains)
    )


@pytest.mark.parametrize("kind", [kind for kind in OF_CAPTIONS if kind.binary], ids=str)
@given(world=worlds())
def test_what_is_binary_is_1_or_0(kind, world):
    found = values(kind, *world)
    assert set(found[~np.isnan(found)].tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize("kind", OF_CAPTIONS, ids=str)
@given(world=worlds(max_gain=3))
def test_a_share_lies_between_0_and_1_and_a_rank_is_at_least_1(kind, world):
    found = values(kind, *world)
    known = found[~np.isnan(found)]
    assert (known >= 1).all() if kind.of_ranks else ((known >= 0) & (known <= 1 + 1e-12)).all()


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_what_is_asked_for_instead_has_a_mean_over_captions(kind):
    assert bool(kind.instead) == (kind.of_ranks or kind.function is not None)
    assert not any(parse(name).kind.instead for name in filter(None, kind.instead.split(",")))
    assert kind.function is None or all(part.kind.values for part in kind.function.parts)
    assert bool(kind.values) != bool(kind.function)


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_a_parameter_that_a_kind_does_not_have_is_refused(kind):
    for listed in ("q=1", "p", "p=", "p=2", "p=0", "p=-0.5", "p=0.5,p=0.6", ""):
        with pytest.raises(UnknownMeasure):
            parse(str(kind.usual(None)).split("@")[0].split("(")[0] + f"({listed})")


def test_a_function_of_means_reads_as_deep_as_its_deepest_part():
    assert (parse("GMR").reads, parse("GMR").depth) == (10, None)
    assert (parse("C@5").reads, parse("AP").reads) == (5, None)
    assert [str(part) for part in parse("GMR").parts] == ["C@1", "C@5", "C@10"]
    assert parse("AP").parts == (Measure(KINDS["AP"]),)
