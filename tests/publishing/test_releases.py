"""Releases: every file opened by the tool it is for, one pseudonym for one rater, nothing changed
afterwards."""

import csv
import hashlib
import json
import logging
import os
import shutil
import subprocess
import warnings
import zipfile
from dataclasses import dataclass
from pathlib import Path

import ir_measures
import mlcroissant
import pandas as pd
import pytest
import yaml
from django.core.management import CommandError
from django.db import Error as DatabaseError
from django.db import transaction
from django.test import override_settings

from annotator.models import Campaign, Label, Pseudonym
from jobs.inline import run_job_here
from measures.names import parse_all
from metrics.models import FrozenRelease, Report
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from people.actor import COMMAND, SYSTEM
from people.models import AuditEvent
from pooling.models import Caption, Run, Video
from publishing.actions.delete_release import delete_release
from publishing.releases.mteb import mteb_name
from tests.annotator.breaking import file_lines
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.test_export_labels import rows_of
from tests.annotator.test_gold_in_logs import verdicts_of
from tests.cast import cast
from tests.factories import make_benchmark
from tests.publishing.releasing import FORMULA, ODD, releasable, release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
TABLES = ("triplets", "log", "captions", "videos", "qrels", "queries")


# What a test does not look at is not written: the printed report takes most of a release's time.
UNPRINTED = {"without": ("report",)}


@dataclass(frozen=True, slots=True)
class Made:
    """media: as the product keeps it. out: where the release was written to."""

    campaign: Campaign
    media: Path
    out: Path


@pytest.fixture(scope="module")
def made(lasting, tmp_path_factory) -> Made:
    """A campaign whose benchmark has the release `v1`, once for all tests."""
    folder = tmp_path_factory.mktemp("release")
    with lasting(), override_settings(MEDIA_ROOT=folder / "media"):
        campaign = releasable(*map(cast, ("rater", "other_rater", "adjudicator", "lead")))
        release(campaign.benchmark, "v1", folder / "v1")
    return Made(campaign, folder / "media", folder / "v1")


@pytest.fixture
def campaign(made, media) -> Campaign:
    shutil.copytree(made.media, media)
    return made.campaign


@pytest.fixture
def out(made, campaign, tmp_path) -> Path:
    return shutil.copytree(made.out, tmp_path / "v1")


def names_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_all_formats_are_there_with_their_checksums_and_rows(campaign, out):
    row = FrozenRelease.objects.get()
    manifest = json.loads((out / "manifest.json").read_text())
    assert {file["name"] for file in row.files} | {row.archive["name"]} == names_in(out)
    for file in (*row.files, row.archive):
        content = (out / file["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (
            file["bytes"],
            file["sha256"],
        )
    told = {file["name"]: file for file in manifest["files"]}
    assert told == {
        file["name"]: file
        for file in row.files
        if file["name"] not in ("manifest.json", "SHA256SUMS")
    }
    assert told["log.csv"]["rows"] == told["log.parquet"]["rows"] == Label.objects.count()
    assert manifest["log_position"] == row.log_position == Label.objects.latest("pk").pk
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, capture_output=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, b"")


def test_the_archive_holds_the_same_files(out):
    (archive,) = out.glob("*.zip")
    with zipfile.ZipFile(archive) as packed:
        assert packed.testzip() is None
        inside = {name.partition("/")[2]: packed.read(name) for name in packed.namelist()}
    assert inside == {name: (out / name).read_bytes() for name in names_in(out) - {archive.name}}


def test_pandas_reads_every_table_and_all_of_them_tell_the_same(out):
    words = {"dtype": str, "keep_default_na": False}
    verdicts = pd.read_csv(out / "triplets-exact.csv", **words)
    assert pd.read_csv(out / "triplets.csv", **words).equals(verdicts)
    lines = pd.read_json(out / "triplets.jsonl", lines=True, dtype=False)
    typed = pd.read_parquet(out / "triplets.parquet")
    columns = list(verdicts.columns)
    wanted = verdicts.to_dict("records")
    assert lines.to_dict("records") == typed[columns].to_dict("records") == wanted
    log = pd.read_csv(out / "log-exact.csv", **words)
    assert list(log["rater"]) == list(pd.read_parquet(out / "log.parquet")["rater"])
    assert "probability" in pd.read_parquet(out / "log.parquet").columns
    assert typed["probability"].isna().all()
    assert set(typed["video_id"]) <= set(pd.read_parquet(out / "videos.parquet")["video_id"])


def test_captions_that_break_files_come_through(out):
    (safe, *_), (exact, odd, *_) = (
        rows_of(out / "captions.csv"),
        rows_of(out / "captions-exact.csv"),
    )
    assert (safe["caption"], exact["caption"], odd["caption"]) == (f"'{FORMULA}", FORMULA, ODD)
    typed = pd.read_parquet(out / "captions.parquet")
    assert list(typed["caption"])[:2] == [FORMULA, ODD]
    queries = {pair["query"] for pair in json.loads((out / "fire.json").read_text())["annotations"]}
    assert ODD in queries
    with (out / "queries.tsv").open(newline="") as file:
        read = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert {len(row) for row in read} == {3}


def test_ir_measures_scores_by_its_qrels_what_the_release_tells(campaign, out):
    qrels = list(ir_measures.read_trec_qrels(str(out / "qrels.txt")))
    assert {(one.query_id, one.doc_id): one.relevance for one in qrels} == {
        (row["caption_id"], row["video_id"]): int(row["label"] == "relevant")
        if row["label"] != "disagreement"
        else -2
        for row in rows_of(out / "triplets-exact.csv")
    } | {(one.query_id, one.doc_id): -1 for one in qrels if one.relevance == -1}
    strata = [line.split() for line in (out / "qrels-strata.txt").read_text().splitlines()]
    assert [[*row[:3], row[4]] for row in strata] == [
        line.split() for line in (out / "qrels.txt").read_text().splitlines()
    ]
    # nDCG@10 over both kinds of positives, as MTEB's files have it, scored by somebody else.
    own = {f"c{caption.number}": caption.video.key for caption in Caption.objects.all()}
    positives = {(q.query_id, q.doc_id) for q in qrels if q.relevance > 0} | set(own.items())
    judged = [ir_measures.Qrel(caption, video, 1) for caption, video in positives]
    keys = dict(Video.objects.values_list("number", "key"))
    for run in Run.objects.all():
        ranked = [
            ir_measures.ScoredDoc(f"c{ranking.item}", keys[target], -place)
            for ranking in run.rankings.all()
            for place, target in enumerate(ranking.targets)
        ]
        wanted = ir_measures.calc_aggregate([ir_measures.nDCG @ 10], judged, ranked)
        told = json.loads((out / f"mteb/{run.name}.json").read_text())
        (score, original) = told["scores"]["test"]
        assert score["main_score"] == score["ndcg_at_10"]
        assert score["main_score"] == pytest.approx(wanted[ir_measures.nDCG @ 10])
        assert (score["hf_subset"], original["hf_subset"]) == ("default", "original")
        assert (
            told["dataset_revision"]
            == json.loads((out / "manifest.json").read_text())["files"][0]["sha256"]
        )
        assert {"task_name", "mteb_version", "evaluation_time"} <= set(told)


def test_mteb_names_are_those_of_mteb():
    names = {str(one): mteb_name(str(one)) for one in parse_all("C@1,AP,AP@20,nDCG@10,P@5,RR,GMR")}
    assert names == {
        "C@1": "hit_rate_at_1",
        "AP": "map",
        "AP@20": "map_at_20",
        "nDCG@10": "ndcg_at_10",
        "P@5": "precision_at_5",
        "RR": "mrr",
        "GMR": "gmr",
    }


def test_croissant_is_valid_and_reads_its_records_from_beside_it(out):
    logging.getLogger("absl").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlcroissant.Dataset(jsonld=str(out / "croissant.json"))
        issues = dataset.metadata.ctx.issues
        read = {
            name: list(dataset.records(record_set=name))
            for name in ("triplets", "log", "captions", "videos")
        }
    assert (issues.errors, issues.warnings) == (set(), set())
    assert [row["captions/caption"].decode() for row in read["captions"]][:2] == [FORMULA, ODD]
    assert len(read["log"]) == Label.objects.count()
    written = json.loads((out / "croissant.json").read_text())
    for name in ("dataAnnotationProtocol", "annotationsPerItem", "dataBiases", "dataLimitations"):
        assert written[f"rai:{name}"]
    assert "http://mlcommons.org/croissant/1.1" in written["conformsTo"]
    sums = {one["@id"]: one["sha256"] for one in written["distribution"]}
    assert sums["log.parquet"] == hashlib.sha256((out / "log.parquet").read_bytes()).hexdigest()


def test_card_citation_and_datasheet_say_what_is_known_and_what_is_not(campaign, tmp_path):
    words = {"license": "CC-BY-4.0", "creators": ("A. Author", "B: Ber")}
    out = tmp_path / "v2"
    release(campaign.benchmark, "v2", out, **words)
    _, front, body = (out / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(front)
    assert (card["license"], card["size_categories"]) == ("cc-by-4.0", ["n<1K"])
    assert {one["data_files"][0]["path"] for one in card["configs"]} <= names_in(out)
    assert "load_dataset" in body
    cff = yaml.safe_load((out / "CITATION.cff").read_text())
    assert (cff["license"], cff["type"]) == ("CC-BY-4.0", "dataset")
    assert [one["name"] for one in cff["authors"]] == ["A. Author", "B: Ber"]
    sheet = (out / "datasheet.md").read_text()
    assert f"{Label.objects.count()} single labels" in sheet
    assert "Pay: not recorded." in sheet
    assert sheet.count("**") >= 60  # thirty questions
    texts = [path.read_bytes() for path in out.rglob("*") if path.is_file()]
    for name in (b"Rosa", b"rosa", b"Omar", b"omar", b"Ada ", b"Lena"):
        assert not any(name in text for text in texts), name


def test_a_rater_has_one_pseudonym_in_all_files_and_another_in_the_next_release(campaign, out):
    names = {row["rater"] for row in rows_of(out / "log-exact.csv")}
    pairs = json.loads((out / "fire.json").read_text())
    fire = {
        str(rater)
        for pair in (*pairs["annotations"], *pairs["disagreements"])
        for rater in (
            *pair["annotator_ids"],
            pair.get("adjudicator_id", min(pair["annotator_ids"])),
        )
    }
    assert fire == names == set(pd.read_parquet(out / "log.parquet")["rater"])
    kept = Pseudonym.objects.filter(release__name="v1").values_list("name", flat=True)
    assert set(kept) == names
    page = (out / "report.html").read_text()
    assert any(f"<td>{name}</td>" in page for name in names)
    release(campaign.benchmark, "other", out.parent / "other", **UNPRINTED)
    others = {row["rater"] for row in rows_of(out.parent / "other/log-exact.csv")}
    assert not others & names
    take(campaign.benchmark, out.parent / "log.csv", "log", release="v1")
    assert {row["rater"] for row in rows_of(out.parent / "log.csv")} == names


def test_times_in_a_release_are_days_and_its_log_comes_in_with_the_same_verdicts(campaign, out):
    """An export has the times, for who moves a campaign; a release tells nobody's hours."""
    read = [row["given_at"] for row in rows_of(out / "log-exact.csv")]
    lines = (out / "log.jsonl").read_text(encoding="utf-8").splitlines()
    read += [json.loads(line)["given_at"] for line in lines]
    assert {str(at)[10:19] for at in read} == {"T00:00:00"}
    days = pd.to_datetime(pd.read_parquet(out / "log.parquet")["given_at"])
    assert (days == days.dt.normalize()).all()
    take(campaign.benchmark, out.parent / "log.csv", "log", release="v1")
    exact = [row["given_at"] for row in rows_of(out.parent / "log.csv")]
    assert {at[:10] for at in exact} == {at[:10] for at in read}
    assert any(at[10:19] != "T00:00:00" for at in exact)
    found = [
        verdicts_of(bring(twin_of(campaign.benchmark), path, "log")["id"])
        for path in (out / "log-exact.csv", out.parent / "log-exact.csv")
    ]
    assert found[0] == found[1]
    assert "relevant" in found[0].values()


def twin_of(benchmark):
    captions = Caption.objects.filter(benchmark=benchmark).order_by("number")
    videos = Video.objects.filter(benchmark=benchmark).order_by("number")
    return make_benchmark(
        [(one.query.text, one.video.key if one.video else "") for one in captions],
        videos=[one.key for one in videos],
    )


def test_the_tables_are_the_same_bytes_when_they_are_written_again(campaign, out):
    delete_release(SYSTEM, FrozenRelease.objects.get())
    release(campaign.benchmark, "v1", out.parent / "again", **UNPRINTED)
    tables = [name for name in names_in(out) if name.startswith(TABLES)]
    assert len(tables) > 12
    for name in tables:
        assert (out / name).read_bytes() == (out.parent / "again" / name).read_bytes(), name


def test_comments_are_left_out_unless_they_are_asked_for(campaign, out, tmp_path):
    assert {row["comment"] for row in rows_of(out / "log-exact.csv")} == {""}
    assert not any(b"twice" in path.read_bytes() for path in out.glob("log*"))
    release(campaign.benchmark, "with", tmp_path / "with", comments=True, **UNPRINTED)
    comments = {row["comment"] for row in rows_of(tmp_path / "with/log-exact.csv")}
    assert 'she says "yes", twice\nand more' in comments
    assert comments == set(pd.read_parquet(tmp_path / "with/log.parquet")["comment"].fillna(""))


def test_verdicts_on_few_labels_are_left_out_but_for_an_adjudicators(campaign, tmp_path):
    told = release(campaign.benchmark, "two", tmp_path / "two", least_labels=3, **UNPRINTED)
    rows = rows_of(tmp_path / "two/triplets-exact.csv")
    assert [row["label"] for row in rows] == ["relevant"]  # the one that was decided
    qrels = (tmp_path / "two/qrels.txt").read_text().split("\n")
    assert sorted(line.split()[3] for line in qrels if line) == ["-1"] * 5 + ["1"]
    fire = json.loads((tmp_path / "two/fire.json").read_text())
    assert (len(fire["annotations"]), fire["disagreements"]) == (1, [])
    assert told["left_out"] == {}


def test_what_is_left_out_is_not_there_and_the_rest_still_fits(campaign, tmp_path):
    out = tmp_path / "few"
    told = release(
        campaign.benchmark, "few", out, without=("parquet", "fire", "mteb", "report", "jsonl")
    )
    assert names_in(out) & {"fire.json", "report.pdf", "log.parquet", "log.jsonl"} == set()
    assert {"triplets.csv", "log.csv", "qrels.txt", "README.md"} <= names_in(out)
    assert Path(told["card"]).is_file()
    assert Path(told["croissant"]).is_file()
    with pytest.raises(CommandError, match="There is no gif in a release"):
        release(campaign.benchmark, "gif", without=("gif",))


def test_qrels_that_cannot_be_written_leave_the_others_as_they_are(tmp_path):
    benchmark = make_benchmark([("a text", "video 1")])
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,video 1,relevant\n")
    bring(benchmark, tmp_path / "t.csv", "triplets")
    told = release(benchmark, "v1", tmp_path / "v1")
    assert "'video 1' has a space in it" in told["left_out"]["qrels"]
    assert not names_in(tmp_path / "v1") & {"qrels.txt", "queries.tsv", "qrels-strata.txt"}
    assert (tmp_path / "v1/triplets.csv").read_text().endswith("c0,video 1,relevant\n")
    sheet = (tmp_path / "v1/datasheet.md").read_text()
    assert "Left out: qrels" in sheet
    assert "No scores are part of this release" in sheet  # the benchmark has no run


def test_a_benchmark_without_a_label_is_released_as_such(tmp_path):
    told = release(small_benchmark(), "empty", tmp_path / "empty")
    assert {file["name"]: file["rows"] for file in told["files"]}["log.csv"] == 0
    assert (tmp_path / "empty/report.pdf").read_bytes()[:5] == b"%PDF-"


def test_the_report_of_a_release_is_frozen_at_its_label_and_can_be_verified(campaign, out):
    row, report = FrozenRelease.objects.get(), Report.objects.get()
    assert (row.report_id, row.log_position) == (report.pk, report.inputs["log_position"])
    assert verify_report(report).same
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["report_sha256"] == report.sha256
    told = {
        (cell["run"], cell["measure"]): cell["all"]
        for cell in result_of(report)["parts"]["evaluation"]["found"]["rows"]
    }
    one = json.loads((out / "mteb/alpha.json").read_text())["scores"]["test"][0]
    assert one["map"] == told["alpha", "AP"]


def test_a_private_submission_is_in_none_of_its_files(campaign, tmp_path, submitter):
    Run.objects.filter(name="beta").update(submitted_by=submitter, state="private")
    Run.objects.exclude(name__in=("alpha", "beta")).update(submitted_by=submitter, state="private")
    pooled = Run.objects.exclude(name__in=("alpha", "beta")).get().name
    out = tmp_path / "v2"
    release(campaign.benchmark, "v2", out)
    assert sorted(path.name for path in (out / "mteb").iterdir()) == ["alpha.json"]
    for path in out.rglob("*.*"):
        assert b'"beta"' not in path.read_bytes(), path
        assert f'"{pooled}"'.encode() not in path.read_bytes(), path


def test_a_release_never_changes_and_its_name_is_its_own(campaign, out):
    with pytest.raises(DatabaseError, match="does not change"), transaction.atomic():
        FrozenRelease.objects.update(name="other")
    with pytest.raises(CommandError, match="has a release of this name"):
        release(campaign.benchmark, "v1")
    assert FrozenRelease.objects.count() == Report.objects.count() == 1
    with pytest.raises(CommandError, match="expected a new or empty folder"):
        release(campaign.benchmark, "v2", out)


def test_its_files_are_checked_and_go_with_it(
    campaign, out, media, django_capture_on_commit_callbacks
):
    row = FrozenRelease.objects.get()
    assert file_lines() == []
    (media / row.folder / "log.csv").write_text("changed")
    assert [line.partition(": ")[0] for line in file_lines()] == [f"release {row.pk}"]
    with django_capture_on_commit_callbacks(execute=True):
        delete_release(SYSTEM, row)
    assert not (media / row.folder).exists()
    event = AuditEvent.objects.latest("pk")
    assert (event.verb, event.before["sha256"]) == ("deleted", row.archive["sha256"])


def test_what_a_killed_release_leaves_is_tidied_away(campaign, out, media):
    kept = FrozenRelease.objects.get().folder
    (media / "releases/killed").mkdir()
    assert run_job_here("metrics.tidy_releases", actor=COMMAND) == {"unfinished releases": 0}
    for folder in (media / "releases/killed", media / kept):
        for path in (folder, *folder.rglob("*")):
            os.utime(path, (1_000_000_000, 1_000_000_000))
    assert run_job_here("metrics.tidy_releases", actor=COMMAND) == {"unfinished releases": 1}
    assert [path.name for path in (media / "releases").iterdir()] == [Path(kept).name]
