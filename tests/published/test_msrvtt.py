"""All of MSR-VTT: the FIRE paper's Table 7, through the commands that anybody would use."""

import csv
import gzip
import json
import math

import pytest
from django.core.management import call_command

from tests.published import published

pytestmark = pytest.mark.django_db(transaction=True)

# Spearman's rho and Kendall's tau-b of likeness and length; without their signs, as the last is
# printed without its own.
PRINTED = {"words": (0.419, 0.296), "characters": (0.479, 0.334)}


def as_printed(value: float) -> float:
    """Three digits, the others cut off."""
    return math.floor(1000 * abs(value)) / 1000


@pytest.fixture
def training(tmp_path):
    """A CSV file with the captions of the 9,000 training videos."""
    with published("msrvtt/MSRVTT_train.9k.csv").open() as file:
        videos = {row["video_id"] for row in csv.DictReader(file)}
    path = tmp_path / "training.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["caption_id", "video_id", "caption"])
        for part in ("train_val", "test"):
            with gzip.open(published(f"msrvtt/{part}_videodatainfo.json.gz")) as whole:
                for one in json.load(whole)["sentences"]:
                    if one["video_id"] in videos:
                        writer.writerow([f"t{one['sen_id']}", one["video_id"], one["caption"]])
    return path


def test_table_7_in_the_convention_of_the_release(training, capsys):
    """The release's code gives the printed digits. The text's definition, which takes several times
    as long, gives others: docs/published.md."""
    test = published("msrvtt-1ka/MSRVTT_JSFUSION_test.csv")
    matrix = published("msrvtt-1ka/msrvtt_titles_matrix.npy")
    call_command("import_benchmark", "msrvtt-1ka", "--captions", str(test))
    call_command("import_benchmark", "msrvtt-1ka", "--captions", str(training), "--training")
    call_command("import_run", "msrvtt-1ka", "titles", str(matrix))
    capsys.readouterr()
    call_command("reuse", "msrvtt-1ka", "--depth", "10", "--likeness", "release", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["training_captions"] == 180_000
    assert {row["convention"] for row in told["similarity"]} == {"release"}
    assert {
        row["length"]: (as_printed(row["spearman"]), as_printed(row["kendall"]))
        for row in told["similarity"]
    } == PRINTED
    assert all(max(row["spearman"], row["kendall"]) < 0 for row in told["similarity"])
