"""check_integrity finds every kind of difference, and --rebuild mends what follows from the
labels."""

import json
import os
import uuid
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.actions.change_label import change_label, undo_label
from annotator.models import Answer, Item, Label, Slot
from people.actor import Actor
from pooling.models import Upload, Video
from tests.annotator.breaking import derived, differing, drop, file_lines, kinds, sql, unguarded
from tests.annotator.guessing import make_world
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign
from tests.poison import poisoned

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater, adjudicator, lead):
    """Some of everything: agreed, adjudicated, opened again, escalated, changed, withdrawn, leased,
    untouched."""
    campaign = make_campaign(
        captions=8, videos=3, raters=[rater, other_rater], double_share=0.5, label_limit=2
    )
    for n, slot in enumerate(claim(rater, campaign, 14)):
        label = say(
            rater, slot, ["relevant", "irrelevant", "relevant", "cannot_judge"][n % 4]
        ).label
        if n == 4:
            undo_label(rater=rater, label_id=label)
        if n == 5:
            change_label(
                rater=rater, label_id=label, answer=Answer.RELEVANT, request_id=uuid.uuid4()
            )
    for n, slot in enumerate(claim(other_rater, campaign, 12)):
        say(other_rater, slot, ["irrelevant", "cannot_judge", "relevant"][n % 3])
    for n, item in enumerate(Item.objects.filter(dispute__gt=0).order_by("id")[:3]):
        where = {"campaign_id": campaign.pk, "item_id": item.pk}
        adjudicate(
            adjudicator=adjudicator,
            answer=Answer.RELEVANT,
            comment="seen",
            request_id=uuid.uuid4(),
            **where,
        )
        if n == 0:
            reopen(Actor(lead, "page"), reason="look again", **where)
    claim(other_rater, campaign, 1)
    return campaign


def check(*options: str, status: int = 0, capsys) -> dict:
    capsys.readouterr()
    if status:
        with pytest.raises(SystemExit) as ended:
            call_command("check_integrity", "--json", *options)
        assert ended.value.code == status
    else:
        call_command("check_integrity", "--json", *options)
    return json.loads(capsys.readouterr().out)


def test_what_the_actions_wrote_is_clean(campaign, capsys):
    assert Item.objects.filter(adjudicated=True).exists()
    assert Label.objects.filter(answer="withdrawn").count() == 2
    result = check(capsys=capsys)
    assert result["differences"] == []
    assert result["checked"]["annotator_label"] == Label.objects.count()


def test_a_rebuild_of_what_is_right_changes_nothing(campaign, capsys):
    before = derived()
    assert check("--rebuild", capsys=capsys)["mended"] == []
    assert derived() == before


BROKEN = {
    "verdict": ["UPDATE annotator_item SET verdict = 'disagreement' WHERE verdict = 'relevant'"],
    "open slot": ["UPDATE annotator_slot SET state = 'waiting' WHERE state = 'free'"],
    "judged pair": [
        "UPDATE pooling_judgedpair SET verdict = 'irrelevant' WHERE verdict = 'relevant'"
    ],
    "day": ["UPDATE annotator_raterday SET labels = labels + 1"],
    "items": ["UPDATE annotator_campaign SET items_count = items_count + 1"],
    "filled slot": [
        (
            "UPDATE annotator_slot SET state = 'waiting', rater_id = NULL WHERE state = 'filled'"
            " AND kind = 'first'"
        )
    ],
}
MORE_BROKEN = {
    "verdict": [
        "UPDATE annotator_item SET labels_used = '{}' WHERE verdict IS NOT NULL",
        "UPDATE annotator_item SET adjudicated = NOT adjudicated",
        "UPDATE annotator_item SET dispute = dispute + 1",
    ],
    "judged pair": [
        "DELETE FROM pooling_judgedpair",
        (
            "INSERT INTO pooling_judgedpair (query_id, video_id, verdict)"
            " SELECT query_id, video_id, 'relevant' FROM annotator_item WHERE verdict IS NULL"
        ),
    ],
    "day": ["DELETE FROM annotator_raterday", "UPDATE annotator_raterday SET active_ms = 0"],
    "open slot": [
        (
            "UPDATE annotator_slot SET kind = 'second', turn = 9 WHERE state = 'free' AND kind ="
            " 'first'"
        )
    ],
}
CASES = [
    (kind, statement)
    for broken in (BROKEN, MORE_BROKEN)
    for kind, all_ in broken.items()
    for statement in all_
]


@pytest.mark.parametrize(
    ("kind", "statement"), CASES, ids=[f"{kind} {n}" for n, (kind, _) in enumerate(CASES)]
)
def test_a_broken_thing_is_reported_and_a_rebuild_mends_it(campaign, capsys, kind, statement):
    before = derived()
    assert sql(statement) > 0
    found = check(status=1, capsys=capsys)["differences"]
    assert kind in {difference["kind"] for difference in found}
    mended = check("--rebuild", capsys=capsys)
    assert (mended["differences"], mended["mended"]) == ([], found)
    assert {part: rows for part, rows in derived().items() if part != "slots"} == {
        part: rows for part, rows in before.items() if part != "slots"
    }


def test_a_filled_slot_without_an_answer_is_reported_and_asked_again(campaign, rater, capsys):
    item = Item.objects.filter(labels=None, slots__state="free").first()
    sql(
        "UPDATE annotator_slot SET state = 'filled', rater_id = %s WHERE item_id = %s AND state ="
        " 'free'",
        rater.pk,
        item.pk,
    )
    assert {"filled slot", "open slot"} <= kinds()
    check("--rebuild", capsys=capsys)
    assert list(item.slots.filter(state="free").values_list("kind", flat=True)) == ["first"]


def test_one_line_for_each_difference(campaign, capsys):
    sql("UPDATE annotator_campaign SET items_count = 99")
    with pytest.raises(SystemExit):
        call_command("check_integrity")
    first, last = capsys.readouterr().out.splitlines()
    assert first == f"items: campaign {campaign.pk}, says that it asks about 99 pairs, but has 24"
    assert last.endswith("rows looked at, 1 differences")


def test_a_lost_label_leaves_its_slot_and_its_days_behind(campaign):
    with unguarded("annotator_label"):
        sql(
            "DELETE FROM annotator_label WHERE id = (SELECT min(labels_used[1]) FROM annotator_item"
            " WHERE verdict IS NOT NULL AND NOT adjudicated)"
        )
    assert {"filled slot", "verdict", "day"} <= kinds()


def test_a_changed_answer_does_not_agree_with_what_followed_from_it(campaign):
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET answer = 'irrelevant', value = 0 WHERE value = 1")
    assert {"verdict", "day"} <= kinds()


def test_an_answer_that_counts_twice_is_found(campaign):
    drop("annotator_label", "annotator_a_request_counts_once")
    sql(
        "INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, value,"
        " reason, comment, request_id, given_at, too_fast, guideline_version, client)"
        " SELECT campaign_id, item_id, slot_id, rater_id, answer, value, reason, comment,"
        " request_id, given_at, too_fast, guideline_version, client FROM annotator_label"
        " ORDER BY id LIMIT 1"
    )
    assert {"answered twice", "request twice", "pair twice", "constraint"} <= kinds()


def test_a_pair_given_twice_to_one_rater_is_found(campaign, rater):
    drop("annotator_slot", "annotator_nobody_meets_a_pair_twice")
    sql("UPDATE annotator_slot SET rater_id = %s WHERE state IN ('filled', 'leased')", rater.pk)
    assert {"pair twice", "filled slot", "constraint"} <= kinds()


def test_two_open_slots_of_one_pair_are_found(campaign):
    drop("annotator_slot", "annotator_one_slot_of_an_item_at_a_time")
    sql("UPDATE annotator_slot SET state = 'free' WHERE state = 'waiting'")
    assert {"one open slot", "constraint"} <= kinds()


def test_more_slots_than_the_policy_allows_are_found(campaign):
    drop("annotator_slot", "annotator_one_slot_of_an_item_at_a_time")
    sql(
        "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)"
        " SELECT campaign_id, item_id, 'third', n, 0, 'free'"
        " FROM annotator_slot, generate_series(5, 8) n WHERE kind = 'first' AND turn = 1"
    )
    assert "limit" in kinds()


def test_a_label_in_the_wrong_slot_is_found(campaign):
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET slot_id = (SELECT max(id) FROM annotator_slot)")
    assert "label's slot" in kinds()
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET slot_id = 0")
    assert "label's slot" in kinds()


@pytest.fixture
def with_checks(rater, other_rater):
    campaign = make_world([rater, other_rater], double_share=1.0, gold_share=0.5)
    claim(rater, campaign, 20)  # of which one at least is a check but once in a million
    assert Slot.objects.filter(kind="gold", stage="second").exists()
    assert differing() == []
    return campaign


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE annotator_slot SET chain = NULL, stage = '' WHERE kind = 'gold'",
        "UPDATE annotator_slot SET chain = 99 WHERE kind = 'gold' AND stage = 'second'",
        "UPDATE annotator_slot SET stage = 'gone' WHERE kind = 'gold' AND state = 'leased'",
        "UPDATE annotator_slot SET state = 'free' WHERE kind = 'gold' AND state = 'waiting'",
    ],
)
def test_a_check_that_is_unlike_any_other_pair_is_found(with_checks, statement):
    drop("annotator_slot", "annotator_one_slot_of_a_check_at_a_time")
    assert sql(statement)
    assert "check" in kinds()


def test_a_pair_that_was_given_but_not_drawn_is_found(with_checks):
    sql("UPDATE annotator_member SET drawn = drawn - 1 WHERE drawn > 0")
    assert kinds() == {"drawn"}


def test_a_slot_of_no_item_is_found(campaign):
    sql(
        "UPDATE annotator_slot SET item_id = 0 WHERE id = (SELECT max(id) FROM annotator_slot WHERE"
        " state = 'free')"
    )
    assert "label's slot" in kinds()


def test_a_label_that_supersedes_somebody_elses_is_found(campaign, other_rater):
    with unguarded("annotator_label"):
        assert sql(
            "UPDATE annotator_label n SET rater_id = CASE WHEN rater_id = %s THEN rater_id + 1 ELSE"
            " %s END WHERE supersedes_id IS NOT NULL AND answer <> 'withdrawn'",
            other_rater.pk,
            other_rater.pk,
        )
    assert "superseded" in kinds()


def test_an_item_asked_twice_or_of_another_pool_is_found(campaign):
    drop("annotator_item", "annotator_a_campaign_asks_about_a_pair_once")
    sql(
        "UPDATE annotator_item SET query_id = (SELECT min(query_id) FROM annotator_item),"
        " video_id = (SELECT min(id) FROM pooling_video)"
    )
    assert "pair twice" in kinds()
    sql("UPDATE annotator_item SET query_id = 0")
    assert "items" in kinds()


def test_counts_of_pools_runs_and_benchmarks_are_recounted(campaign):
    with unguarded("pooling_pool"):
        sql("UPDATE pooling_pool SET pairs = pairs + 1")
    assert kinds() == {"pool"}
    sql("UPDATE pooling_run SET items = items + 1")
    sql("UPDATE pooling_benchmark SET video_count = video_count + 1")
    assert kinds() == {"pool", "run", "benchmark"}


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE annotator_label DISABLE TRIGGER labels_are_appended_only",
        "DROP TRIGGER a_frozen_pool_does_not_change ON pooling_poolpair",
        "ALTER TABLE annotator_label DROP CONSTRAINT annotator_cannot_judge_says_why",
        "ALTER TABLE annotator_slot DROP CONSTRAINT annotator_a_slot_of_a_kind_is_one",
        "DROP INDEX annotator_one_slot_of_an_item_at_a_time",
    ],
)
def test_a_guard_that_was_taken_away_is_missed(db, statement):
    assert differing() == []
    sql(statement)
    (line,) = differing()
    assert line.startswith("constraint: table ")
    assert line.split()[-1] == "missing" or line.endswith("missing or switched off")


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def lay(media: Path, place: str, content: bytes, *, old: bool = True) -> str:
    path = media / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if old:
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return sha256(content).hexdigest()


def test_files_and_the_rows_that_name_them_have_each_other(campaign, media):
    video = Video.objects.order_by("id").first()
    poster = sha256(b"picture").hexdigest()
    video.sha256 = lay(media, "videos/ab/clip.mp4", b"clip")
    lay(media, f"videos/cd/{poster}.jpg", b"picture")
    video.path, video.poster, video.state = "videos/ab/clip.mp4", f"videos/cd/{poster}.jpg", "ready"
    video.save()
    Upload.objects.create(
        name="a.csv", path="uploads/a", bytes=1, sha256=lay(media, "uploads/a", b"a")
    )
    assert file_lines() == []
    lay(media, "videos/ab/clip.mp4", b"another clip")
    lay(media, f"videos/cd/{poster}.jpg", b"another picture")
    (media / "uploads/a").unlink()
    lay(media, "incoming/stray", b"x")
    lay(media, "incoming/just-coming", b"x", old=False)
    lay(media, "videos/draft-x/half.mp4", b"x")
    upload = Upload.objects.get()
    assert file_lines() == file_lines(all_checksums=False)
    assert file_lines() == [
        f"video {video.pk}: its file videos/ab/clip.mp4 is not what its checksum says",
        f"video {video.pk}: its file videos/cd/{poster}.jpg is not what its checksum says",
        f"upload {upload.pk}: its file uploads/a is missing",
        "incoming/stray lies about: no row names it",
    ]


def test_a_sample_of_many_files_looks_for_all_and_reads_some(media):
    for n in range(250):
        Upload.objects.create(name="a", path=f"uploads/{n}", bytes=1, sha256="0" * 64)
        lay(media, f"uploads/{n}", b"a")
    assert len(file_lines(all_checksums=False)) == 84
    assert len(file_lines()) == 250


def test_a_rebuild_leaves_leases_to_those_who_hold_them(campaign, rater, other_rater, capsys):
    held = list(Slot.objects.filter(state="leased").order_by("id").values())
    assert {slot["rater_id"] for slot in held} == {rater.pk, other_rater.pk}
    check("--rebuild", capsys=capsys)
    assert list(Slot.objects.filter(state="leased").order_by("id").values()) == held
    label_all(rater, campaign)
    label_all(other_rater, campaign)
    assert differing() == []


def test_a_campaign_that_cannot_be_written_anew_keeps_no_other_from_it(campaign, rater, capsys):
    stuck = make_campaign(captions=2, videos=1, raters=[rater])
    last = make_campaign(captions=2, videos=1, raters=[rater])
    label_all(rater, last)
    for broken in (campaign, last):
        assert (
            sql(
                "UPDATE annotator_raterday SET labels = labels + 1 WHERE campaign_id = %s",
                broken.pk,
            )
            > 0
        )
    with poisoned("annotator_campaign", f"OLD.id = {stuck.pk}"):
        found = check("--rebuild", status=1, capsys=capsys)
    assert found["differences"] == []
    assert {difference["kind"] for difference in found["mended"]} == {"day"}
    assert found["failed"] == 1
    assert found["failures"] == [
        f"campaign {stuck}: Something unexpected went wrong (ProgrammingError); the log says more."
    ]


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_read(media):
    """A bad block, as every Linux has one: memory that nobody mapped."""
    Upload.objects.create(name="bad", path="/proc/self/mem", bytes=1, sha256="0" * 64)
    Upload.objects.create(name="gone", path="uploads/gone", bytes=1, sha256="0" * 64)
    bad, gone = Upload.objects.order_by("id")
    assert file_lines() == [
        f"upload {bad.pk}: its file /proc/self/mem cannot be read (Input/output error)",
        f"upload {gone.pk}: its file uploads/gone is missing",
    ]
