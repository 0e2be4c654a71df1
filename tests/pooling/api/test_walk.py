"""From nothing to a frozen pool, by API alone."""

import pytest

from people.models import AuditEvent
from pooling.models import Benchmark, Pool, PoolPair, Run, Upload
from tests.pooling.api.conftest import a_file, a_matrix, work_on

pytestmark = pytest.mark.django_db

CAPTIONS = "caption_id,video_id,caption\nc0,v0,a dog runs\nc1,v1,a cat sleeps\nc2,v2,a dog runs\n"
STRONG = [[0.9, 0.1, 0.5], [0.1, 0.9, 0.2], [0.3, 0.2, 0.8]]
WEAK = "caption_id,video_id,score\nc0,v1,3\nc0,v0,1\nc1,v1,2\nc2,v1,2\nc2,v2,1\n"


def test_the_whole_walk(api, lead):
    done = work_on(api.post("benchmarks", name="toy", captions=a_file("captions.csv", CAPTIONS)))
    assert (done["state"], done["requested_by"], done["title"]) == (
        "done",
        "lena",
        "Import captions into toy",
    )
    assert {key: done["result"][key] for key in ("captions", "queries", "videos")} == {
        "captions": 3,
        "queries": 2,
        "videos": 3,
    }
    toy = Benchmark.objects.get(name="toy")

    model = api.post("models", {"name": "clip", "family": "dual"}).json()
    strong = work_on(api.post("runs", benchmark=toy.pk, model=model["id"], file=a_matrix(STRONG)))
    api.post("models", {"name": "bag of words"})
    weak = work_on(
        api.post(
            "runs", benchmark=toy.pk, model="Bag of Words", name="weak", file=a_file("w.csv", WEAK)
        )
    )
    assert [run["name"] for run in api.rows("runs", benchmark=toy.pk)] == ["weak", "clip"]
    assert (strong["result"]["format"], weak["result"]["format"]) == ("npy", "csv")
    assert set(Upload.objects.values_list("path", flat=True)) == {""}  # taken, and let go

    (row,) = api.get(f"benchmarks/{toy.pk}/overlap", depth=1).json()["rows"]
    assert (row["a"], row["b"], row["overlap"]) == ("clip", "weak", pytest.approx(1 / 3))

    plan = {"benchmark": toy.pk, "depth": 1, "dry_run": True, "pace": 10}
    cost = api.post("pools", plan)
    assert (cost.status_code, Pool.objects.count()) == (200, 0)
    found = {"clip": {"pairs": 3, "only": 2}, "weak": {"pairs": 2, "only": 1}}
    counts = {"pool": None, "captions": 3, "pairs": 4, "unjudged": 4, "by_run": found}
    assert cost.json() == {**counts, "hours": 0.4, "population": 3}

    frozen = work_on(api.post("pools", {"benchmark": toy.pk, "depth": 1, "name": "round 1"}))
    shown = api.get(f"pools/{frozen['result']['id']}").json()
    assert {key: shown[key] for key in ("name", "captions", "pairs", "by_run", "frozen_by")} == {
        "name": "round 1",
        "captions": 3,
        "pairs": 4,
        "by_run": found,
        "frozen_by": "lena",
    }
    pairs = api.rows(f"pools/{shown['id']}/pairs", limit=3)
    assert {(pair["text"], pair["video_key"]): pair["ranks"] for pair in pairs} == {
        ("a dog runs", "v0"): {"clip": 1, "weak": None},
        ("a dog runs", "v1"): {"clip": None, "weak": 1},
        ("a dog runs", "v2"): {"clip": 1, "weak": None},
        ("a cat sleeps", "v1"): {"clip": 1, "weak": 1},
    }
    assert PoolPair.objects.filter(pool=shown["id"]).count() == len(pairs) == 4
    assert set(
        AuditEvent.objects.filter(object_name__in=["round 1", "weak"]).values_list(
            "actor", flat=True
        )
    ) == {lead.pk}


def test_a_file_with_errors_fails_its_job_with_each_of_them_by_line_and_imports_nothing(api):
    wrong = "caption_id,video_id,caption\nc0,v0,fine\nc1,v1\nc0,v0,again\n"
    failed = work_on(api.post("benchmarks", name="toy", captions=a_file("captions.csv", wrong)))
    assert failed["state"] == "failed"
    assert "nothing was imported" in failed["error"]["message"]
    problems = failed["error"]["details"]["problems"]
    assert failed["error"]["details"]["total"] == len(problems) == 2
    assert [line.split(":")[:2] for line in problems] == [
        ["captions.csv", "3"],
        ["captions.csv", "4"],
    ]
    assert not Benchmark.objects.exists()


def test_a_run_with_unknown_captions_names_them_and_stores_nothing(api, benchmark_of_five):
    api.post("models", {"name": "clip"})
    text = "caption_id,video_id,score\r\nc0,beach,1\r\nc99,beach,1\r\nc0,sofa,x\r\n"
    failed = work_on(
        api.post("runs", benchmark=benchmark_of_five.pk, model="clip", file=a_file("run.csv", text))
    )
    assert failed["state"] == "failed"
    assert {line.split(":")[1] for line in failed["error"]["details"]["problems"]} == {"3", "4"}
    assert not Run.objects.exists()
