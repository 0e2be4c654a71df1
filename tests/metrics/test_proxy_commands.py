"""The commands of studies under proxies: a benchmark and its proxies in, tables and JSON out."""

import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.metrics.proxied import slow_auc, slow_ndcg
from tests.metrics.stored_proxies import BOW, SYN
from tests.metrics.worlds import RUNS, VERDICTS
from tests.semantics.made import make_proxy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("proxied_world")]


@pytest.fixture
def told(capsys):
    def tell(*words: str):
        call_command(*words, "--json")
        return json.loads(capsys.readouterr().out)

    return tell


def test_evaluate_by_a_proxy_takes_it_as_gain_and_from_its_threshold_as_positive(told):
    found = told("evaluate", "toy", "--relevance", "syn", "--measures", "nDCG-exp,C@1,P@2")
    assert found["positives"]["rule"] == "syn"
    rows = {(row["run"], row["measure"]): row for row in found["rows"]}
    ranked = {run: [RUNS[run].get(n, []) for n in range(6)] for run in RUNS}
    for run, rankings in ranked.items():
        expected = [slow_ndcg(ranking, SYN[n], 6) for n, ranking in enumerate(rankings)]
        assert rows[run, "nDCG-exp"]["all"] == pytest.approx(sum(expected) / 6)
        first = [SYN[n][ranking[0]] == 1 for n, ranking in enumerate(rankings) if n < 5]
        # Nothing has 1 for the last caption: it has no value.
        assert rows[run, "C@1"]["all"] == pytest.approx(sum(first) / 5)
        assert (rows[run, "C@1"]["n"], rows[run, "C@1"]["left_out"]) == (5, 1)
        assert rows[run, "C@1"]["original"] is rows[run, "C@1"]["delta"] is None
    half = told(
        *("evaluate", "toy", "--relevance", "syn", "--measures", "P@2", "--threshold", "0.5"),
        "--intervals",
    )
    assert half["positives"]["threshold"] == 0.5
    strong = [sum(SYN[n][video] >= 0.5 for video in RUNS["strong"][n][:2]) / 2 for n in range(6)]
    assert half["rows"][0]["all"] == pytest.approx(sum(strong) / 6)
    assert half["rows"][0]["interval"]


def test_evaluate_names_what_it_was_not_given():
    for words, said in (
        (["--relevance", "sin"], "no proxy of toy is called 'sin': did you mean syn"),
        (["--threshold", "0.5"], "--threshold is of a proxy: expected --relevance too"),
        (["--relevance", "syn", "--threshold", "2"], "a threshold is above 0 and at most 1, not 2"),
        (["--relevance", "syn", "--measures", "Judged@2"], "Judged@2 follows from people's"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("evaluate", "toy", *words)


def test_proxy_study_has_every_proxy_with_its_intervals(told):
    found = told("proxy_study", "toy")
    assert [row["proxy"] for row in found["rows"]] == ["syn", "bow"]
    queries = {"a dog runs": 0, "a red ball": 1, "a man cooks rice": 2, "somebody sings": 4}
    queries["it snows"] = 5
    relevant = [verdict == "relevant" for verdict in VERDICTS.values()]
    for row, matrix in zip(found["rows"], (SYN, BOW), strict=True):
        values = [matrix[queries[text]][video] for text, video in VERDICTS]
        assert row["auc"] == pytest.approx(slow_auc(values, relevant))
        assert row["n"] == len(VERDICTS)
        assert set(row) >= {"auc_interval", "calibration", "tau", "tau_interval", "why"}
        assert all(set(one) >= {"n", "share", "interval"} for one in row["calibration"])
    assert told("proxy_study", "toy", "--proxies", "bow")["rows"] == [found["rows"][1]]
    alone = told("proxy_study", "toy", "--runs", "strong")["rows"][0]
    assert (alone["tau"], alone["tau_interval"]) == (None, None)
    assert "two runs of one direction" in alone["why"]


def test_graded_scores_both_directions_beside_a_random_order(told):
    found = told("graded", "toy", "syn")
    assert [row["direction"] for row in found["rows"]] == ["t2v"] * 3 + ["v2t"]
    strong = [slow_ndcg(RUNS["strong"][n], SYN[n], 3) for n in range(6)]
    assert found["rows"][0]["ndcg"] == pytest.approx(sum(strong) / 6)
    assert set(found["random"]) == {"t2v", "v2t", "both"}
    assert 0 < found["random"]["t2v"] < 1


def test_the_others_say_what_they_are_of(told, capsys):
    counted = told("thresholds", "toy")
    assert [row["pairs"] for row in counted["rows"] if row["threshold"] == 1] == [7, 7]
    assert told("ceiling", "toy", "syn")["same_above"] == 0.8
    (row,) = told("proxy_correlation", "toy")["rows"]
    assert (row["a"], row["b"], row["why"]) == ("syn", "bow", None)
    columns = zip(np.array(SYN).T, np.array(BOW).T, strict=True)
    alike = [np.corrcoef(a, b)[0, 1] for a, b in columns if np.ptp(a) and np.ptp(b)]
    assert row["pearson"] == pytest.approx(np.mean(alike), abs=1e-3)  # as half precision keeps it
    assert row["n"] == len(alike) > 1
    audit = told("hard_negatives", "toy", "bow", "--depth", "2")
    row = audit["rows"][0]
    assert row["n"] == row["relevant"] + row["irrelevant"] + row["unjudged"]
    call_command("hard_negatives", "toy", "syn", "--depth", "3")
    assert "Of all, between" in capsys.readouterr().out


def test_a_proxy_of_fewer_captions_is_left_out_and_named(told, proxied_world):
    proxied_world.caption_count += 1
    proxied_world.save()
    with pytest.raises(CommandError, match="no proxy is stored"):
        call_command("proxy_study", "toy")
    with pytest.raises(CommandError, match="make it again"):
        call_command("graded", "toy", "syn")
    proxied_world.caption_count -= 1
    proxied_world.save()
    make_proxy(proxied_world, "late")
    assert [row["proxy"] for row in told("proxy_study", "toy")["rows"]] == ["syn", "bow", "late"]
