"""TRECVID's ad-hoc video search of 2021: its judgements, and what NIST's evaluator prints of the
example run that comes with it."""

import json
from collections import Counter

import pytest

from metrics.standalone.command import run
from tests.published import published

PRINTED = {"infAP": 0.6410, "infNDCG": 0.6616, "iP@10": 1.0000, "iP@100": 0.9769}


def test_strata_and_relevances_are_as_many_as_published():
    text = published("avs2021/avs.qrels.main.tv21").read_text()
    rows = [line.split() for line in text.splitlines()]
    assert len(rows) == 124_431
    assert Counter(row[3] for row in rows) == {"1": 15_822, "2": 19_727, "3": 88_882}
    assert Counter(row[4] for row in rows) == {"1": 15_649, "0": 42_769, "-1": 66_013}


def test_the_command_prints_the_digits_of_the_evaluator(capsys):
    qrels = published("avs2021/avs.qrels.main.tv21")
    measures = ",".join(PRINTED)
    options = ["--original", str(qrels), "--depth", "1000", "--measures", measures, "--json"]
    assert run([str(published("avs2021/example.run")), *options]) == 0
    shown = capsys.readouterr()
    found = {row["measure"]: row["original"] for row in json.loads(shown.out)["rows"]}
    assert {name: round(value, 4) for name, value in found.items()} == PRINTED
    assert found["iP@10"] == pytest.approx(1, abs=1e-4)
    assert "66,013 pairs are marked -1, not judged, and count as pooled" in shown.err
    assert "15,822 of stratum 1, 19,727 of stratum 2, 88,882 of stratum 3" in shown.err
