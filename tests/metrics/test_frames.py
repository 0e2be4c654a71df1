"""Frames in, frames out: the numbers of `python -m metrics`, under the names of ir_measures."""

import json

import numpy as np
import pandas as pd
import pytest
import pytrec_eval

from metrics.standalone.command import run as run_command
from metrics.standalone.frames import CannotScore, per_query, score

QUERIES, DOCS = 25, 30


@pytest.fixture(scope="module")
def frames():
    """Every query has a ranking of all documents; names with commas, and numbers as names."""
    rng = np.random.default_rng(83)
    rows = [(query, f"d,{doc}") for query in range(QUERIES) for doc in range(DOCS)]
    run = pd.DataFrame(rows, columns=["query_id", "doc_id"])
    run["score"] = rng.permutation(len(rows)) / 4
    qrels = pd.DataFrame(rows, columns=["query_id", "doc_id"])
    qrels["relevance"] = rng.choice([0, 0, 0, 1, 2], len(rows))
    return run, qrels.sample(frac=0.5, random_state=83)


def nested(frame: pd.DataFrame, value: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for query, doc, one in frame[["query_id", "doc_id", value]].itertuples(index=False):
        found.setdefault(str(query), {})[doc] = one
    return found


def test_each_query_has_the_value_of_pytrec_eval(frames):
    run, qrels = frames
    names = {"AP": "map", "P@5": "P_5", "R@10": "recall_10", "Success@1": "success_1"} | {
        "MRR": "recip_rank",
        "nDCG@10": "ndcg_cut_10",
    }
    theirs = pytrec_eval.RelevanceEvaluator(
        nested(qrels, "relevance"), {"map", "P", "recall", "success", "recip_rank", "ndcg_cut"}
    ).evaluate(nested(run, "score"))
    ours = per_query(run, qrels, list(names))
    assert len(ours) == len(names) * len(theirs) > 100
    for row in ours.itertuples():
        assert row.value == pytest.approx(theirs[row.query_id][names[row.measure]], abs=1e-9)


def test_means_are_those_of_the_command(frames, tmp_path, capsys):
    run, qrels = frames
    run_file, qrels_file = tmp_path / "run.trec", tmp_path / "qrels"
    for path, frame, row in (
        (run_file, run, "{0.query_id} Q0 {0.doc_id} 1 {0.score} tag\n"),
        (qrels_file, qrels, "{0.query_id} 0 {0.doc_id} {0.relevance}\n"),
    ):
        path.write_text("".join(row.format(one) for one in frame.itertuples()))
    names = "nDCG@10,AP(rel=2),RBP(p=0.8),ERR@10,GMR,Rprec,Bpref,Judged@10"
    asked = (run_file, "--collected", qrels_file, "--depth", 1000, "--measures", names, "--json")
    assert run_command([*map(str, asked)]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    means = score(run, qrels, names)
    assert means["measure"].tolist() == names.split(",")
    assert means["value"].tolist() == [row["all"] for row in rows]
    assert means["queries"].tolist() == [row["n"] for row in rows]


def test_who_gives_dictionaries_gets_dictionaries():
    run, qrels = {"q": {"a": 1, "b": 0.5}}, {"q": {"b": 1, "c": 0}}
    with pytest.warns(UserWarning, match="fewer than"):
        answer = score(run, qrels, "RR")
    expected = {"measure": "RR", "value": 0.5, "queries": 1, "missing": 0, "notes": ""}
    assert answer == [expected]


@pytest.mark.filterwarnings("ignore:run.csv")
def test_a_query_without_a_ranking_counts_nought_and_one_without_relevant_is_left_out():
    run, qrels = {"a": {"x": 1}, "c": {"x": 1}}, {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 0}}
    [mean] = score(run, qrels, "RR")
    assert (mean["value"], mean["queries"], mean["missing"]) == (0.5, 2, 1)
    assert [(row["query_id"], row["value"]) for row in per_query(run, qrels, "RR")] == [
        ("a", 1.0),
        ("b", 0.0),
    ]


GOOD_RUN, GOOD_QRELS = {"q": {"a": 1}}, {"q": {"a": 1}}


@pytest.mark.parametrize(
    ("run", "qrels", "measures", "said"),
    [
        (pd.DataFrame({"query_id": ["q"]}), GOOD_QRELS, "AP", "run: found no column 'doc_id'"),
        ({"q": {"a b": 1}}, GOOD_QRELS, "AP", "run, row 1: doc_id is 'a b'; expected a name"),
        ({"q": {"a": "x"}}, GOOD_QRELS, "AP", "run, row 1: score is 'x'; expected a number"),
        (GOOD_RUN, {"q": {"a": 0.5}}, "AP", "qrels, row 1: relevance is 0.5; expected a whole"),
        (GOOD_RUN, {"q": {"a": 101}}, "AP", "qrels:1:"),
        (GOOD_RUN, {"q": {"a": 0}}, "AP", "has no positive at all"),
        (GOOD_RUN, GOOD_QRELS, "APP", "no measure is called 'APP'"),
        (GOOD_RUN, GOOD_QRELS, "GMR", "GMR has no score for each caption"),
        (
            pd.DataFrame({"query_id": ["q"] * 2, "doc_id": ["a"] * 2, "score": [1, 2]}),
            GOOD_QRELS,
            "AP",
            "run:3:",
        ),
    ],
)
def test_what_cannot_be_scored_is_refused_with_its_place(run, qrels, measures, said):
    with pytest.raises(CannotScore) as refused:
        per_query(run, qrels, measures)
    assert said in str(refused.value)


def test_depth_is_how_far_rankings_are_read(frames):
    run, qrels = frames
    with pytest.raises(CannotScore, match="depth: expected 1 to"):
        score(run, qrels, "AP", depth=0)
    shallow = score(run, qrels, "AP", depth=5)["value"]
    assert shallow.tolist() == score(run, qrels, "AP@5")["value"].tolist()
