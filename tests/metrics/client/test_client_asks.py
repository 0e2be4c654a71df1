"""The client against Truepool itself: what is asked, sent, followed and waited for."""

import inspect

import numpy as np
import pytest

from jobs.models import Job
from metrics.standalone.client.client import Client, Rows
from metrics.standalone.client.connection import Sending
from metrics.standalone.client.operations import python_name
from metrics.standalone.client.problems import ApiError, JobFailed
from people.models import Scope
from pooling.models import Benchmark, Run
from tests.annotator.exchanging import small_benchmark
from tests.annotator.saying import label_all
from tests.factories import make_benchmark, make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]


@pytest.fixture
def client(client_of, lead) -> Client:
    return client_of(lead)


def test_there_is_a_method_for_every_operation_with_help_and_a_signature(client):
    assert client.me()["username"] == "lena"
    assert str(inspect.signature(client.runs_list)) == (
        "(*, benchmark: int | None = ..., cursor: str = ..., limit: int = ...)"
    )
    assert str(inspect.signature(client.evaluations_table)) == (
        "(report_id: int, key: str, ending: str, *, save_as: str | os.PathLike[str] | None = None)"
    )
    told = inspect.getdoc(client.pools_freeze)
    assert told.startswith("Freeze a pool, or say what it would cost\n\nA job freezes it.")
    assert "\nbenchmark: The benchmark " in told
    assert told.endswith("POST /api/v1/pools")


def test_operations_and_their_values_have_the_names_that_the_document_has(client):
    """None had to be changed for Python or for the client's own methods."""
    _, whole = client._connection.ask(Sending("GET", "/api/v1/schema/"))
    asked = [one for methods in whole["paths"].values() for one in methods.values()]
    names = {one["operationId"] for one in asked}
    assert names <= set(dir(client)) - set(dir(Client))
    listed = [one for each in asked for one in each.get("parameters", ())]
    assert {one["name"] for one in listed if python_name(one["name"], set()) != one["name"]} == {
        "from"
    }


def test_a_list_is_all_rows_over_all_pages(client):
    names = [f"b{number}" for number in range(5)]
    for name in names:
        make_benchmark([("a text", "v")], name=name)
    rows = client.benchmarks_list(limit=2)
    assert (type(rows), len(rows.answer["results"])) == (Rows, 2)
    assert repr(rows) == "<rows: go through them, or make a list of them>"
    assert [row["name"] for row in rows] == names[::-1]
    assert list(client.benchmarks_list(cursor="")) == list(client.benchmarks_list())


def test_values_go_where_they_belong_whatever_they_are_of(client):
    one, other = small_benchmark(), make_benchmark([("a dog runs", "v1"), ("a cat", "v2")])
    assert client.benchmarks_show(np.int64(one.pk))["name"] == one.name
    found = client.captions_list(other.pk, search="a dog&limit=1#")
    assert list(found) == []
    assert [row["text"] for row in client.captions_list(other.pk, search="dog")] == ["a dog runs"]
    made = client.models_register(name='a "model" ü', version="2")
    assert client.models_show(made["id"])["name"] == 'a "model" ü'
    assert client.tokens_revoke(next(client.tokens_list())["id"]) is None
    with pytest.raises(ApiError, match="revoked"):
        client.me()


@pytest.mark.usefixtures("worker")
def test_a_file_is_sent_read_by_a_job_and_waited_for(client, tmp_path):
    captions = tmp_path / 'captions "of ü".csv'
    captions.write_text("caption_id,video_id,caption\nc1,v1,a cat sleeps\nc2,v2,a dog runs\n")
    result = client.wait(client.benchmarks_import(name="pets", captions=captions))
    benchmark = Benchmark.objects.get(name="pets")
    assert (result["captions"], benchmark.captions.count()) == (2, 2)
    run = tmp_path / "run.csv"
    run.write_text("caption_id,video_id,score\nc1,v1,0.5\nc1,v2,0.25\nc2,v2,1\n")
    sent = client.runs_import(benchmark=benchmark.pk, model="heron", file=str(run), depth=50)
    assert client.wait(sent)["run"] == Run.objects.get().pk
    [made] = Run.objects.all()
    assert (made.name, made.depth) == ("heron", 50)
    ranked = client.frame("runs_rankings", made.pk).explode(["targets", "scores"])
    assert ranked[["item", "targets", "scores"]].values.tolist() == [
        ["c1", "v1", 0.5], ["c1", "v2", 0.25], ["c2", "v2", 1.0],
    ]  # fmt: skip


@pytest.mark.usefixtures("worker")
def test_a_job_that_fails_says_what_is_wrong_with_the_file(client, tmp_path):
    captions = tmp_path / "bad.csv"
    captions.write_text("caption_id,video_id,caption\nc1,,a cat sleeps\n")
    asked = client.benchmarks_import(name="pets", captions=captions)
    with pytest.raises(
        JobFailed, match=r"failed: 1 error in bad\.csv.*\n  bad\.csv:2:1: "
    ) as failed:
        client.wait(asked)
    assert failed.value.job["state"] == "failed"


def test_a_job_that_was_cancelled_is_not_waited_for(client):
    number = client.exports_make(benchmark=small_benchmark().pk, format="log")["job"]["id"]
    client.jobs_cancel(number)
    with pytest.raises(JobFailed, match=rf"^Job {number}, Export labels of .*, was cancelled\.$"):
        client.wait(number)


def test_waiting_has_an_end_if_one_is_asked_for(client):
    asked = client.exports_make(benchmark=small_benchmark().pk, format="log")
    with pytest.raises(TimeoutError, match="is queued; it goes on"):
        client.wait(asked["job"], timeout=0)
    assert Job.objects.get(pk=asked["job"]["id"]).state == "queued"


@pytest.mark.parametrize("wrong", [{"id": 3, "name": "a run"}, "7", None, {}])
def test_only_a_job_is_waited_for(client, wrong):
    with pytest.raises(TypeError, match="expected a job"):
        client.wait(wrong)


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("more", [{}, {"lines": True}], ids=["csv", "lines"])
def test_labels_are_a_frame_whose_keys_lose_nothing(client, rater, more):
    made = make_campaign(captions=3, videos=2, raters=[rater], double_share=0)
    label_all(rater, made)
    made.pool.benchmark.captions.filter(number=0).update(key="007")
    found = client.frame("exports_make", benchmark=made.benchmark.pk, format="triplets", **more)
    assert list(found.columns) == ["caption_id", "video_id", "label"]
    assert (len(found), set(found["label"])) == (6, {"relevant"})
    assert "007" in set(found["caption_id"])


@pytest.mark.usefixtures("worker")
def test_what_holds_no_rows_is_no_frame(client, rater):
    benchmark = small_benchmark()
    with pytest.raises(TypeError, match="me answers with no rows"):
        client.frame("me")
    made = make_campaign(captions=2, videos=2, raters=[rater], double_share=0)
    label_all(rater, made)
    with pytest.raises(TypeError, match=r"^parquet: expected a format of CSV or JSON Lines"):
        client.frame("exports_make", benchmark=made.benchmark.pk, format="parquet")
    assert client.frame("runs_list", benchmark=benchmark.pk).empty


def test_what_is_wrong_is_said_by_field(client):
    with pytest.raises(ApiError) as refused:
        client.models_register(name="", version="2")
    error = refused.value
    assert (error.status, list(error.fields)) == (400, ["name"])
    assert str(error) == f"{error.detail}\n  name: {error.fields['name']}"
    with pytest.raises(ApiError) as gone:
        client.runs_show(999)
    assert (gone.value.status, gone.value.fields) == (404, {})


def test_what_a_token_may_not_do_is_refused(client_of, lead):
    reader = client_of(lead, Scope.READ)
    with pytest.raises(ApiError) as refused:
        reader.models_register(name="heron")
    assert refused.value.status == 403


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"name": "x", "nmae": "x"}, r"^models_register\(\) takes name, version, .*, and no nmae$"),
        ({}, r"^models_register\(\): missing a required.* argument: 'name'"),
        ({"name": float("nan")}, "JSON"),
        ({"name": object()}, "expected text"),
    ],
)
def test_a_slip_is_noticed_before_anything_is_sent(client, named, said):
    with pytest.raises((TypeError, ValueError), match=said):
        client.models_register(**named)
    assert list(client.models_list()) == []
