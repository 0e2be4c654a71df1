"""Grades mapped to another scale: a derived set that changes no label, and how the verdicts of two
scales meet."""

import json

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.map_grades import OtherScale
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rebuild import rebuild
from annotator.models import Campaign, Export, GradeMap, Item, Label
from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.models import JudgedPair
from tests.annotator.breaking import differing, sql
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.saying import claim, say
from tests.annotator.test_grades_in_files import LABELS, SCALE, SENTENCE, WORDS, log_of, log_rows
from tests.annotator.test_grades_in_files import campaign as campaign  # noqa: PLC0414  (a fixture)
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
TO_TWO = "0=0,1=0,2=1,3=1,4=1"


def rescaled(campaign: Campaign, out, steps: str = TO_TWO, **options) -> dict:
    return json.loads(
        call_command("rescale", campaign.name, map=steps, out=str(out), json=True, **options)
    )


def everything() -> list:
    """All that a derived set may not change."""
    tables = (Label, Item, JudgedPair, Campaign)
    return [list(table.objects.order_by("pk").values_list()) for table in tables]


def test_a_derived_set_is_mapped_and_changes_nothing(campaign, tmp_path):
    before = everything()
    rescaled(campaign, tmp_path / "two.csv")
    assert everything() == before
    assert (tmp_path / "two.csv").read_text() == (
        "caption_id,video_id,label\nc0,v0,relevant\nc1,v0,relevant\nc2,v0,relevant\n"
        "c3,v0,relevant\nc4,v0,relevant\nc5,v0,irrelevant\n"
    )
    made, export = GradeMap.objects.get(), Export.objects.get()
    assert (made.values, made.scale, made.relevant_from) == (
        [0, 0, 1, 1, 1],
        ["irrelevant", "relevant"],
        1,
    )
    assert (export.grade_map, export.campaign, made.meets) == (made, campaign, False)
    said = export.manifest["map"]
    assert said["values"] == {"0": 0, "1": 0, "2": 1, "3": 1, "4": 1}
    assert export.manifest["campaigns"][0]["scale"] == list(WORDS)
    assert AuditEvent.objects.filter(verb="mapped the grades of").count() == 1


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            {"values": [0, 0, 1, 1]},
            "says what 4 values become, but the scale of its campaign has 5",
        ),
        (
            {"values": [0, 0, 1, 1, 2]},
            "4 becomes 2, but the scale it leads to has the values 0 to 1",
        ),
        ({"values": [0, 1, 0, 1, 1]}, "2 becomes 0, but 1, which is worse, becomes 1"),
        (
            {"meets": True, "values": [0, 1, 1, 1, 1]},
            "verdicts meet by it, but 1, which is irrelevant, becomes 1, which is not",
        ),
    ],
)
def test_a_map_that_does_not_fit_its_scales_is_found(campaign, tmp_path, broken, said):
    rescaled(campaign, tmp_path / "two.csv", "0=0,1=0,2=0,3=1,4=1")
    assert differing() == []
    GradeMap.objects.update(**broken)
    made = GradeMap.objects.get()
    assert f"map: campaign {campaign.pk}, map {made.pk}: {said}" in differing()


@pytest.mark.parametrize("file_format", ["log", "jsonl", "parquet"])
def test_a_mapped_log_comes_in_with_the_verdicts_of_the_mapped_triplets(
    campaign, tmp_path, file_format
):
    """What goes out is what the same labels would be if they had been given on that scale."""
    steps, name = "0=0,1=1,2=1,3=2,4=2", {"log": "l.csv", "jsonl": "l.jsonl", "parquet": "p"}
    out = tmp_path / name[file_format]
    rescaled(campaign, out, steps, format=file_format)
    rescaled(campaign, tmp_path / "t.csv", steps)
    again = small_benchmark()
    path = out / "log.parquet" if file_format == "parquet" else out
    told = bring(again, path, file_format, scale="0-2", relevant_from=2)
    found = Label.objects.filter(campaign=told["id"]).order_by("pk")
    values = [None if value is None else (0, 1, 1, 2, 2)[value] for *_, value in LABELS]
    assert list(found.values_list("value", flat=True)) == values
    take(again, tmp_path / "again.csv", "triplets", campaign=told["campaign"])
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "t.csv").read_bytes()
    assert differing() == []


def test_mapped_qrels_have_the_new_grades(campaign, tmp_path):
    rescaled(campaign, tmp_path / "q.txt", "0=0,1=1,2=1,3=2,4=3", format="qrels")
    assert (tmp_path / "q.txt").read_text().splitlines() == [
        "c0 0 v0 3",
        "c1 0 v0 2",
        "c2 0 v0 -2",
        "c3 0 v0 2",
        "c4 0 v0 1",
        "c5 0 v0 1",
    ]


def test_the_new_scale_may_have_words_and_a_level_of_its_own(campaign, tmp_path):
    words = {"scale": "none,some,all", "relevant_from": 1}
    rescaled(campaign, tmp_path / "t.csv", "0=0,1=0,2=1,3=2,4=2", **words)
    assert "c4,v0,relevant,1" in (tmp_path / "t.csv").read_text()
    assert GradeMap.objects.get().scale == ["none", "some", "all"]
    rescaled(campaign, tmp_path / "two.csv", "0=0,1=0,2=1,3=1,4=1", scale="bad,good")
    assert GradeMap.objects.latest("pk").scale == ["bad", "good"]
    assert "0 none, 1 some, 2 all; relevant from 1 on" in (tmp_path / "t.manifest.json").read_text()


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("0=0,1=1", "expected what each of them becomes, found 2"),
        ("0=0,1=0,2=1,3=1,4=1,5=1", "expected what each of them becomes, found 6"),
        ("0=0,2=1,1=0,3=1,4=1", "Expected what each value of the scale becomes"),
        ("0=1,1=0,2=1,3=1,4=1", "A map keeps the order"),
        ("0=0,1=0", "0 to 4: expected what each of them becomes, found 2"),
        ("0=0,1=0,2=0,3=0,4=0", "A map leads to a scale of 2 to 11 values."),
        ("0=0,1=0,2=0,3=1,4=11", "A map leads to a scale of 2 to 11 values."),
        ("0=0;1=0", "Expected what each value of the scale becomes"),
        ("0=0,1=0,2=0,3=1,4=１", "Expected what each value of the scale becomes"),
    ],
)
def test_a_map_that_is_none_is_refused(campaign, tmp_path, steps, said):
    with pytest.raises(CommandError, match=said):
        rescaled(campaign, tmp_path / "out.csv", steps)
    assert not GradeMap.objects.exists()
    assert not (tmp_path / "out.csv").exists()


def test_a_draft_has_nothing_to_map_and_says_so(tmp_path):
    draft = make_campaign(opened=False, scale=["a", "b", "c"])
    with pytest.raises(CommandError, match="A draft has no labels to map yet"):
        rescaled(draft, tmp_path / "out.csv", "0=0,1=0,2=1")


# --- How verdicts of several campaigns meet.


def other_file(path, values=(0, 2, 1)) -> None:
    rows = "".join(f"c{number},v1,{value}\n" for number, value in enumerate(values))
    path.write_text(f"caption_id,video_id,label\n{rows}")


def test_another_scale_is_not_imported_and_both_are_named(campaign, tmp_path):
    other_file(tmp_path / "t.csv")
    before = everything()
    with pytest.raises(CommandError) as why:
        bring(campaign.benchmark, tmp_path / "t.csv", "triplets", scale="0-2", relevant_from=2)
    for named in ("“import t.csv” has the grades 0 not", "import log.csv", SENTENCE):
        assert named in str(why.value)
    assert everything() == before


def test_the_same_words_with_another_level_are_another_scale(campaign, tmp_path):
    other_file(tmp_path / "t.csv")
    with pytest.raises(CommandError, match="relevant from 2 on"):
        bring(campaign.benchmark, tmp_path / "t.csv", "triplets", scale="0-4", relevant_from=2)


def test_by_a_map_that_somebody_states_two_scales_meet(campaign, tmp_path):
    other_file(tmp_path / "t.csv")
    options = {"scale": "0-2", "relevant_from": 2, "map": "0=0,1=2,2=4"}
    told = bring(campaign.benchmark, tmp_path / "t.csv", "triplets", **options)
    of = {"campaign": told["id"]}
    assert list(Item.objects.filter(**of).order_by("pk").values_list("grade", flat=True)) == [
        0,
        2,
        1,
    ]
    judged = JudgedPair.objects.filter(video__key="v1").order_by("query__number")
    assert list(judged.values_list("grade", "verdict")) == [
        (0, "irrelevant"),
        (4, "relevant"),
        (2, "irrelevant"),
    ]
    made = GradeMap.objects.get()
    assert (made.values, made.scale, made.relevant_from, made.meets) == (
        [0, 2, 4],
        list(WORDS),
        3,
        True,
    )
    assert differing() == []
    take(campaign.benchmark, tmp_path / "all.csv", "triplets")
    assert "c1,v1,relevant,4" in (tmp_path / "all.csv").read_text()


def test_rebuilt_judged_pairs_go_through_the_map(campaign, tmp_path):
    other_file(tmp_path / "t.csv")
    options = {"scale": "0-2", "relevant_from": 2, "map": "0=0,1=2,2=4"}
    bring(campaign.benchmark, tmp_path / "t.csv", "triplets", **options)
    before = everything()
    sql("UPDATE pooling_judgedpair SET grade = 1 WHERE grade = 4")
    assert differing() != []
    rebuild()
    assert everything() == before
    sql("DELETE FROM pooling_judgedpair")
    rebuild()
    assert everything() == before


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("0=0,1=3,2=4", "1 is irrelevant in import t.csv, and 3 is relevant"),
        ("0=0,1=2,2=2", "2 is relevant in import t.csv, and 2 is irrelevant"),
        ("0=0,1=2,2=5", "The map leads up to 5: expected values of the scale 0 not"),
        ("0=0,1=3", "expected what each of them becomes, found 2"),
    ],
)
def test_a_map_that_would_contradict_verdicts_is_refused(campaign, tmp_path, steps, said):
    other_file(tmp_path / "t.csv")
    before = everything()
    options = {"scale": "0-2", "relevant_from": 2, "map": steps}
    with pytest.raises(CommandError, match=said):
        bring(campaign.benchmark, tmp_path / "t.csv", "triplets", **options)
    assert everything() == before
    assert not GradeMap.objects.exists()


def test_a_map_without_another_scale_is_refused(tmp_path):
    (tmp_path / "log.csv").write_text(log_of(log_rows()))
    with pytest.raises(CommandError, match="no other graded campaign yet"):
        bring(small_benchmark(), tmp_path / "log.csv", "log", **SCALE, map="0=0,1=1,2=1,3=2,4=2")


@pytest.fixture
def draft(tmp_path, rater) -> Campaign:
    """Of three values, in a benchmark with a campaign of five."""
    words = {"scale": ["no", "partly", "fully"], "relevant_from": 2, "far": 2}
    made = make_campaign(opened=False, raters=[rater], double_share=0.0, ask_again=True, **words)
    (tmp_path / "five.csv").write_text("caption_id,video_id,label\nc0,v1,4\n")
    bring(made.benchmark, tmp_path / "five.csv", "triplets", **SCALE)
    return made


def test_a_draft_of_another_scale_opens_by_a_map_alone(draft):
    with pytest.raises(
        OtherScale, match="on the page Map grades to another scale, or with rescale DRAFT"
    ):
        open_campaign(SYSTEM, draft.pk)
    told = json.loads(call_command("rescale", draft.name, map="0=0,1=2,2=4", meet=True, json=True))
    assert told["map"] == [0, 2, 4]
    said = call_command("rescale", draft.name, map="0=0,1=2,2=4", meet=True)
    assert "by 0=0,1=2,2=4." in said
    open_campaign(SYSTEM, draft.pk)
    with pytest.raises(CommandError, match="is stated of a draft alone"):
        call_command("rescale", draft.name, map="0=0,1=1,2=3", meet=True)


def test_answers_are_written_through_the_map(draft, rater):
    call_command("rescale", draft.name, map="0=0,1=2,2=4", meet=True)
    open_campaign(SYSTEM, draft.pk)
    (slot,) = claim(rater, draft)
    say(rater, slot, None, value=2)
    item = Item.objects.get(slots=slot.slot)
    judged = JudgedPair.objects.get(query=item.query_id, video=item.video_id)
    assert (item.grade, judged.grade, judged.verdict) == (2, 4, "relevant")
    assert differing() == []


def test_of_a_binary_and_a_graded_verdict_the_later_counts(campaign, tmp_path):
    (tmp_path / "two.csv").write_text("caption_id,video_id,label\nc0,v0,irrelevant\n")
    of = campaign.benchmark
    bring(of, tmp_path / "two.csv", "triplets")
    judged = JudgedPair.objects.get(query__number=0, video__key="v0")
    assert (judged.verdict, judged.grade) == ("irrelevant", None)
    both = Item.objects.filter(query__number=0).order_by("pk").values_list("verdict", "grade")
    assert list(both) == [("relevant", 4), ("irrelevant", None)]
    assert differing() == []
