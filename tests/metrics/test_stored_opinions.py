"""Stored opinions as arrays: each pair once, in the order of the snapshot's numbers."""

import numpy as np
import pytest

from metrics.queries.opinions import find_witnesses, read_opinions
from metrics.queries.snapshot import take_snapshot
from metrics.studies.study import NothingToStudy
from pooling.models import Query, Video
from tests.metrics.worlds import VIDEOS, make_world
from witnesses.models import Hearing, Opinion, Witness

pytestmark = pytest.mark.django_db


def make_witness(of, name: str) -> Witness:
    return Witness.objects.create(
        benchmark=of, name=name, kind="judge", adapter="scores", source="file",
        config={"sha256": name}, digest=name,
    )  # fmt: skip


def hear(witness: Witness, said: dict[tuple[int, int, int], float | None]) -> Hearing:
    """said: by the numbers of query and video and the sample; None where it refused."""
    of = witness.benchmark
    queries, videos = (
        {row.number: row.pk for row in kind.objects.filter(benchmark=of)} for kind in (Query, Video)
    )
    hearing = Hearing.objects.create(witness=witness, given=len(said), failed=0)
    Opinion.objects.bulk_create(
        Opinion(hearing=hearing, query_id=queries[query], video_id=videos[video], sample=sample,
                value=value, status="given" if value is not None else "refused")
        for (query, video, sample), value in said.items()
    )  # fmt: skip
    return hearing


def as_dict(opinions, videos: int) -> dict[tuple[int, int], float]:
    return {
        divmod(int(key), videos): float(value)
        for key, value in zip(opinions.keys, opinions.values, strict=True)
    }


def shape_of(of) -> tuple[int, int]:
    return of.query_count, of.video_count


@pytest.mark.parametrize("at_a_time", [1, 2, 1 << 13])
def test_samples_and_hearings_of_a_pair_are_one_mean(monkeypatch, at_a_time):
    monkeypatch.setattr("metrics.queries.opinions.QUERIES_AT_A_TIME", at_a_time)
    make_witness(make_world("another"), "gpt")
    toy = make_world()
    gpt, other = make_witness(toy, "gpt"), make_witness(toy, "other")
    hear(gpt, {(2, 3, 0): 0.5, (0, 1, 0): -2.0, (0, 1, 1): 1e-3, (1, 0, 0): None, (2, 3, 1): None})
    hear(gpt, {(1, 0, 0): 0.25, (0, 1, 0): 4.0})
    hear(other, {(0, 0, 0): None})
    found, nothing = read_opinions(toy, find_witnesses(toy, ["GPT", "other", "gpt"]), shape_of(toy))
    assert found.name == "gpt"
    assert (np.diff(found.keys) > 0).all()
    expected = {(0, 1): (-2 + 1e-3 + 4) / 3, (1, 0): 0.25, (2, 3): 0.5}
    assert as_dict(found, len(VIDEOS)) == pytest.approx(expected)
    assert (nothing.name, len(nothing.keys)) == ("other", 0)


def test_what_came_after_the_snapshot_stays_out_of_it():
    toy = make_world()
    shape = shape_of(toy)
    Query.objects.create(
        benchmark=toy, number=shape[0], text="late", digest=b"l" * 32, characters=4, words=1
    )
    gpt = make_witness(toy, "gpt")
    hear(gpt, {(0, 1, 0): 0.5, (shape[0], 1, 0): 0.75})
    (found,) = read_opinions(toy, [gpt], shape)
    assert as_dict(found, shape[1]) == {(0, 1): 0.5}


def test_captions_with_one_text_share_what_is_said():
    toy = make_world()
    gpt = make_witness(toy, "gpt")
    hear(gpt, {(query, 2, 0): query / 8 for query in range(toy.query_count)})
    (found,) = read_opinions(toy, [gpt], shape_of(toy))
    snapshot = take_snapshot(toy, [])
    spread = found.spread(snapshot.caption_queries, snapshot.queries, snapshot.videos)
    assert as_dict(spread, snapshot.videos) == {
        (caption, 2): query / 8 for caption, query in enumerate(snapshot.caption_queries.tolist())
    }


def test_a_witness_that_is_not_there_is_named():
    toy = make_world()
    make_witness(toy, "gpt")
    with pytest.raises(NothingToStudy, match="has no witness 'gtp': expected some of gpt"):
        find_witnesses(toy, ["gtp"])
