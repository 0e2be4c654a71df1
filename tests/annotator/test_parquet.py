"""Labels as typed tables: opened by the tools they are for, with what says how to read them."""

import json
import logging
import warnings

import mlcroissant
import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from annotator.cards.columns import TABLES
from annotator.formats import typed
from annotator.models import Item, Label
from tests.annotator.exchanging import take
from tests.annotator.test_export_labels import lively_campaign, rows_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater, adjudicator, lead):
    return lively_campaign(rater, other_rater, adjudicator, lead)


def test_typed_tables_say_what_the_csv_says(campaign, tmp_path, monkeypatch):
    monkeypatch.setattr(typed, "GROUP", 4)  # several row groups
    out = tmp_path / "out"
    told = take(campaign.benchmark, out, "parquet", release="r")
    take(campaign.benchmark, tmp_path / "log", "log", release="r")
    take(campaign.benchmark, tmp_path / "triplets", "triplets", release="r")
    log, plain = pd.read_parquet(out / "log.parquet"), rows_of(tmp_path / "log/log-exact.csv")
    assert pq.ParquetFile(out / "log.parquet").num_row_groups > 2
    assert len(log) == len(plain) == Label.objects.count()
    for row, cells in zip(log.to_dict("records"), plain, strict=True):
        assert pd.isna(row.pop("probability"))
        assert pd.Timestamp(cells.pop("given_at")) == row.pop("given_at")
        for name, value in row.items():
            written = "" if pd.isna(value) else str(value)
            if isinstance(value, bool):
                written = written.lower()
            if isinstance(value, float) and written:
                written = str(int(value))
            assert written == cells[name], name
    triplets = pd.read_parquet(out / "triplets.parquet")
    keys = ["caption_id", "video_id", "label"]
    assert triplets[keys].to_dict("records") == rows_of(tmp_path / "triplets/triplets-exact.csv")
    assert triplets["probability"].isna().all()
    assert {file["name"]: file["rows"] for file in told["files"]} == {
        "triplets.parquet": Item.objects.exclude(verdict=None).count(),
        "log.parquet": len(plain),
        "captions.parquet": campaign.benchmark.caption_count,
        "videos.parquet": campaign.benchmark.video_count,
        "README.md": 0,
        "croissant.json": 0,
    }


def test_its_croissant_is_valid_and_its_records_are_read_from_beside_it(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "out", "parquet")
    logging.getLogger("absl").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlcroissant.Dataset(jsonld=str(tmp_path / "out/croissant.json"))
        assert not dataset.metadata.ctx.issues.errors
        for name in TABLES:
            read = list(dataset.records(record_set=name))
            table = pd.read_parquet(tmp_path / f"out/{name}.parquet")
            assert len(read) == len(table)
            assert list(read[0]) == [f"{name}/{column}" for column in table.columns]


def test_its_card_has_what_hugging_face_reads(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "out", "parquet")
    text = (tmp_path / "out/README.md").read_text()
    _, front, body = text.split("---\n", 2)
    card = yaml.safe_load(front)
    assert card["size_categories"] == ["n<1K"]
    assert card["source_datasets"] == ["original"]
    assert card["annotations_creators"] == ["expert-generated"]
    assert [one["config_name"] for one in card["configs"]] == list(TABLES)
    assert all(
        (tmp_path / "out" / one["data_files"][0]["path"]).exists() for one in card["configs"]
    )
    assert "load_dataset" in body


def test_beside_a_file_of_another_name_there_are_tables_alone(campaign, tmp_path):
    told = take(campaign.benchmark, tmp_path / "all.parquet", "parquet")
    assert [file["name"] for file in told["files"]] == [
        "all.parquet",
        "all.log.parquet",
        "all.captions.parquet",
        "all.videos.parquet",
    ]
    assert json.loads((tmp_path / "all.manifest.json").read_text())["format"] == "parquet"


def test_the_rater_is_called_alike_in_typed_tables_and_in_others_of_the_release(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "p", "parquet", release="r")
    take(campaign.benchmark, tmp_path / "log.csv", "log", release="r")
    names = pd.read_parquet(tmp_path / "p/log.parquet")["rater"].tolist()
    assert names == [row["rater"] for row in rows_of(tmp_path / "log.csv")]
