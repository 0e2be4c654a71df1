"""A benchmark from files: what is in it afterwards, and that a bad file changes nothing."""

import json

import pytest
from django.core.management import CommandError, call_command

from people.models import AuditEvent
from pooling.models import Benchmark, BenchmarkImport, Caption, Query, TrainingCaption, Video

pytestmark = pytest.mark.django_db(transaction=True)

CAPTIONS = "caption_id,video_id,caption\nc1,v1,a dog runs\nc2,v2,a cat sleeps\nc3,v2,a dog runs\n"


def write(folder, text: str, name: str = "captions.csv") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def import_it(capsys, *words: str) -> dict:
    call_command("import_benchmark", *words, "--json")
    return json.loads(capsys.readouterr().out)


def test_captions_with_one_text_share_a_query_and_keep_their_own_videos(tmp_path, capsys):
    done = import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS))
    assert (done["captions"], done["queries"], done["videos"], done["already"]) == (3, 2, 2, False)
    rows = Caption.objects.order_by("number").values_list(
        "number", "key", "query__text", "video__key"
    )
    assert list(rows) == [
        (0, "c1", "a dog runs", "v1"),
        (1, "c2", "a cat sleeps", "v2"),
        (2, "c3", "a dog runs", "v2"),
    ]
    benchmark = Benchmark.objects.get(name="toy")
    assert (benchmark.caption_count, benchmark.query_count, benchmark.video_count) == (3, 2, 2)
    assert set(Video.objects.values_list("state", flat=True)) == {"missing"}
    assert (
        AuditEvent.objects.filter(object_type="benchmark", verb="imported captions into").count()
        == 1
    )


def test_the_same_file_again_is_recognised_and_changes_nothing(tmp_path, capsys):
    import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS))
    again = import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS, "other-name.csv"))
    assert again["already"]
    assert (Caption.objects.count(), BenchmarkImport.objects.count()) == (3, 1)


def test_a_file_may_add_and_what_it_adds_comes_after_what_is_there(tmp_path, capsys):
    import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS))
    more = (
        "caption_id,video_id,caption\nc9,v0,a cat sleeps\nc1,v1,a dog runs\nc8,v1,something new\n"
    )
    done = import_it(capsys, "toy", "--captions", write(tmp_path, more))
    assert (done["captions"], done["queries"], done["videos"]) == (2, 1, 1)
    assert list(
        Caption.objects.filter(number__gte=3).order_by("number").values_list("key", flat=True)
    ) == ["c9", "c8"]
    assert list(Video.objects.order_by("number").values_list("key", flat=True)) == [
        "v1",
        "v2",
        "v0",
    ]
    assert (
        list(Query.objects.order_by("number").values_list("text", flat=True))[-1] == "something new"
    )


@pytest.mark.parametrize(
    "row", ["c1,v1,a dog walks", "c1,v2,a dog runs"], ids=["another text", "another video"]
)
def test_a_file_that_changes_a_caption_is_refused_by_line_and_nothing_of_it_is_kept(
    tmp_path, capsys, row
):
    import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS))
    path = write(tmp_path, f"caption_id,video_id,caption\nc7,v7,new\n{row}\n", "more.csv")
    with pytest.raises(CommandError, match="only adds"):
        call_command("import_benchmark", "toy", "--captions", path)
    assert f"{path}:3:1:" in capsys.readouterr().err
    assert Caption.objects.count() == 3
    assert not Video.objects.filter(key="v7").exists()


def test_a_dry_run_says_what_would_happen_and_keeps_nothing(tmp_path, capsys):
    done = import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS), "--dry-run")
    assert (done["captions"], done["queries"], done["videos"]) == (3, 2, 2)
    assert not Benchmark.objects.exists()
    assert not AuditEvent.objects.exists()


def test_texts_are_kept_byte_for_byte_and_odd_ones_are_said(tmp_path, capsys):
    text = "  cafe\u0301 \u202b\u05d0  "
    path = write(
        tmp_path,
        json.dumps({"caption_id": "c1", "video_id": "v 1\U0001f600", "caption": " cafe\u0301 "})
        + "\n",
        "c.jsonl",
    )
    done = import_it(capsys, "toy", "--captions", path)
    assert Query.objects.get().text == " cafe\u0301 "
    assert Video.objects.get().key == "v 1\U0001f600"
    assert any("white space" in said for said in done["warnings"]), text


def test_every_error_of_a_file_has_its_place_and_nothing_is_imported(tmp_path, capsys):
    path = write(tmp_path, "caption_id,video_id,caption\nc1,v1,fine\nc2,v1\nc1,v1,again\n")
    with pytest.raises(CommandError, match="2 errors"):
        call_command("import_benchmark", "toy", "--captions", path)
    said = capsys.readouterr().err
    assert f"{path}:3:" in said
    assert f"{path}:4:" in said
    assert not Benchmark.objects.exists()


def test_training_captions_are_kept_apart(tmp_path, capsys):
    import_it(capsys, "toy", "--captions", write(tmp_path, CAPTIONS))
    done = import_it(
        capsys,
        "toy",
        "--training",
        "--captions",
        write(tmp_path, CAPTIONS.replace("a dog", "a fox"), "train.csv"),
    )
    assert done["captions"] == 3
    assert (TrainingCaption.objects.count(), Caption.objects.count()) == (3, 3)
    assert Benchmark.objects.get().training_count == 3


@pytest.mark.parametrize("name", ["Ups", "a b", "", "../x", ".x"])
def test_a_name_that_would_not_fit_into_an_address_is_refused(tmp_path, name):
    with pytest.raises(CommandError, match="benchmark name"):
        call_command("import_benchmark", name, "--captions", write(tmp_path, CAPTIONS))
    assert not Benchmark.objects.exists()


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match="expected a file, found nothing"):
        call_command("import_benchmark", "toy", "--captions", str(tmp_path / "no.csv"))


def test_columns_and_pieces_are_kept_and_what_has_no_file_is_counted(tmp_path, capsys):
    table = (
        "uid,participant_id,video_id,narration,start_timestamp,stop_timestamp,verb_class\n"
        "0,P01,P01_01,open door,00:00:00.14,00:00:03.37,2\n"
        "1,P02,P02_01,close door,00:00:04.37,00:00:06.17,3\n"
    )
    done = import_it(capsys, "toy", "--captions", write(tmp_path, table))
    assert done["format"] == "epic55"
    assert done["groups"] == {"participant_id": ["P01", "P02"], "verb_class": ["2", "3"]}
    assert done["missing_videos"] == 2
    assert Benchmark.objects.get().columns == {"participant_id": 2, "verb_class": 2}
    groups = Caption.objects.order_by("number").values_list("groups", flat=True)
    assert list(groups) == [
        {"participant_id": "P01", "verb_class": "2"},
        {"participant_id": "P02", "verb_class": "3"},
    ]
    pieces = Video.objects.order_by("number").values_list("key", "film", "start", "stop")
    assert list(pieces) == [("0", "P01_01", 0.14, 3.37), ("1", "P02_01", 4.37, 6.17)]
    films = import_it(
        capsys, "films", "--unit", "films", "--captions", write(tmp_path, table, "again.csv")
    )
    assert films["videos"] == 2
    keys = Video.objects.filter(benchmark__name="films").values_list("key", "film")
    assert set(keys) == {("P01_01", ""), ("P02_01", "")}


def test_warnings_are_folded_and_those_of_habit_come_last(tmp_path, capsys):
    rows = "".join(f"c{n},v,a dog runs \r\n" for n in range(4))
    done = import_it(
        capsys, "toy", "--captions", write(tmp_path, CAPTIONS.splitlines()[0] + "\r\n" + rows)
    )
    assert len(done["warnings"]) == 4
    for sentence, words in zip(
        done["warnings"], ["same text", "lines end", "white space"], strict=False
    ):
        assert words in sentence
    assert done["warnings"][-1] == "and 3 more warnings"
