"""Agreement of Flickr8k's people, to the last digit that was published.

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
    columns = ("--columns", "unit,unit,value,value,value")
    found = told(
        capsys, str(published("flickr8k/ExpertAnnotations.txt")), *columns, "--level", level
    )
    assert (found["units"], found["labels"]) == (5_822, 3 * 5_822)
    assert rounded(found, "fleiss", "alpha") == [0.5167, alpha]
    low, high = found["figures"]["alpha"]["interval"]
    assert low < alpha < high


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
    own = [
        row for row in rows if b"\t" in row and row.split(b"\t")[1].startswith(row.split(b"\t")[0])
    ]
    originals = tmp_path / "originals.tsv"
    originals.write_bytes(b"\n".join(own))
    columns = ("--columns", "unit,unit,-,yes,no", "--skip-damaged")
    found = told(capsys, str(originals), *columns)
    assert (found["units"], found["majorities"]["no"]) == (713, 20)
