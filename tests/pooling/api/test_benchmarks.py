"""Benchmarks, captions and videos by API."""

import pytest

from jobs.models import Job
from measures.overlap import FIGURES
from pooling.models import Benchmark, Caption, Query, Upload, Video
from tests.api.conftest import check_problem
from tests.pooling.api.conftest import a_file, work_on

pytestmark = pytest.mark.django_db

CAPTIONS = "caption_id,video_id,caption\nc0,v0,a dog runs\nc1,v1,a cat sleeps\n"


def test_a_benchmark_tells_its_counts_what_it_is_made_of_and_what_plays(api):
    work_on(api.post("benchmarks", name="toy", captions=a_file("captions.csv", CAPTIONS)))
    Video.objects.filter(key="v1").update(state=Video.State.FAILED, reason="html")
    (listed,) = api.rows("benchmarks")
    assert (
        listed["name"],
        listed["caption_count"],
        listed["query_count"],
        listed["video_count"],
    ) == ("toy", 2, 2, 2)
    shown = api.get(f"benchmarks/{listed['id']}").json()
    assert shown["video_states"] == {"missing": 1, "failed": 1}
    (taken,) = shown["imports"]
    assert (taken["file_name"], taken["format"], taken["captions_added"]) == (
        "captions.csv",
        "csv",
        2,
    )
    assert taken["imported_by"] == "lena"


def test_a_dry_run_says_what_would_happen_and_keeps_nothing(api):
    done = work_on(
        api.post(
            "benchmarks", name="toy", captions=a_file("captions.csv", CAPTIONS), dry_run="true"
        )
    )
    assert (done["title"], done["result"]["captions"]) == ("Try importing captions into toy", 2)
    assert not Benchmark.objects.exists()


def test_a_list_keeps_only_its_videos_and_training_captions_are_kept_apart(api):
    only = {"captions": a_file("captions.csv", CAPTIONS), "list": a_file("test_list.txt", "v1\n")}
    assert work_on(api.post("benchmarks", name="toy", **only))["result"]["captions"] == 1
    work_on(
        api.post(
            "benchmarks",
            name="toy",
            captions=a_file("train.csv", CAPTIONS),
            training="true",
            format="csv",
        )
    )
    toy = Benchmark.objects.get()
    assert (toy.caption_count, toy.training_count) == (1, 2)


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"captions": a_file("c.csv", CAPTIONS)}, "#/name"),
        ({"name": "Not A Name", "captions": a_file("c.csv", CAPTIONS)}, "#/name"),
        ({"name": "nul\0", "captions": a_file("c.csv", CAPTIONS)}, "#/name"),
        ({"name": "toy"}, "#/captions"),
        ({"name": "toy", "captions": "no file"}, "#/captions"),
        ({"name": "toy", "captions": a_file("c.csv", "")}, "#/captions"),
        ({"name": "toy", "captions": a_file("c.csv", CAPTIONS), "format": "xlsx"}, "#/format"),
        ({"name": "toy", "captions": a_file("c.csv", CAPTIONS), "dry_run": "perhaps"}, "#/dry_run"),
        ({"name": "toy", "captions": a_file("c.csv", CAPTIONS), "dryrun": "true"}, "#/dryrun"),
    ],
)
def test_what_cannot_be_an_import_is_refused_before_anything_is_kept(api, sent, pointer):
    body = check_problem(api.post("benchmarks", **sent), 400)
    assert {error["pointer"] for error in body["errors"]} == {pointer}
    assert (Job.objects.count(), Upload.objects.count()) == (0, 0)


def test_an_upload_is_no_json(api):
    check_problem(api.post("benchmarks", {"name": "toy", "captions": CAPTIONS}), 415)


def test_captions_come_in_the_order_of_import_with_their_texts_byte_for_byte(
    api, benchmark_of_five
):
    Query.objects.filter(text="a cat sleeps").update(text=" a caf\u0065\u0301 sleeps ")
    rows = api.rows(f"benchmarks/{benchmark_of_five.pk}/captions", limit=2)
    assert [(row["number"], row["key"], row["video_key"]) for row in rows] == [
        (0, "c0", "beach"),
        (1, "c1", "sofa"),
        (2, "c2", "kitchen"),
        (3, "c3", "dunes"),
        (4, "c4", "kitchen"),
    ]
    assert rows[1]["text"] == " a caf\u0065\u0301 sleeps "
    found = api.rows(f"benchmarks/{benchmark_of_five.pk}/captions", search="DOG")
    assert [row["key"] for row in found] == ["c0", "c3"]


def test_a_caption_names_the_others_that_say_the_same(api, benchmark_of_five):
    dog = Caption.objects.get(key="c0")
    shown = api.get(f"captions/{dog.pk}").json()
    assert (shown["benchmark"], shown["text"], shown["video_key"]) == (
        benchmark_of_five.pk,
        "a dog runs over the beach",
        "beach",
    )
    assert [(other["key"], other["video_key"]) for other in shown["same_text"]] == [("c3", "dunes")]


def test_a_caption_that_was_written_for_no_known_video_says_so(api, benchmark_of_five):
    Caption.objects.filter(key="c1").update(video=None)
    shown = api.get(f"captions/{Caption.objects.get(key='c1').pk}").json()
    assert (shown["video"], shown["video_key"]) == (None, None)


def test_a_video_that_plays_is_fetched_by_the_link_in_the_answer_and_by_nobody_else(
    api, script, administrator, playing
):
    shown = api.get(f"videos/{playing.pk}").json()
    assert (shown["state"], shown["seconds"], shown["width"], shown["changes"]) == (
        "ready",
        1.0,
        160,
        playing.changes,
    )
    assert shown["poster"] is None
    film = api.client.get(shown["url"])
    assert (film.status_code, film["Content-Type"]) == (200, "video/mp4")
    assert film.getvalue()[4:8] == b"ftyp"
    assert script(administrator).client.get(shown["url"]).status_code == 403


def test_videos_are_found_by_state_and_say_why_they_do_not_play(api, benchmark_of_five):
    Video.objects.filter(key="sofa").update(
        state="failed", reason="html", explanation="It is a web page.", path="videos/old.mp4"
    )
    of = f"benchmarks/{benchmark_of_five.pk}/videos"
    (failed,) = api.rows(of, state="failed")
    assert (failed["key"], failed["reason"], failed["explanation"], failed["url"]) == (
        "sofa",
        "html",
        "It is a web page.",
        None,
    )
    assert [row["key"] for row in api.rows(of, limit=1)] == ["beach", "sofa", "kitchen", "dunes"]
    assert [row["key"] for row in api.rows(of, search="une")] == ["dunes"]
    check_problem(api.get(of, state="broken"), 400, "state")
    check_problem(api.get(of, search="\0"), 400, "search")


def test_each_video_file_is_taken_or_refused_by_itself(api, benchmark_of_five):
    files = [a_file("beach.mp4", b"\0\0\0\x18ftypmp42"), a_file("moon.mp4", b"x")]
    done = work_on(api.post(f"benchmarks/{benchmark_of_five.pk}/videos", videos=files))
    assert (done["result"]["taken"], done["result"]["refused_count"]) == (1, 1)
    assert "moon" in done["result"]["refused"][0]
    assert Video.objects.get(key="beach").state == Video.State.WAITING
    assert Job.objects.filter(kind="pooling.make_playable").exists()


def test_nothing_handed_in_is_no_import_of_videos(api, benchmark_of_five):
    of = f"benchmarks/{benchmark_of_five.pk}/videos"
    check_problem(api.post(of), 400, "videos")
    check_problem(api.post(of, videos=[a_file("a.mp4", b"x"), a_file("b.mp4", b"")]), 400, "empty")
    check_problem(api.post(of, videos=[a_file(f"{n}.mp4", b"x") for n in range(101)]), 400)
    check_problem(api.post("benchmarks/999999/videos", videos=[a_file("a.mp4", b"x")]), 404)
    assert not Upload.objects.exists()


def test_overlap_is_told_of_every_two_runs(api, benchmark_of_five, strong, weak):
    answer = api.get(f"benchmarks/{benchmark_of_five.pk}/overlap", depth=2, p=0.5)
    (row,) = answer.json()["rows"]
    assert set(row) == {"a", "b", *FIGURES}
    # c0 shares none of [0, 3] and [1, 2], c1 one of two, c2 one of two; c3 and c4 are ranked by one
    # run alone
    assert (row["a"], row["b"], row["overlap"]) == ("strong", "weak", pytest.approx(1 / 5))
    some = api.get(f"benchmarks/{benchmark_of_five.pk}/overlap", runs=[strong.pk])
    assert some.json() == {"rows": []}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"depth": "0"}, "depth"),
        ({"depth": "1_0"}, "depth"),
        ({"depth": "11"}, "1 to 10"),
        ({"p": "1"}, "between 0 and 1"),
        ({"p": "nan"}, "p"),
        ({"runs": "999999"}, "runs"),
        ({"runs": "\u0661"}, "runs"),
    ],
)
def test_overlap_says_what_it_expected(api, benchmark_of_five, strong, weak, asked, words):
    check_problem(api.get(f"benchmarks/{benchmark_of_five.pk}/overlap", **asked), 400, words)
