"""Labels as files: what they hold, who is named in them, and that they come in again as they went
out."""

import csv
import hashlib
import json
import uuid

import pytest
from django.core.management import CommandError

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_label import change_label, undo_label
from annotator.models import Answer, Export, Item, Label, Pseudonym
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, take, write_release
from tests.annotator.saying import claim, label_all, say, verdicts
from tests.annotator.test_import_labels import generated_release
from tests.factories import make_benchmark, make_campaign

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"


def rows_of(path) -> list[dict]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def lively_campaign(rater, other_rater, adjudicator, lead):
    """With everything that labelling knows: seconds, a third, a change of mind, an undo, cannot
    judge, an adjudication."""
    campaign = make_campaign(
        captions=3,
        videos=2,
        raters=[rater, other_rater, adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    first = say(
        rater, claim(rater, campaign)[0], YES, comment='she says "yes", twice\nand more'
    ).label
    change_label(rater=rater, label_id=first, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    undo_label(rater=rater, label_id=say(rater, claim(rater, campaign)[0]).label)
    say(rater, claim(rater, campaign)[0], "cannot_judge")
    label_all(rater, campaign, YES)
    label_all(other_rater, campaign, NO)
    disputed = Item.objects.filter(verdict="disagreement").first()
    adjudicate(
        adjudicator=lead,
        campaign_id=campaign.pk,
        item_id=disputed.pk,
        answer=Answer.RELEVANT,
        comment="seen",
        request_id=uuid.uuid4(),
    )
    return campaign


def test_a_fire_release_goes_in_and_comes_out_equal(tmp_path):
    benchmark = small_benchmark(queries=20, videos=15)
    release = generated_release(tmp_path / "in.json", benchmark)
    assert len(release["annotations"]) > 150
    assert len(release["disagreements"]) > 10
    bring(benchmark, tmp_path / "in.json", "fire")
    take(benchmark, tmp_path / "out.json", "fire")
    assert json.loads((tmp_path / "out.json").read_text()) == release


def test_in_a_named_release_imported_raters_are_renamed_too_each_to_one_name(tmp_path):
    benchmark = small_benchmark(queries=10, videos=8)
    release = generated_release(tmp_path / "in.json", benchmark)
    bring(benchmark, tmp_path / "in.json", "fire")
    take(benchmark, tmp_path / "out.json", "fire", release="2026")
    out = json.loads((tmp_path / "out.json").read_text())
    renamed = {}
    for old, new in zip(
        release["annotations"] + release["disagreements"],
        out["annotations"] + out["disagreements"],
        strict=True,
    ):
        for name, other in zip(old["annotator_ids"], new["annotator_ids"], strict=True):
            assert renamed.setdefault(name, other) == other
        assert {**new, "annotator_ids": 0} == {**old, "annotator_ids": 0}
    assert len(set(renamed.values())) == len(renamed)
    assert all(old != new for old, new in renamed.items())


def test_labels_given_here_make_a_release_that_is_read_again(
    tmp_path, rater, other_rater, adjudicator, lead
):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    take(campaign.benchmark, tmp_path / "fire.json", "fire")
    out = json.loads((tmp_path / "fire.json").read_text())
    assert [
        set(out) >= {"annotations", "disagreements", "source_ds", "created_ds", "datasets"}
    ] == [True]
    assert all(
        pair["models"] and pair["dataset"] == campaign.benchmark.name for pair in out["annotations"]
    )
    bring(campaign.benchmark, tmp_path / "fire.json", "fire")


def test_triplets_are_a_row_for_each_pair_with_a_verdict(tmp_path, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    label_all(rater, campaign, NO)
    say_other = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    take(campaign.benchmark, tmp_path / "t.csv", "triplets")
    assert (
        (tmp_path / "t.csv").read_text()
        == "caption_id,video_id,label\nc0,v0,irrelevant\nc0,v1,irrelevant\n"
        "c1,v0,irrelevant\nc1,v1,irrelevant\n"
    )
    take(say_other.benchmark, tmp_path / "none.csv", "triplets")
    assert (tmp_path / "none.csv").read_text() == "caption_id,video_id,label\n"


@pytest.mark.parametrize("name", ["labels.csv", "labels.jsonl"])
@pytest.mark.parametrize("file_format", ["triplets", "log"])
def test_what_went_out_comes_in_and_goes_out_byte_for_byte(
    tmp_path, rater, other_rater, adjudicator, lead, file_format, name
):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    take(campaign.benchmark, tmp_path / name, file_format)
    twin = make_benchmark([(f"caption {n}", f"v{n % 2}") for n in range(3)], videos=["v0", "v1"])
    brought = bring(twin, tmp_path / name, file_format)
    (tmp_path / "again").mkdir()
    take(twin, tmp_path / "again" / name, file_format)
    wanted = (tmp_path / name).read_text().replace(campaign.name, brought["campaign"])
    assert (tmp_path / "again" / name).read_text() == wanted
    if file_format == "log":
        assert (
            Label.objects.filter(campaign=brought["id"]).count()
            == Label.objects.filter(campaign=campaign).count()
        )


def test_the_log_has_every_label_with_what_is_known_of_it(
    tmp_path, rater, other_rater, adjudicator, lead
):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    take(campaign.benchmark, tmp_path / "log.csv", "log", campaign=campaign.name)
    rows = rows_of(tmp_path / "log.csv")
    assert len(rows) == Label.objects.count()
    assert [row["label"] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    first, changed = rows[0], rows[1]
    assert (first["answer"], first["superseded"], first["comment"]) == (
        YES,
        "true",
        'she says "yes", twice\nand more',
    )
    assert (changed["answer"], changed["supersedes"], changed["superseded"]) == (NO, "1", "false")
    assert (rows[0]["active_ms"], rows[0]["guideline_version"], rows[0]["campaign"]) == (
        "2000",
        "1",
        campaign.name,
    )
    assert {row["kind"] for row in rows} >= {"first", "second", "adjudication"}
    text = (tmp_path / "log.csv").read_text()
    assert not any(
        person.username in text or person.name in text
        for person in (rater, other_rater, adjudicator, lead)
    )


def test_pseudonyms_are_the_same_within_a_release_and_new_in_the_next(
    tmp_path, rater, other_rater, adjudicator, lead
):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    seen = {}
    for release, name in (("one", "a.csv"), ("one", "b.csv"), ("two", "c.csv")):
        take(campaign.benchmark, tmp_path / name, "log", release=release)
        seen[name] = [row["rater"] for row in rows_of(tmp_path / name)]
    assert seen["a.csv"] == seen["b.csv"]
    assert not set(seen["a.csv"]) & set(seen["c.csv"])
    assert Pseudonym.objects.filter(release__name="one").count() == len(set(seen["a.csv"]))


def test_qrels_tell_what_is_pooled_and_not_judged_and_the_stratum(tmp_path, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0], YES)
    take(campaign.benchmark, tmp_path / "out", "qrels", stratum=True)
    rows = [line.split(" ") for line in (tmp_path / "out" / "qrels.txt").read_text().splitlines()]
    assert [row[:3] for row in rows] == [[c, "0", v] for c in ("c0", "c1") for v in ("v0", "v1")]
    assert sorted(row[4] for row in rows) == ["-1", "-1", "-1", "1"]
    assert all(row[3].isdigit() for row in rows)
    assert (
        tmp_path / "out" / "queries.tsv"
    ).read_text() == "id\tcaption\tsource_video\nc0\tcaption 0\tv0\nc1\tcaption 1\tv1\n"
    assert (tmp_path / "out" / "videos.tsv").read_text() == "id\nv0\nv1\n"
    take(campaign.benchmark, tmp_path / "plain.txt", "qrels", campaign=campaign.name)
    assert [line.count(" ") for line in (tmp_path / "plain.txt").read_text().splitlines()] == [
        3,
        3,
        3,
        3,
    ]


def test_qrels_with_a_space_in_a_key_are_refused_and_leave_nothing_behind(tmp_path):
    benchmark = make_benchmark([("a text", "video 1")])
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,video 1,relevant\n")
    bring(benchmark, tmp_path / "t.csv", "triplets")
    with pytest.raises(CommandError, match="'video 1' has a space in it"):
        take(benchmark, tmp_path / "q.txt", "qrels")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
    assert not Export.objects.exists()


def test_the_manifest_tells_what_the_files_are(tmp_path, rater):
    campaign = make_campaign(captions=2, videos=1, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    take(campaign.benchmark, tmp_path / "t.csv", "triplets", release="spring")
    manifest = json.loads((tmp_path / "t.manifest.json").read_text())
    content = (tmp_path / "t.csv").read_bytes()
    facts = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), "rows": 2}
    assert manifest["files"] == [{"name": "t.csv", **facts}, {"name": "t-exact.csv", **facts}]
    told = manifest["campaigns"][0]
    assert (manifest["release"], told["name"], told["policy"]["double_share"]) == (
        "spring",
        campaign.name,
        0.0,
    )
    assert told["guidelines"][0]["markdown"] == "A clip is relevant if the caption is true of it."


def test_a_format_that_is_not_written_yet_is_no_choice(tmp_path):
    with pytest.raises(CommandError, match="invalid choice: 'pdf'"):
        take(small_benchmark(), tmp_path / "x", "pdf")


def test_the_newest_campaign_tells_a_pair_that_several_have(tmp_path):
    benchmark = small_benchmark()
    for name, answers in (("a.json", [YES]), ("b.json", [NO, NO])):
        write_release(
            tmp_path / name, [fire_pair("a person does 0", "v0", answers, [1, 2][: len(answers)])]
        )
        bring(benchmark, tmp_path / name, "fire")
    take(benchmark, tmp_path / "out.json", "fire")
    out = json.loads((tmp_path / "out.json").read_text())
    assert [pair["annotator_labels"] for pair in out["annotations"]] == [[NO, NO]]
    take(benchmark, tmp_path / "t.csv", "triplets")
    assert [row["label"] for row in rows_of(tmp_path / "t.csv")] == [NO]
    assert verdicts(Export.objects.first().release.benchmark.campaigns.order_by("pk").first()) == [
        YES
    ]
