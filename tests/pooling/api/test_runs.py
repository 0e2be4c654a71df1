"""Models, runs and rankings by API."""

import pytest

from jobs.models import Job
from pooling.models import Ranking, RetrievalModel, Run, Upload
from tests.api.conftest import check_problem
from tests.factories import make_benchmark, make_run
from tests.pooling.api.conftest import a_file, a_matrix, work_on

pytestmark = pytest.mark.django_db

SCORES = [[9, 1, 1, 1], [1, 9, 1, 1], [1, 1, 9, 1], [1, 1, 1, 9], [1, 1, 9, 1]]


def test_a_model_is_registered_and_shown(api):
    made = api.post("models", {"name": "clip", "version": "2", "link": "https://example.org/paper"})
    assert made.status_code == 201
    assert api.get(f"models/{made.json()['id']}").json() == made.json()
    model = RetrievalModel.objects.get()
    assert (model.name, model.version, model.created_by.username) == ("clip", "2", "lena")
    assert [row["name"] for row in api.rows("models")] == ["clip"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "CLIP"}, "taken"),
        ({"name": "a,b"}, "comma"),
        ({"name": ""}, "blank"),
        ({"name": "x", "link": "javascript:alert(1)"}, "URL"),
        ({"name": "x", "familly": "dual"}, "familly"),
        ({"name": "x" * 81}, "80"),
    ],
)
def test_a_model_that_cannot_be_registered_is_a_problem(api, sent, words):
    RetrievalModel.objects.create(name="clip")
    check_problem(api.post("models", sent), 400, words)
    assert RetrievalModel.objects.count() == 1


def test_a_run_bears_its_models_name_and_the_same_file_again_is_recognised(api, benchmark_of_five):
    api.post("models", {"name": "clip"})
    sent = {"benchmark": benchmark_of_five.pk, "model": "clip", "depth": 2}
    first = work_on(api.post("runs", **sent, file=a_matrix(SCORES)))
    again = work_on(api.post("runs", **sent, file=a_matrix(SCORES)))
    assert (first["title"], first["result"]["already"]) == ("Import run clip into five", False)
    assert (again["result"]["already"], again["result"]["run"]) == (True, first["result"]["run"])
    shown = api.get(f"runs/{first['result']['run']}").json()
    assert shown["benchmark"] == {"id": benchmark_of_five.pk, "name": "five"}
    assert (shown["name"], shown["model"]["name"], shown["depth"], shown["items"]) == (
        "clip",
        "clip",
        2,
        5,
    )


def test_a_new_models_name_registers_it_with_its_run_or_not_at_all(api, benchmark_of_five):
    sent = {"benchmark": benchmark_of_five.pk, "model": "fresh", "depth": 2}
    failed = work_on(
        api.post("runs", **sent, file=a_file("r.csv", "caption_id,video_id,score\nc0,nowhere,1\n"))
    )
    assert (failed["state"], RetrievalModel.objects.count()) == ("failed", 0)
    done = work_on(api.post("runs", **sent, file=a_matrix(SCORES)))
    again = work_on(api.post("runs", **(sent | {"model": "FRESH"}), file=a_matrix(SCORES)))
    model = RetrievalModel.objects.get()
    assert (model.name, model.created_by.username) == ("fresh", "lena")
    assert (Run.objects.get().name, done["result"]["run"]) == ("fresh", again["result"]["run"])


def test_side_files_name_the_rows_and_columns_of_a_matrix(api, benchmark_of_five):
    api.post("models", {"name": "clip"})
    names = {"captions": a_file("rows", "c1\nc0\n"), "videos": a_file("columns", "sofa\nbeach\n")}
    done = work_on(
        api.post(
            "runs",
            benchmark=benchmark_of_five.pk,
            model="clip",
            file=a_matrix([[9, 1], [1, 8]]),
            **names,
        )
    )
    rankings = api.rows(f"runs/{done['result']['run']}/rankings")
    assert [(row["item"], row["targets"]) for row in rankings] == [
        ("c0", ["beach", "sofa"]),
        ("c1", ["sofa", "beach"]),
    ]


def test_rankings_come_by_item_in_keys_with_scores_and_the_own_rank(api, strong):
    rows = api.rows(f"runs/{strong.pk}/rankings", limit=2)
    assert [row["number"] for row in rows] == [0, 1, 2, 3, 4]
    assert rows[0] == {
        "number": 0,
        "item": "c0",
        "targets": ["beach", "dunes", "sofa"],
        "scores": [3.0, 2.0, 1.0],
        "own_rank": 1,
    }


def test_rankings_page_both_ways_and_only_so_far(api, strong, weak):
    second = api.client.get(api.get(f"runs/{strong.pk}/rankings", limit=2).json()["next"]).json()
    assert [row["item"] for row in second["results"]] == ["c2", "c3"]
    first = api.client.get(second["previous"]).json()
    assert ([row["item"] for row in first["results"]], first["previous"]) == (["c0", "c1"], None)
    check_problem(api.get(f"runs/{strong.pk}/rankings", limit=201), 400, "1 to 200")


def test_in_the_other_direction_the_items_are_videos(api, benchmark_of_five):
    run = make_run(benchmark_of_five, {1: [1, 4]}, direction=Run.Direction.VIDEO_TO_TEXT)
    (row,) = api.rows(f"runs/{run.pk}/rankings")
    assert (row["item"], row["targets"], row["own_rank"]) == ("sofa", ["c1", "c4"], None)


def test_runs_are_listed_newest_first_and_by_benchmark(api, strong, weak):
    other = make_run(make_benchmark([("a", "v")]), {0: [0]}, name="elsewhere")
    assert [run["name"] for run in api.rows("runs")] == ["elsewhere", "weak", "strong"]
    assert [run["name"] for run in api.rows("runs", benchmark=other.benchmark.pk)] == ["elsewhere"]
    check_problem(api.get("runs", benchmark=999_999), 400, "benchmark")
    check_problem(api.get("runs", benchmark="five"), 400, "benchmark")


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"benchmark": 999_999}, "#/benchmark"),
        ({"benchmark": "five"}, "#/benchmark"),
        ({"benchmark": "1_0"}, "#/benchmark"),
        ({"model": "a,b"}, "#/model"),
        ({"model": ""}, "#/model"),
        ({"model": "x" * 81}, "#/model"),
        ({"model": 999_999}, "#/model"),
        ({"model": "nul\0"}, "#/model"),
        ({"file": ""}, "#/file"),
        ({"depth": "0"}, "#/depth"),
        ({"depth": "1001"}, "#/depth"),
        ({"depth": "\uff11\uff10"}, "#/depth"),
        ({"format": "xlsx"}, "#/format"),
        ({"direction": "both"}, "#/direction"),
        ({"name": "a,b"}, "#/name"),
        ({"dpeth": "5"}, "#/dpeth"),
    ],
)
def test_what_cannot_be_a_run_is_refused_before_anything_is_kept(
    api, benchmark_of_five, changed, pointer
):
    model = RetrievalModel.objects.create(name="clip")
    sent = {
        "benchmark": benchmark_of_five.pk,
        "model": model.pk,
        "file": a_matrix(SCORES),
    } | changed
    body = check_problem(api.post("runs", **sent), 400)
    assert [error["pointer"] for error in body["errors"]] == [pointer]
    assert (Job.objects.count(), Upload.objects.count()) == (0, 0)


def test_a_name_that_another_run_bears_fails_the_job_and_stores_nothing(api, strong):
    RetrievalModel.objects.create(name="clip")
    sent = {
        "benchmark": strong.benchmark.pk,
        "model": "clip",
        "name": "Strong",
        "file": a_matrix(SCORES),
    }
    failed = work_on(api.post("runs", **sent))
    assert (failed["state"], failed["error"]["message"]) == ("failed", "This name is taken.")
    assert (Run.objects.count(), Ranking.objects.exclude(run=strong).count()) == (1, 0)


def test_two_files_of_embeddings_are_sent_as_a_run_and_half_of_them_is_refused(
    api, benchmark_of_five
):
    sent = {"benchmark": benchmark_of_five.pk, "model": "two", "depth": 2}
    diagonal = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    body = check_problem(api.post("runs", **sent, video_embeddings=a_matrix(diagonal)), 400)
    assert [error["pointer"] for error in body["errors"]] == ["#/query_embeddings"]
    assert Upload.objects.count() == 0
    both = {"query_embeddings": a_matrix(SCORES), "video_embeddings": a_matrix(diagonal)}
    done = work_on(api.post("runs", **sent, **both))
    run = Run.objects.get(pk=done["result"]["run"])
    assert (run.format, run.items) == ("embeddings", 5)
    whole = work_on(api.post("runs", **(sent | {"model": "one"}), file=a_matrix(SCORES)))
    one, two = (
        list(Ranking.objects.filter(run=pk).order_by("item").values_list("targets", "own_rank"))
        for pk in (whole["result"]["run"], run.pk)
    )
    assert one == two
