"""Agreement of Flickr8k's and QVHighlights' people, to the last digit that was published.

The data is not in this repository: see tests/published.py.
"""

import json

import pytest

from metrics.standalone.command import run
from tests.published import published

CROWD = "flickr8k/CrowdFlowerAnnotations.txt"
WHOLE_ROWS = 47_288


def told(capsys, *words: str) -> dict:
    assert run(["agreement", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def rounded(found: dict, *names: str) -> list[float]:
    return [round(found["figures"][name]["value"], 4) for name in names]


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.5168), ("ordinal", 0.6939), ("interval", 0.7885)]
)
def test_the_experts_agree_as_published(capsys, level, alpha):
    asked = ("--columns", "unit,unit,value,value,value", "--level", level)
    found = told(capsys, str(published("flickr8k/ExpertAnnotations.txt")), *asked)
    assert (found["units"], found["labels"]) == (5_822, 3 * 5_822)
    assert rounded(found, "fleiss", "alpha") == [0.5167, alpha]
    low, high = found["figures"]["alpha"]["interval"]
    assert low < alpha < high


HIGHLIGHTS = {
    None: (32_549, [0.020024, 0.122668, 0.166528], [0.151371, 0.423874, 0.613588, 0.564371]),
    5_000: (5_000, [0.053065, 0.183774, 0.22491], [0.179328, 0.460982, 0.648839, 0.600084]),
}


@pytest.mark.parametrize("first", HIGHLIGHTS)
def test_grades_of_highlights_agree_as_published(capsys, tmp_path, first):
    """A unit is a query and a clip; three people graded it, from 0 to 4."""
    lines = ["text,unit,value,value,value"]
    for line in published("qvhighlights/val.jsonl").read_text().splitlines():
        row = json.loads(line)
        clips = zip(row["relevant_clip_ids"], row["saliency_scores"], strict=True)
        lines += [",".join(map(str, (row["qid"], f"{row['qid']}/{clip}", *grades)))
                  for clip, grades in clips]  # fmt: skip
    (tmp_path / "qv.csv").write_text("\n".join(lines[: None if first is None else first + 1]))
    units, alphas, coefficients = HIGHLIGHTS[first]
    levels = ("nominal", "ordinal", "interval")
    weights = ("identity", "linear", "quadratic", "ordinal")
    every = zip((*levels, "nominal"), weights, (*alphas, alphas[0]), coefficients, strict=True)
    for level, kind, alpha, ac2 in every:
        asked = ("--scale", "0-4", "--level", level, "--weights", kind)
        found = told(capsys, str(tmp_path / "qv.csv"), *asked)
        assert (found["units"], found["labels"]) == (units, 3 * units)
        values = [round(found["figures"][name]["value"], 6) for name in ("alpha", "ac2")]
        assert values == [alpha, ac2]
        if level == "ordinal":
            assert ratio_of_errors(capsys, tmp_path, found, asked) > (3.5 if first is None else 3)


def ratio_of_errors(capsys, tmp_path, by_query, asked) -> float:
    """How many times as wide alpha's interval is by query as it is by clip."""
    alone = tmp_path / "alone.csv"
    alone.write_text((tmp_path / "qv.csv").read_text().replace("text,", "-,", 1))
    by_clip = told(capsys, str(alone), *asked)
    ends = (one["figures"]["alpha"]["interval"] for one in (by_query, by_clip))
    query, clip = (high - low for low, high in ends)
    return query / clip


def test_the_whole_rows_of_the_crowd_agree_as_published(capsys):
    columns, crowd = ("--columns", "unit,unit,-,yes,no"), published(CROWD)
    assert run(["agreement", str(crowd), *columns]) == 1
    refused = capsys.readouterr().err
    assert f"{crowd}:32419:1: damaged" in refused
    found = told(capsys, str(crowd), *columns, "--skip-damaged")
    assert found["units"] == WHOLE_ROWS
    assert rounded(found, "percent", "alpha", "ac1", "prevalence") == [
        0.9371, 0.5085, 0.9279, 0.0689,
    ]  # fmt: skip
    assert found["skipped"] > 0


def test_most_of_the_crowd_reject_twenty_of_the_original_captions(capsys, tmp_path):
    """An original's caption is called like its image."""
    rows = published(CROWD).read_bytes().split(b"\n")
    both = [row.split(b"\t") for row in rows if b"\t" in row]
    own = [b"\t".join(row) for row in both if row[1].startswith(row[0])]
    originals = tmp_path / "originals.tsv"
    originals.write_bytes(b"\n".join(own))
    columns = ("--columns", "unit,unit,-,yes,no", "--skip-damaged")
    found = told(capsys, str(originals), *columns)
    assert (found["units"], found["majorities"]["no"]) == (713, 20)
