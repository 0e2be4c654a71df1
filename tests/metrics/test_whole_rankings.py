"""Scores of matrices reach as far as the matrix, whatever number of ranks has rows."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from django.core.management import CommandError, call_command

from measures.dcg import ndcg, random_ndcg
from measures.whole import WholeRanks
from metrics.standalone.command import run as run_standalone
from metrics.studies.graded import graded_scores, ndcg_of
from metrics.studies.proxied import take_proxied
from pooling.models import Run
from tests.factories import make_benchmark
from tests.metrics.proxied import made_proxy, slow_tau
from tests.metrics.test_study_versions import small_world
from tests.metrics.worlds import RELEVANT, judge
from tests.semantics.made import make_proxy

CAPTIONS, VIDEOS = 24, 8
MEASURES = "C@1,AP,RR,MedR,MeanR,nDCG,nDCG-whole,R@7"


def scores() -> np.ndarray:
    """With ties."""
    return np.random.default_rng(8).integers(0, 6, (CAPTIONS, VIDEOS)).astype(np.float32)


@pytest.fixture
def toy(settings, tmp_path):
    """Captions of eight videos, of which the first has three positives."""
    settings.MEDIA_ROOT = tmp_path / "media"
    rows = [(f"text {number}", f"v{number % VIDEOS}") for number in range(CAPTIONS)]
    benchmark = make_benchmark(rows, name="toy")
    judge(benchmark, {("text 0", 3): RELEVANT, ("text 0", 5): RELEVANT})
    return benchmark


def imported(folder: Path, name: str, depth: int, direction: str = "t2v") -> Run:
    np.save(folder / "sim.npy", scores())
    words = "import_run", "toy", name, str(folder / "sim.npy"), "--depth", str(depth)
    call_command(*words, "--direction", direction)
    return Run.objects.get(name=name)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("direction", ["t2v", "v2t"])
def test_a_shallow_run_of_a_matrix_has_the_scores_of_a_deep_one(toy, tmp_path, capsys, direction):
    for name, depth in (("deep", CAPTIONS), ("shallow", 1)):
        imported(tmp_path, name, depth, direction)
    capsys.readouterr()
    call_command("evaluate", "toy", "--runs", "deep,shallow", "--measures", MEASURES, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    of = {run: [row for row in rows if row["run"] == run] for run in ("deep", "shallow")}
    for row in rows:
        row.pop("run"), row.pop("depth")
    assert of["shallow"] == of["deep"]
    assert all(row["all"] is not None and not row["notes"] for row in rows)


@pytest.mark.django_db(transaction=True)
def test_it_is_what_pytrec_eval_finds_in_the_whole_matrix(toy, tmp_path, capsys):
    imported(tmp_path, "shallow", 2)
    capsys.readouterr()
    call_command("evaluate", "toy", "--measures", "AP,nDCG-whole,RR", "--json")
    found = {row["measure"]: row["all"] for row in json.loads(capsys.readouterr().out)["rows"]}
    qrels = {str(c): {f"v{c % VIDEOS}": 1} for c in range(CAPTIONS)}
    qrels["0"] |= {"v3": 1, "v5": 1}
    run = {
        str(c): {f"v{v}": float(score) for v, score in enumerate(row)}
        for c, row in enumerate(scores())
    }
    names = {"AP": "map", "nDCG-whole": "ndcg", "RR": "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(names.values())).evaluate(run)
    for ours, name in names.items():
        assert found[ours] == pytest.approx(np.mean([one[name] for one in theirs.values()])), ours


@pytest.mark.django_db(transaction=True)
def test_without_its_file_it_has_no_other_scores(toy, tmp_path, settings):
    run = imported(tmp_path, "shallow", 2)
    (settings.MEDIA_ROOT / run.whole).unlink()
    with pytest.raises(CommandError, match=r"all ranks of run shallow, .* from a backup"):
        call_command("evaluate", "toy", "--measures", "AP")
    call_command("evaluate", "toy", "--measures", "C@1,R@2")  # these look no deeper than the rows


@pytest.mark.django_db(transaction=True)
def test_a_tried_run_and_the_program_without_a_database_see_as_far(toy, tmp_path, capsys):
    imported(tmp_path, "deep", VIDEOS)
    capsys.readouterr()
    call_command("evaluate", "toy", "--measures", "AP,MeanR", "--positives", "original", "--json")
    expected = [row["original"] for row in json.loads(capsys.readouterr().out)["rows"]]
    file, asked = str(tmp_path / "sim.npy"), ["--measures", "AP,MeanR", "--positives", "original"]
    call_command("score", "toy", file, "--depth", "2", *asked, "--json")
    tried = json.loads(capsys.readouterr().out)
    assert [row["original"] for row in tried["rows"]] == expected
    rows = [f"c{n},v{n % VIDEOS},text {n}" for n in range(CAPTIONS)]
    (tmp_path / "captions.csv").write_text("\n".join(["caption_id,video_id,caption", *rows]))
    words = [file, "--captions", str(tmp_path / "captions.csv")]
    assert run_standalone([*words, "--depth", "2", *asked, "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert [row["original"] for row in alone["rows"]] == expected


def deep_and_shallow():
    """The same rankings twice: all in rows, and two ranks in rows with all in a file."""
    world, draw = small_world(), np.random.default_rng(3)
    rows = np.stack([draw.permutation(12) for _ in world.own]).astype(np.int32)
    ranks = np.zeros(rows.shape, np.uint16)
    np.put_along_axis(ranks, rows, np.arange(1, 13, dtype=np.uint16)[None], axis=1)
    snapshot = world.snapshot(6)
    deep = replace(snapshot.runs[0], name="deep", targets=rows)
    whole = WholeRanks(ranks, *rows.shape)
    shallow = replace(deep, name="shallow", targets=rows[:, :2], whole=whole)
    return replace(snapshot, runs=(deep, shallow)), rows


def test_ndcg_under_a_proxy_is_uncut_both_ways_of_summing():
    snapshot, rows = deep_and_shallow()
    proxy = made_proxy(snapshot)
    found = take_proxied(proxy, snapshot, ranks=True)
    matrix = proxy.relevance.rows(0, snapshot.captions)
    ranked = np.take_along_axis(matrix, rows, axis=1)
    deep, shallow = snapshot.runs
    np.testing.assert_allclose(ndcg_of(shallow, found), ndcg(ranked, matrix))
    every, best = np.exp2(ranked.astype(float)) - 1, np.sort(np.exp2(matrix.astype(float)) - 1)
    weights = 1 / np.log2(np.arange(12) + 2)
    expected = every @ weights / (best[:, ::-1] @ weights)
    for run in (deep, shallow):
        np.testing.assert_allclose(ndcg_of(run, found, whole=True), expected)
    side = found.sides["t2v"]
    np.testing.assert_allclose(side.random, random_ndcg(matrix, np.random.default_rng(1))[1])
    drawn = [
        np.random.default_rng(seed).permuted(every, axis=1) @ weights / (best[:, ::-1] @ weights)
        for seed in range(4_000)
    ]
    np.testing.assert_allclose(side.random_whole, np.mean(drawn, axis=0), atol=0.02)
    for name in ("own", "best", "worst"):
        one, other = (getattr(found.ranks[run.name], name) for run in (deep, shallow))
        np.testing.assert_array_equal(one, other)
    rows_of = graded_scores(snapshot, found).rows
    assert [(row.depth, row.cut) for row in rows_of] == [(12, 0), (12, 0)]
    assert rows_of[0].whole.value == pytest.approx(np.nanmean(expected))
    taus = [slow_tau(one, row) for one, row in zip(rows.tolist(), matrix.tolist(), strict=True)]
    for row in rows_of:
        assert row.tau.value == pytest.approx(np.mean([one for one in taus if one is not None]))


@pytest.mark.django_db(transaction=True)
def test_measures_under_a_proxy_reach_as_far(toy, tmp_path, capsys):
    for name, depth in (("deep", VIDEOS), ("shallow", 1)):
        imported(tmp_path, name, depth)
    make_proxy(toy, "syn", np.random.default_rng(2).choice([0, 0.5, 1], (CAPTIONS, VIDEOS)))
    capsys.readouterr()
    words = "evaluate", "toy", "--relevance", "syn", "--measures", "AP,nDCG,nDCG-whole,MeanR"
    call_command(*words, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    half = len(rows) // 2
    for a, b in zip(rows[:half], rows[half:], strict=True):
        assert (a["measure"], a["all"]) == (b["measure"], b["all"])
