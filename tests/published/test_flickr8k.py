"""Answers of crowd workers on pairs that experts graded: weak raters, errors that hang together."""

import re

import numpy as np
import pytest

from bench.cells.labels import Asked, snapshot_of
from measures.names import parse_all
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import label_errors
from metrics.studies.label_means import LABELS
from tests.published import published

ALMOST = 3  # the experts' grade from which a caption is relevant


def answers() -> list[tuple[bool, int, int]]:
    """Of the pairs that both looked at: the experts' median, and how many of the crowd said yes and
    no. Rows of the crowd's file that are damaged are left out."""
    experts = {}
    for line in published("flickr8k/ExpertAnnotations.txt").read_text().splitlines():
        image, caption, *grades = line.split("\t")
        experts[image, caption] = sorted(map(int, grades))[1] >= ALMOST
    whole = re.compile(rb"([\w.-]+\.jpg)\t([\w.-]+\.jpg#\d)\t[\d.]+\t(\d+)\t(\d+)")
    lines = published("flickr8k/CrowdFlowerAnnotations.txt").read_bytes().splitlines()
    rows = [row for line in lines if (row := whole.fullmatch(line))]
    crowd = {(row[1].decode(), row[2].decode()): (int(row[3]), int(row[4])) for row in rows}
    return [(experts[pair], *said) for pair, said in crowd.items() if pair in experts]


@pytest.mark.parametrize("seed", [0, 1])
def test_crowd_answers_hold_what_experts_say_or_are_marked(seed):
    """One answer on each pair, two on a tenth, of twelve raters, as who answered is not known."""
    draw, given = np.random.default_rng(seed), answers()
    assert len(given) == 2_307
    truth = np.mean([relevant for relevant, _, _ in given])
    assert truth == pytest.approx(0.330, abs=0.001)
    rows = []
    for pair, (_, yes, no) in enumerate(given):
        many = 1 + (draw.random() < 0.1)
        values = draw.permutation([1] * yes + [0] * no)[:many]
        rows += zip([pair] * many, draw.permutation(12)[:many], values, strict=True)
    none = np.zeros(len(given), bool)
    snapshot, labels = snapshot_of(
        Asked(len(given), 1), {"one": none, "other": none}, tuple(np.array(rows).T)
    )
    scored = evaluate(snapshot, parse_all("C@1"), "all")
    row = label_errors(snapshot, labels, scored, seed=seed, resamples=2_000, draws=40).rows[0]
    low, high = row.drawn.ends(LABELS)
    assert low <= truth <= high or "what is assumed of raters" in row.drawn.mark(LABELS)
    assert row.drawn.mark(LABELS)
