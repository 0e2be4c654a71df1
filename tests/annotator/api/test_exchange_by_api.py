"""A lead's script takes labels out and brings labels in; jobs do both."""

import hashlib

import pytest

from annotator.models import Campaign, Export
from jobs.models import Job
from people.models import Scope
from tests.annotator.exchanging import small_benchmark
from tests.annotator.saying import label_all
from tests.api.conftest import check_problem
from tests.factories import make_campaign
from tests.pooling.api.conftest import Script, a_file, work_on

pytestmark = pytest.mark.django_db
TRIPLETS = "caption_id,video_id,label\nc0,v0,relevant\nc1,v0,irrelevant\n"


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def api(lead) -> Script:
    return Script(lead, Scope.MANAGE)


@pytest.fixture
def campaign(rater):
    made = make_campaign(captions=3, videos=2, raters=[rater], double_share=0)
    label_all(rater, made)
    return made


def test_an_export_is_made_listed_and_fetched_with_the_same_token(api, campaign):
    of = campaign.benchmark
    done = work_on(
        api.post(
            "exports", {"benchmark": of.pk, "campaign": campaign.pk, "format": "log", "lines": True}
        )
    )
    (export,) = api.rows("exports")
    assert (export["id"], export["format"], export["created_by"]) == (
        done["result"]["export"],
        "log",
        "lena",
    )
    assert (export["benchmark"]["name"], export["campaign"]["id"]) == (of.name, campaign.pk)
    (file,) = export["files"]
    assert (file["name"], file["rows"]) == ("log.jsonl", 6)
    content = b"".join(api.client.get(file["url"]).streaming_content)
    assert (hashlib.sha256(content).hexdigest(), len(content)) == (file["sha256"], file["bytes"])
    assert export["manifest"]["campaigns"][0]["guidelines"]


def test_exports_come_in_pages(api, campaign):
    for _ in range(3):
        work_on(
            api.post(
                "exports",
                {"benchmark": campaign.benchmark.pk, "format": "triplets", "release": "one"},
            )
        )
    assert [export["id"] for export in api.rows("exports", limit=2)] == list(
        Export.objects.order_by("-pk").values_list("pk", flat=True)
    )


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"format": "pdf"}, "#/format"),
        ({"stratum": True}, "#/stratum"),
        ({"format": "qrels", "lines": True}, "#/lines"),
        ({"benchmark": 0}, "#/benchmark"),
        ({"release": "x" * 121}, "#/release"),
        ({"campaign": "foreign"}, "#/campaign"),
        ({"campaigns": 1}, "#/campaigns"),
    ],
)
def test_what_cannot_be_written_is_refused_by_its_place(api, campaign, wrong, pointer):
    if wrong.get("campaign"):
        wrong = {"campaign": make_campaign(captions=1, videos=1).pk}
    answer = api.post("exports", {"benchmark": campaign.benchmark.pk, "format": "log"} | wrong)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert Job.objects.count() == 0


def test_labels_come_in_and_the_same_file_is_recognised(api):
    at = f"benchmarks/{small_benchmark().pk}/labels"
    for already in (False, True):
        done = work_on(api.post(at, file=a_file("t.csv", TRIPLETS), format="triplets"))
        assert (done["state"], done["result"]["already"], done["result"]["labels"]) == (
            "done",
            already,
            2,
        )
    assert Campaign.objects.get().source == "import"


def test_a_faulty_file_is_told_by_its_lines_and_an_unknown_benchmark_is_not_found(api):
    of = small_benchmark()
    failed = work_on(
        api.post(
            f"benchmarks/{of.pk}/labels",
            file=a_file("t.csv", TRIPLETS + "c9,v0,relevant\n"),
            format="triplets",
        )
    )
    assert failed["state"] == "failed"
    assert failed["error"]["details"]["problems"][0].startswith("t.csv:4:1:")
    check_problem(
        api.post("benchmarks/999999/labels", file=a_file("t.csv", TRIPLETS), format="triplets"), 404
    )
    assert api.post(f"benchmarks/{of.pk}/labels", format="triplets").status_code == 400


def test_leads_alone_and_with_all_of_their_scope(lead, rater, adjudicator, campaign):
    asked = {"benchmark": campaign.benchmark.pk, "format": "log"}
    at = f"benchmarks/{campaign.benchmark.pk}/labels"
    for script in (
        Script(rater, Scope.LABEL),
        Script(adjudicator, Scope.LABEL),
        Script(lead, Scope.LABEL),
        Script(lead, Scope.READ),
    ):
        check_problem(script.post("exports", asked), 403)
        assert script.post(at, file=a_file("t.csv", TRIPLETS), format="triplets").status_code == 403
    check_problem(Script(rater, Scope.LABEL).get("exports"), 403)
    assert Script(lead, Scope.READ).get("exports").status_code == 200
    assert Job.objects.count() == 0


GRADED = "caption_id,video_id,label\nc0,v0,4\nc1,v0,2\n"


def test_grades_come_in_and_are_mapped_to_another_scale(api):
    of = small_benchmark()
    file = a_file("t.csv", GRADED)
    at, scale = f"benchmarks/{of.pk}/labels", {"scale": "0-4", "relevant_from": 3}
    work_on(api.post(at, file=file, format="triplets", **scale))
    campaign = Campaign.objects.get()
    asked = {"campaign": campaign.pk, "map": "0=0,1=0,2=1,3=1,4=1", "format": "qrels"}
    done = work_on(api.post("exports/rescaled", asked))
    export = Export.objects.get(pk=done["result"]["export"])
    assert export.manifest["map"]["values"] == {"0": 0, "1": 0, "2": 1, "3": 1, "4": 1}
    answer = api.post("exports/rescaled", asked | {"map": "0=1,1=0,2=1,3=1,4=1"})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "#/map")


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"scale": "0-11"}, "#/scale"),
        ({"scale": "0-4", "relevant_from": 5}, "#/relevant_from"),
        ({"relevant_from": 0}, "#/relevant_from"),
        ({"map": "0=1,1=0"}, "#/map"),
        ({"scale": "0-4", "highest_grade": 4}, "#/highest_grade"),
    ],
)
def test_a_scale_that_is_none_is_refused_by_its_place(api, wrong, pointer):
    at = f"benchmarks/{small_benchmark().pk}/labels"
    answer = api.post(at, file=a_file("t.csv", GRADED), format="triplets", **wrong)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert Job.objects.count() == 0
