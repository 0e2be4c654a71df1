"""*Judged* is one thing at every door: a pair that has a verdict, a disagreement included."""

import json
import re
from collections import Counter

import numpy as np
import pytest
import pytrec_eval
from django.core.management import call_command

from metrics.standalone.command import run as run_standalone
from metrics.studies.asked import EvaluationAsked
from people.models import Scope
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring, take
from tests.factories import make_benchmark, make_run
from tests.metrics.reporting import make_report
from tests.metrics.worlds import judge
from tests.pooling.api.conftest import Script

pytestmark = pytest.mark.django_db
K, CAPTIONS, VIDEOS = 5, 12, 9
# Of each caption: the first two have the same text.
TEXTS = ["a dog runs", *(f"caption {number}" for number in range(1, CAPTIONS))]
TEXTS[1] = TEXTS[0]
OWN = [number % VIDEOS for number in range(CAPTIONS)]


@pytest.fixture
def rankings() -> dict[int, list[int]]:
    """Of all captions but the last; some are shorter than K."""
    rng = np.random.default_rng(7)
    return {
        caption: rng.permutation(VIDEOS)[: rng.integers(2, VIDEOS)].tolist()
        for caption in range(CAPTIONS - 1)
    }


@pytest.fixture
def verdicts() -> dict[tuple[str, int], str]:
    """A third of them are disagreements."""
    rng = np.random.default_rng(11)
    pairs = [(text, video) for text in dict.fromkeys(TEXTS) for video in range(VIDEOS)]
    chosen = rng.choice(len(pairs), 40, replace=False)
    return {pairs[of]: JudgedPair.Verdict.values[n % 3] for n, of in enumerate(chosen)}


@pytest.fixture
def world(verdicts, rankings):
    captions = [(text, f"v{own}") for text, own in zip(TEXTS, OWN, strict=True)]
    benchmark = make_benchmark(captions, "toy", [f"v{number}" for number in range(VIDEOS)])
    make_run(benchmark, rankings, "r", depth=VIDEOS)
    judge(benchmark, verdicts)
    return benchmark


@pytest.fixture
def files(world, rankings, tmp_path):
    """The run and the captions as files."""
    rows = [
        f"c{caption} Q0 v{video} {rank} {VIDEOS - rank} r\n"
        for caption, ranking in rankings.items()
        for rank, video in enumerate(ranking, start=1)
    ]
    (tmp_path / "r.trec").write_text("".join(rows))
    lines = [f"c{n},v{own},{TEXTS[n]}\n" for n, own in enumerate(OWN)]
    (tmp_path / "captions.csv").write_text("caption_id,video_id,caption\n" + "".join(lines))
    return tmp_path


def judged_by_hand(rankings, verdicts) -> float:
    """Judged@K by the glossary, caption by caption."""
    shares = []
    for caption, (text, own) in enumerate(zip(TEXTS, OWN, strict=True)):
        top = rankings.get(caption, [])[:K]
        judged = [video == own or (text, video) in verdicts for video in top]
        shares.append(sum(judged) / max(len(top), 1))
    return sum(shares) / len(shares)


def told(capsys, *words: str) -> dict:
    capsys.readouterr()
    call_command(*words, "--json")
    return json.loads(capsys.readouterr().out)


def without_database(capsys, files, labels: str) -> float:
    capsys.readouterr()
    given = ["--captions", files / "captions.csv", "--collected", files / labels]
    words = [files / "r.trec", *given, "--measures", f"C@{K}", "--json"]
    assert run_standalone([str(word) for word in words]) == 0
    (row,) = json.loads(capsys.readouterr().out)["judged"]
    return row["share"]


def test_every_door_counts_a_disagreement_as_judged(
    world, files, rankings, verdicts, lead, signed_in, capsys
):
    wanted = pytest.approx(judged_by_hand(rankings, verdicts), abs=1e-12)
    measures = ("--measures", f"C@{K},Judged@{K}")
    for format_, name, more in (
        ("qrels", "q.txt", {}),
        ("qrels", "strata.txt", {"stratum": True}),
        ("triplets", "t.csv", {}),
    ):
        take(world, files / name, format_, **more)
        assert without_database(capsys, files, name) == wanted, name
    found = {
        "evaluate": told(capsys, "evaluate", "toy", *measures),
        "score": told(capsys, "score", "toy", str(files / "r.trec"), *measures),
    }
    for command, study in found.items():
        assert study["judged"][0]["share"] == wanted, command
        (row,) = (row for row in study["rows"] if row["measure"] == f"Judged@{K}")
        assert row["all"] == wanted, command
    assert told(capsys, "unjudged", "toy", "r", "--depth", str(K))["judged"] == wanted
    asked = EvaluationAsked(measures=(f"C@{K}",), overlap=0, sample_sizes=(), resamples=100)
    report = make_report(world, asked)
    parts = signed_in(lead).get(f"/api/v1/evaluations/{report.pk}").json()["result"]["parts"]
    assert parts["evaluation"]["found"]["judged"][0]["share"] == wanted
    page = signed_in(lead).get(f"/evaluations/{report.pk}/").text
    shown = f"{100 * judged_by_hand(rankings, verdicts):.1f}"
    assert re.search(rf"{shown} % of its\s+top {K} are judged", page)
    api = Script(lead, Scope.READ)
    facts = api.rows(f"benchmarks/{world.pk}/explore", runs=world.runs.get().pk, k=K)
    open_ = {row["number"]: row["unjudged"] for row in facts}
    tops = [len(rankings.get(caption, [])[:K]) for caption in range(CAPTIONS)]
    shares = [(top - open_[caption]) / max(top, 1) for caption, top in enumerate(tops)]
    assert sum(shares) / CAPTIONS == wanted


def test_qrels_hold_every_verdict_apart_and_bring_it_back(world, files, verdicts):
    take(world, files / "q.txt", "qrels")
    rows = [line.split() for line in (files / "q.txt").read_text().splitlines()]
    marks = {"relevant": "1", "irrelevant": "0", "disagreement": "-2"}
    wanted = {(text, f"v{video}"): marks[found] for (text, video), found in verdicts.items()}
    found = {(TEXTS[int(caption[1:])], video): mark for caption, _, video, mark in rows}
    assert found == wanted
    assert set(Counter(found.values())) == {"1", "0", "-2"}
    captions = [(text, f"v{own}") for text, own in zip(TEXTS, OWN, strict=True)]
    other = make_benchmark(captions, "other", [f"v{number}" for number in range(VIDEOS)])
    notes = bring(other, files / "q.txt", "qrels")["warnings"]
    assert any("marked -2" in note and "disagreement" in note for note in notes)
    came = JudgedPair.objects.filter(query__benchmark=other)
    kept = {(pair.query.text, pair.video.number): pair.verdict for pair in came}
    assert kept == verdicts


def test_trec_eval_takes_a_disagreement_as_it_takes_what_was_not_judged(world, files):
    take(world, files / "q.txt", "qrels")
    with (files / "q.txt").open() as lines:
        qrels = pytrec_eval.parse_qrel(lines)
    as_not_judged = {
        caption: {video: -1 if mark == -2 else mark for video, mark in of.items()}
        for caption, of in qrels.items()
    }
    assert as_not_judged != qrels
    with (files / "r.trec").open() as lines:
        rankings = pytrec_eval.parse_run(lines)
    with_mark, without = (
        pytrec_eval.RelevanceEvaluator(of, pytrec_eval.supported_measures).evaluate(rankings)
        for of in (qrels, as_not_judged)
    )
    assert with_mark == without
