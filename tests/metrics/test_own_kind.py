"""Runs that rank videos for videos and captions for captions: what comes in, and what a proxy makes
of them, held against plain loops over lists."""

import json
from math import log2
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from django.core.management import CommandError, call_command

from foundation.refused import Refused
from pooling.models import Ranking, Run
from pooling.queries.axes import read_axes
from tests.factories import make_benchmark
from tests.metrics.proxied import slow_ap
from tests.semantics.made import make_proxy

pytestmark = pytest.mark.django_db(transaction=True)

# Seven captions; v1 and v2 have two each, v4 has none.
ROWS = [("one", "v0"), ("two", "v1"), ("three", "v1"), ("four", "v2"), ("five", "v3")]
ROWS += [("six", "v2"), ("seven", "v5")]
OWN = [0, 1, 1, 2, 3, 2, 5]
VIDEOS = ["v0", "v1", "v2", "v3", "v4", "v5"]
SIZE = {"vv": 6, "tt": 7}


@pytest.fixture
def toy(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    benchmark = make_benchmark(ROWS, name="toy", videos=VIDEOS)
    axes = read_axes(benchmark)
    assert (list(axes.video_keys), axes.own_videos.tolist()) == (VIDEOS, OWN)
    return benchmark


@pytest.fixture
def cells(toy) -> list[list[float]]:
    """Relevance of captions x videos, in steps that half precision keeps."""
    draw = np.random.default_rng(4)
    made = draw.choice([0, 0, 0, 0.25, 0.5, 1], (len(OWN), 6))
    made[np.arange(len(OWN)), OWN] = 1
    make_proxy(toy, cells=made)
    return made.tolist()


def scores(direction: str, *, seed: int = 6) -> np.ndarray:
    """With ties, of whole numbers."""
    draw = np.random.default_rng(seed)
    return draw.integers(0, 4, (SIZE[direction], SIZE[direction])).astype(np.float32)


def imported(folder: Path, direction: str, *words: str, name: str = "mine", matrix=None) -> Run:
    np.save(folder / "sim.npy", scores(direction) if matrix is None else matrix)
    given = "import_run", "toy", name, str(folder / "sim.npy"), "--direction", direction, *words
    call_command(*given)
    return Run.objects.get(name=name)


def ranked(row: list[float], item: int, keys: list[str]) -> list[int]:
    """All others, by score, then by key, both descending."""
    others = [number for number in range(len(row)) if number != item]
    return sorted(others, key=lambda number: (row[number], keys[number]), reverse=True)


def keys_of(direction: str) -> list[str]:
    return VIDEOS if direction == "vv" else [f"c{number}" for number in range(len(OWN))]


def slow_relevance(direction: str, cells: list[list[float]]) -> list[list[float]]:
    """Of each pair; 0 for an item and itself."""
    size = SIZE[direction]
    found = [[0.0] * size for _ in range(size)]
    for item in range(size):
        for other in range(size):
            if item == other:
                continue
            if direction == "tt":
                found[item][other] = cells[item][OWN[other]]
            else:
                of = [cells[caption][other] for caption, own in enumerate(OWN) if own == item]
                found[item][other] = max(of, default=0.0)
    return found


def slow_ndcg(
    order: list[int], relevance: list[float], *, whole: bool, linear: bool = False
) -> float | None:
    gains = [one if linear else 2**one - 1 for one in relevance]
    relevant = sum(one > 0 for one in relevance)
    if not relevant:
        return None
    total = best = 0.0
    for rank, number in enumerate(order, start=1):
        if whole or rank <= relevant:
            total += gains[number] / log2(rank + 1)
    for rank, one in enumerate(sorted(gains, reverse=True), start=1):
        best += one / log2(rank + 1)
    return total / best


def mean(values: list[float | None]) -> float:
    known = [one for one in values if one is not None]
    return sum(known) / len(known)


def evaluated(capsys, runs: str = "mine") -> dict[str, float]:
    capsys.readouterr()
    words = "evaluate", "toy", "--runs", runs, "--relevance", "theirs", "--json"
    call_command(*words, "--measures", "nDCG-exp,nDCG-whole,AP")
    return {row["measure"]: row["all"] for row in json.loads(capsys.readouterr().out)["rows"]}


@pytest.mark.parametrize("depth", ["1", "6"])
@pytest.mark.parametrize("direction", ["vv", "tt"])
def test_scores_under_a_proxy_are_those_of_plain_loops(cells, tmp_path, capsys, direction, depth):
    run = imported(tmp_path, direction, "--depth", depth)
    assert (run.direction, run.items, run.full_ranks) == (direction, SIZE[direction], False)
    assert bool(run.whole) == (int(depth) < SIZE[direction] - 1)
    sim, keys = scores(direction).tolist(), keys_of(direction)
    orders = [ranked(row, item, keys) for item, row in enumerate(sim)]
    kept = {row.item: row.targets for row in Ranking.objects.filter(run=run)}
    assert kept == {item: order[: int(depth)] for item, order in enumerate(orders)}
    relevance = slow_relevance(direction, cells)
    pairs = list(zip(orders, relevance, strict=True))
    eq2, whole, linear = (
        mean([slow_ndcg(*one, **how) for one in pairs])
        for how in ({"whole": False}, {"whole": True}, {"whole": True, "linear": True})
    )
    ap = mean([slow_ap(*one) for one in pairs])
    assert evaluated(capsys) == pytest.approx({"nDCG-exp": eq2, "nDCG-whole": linear, "AP": ap})
    call_command("graded", "toy", "theirs", "--json")
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["run"], row["direction"], row["cut"]) == ("mine", direction, 0)
    assert row["depth"] == SIZE[direction] - 1
    assert (row["ndcg"], row["ndcg_whole"], row["ap"]) == pytest.approx((eq2, whole, ap))


@pytest.mark.parametrize("direction", ["vv", "tt"])
def test_map_and_ndcg_are_trec_evals_without_a_cut(cells, tmp_path, capsys, direction):
    imported(tmp_path, direction, "--depth", "1")
    sim, keys = scores(direction).tolist(), keys_of(direction)
    found = evaluated(capsys)
    # Their grades are whole numbers: a linear gain may be four times as much.
    for ours, measure, least in (("AP", "map", 1), ("nDCG-whole", "ndcg", 0.25)):
        qrels, run = {}, {}
        for item, relevance in enumerate(slow_relevance(direction, cells)):
            judged = {
                keys[other]: int(4 * one) for other, one in enumerate(relevance) if one >= least
            }
            if judged:
                qrels[keys[item]] = judged
                order = ranked(sim[item], item, keys)
                run[keys[item]] = {keys[other]: float(-rank) for rank, other in enumerate(order)}
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)
        assert len(theirs) > 2
        assert found[ours] == pytest.approx(np.mean([one[measure] for one in theirs.values()]))


@pytest.mark.parametrize(("direction", "option"), [("vv", "--video"), ("tt", "--query")])
def test_embeddings_are_held_against_each_other(toy, tmp_path, direction, option):
    draw = np.random.default_rng(2)
    mine = draw.normal(size=(SIZE[direction], 4)).astype(np.float32)
    np.save(tmp_path / "own.npy", mine)
    words = f"{option}-embeddings", str(tmp_path / "own.npy"), "--direction", direction
    call_command("import_run", "toy", "by_vectors", *words)
    by_matrix = imported(tmp_path, direction, name="by_matrix", matrix=mine @ mine.T)
    rows = [
        {row.item: row.targets for row in Ranking.objects.filter(run=run)}
        for run in (Run.objects.get(name="by_vectors"), by_matrix)
    ]
    assert rows[0] == rows[1]
    # Both files may be handed in, as for the other directions: the one that is not read is named.
    other = "--query" if option == "--video" else "--video"
    np.save(tmp_path / "other.npy", np.ones((SIZE["vv" if direction == "tt" else "tt"], 4)))
    both = *words, f"{other}-embeddings", str(tmp_path / "other.npy"), "--normalise"
    call_command("import_run", "toy", "both", *both)
    assert any("other.npy was not read" in one for one in Run.objects.get(name="both").warnings)


def test_rows_and_columns_are_named_by_one_file(toy, tmp_path):
    order = [3, 0, 5, 1, 4, 2]
    (tmp_path / "names").write_text("\n".join(f"v{number}" for number in order) + "\n")
    matrix = scores("vv")[np.ix_(order, order)]
    imported(tmp_path, "vv", name="plain")
    imported(tmp_path, "vv", "--videos", str(tmp_path / "names"), name="named", matrix=matrix)
    plain, named = (
        list(Ranking.objects.filter(run__name=name).order_by("item").values_list("targets"))
        for name in ("plain", "named")
    )
    assert plain == named


def test_a_trec_run_has_no_row_of_an_item_for_itself(toy, tmp_path):
    rows = ["c0 Q0 c0 1 9 t", "c0 Q0 c2 2 5 t", "c0 Q0 c1 3 7 t", "c3 Q0 c4 1 1 t"]
    (tmp_path / "run.trec").write_text("\n".join(rows) + "\n")
    call_command("import_run", "toy", "mine", str(tmp_path / "run.trec"), "--direction", "tt")
    found = {row.item: row.targets for row in Ranking.objects.all()}
    assert found == {0: [1, 2], 3: [4]}


def refused(capsys, *words: str) -> str:
    with pytest.raises((CommandError, Refused)) as refusal:
        call_command("import_run", "toy", "mine", *words)
    assert not Run.objects.exists()
    return str(refusal.value) + capsys.readouterr().err


def test_what_does_not_fit_is_refused_in_a_sentence(toy, tmp_path, capsys):
    np.save(tmp_path / "across.npy", np.zeros((7, 6)))
    np.save(tmp_path / "small.npy", np.zeros((5, 5)))
    (tmp_path / "run.csv").write_text("caption_id,video_id,score\nc0,v0,1\n")
    (tmp_path / "names").write_text("c0\n")
    across, small, table = (str(tmp_path / name) for name in ("across.npy", "small.npy", "run.csv"))
    said = refused(capsys, across, "--direction", "vv")
    assert "expected videos x videos = 6 x 6, found 7 x 6; that is captions and videos" in said
    assert "expected captions x captions = 7 x 7" in refused(capsys, small, "--direction", "tt")
    assert "a table has pairs of a caption and a video" in refused(
        capsys, table, "--direction", "tt"
    )
    query = "--query-embeddings", across
    said = refused(capsys, *query, "--direction", "vv")
    assert "Videos are ranked for videos: expected the videos' embeddings." in said
    names = "--captions", str(tmp_path / "names")
    said = refused(capsys, small, *names, "--direction", "vv")
    assert "Videos are ranked for videos: expected no names of captions." in said
    assert "6 rows, found 7 x 6" in refused(
        capsys, "--video-embeddings", across, "--direction", "vv"
    )


def test_distances_are_suspected(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    make_benchmark([(f"text {n}", f"v{n}") for n in range(30)], name="toy")
    draw = np.random.default_rng(1)
    places = draw.normal(size=(30, 3))
    far = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert any("distances" in one for one in imported(tmp_path, "vv", matrix=far).warnings)
    near = imported(tmp_path, "vv", name="near", matrix=-far)
    assert not any("distances" in one for one in near.warnings)
