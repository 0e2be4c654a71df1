"""Labels collected elsewhere: whole or not at all, as a closed campaign of their own."""

import io
import json
import random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotator.actions.import_labels import Source, check_references, import_labels
from annotator.formats.collected import KnownBenchmark, LabelFile
from annotator.formats.triplets import read_triplets
from annotator.models import Campaign, ForeignRater, Item, Label, LabelImport, RaterDay, Slot
from foundation.database.references import references_unchecked
from foundation.database.statistics import MANY
from people.actor import COMMAND
from people.models import User
from pooling.formats.text import open_text
from pooling.models import JudgedPair
from pooling.queries.axes import read_axes
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, take, write_release

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"


def refused(benchmark, path, file_format, capsys, **options) -> str:
    before = Campaign.objects.count(), Label.objects.count(), User.objects.count()
    with pytest.raises(CommandError):
        bring(benchmark, path, file_format, **options)
    assert before == (Campaign.objects.count(), Label.objects.count(), User.objects.count())
    return capsys.readouterr().err


def generated_release(path, benchmark, seed=1):
    draw = random.Random(seed)
    pairs = []
    for query in benchmark.queries.order_by("number").values_list("text", flat=True):
        for video in benchmark.videos.order_by("number").values_list("key", flat=True):
            raters = draw.sample(range(1, 40), draw.choice([1, 1, 1, 2, 2, 3, 5]))
            pairs.append(fire_pair(query, video, [draw.choice([YES, NO]) for _ in raters], raters))
    draw.shuffle(pairs)
    return write_release(path, pairs)


def test_a_fire_release_becomes_a_closed_campaign_with_its_verdicts(tmp_path):
    benchmark = small_benchmark()
    release = generated_release(tmp_path / "fire.json", benchmark)
    told = bring(benchmark, tmp_path / "fire.json", "fire")
    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.state, campaign.source, campaign.pool) == (
        "import fire.json",
        "closed",
        "import",
        None,
    )
    labels = [
        answer
        for pair in release["annotations"] + release["disagreements"]
        for answer in pair["annotator_labels"]
    ]
    assert (told["pairs"], told["labels"]) == (30, len(labels))
    verdicts = {
        (i.query.text, i.video.key): i.verdict
        for i in Item.objects.select_related("query", "video")
    }
    for pair in release["annotations"]:
        assert verdicts[pair["query"], pair["video_id"]] == pair["label"]
    for pair in release["disagreements"]:
        assert verdicts[pair["query"], pair["video_id"]] == "disagreement"
    assert JudgedPair.objects.count() == 30
    assert sum(RaterDay.objects.values_list("labels", flat=True)) == len(labels)


def test_several_labels_by_one_annotator_are_taken_counted_and_given_back(tmp_path):
    benchmark = small_benchmark()
    pairs = [
        fire_pair("a person does 0", "v0", [YES, YES, NO], [1, 1, 2]),
        fire_pair("a person does 1", "v1", [NO, YES], [1, 1]),
        fire_pair("a person does 2", "v2", [NO, NO], [1, 2]),
    ]
    release = write_release(tmp_path / "f.json", pairs)
    told = bring(benchmark, tmp_path / "f.json", "fire")
    assert (told["pairs"], told["labels"]) == (3, 7)
    assert "2 pairs have several labels by one annotator" in " ".join(told["warnings"])
    assert list(Item.objects.order_by("query").values_list("verdict", flat=True)) == [
        YES,
        "disagreement",
        NO,
    ]
    assert json.loads(call_command("check_integrity", json=True))["differences"] == []
    agreement = json.loads(call_command("agreement", benchmark.name, json=True, resamples=20))
    assert agreement["repeated"] == {"pairs": 2, "labels": 2, "contradicting": 1}
    assert (agreement["multiply_labelled"], agreement["percent_agreement"]) == (2, 0.5)
    take(benchmark, tmp_path / "out.json", "fire")
    back = json.loads((tmp_path / "out.json").read_text())
    for name in ("annotations", "disagreements"):
        said = [
            (p["query"], p["annotator_labels"], len(set(p["annotator_ids"]))) for p in back[name]
        ]
        assert said == [
            (p["query"], p["annotator_labels"], len(set(p["annotator_ids"]))) for p in release[name]
        ]


def test_labels_fill_first_second_and_third_slots_in_their_order(tmp_path):
    benchmark = small_benchmark()
    write_release(
        tmp_path / "f.json", [fire_pair("a person does 0", "v0", [YES, NO, YES, YES], [9, 8, 7, 6])]
    )
    bring(benchmark, tmp_path / "f.json", "fire")
    slots = Slot.objects.order_by("pk").values_list("kind", "turn", "state")
    assert list(slots) == [
        ("first", 1, "filled"),
        ("second", 1, "filled"),
        ("third", 1, "filled"),
        ("third", 2, "filled"),
    ]
    assert Item.objects.get().labels_used == list(
        Label.objects.order_by("pk").values_list("pk", flat=True)
    )


def test_their_raters_are_accounts_that_nobody_can_sign_in_to(tmp_path, client):
    benchmark = small_benchmark()
    write_release(tmp_path / "f.json", [fire_pair("a person does 0", "v0", [YES, YES], [17, 4])])
    bring(benchmark, tmp_path / "f.json", "fire")
    assert list(ForeignRater.objects.order_by("pk").values_list("name", flat=True)) == ["17", "4"]
    for rater in ForeignRater.objects.select_related("rater"):
        assert not rater.rater.is_active
        assert not rater.rater.has_usable_password()


def test_what_was_imported_is_as_the_rules_here_would_have_it(tmp_path):
    benchmark = small_benchmark()
    generated_release(tmp_path / "fire.json", benchmark)
    bring(benchmark, tmp_path / "fire.json", "fire")
    told = json.loads(call_command("check_integrity", json=True))
    assert told["differences"] == []


def test_the_same_file_is_recognised(tmp_path):
    benchmark = small_benchmark()
    write_release(tmp_path / "f.json", [fire_pair("a person does 0", "v0", [YES], [1])])
    assert bring(benchmark, tmp_path / "f.json", "fire")["already"] is False
    assert bring(benchmark, tmp_path / "f.json", "fire")["already"] is True
    assert (LabelImport.objects.count(), Label.objects.count()) == (1, 1)


def test_another_file_of_the_same_name_is_a_campaign_with_a_number(tmp_path):
    benchmark = small_benchmark()
    for video in ("v0", "v1", "v2"):
        write_release(tmp_path / "f.json", [fire_pair("a person does 0", video, [YES], [1])])
        bring(benchmark, tmp_path / "f.json", "fire")
    names = Campaign.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["import f.json", "import f.json 2", "import f.json 3"]


def test_a_label_that_contradicts_its_own_raters_is_refused_with_its_place(tmp_path, capsys):
    benchmark = small_benchmark()
    good = fire_pair("a person does 0", "v0", [YES, NO, YES], [1, 2, 3])
    for bad, said in (
        (good | {"label": "irrelevant"}, "more than half of them say relevant"),
        (
            {name: value for name, value in good.items() if name != "label"},
            "a disagreement contradicts",
        ),
        (
            fire_pair("a person does 0", "v0", [YES, NO], [1, 2]) | {"label": "relevant"},
            "none has more than half",
        ),
    ):
        write_release(tmp_path / "f.json", [bad])
        error = refused(benchmark, tmp_path / "f.json", "fire", capsys)
        assert "f.json:1:1: /" in error
        assert said in error


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"query": "nobody wrote this"}, "the query 'nobody wrote this' is not in this benchmark"),
        ({"video_id": "V0.mp4"}, "the video 'V0.mp4' is not in this benchmark; is it v0?"),
        ({"annotator_ids": [10**100, 2]}, "/annotator_ids: expected numbers of at most 100 digits"),
        (
            {"annotator_ids": [1, -(10**99)]},
            "/annotator_ids: expected numbers of at most 100 digits",
        ),
        ({"adjudicator_id": 10**100}, "/adjudicator_id: expected a number of at most 100 digits"),
        ({"annotator_ids": [1]}, "expected 2, one for each of annotator_labels, found 1"),
        (
            {"annotator_labels": ["relevant", "Relevant"]},
            "expected relevant or irrelevant, found 'Relevant'",
        ),
        ({"response_ids": ["1", "2"]}, "expected only whole numbers"),
        (
            {"annotator_labels": [], "annotator_ids": [], "response_ids": [], "queue_ids": []},
            "expected at least one",
        ),
    ],
)
def test_a_fire_release_with_a_fault_is_refused_and_nothing_is_stored(
    tmp_path, capsys, change, said
):
    benchmark = small_benchmark()
    good = fire_pair("a person does 1", "v1", [YES], [1])
    write_release(
        tmp_path / "f.json", [good, fire_pair("a person does 0", "v0", [YES, YES], [1, 2]) | change]
    )
    assert said in refused(benchmark, tmp_path / "f.json", "fire", capsys)


def test_a_raters_number_may_have_a_hundred_digits(tmp_path):
    write_release(
        tmp_path / "f.json",
        [fire_pair("a person does 0", "v0", [YES, YES], [10**100 - 1, 1 - 10**99])],
    )
    bring(small_benchmark(), tmp_path / "f.json", "fire")
    assert list(ForeignRater.objects.order_by("pk").values_list("name", flat=True)) == [
        "9" * 100,
        "-" + "9" * 99,
    ]


def test_a_pair_that_stands_twice_is_refused(tmp_path, capsys):
    benchmark = small_benchmark()
    pair = fire_pair("a person does 0", "v0", [YES], [1])
    write_release(tmp_path / "f.json", [pair, pair])
    assert "stands in line 1 already" in refused(benchmark, tmp_path / "f.json", "fire", capsys)


def test_of_a_release_with_several_data_sets_one_is_named(tmp_path, capsys):
    benchmark = small_benchmark()
    other = fire_pair("a query of another benchmark", "video9", [YES], [1], dataset="MSRVTT")
    write_release(tmp_path / "f.json", [fire_pair("a person does 0", "v0", [YES], [1]), other])
    refused(benchmark, tmp_path / "f.json", "fire", capsys)
    assert bring(benchmark, tmp_path / "f.json", "fire", dataset="MSVD")["pairs"] == 1


def test_triplets_and_qrels_are_verdicts_of_unknown_raters(tmp_path):
    rows = "c0,v0,relevant\nc1,v0,irrelevant\nc2,v3,disagreement\n"
    files = {
        "triplets": ("t.csv", "caption_id,video_id,label\n" + rows),
        "qrels": ("q.txt", "c0 0 v0 1\nc1 0 v0 0\nc2 0 v3 -1\n"),
    }
    for file_format, (name, content) in files.items():
        benchmark = small_benchmark()
        (tmp_path / name).write_text(content)
        told = bring(benchmark, tmp_path / name, file_format)
        verdicts = list(
            Item.objects.filter(campaign=told["id"])
            .order_by("position")
            .values_list("verdict", flat=True)
        )
        assert verdicts == [YES, NO, "disagreement"][: told["pairs"]]
        assert told["raters"] == (2 if file_format == "triplets" else 1)


@pytest.mark.parametrize(
    ("file_format", "content", "said"),
    [
        (
            "triplets",
            "caption_id,video_id,label\nc0,v0,maybe\n",
            ":2:1: the label 'maybe' is not known",
        ),
        (
            "triplets",
            "caption_id,video_id,label\nc0,v0,relevant\nc0,v0,irrelevant\n",
            ":3:1: this pair stands in line 2",
        ),
        ("triplets", "caption_id,video_id,label\n", "the file has no labels"),
        (
            "triplets",
            '{"caption_id": "c99", "video_id": "v0", "label": "relevant"}\n',
            ":1:1: the caption 'c99' is not in",
        ),
        ("qrels", "c0 0 v0 3\n", "the relevance '3' is not known; expected 1, 0, -1 or -2"),
        ("qrels", "c 0 0 v 0 3\n", "found 6 fields; keys must have no spaces"),
    ],
)
def test_verdicts_with_a_fault_are_refused_with_their_place(
    tmp_path, capsys, file_format, content, said
):
    benchmark = small_benchmark()
    (tmp_path / "file").write_text(content)
    assert said in refused(benchmark, tmp_path / "file", file_format, capsys)


def test_labels_beside_their_slots_are_found_before_the_import_ends(tmp_path):
    """Foreign keys are not checked row by row here: one statement does it for all of them."""
    benchmark = small_benchmark()
    generated_release(tmp_path / "fire.json", benchmark)
    campaign = Campaign.objects.get(pk=bring(benchmark, tmp_path / "fire.json", "fire")["id"])
    first, second = Label.objects.order_by("pk")[:2]
    with connection.cursor() as cursor:
        check_references(cursor, campaign)
        with references_unchecked(cursor):
            cursor.execute(
                "UPDATE annotator_label SET slot_id = %s WHERE id = %s", [second.slot_id, first.pk]
            )
        with pytest.raises(RuntimeError, match=f"label {first.pk} "):
            check_references(cursor, campaign)


def test_a_pair_of_no_query_is_found_before_the_import_ends(tmp_path):
    benchmark = small_benchmark()
    generated_release(tmp_path / "fire.json", benchmark)
    campaign = Campaign.objects.get(pk=bring(benchmark, tmp_path / "fire.json", "fire")["id"])
    item = campaign.items.first()
    campaign.items.filter(pk=item.pk).update(query_id=1_000_000_000)
    with (
        connection.cursor() as cursor,
        pytest.raises(RuntimeError, match=f"pair {item.pk} "),
    ):
        check_references(cursor, campaign)


def test_numbers_that_others_take_meanwhile_are_left_out(tmp_path):
    """Of one sequence, two imports: neither has a number of the other's."""
    benchmark = small_benchmark()
    for seed in (1, 2):
        generated_release(tmp_path / f"{seed}.json", benchmark, seed)
        bring(benchmark, tmp_path / f"{seed}.json", "fire")
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval('annotator_label_id_seq')")
    numbers = Label.objects.order_by("pk").values_list("pk", "campaign")
    one, other = (
        [pk for pk, of in numbers if of == each]
        for each in Campaign.objects.values_list("pk", flat=True).order_by("pk")
    )
    assert one == list(range(one[0], one[0] + len(one)))
    assert other == list(range(one[-1] + 2, one[-1] + 2 + len(other)))


def test_a_large_import_leaves_statistics_behind():
    benchmark = small_benchmark(100, 100)
    axes = read_axes(benchmark)
    lines = "".join(f"c{n // 100},v{n % 100},relevant\n" for n in range(MANY))
    file = LabelFile(
        "triplets", KnownBenchmark(axes.keys.captions, axes.keys.videos, list(range(100)), {})
    )
    content = f"caption_id,video_id,label\n{lines}".encode()
    read_triplets(open_text(io.BytesIO(content), file.problems), file)
    source = Source("t.csv", "0" * 64)
    import_labels(COMMAND, benchmark=benchmark, axes=axes, file=file.finish(), source=source)
    with connection.cursor() as cursor:
        for table in ("annotator_item", "annotator_slot", "annotator_label", "pooling_judgedpair"):
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [table])
            assert cursor.fetchone()[0] == MANY
