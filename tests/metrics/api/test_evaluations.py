"""Reports by API: asked for, followed, read, compared, computed again, deleted."""

import csv
import io
import re

import pytest
from django.test import Client

from jobs.models import Job
from jobs.running import run_job
from metrics.api.urls import urlpatterns
from metrics.frozen import unpack_table
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.table_files import as_csv
from people.actor import SYSTEM
from people.models import Scope
from pooling.actions.build_pool import PoolParameters, build_pool
from tests.api.conftest import check_problem
from tests.factories import make_benchmark
from tests.metrics.reporting import make_report
from tests.metrics.worlds import RELEVANT, judge, make_world
from tests.pooling.api.conftest import PREFIX

pytestmark = pytest.mark.django_db
ROUTES = [
    route for pattern in urlpatterns if (route := str(pattern.pattern)).startswith("evaluations")
]
VERIFY = "evaluations/<int:report_id>/verify"


@pytest.fixture
def world():
    return make_world(backwards=True)


@pytest.fixture
def report(world):
    return make_report(world)


def at(route: str, number: int) -> str:
    filled = re.sub(r"<int:\w+>", str(number), route)
    return filled.replace("<slug:key>", "overlap").replace("<str:ending>", "csv")


def test_a_level_is_refused_where_there_are_no_grades(api, world):
    answer = api.post("evaluations", {"benchmark": world.pk, "level": 2})
    check_problem(answer, 400)
    assert "toy has no grades of one scale: expected 0." in answer.text
    assert not Job.objects.exists()


def test_a_report_is_asked_for_followed_and_read(api, world, lead):
    answer = api.post(
        "evaluations", {"benchmark": world.pk, "resamples": 100, "overlap": 3, "title": "By script"}
    )
    assert answer.status_code == 202
    job = answer.json()["job"]
    assert answer["Location"].endswith(f"/api/v1/jobs/{job['id']}")
    run_job(job["id"], worker="w")
    done = api.get(f"jobs/{job['id']}").json()
    report = Report.objects.get()
    assert done["result"] == {"report": report.pk, "title": "By script", "sha256": report.sha256}
    (row,) = api.rows("evaluations")
    assert (row["id"], row["made_by"], row["benchmark"]) == (
        report.pk,
        lead.username,
        {"id": world.pk, "name": "toy"},
    )
    assert [run["direction"] for run in row["inputs"]["runs"]] == ["t2v"] * 3
    whole = api.get(f"evaluations/{report.pk}").json()
    assert whole == row | {"result": result_of(report)}
    assert {
        cell["measure"] for cell in whole["result"]["parts"]["evaluation"]["found"]["rows"]
    } == {
        "C@1",
        "C@5",
        "C@10",
        "AP",
    }


def test_chosen_runs_and_measures_are_scored_and_no_others(api, world):
    run = world.runs.get(name="backwards")
    body = {
        "benchmark": world.pk,
        "runs": [run.pk],
        "measures": ["GMR", "C@1"],
        "intervals": False,
        "comparisons": False,
        "overlap": 0,
    }
    run_job(api.post("evaluations", body).json()["job"]["id"], worker="w")
    report = Report.objects.get()
    assert list(result_of(report)["parts"]) == ["evaluation"]
    rows = result_of(report)["parts"]["evaluation"]["found"]["rows"]
    assert [(row["run"], row["measure"]) for row in rows] == [
        ("backwards", "GMR"),
        ("backwards", "C@1"),
    ]


def test_estimates_from_a_pool_are_asked_for_by_its_id(api, world):
    run = world.runs.get(name="strong")
    pool = build_pool(
        actor=SYSTEM,
        benchmark=world,
        name="half",
        parameters=PoolParameters((run.pk,), depth=3, sample=4),
    )
    body = {
        "benchmark": world.pk,
        "resamples": 100,
        "overlap": 0,
        "estimate": pool.pk,
        "unjudged": 3,
        "reuse": True,
    }
    run_job(api.post("evaluations", body).json()["job"]["id"], worker="w")
    report = Report.objects.get()
    assert {"estimate", "unjudged", "reuse"} <= result_of(report)["parts"].keys()
    assert report.inputs["pool"]["name"] == "half"
    other = make_world("other")
    assert "Expected a pool of other" in str(
        check_problem(api.post("evaluations", body | {"benchmark": other.pk}), 400)
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"measures": ["R1"]}, "the nearest is"),
        ({"measures": []}, "At least one measure"),
        ({"sample_sizes": [7]}, "from 2 to 6"),
        ({"runs": [999]}, "999"),
        ({"resamples": 5}, "100"),
        ({"positives": "some"}, "some"),
        ({"bootstrap": True}, "no such field"),
        ({"benchmark": 999}, "999"),
        ({"estimate": 999}, "999"),
        ({"unjudged": -1}, "0"),
    ],
)
def test_what_cannot_be_asked_is_a_problem_and_makes_no_job(api, world, wrong, said):
    problem = check_problem(api.post("evaluations", {"benchmark": world.pk} | wrong), 400)
    assert said in str(problem)
    assert Job.objects.count() == 0


def test_runs_of_another_benchmark_are_refused_and_none_at_all_too(api, world):
    other = make_world("other")
    problem = check_problem(
        api.post("evaluations", {"benchmark": world.pk, "runs": [other.runs.first().pk]}), 400
    )
    assert "Expected runs of toy" in str(problem)
    empty = make_benchmark([("a", "v")])
    assert "no run yet" in str(check_problem(api.post("evaluations", {"benchmark": empty.pk}), 400))


def test_each_table_is_a_file_byte_for_byte(api, report):
    for part in result_of(report)["parts"].values():
        for table in map(unpack_table, part["tables"]):
            address = f"evaluations/{report.pk}/tables/{table.key}"
            file = api.get(f"{address}.csv")
            assert file.content.decode() == as_csv(table)
            # People have the file for spreadsheets, which is not the same bytes, by the name
            # without -exact.
            assert (
                file["Content-Disposition"]
                == f'attachment; filename="toy-report-{report.pk}-{table.key}-exact.csv"'
            )
            assert api.get(f"{address}.tex").text.startswith(r"\begin{table}")
            header = next(csv.reader(io.StringIO(as_csv(table))))
            assert set(api.get(f"{address}.json").json()["rows"][0]) <= {
                re.sub("_(all|original|delta|low|high)$", "", n) for n in header
            } | set(header)
    check_problem(api.get(f"evaluations/{report.pk}/tables/none.csv"), 404)
    check_problem(api.get(f"evaluations/{report.pk}/tables/overlap.exe"), 404)


def test_two_reports_are_compared_page_by_page(api, world, report):
    judge(world, {("it snows", 0): RELEVANT, ("a red ball", 0): RELEVANT})
    after = make_report(world)
    address = f"evaluations/{report.pk}/compare/{after.pk}"
    whole = api.get(address).json()
    assert whole["next"] is None
    assert {row["text"] for row in whole["results"]} == {"it snows", "a red ball"}
    assert (whole["changes"], whole["items"]) == (len(whole["results"]), 2)
    assert api.rows(address, limit=1) == whole["results"]
    one = api.get(address, run="strong", measure="C@1").json()["results"]
    assert one == [
        {
            "key": "c5",
            "text": "it snows",
            "run": "strong",
            "measure": "C@1",
            "positives": "all",
            "before": 0.0,
            "after": 1.0,
        }
    ]
    check_problem(api.get(address, run="nobody"), 409, "in common")
    check_problem(api.get(address, cursor="x"), 400, "cursor")


def test_videos_are_named_by_their_keys(api, world):
    runs = [world.runs.get(name="backwards").pk]
    before = make_report(world, runs=runs)
    judge(world, {("it snows", 0): RELEVANT})
    after = make_report(world, runs=runs)
    rows = api.get(f"evaluations/{before.pk}/compare/{after.pk}").json()["results"]
    assert {(row["key"], row["text"]) for row in rows} == {("v0", "")}


def test_a_report_is_computed_again(api, world, report):
    job = api.post(f"evaluations/{report.pk}/verify").json()["job"]
    run_job(job["id"], worker="w")
    result = api.get(f"jobs/{job['id']}").json()["result"]
    assert (result["same"], result["sha256"], result["differences"]) == (True, report.sha256, [])


def test_a_report_is_deleted(api, report):
    answer = api.client.delete(f"{PREFIX}evaluations/{report.pk}")
    assert (answer.status_code, Report.objects.count()) == (204, 0)
    check_problem(api.get(f"evaluations/{report.pk}"), 404)


def test_a_verification_of_a_deleted_report_says_so(api, report):
    job = api.post(f"evaluations/{report.pk}/verify").json()["job"]
    report.delete()
    run_job(job["id"], worker="w")
    assert api.get(f"jobs/{job['id']}").json()["error"]["message"] == "The report was deleted."


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_those_who_rate_learn_and_change_nothing(request, script, who, route, report):
    person = request.getfixturevalue(who)
    asking = script(person, Scope.widest_of(person))
    for number in (report.pk, 999_999):  # whether there is such a thing is not told either
        answer = (
            asking.post(at(route, number), {})
            if route in (VERIFY, "evaluations")
            else asking.get(at(route, number))
        )
        check_problem(answer, 403)
    assert asking.client.delete(f"{PREFIX}evaluations/{report.pk}").status_code == 403
    assert (Report.objects.count(), Job.objects.count()) == (1, 1)


@pytest.mark.parametrize("scope", [Scope.READ, Scope.LABEL])
def test_a_token_to_read_changes_nothing(script, lead, report, scope):
    reading = script(lead, scope)
    assert reading.get(f"evaluations/{report.pk}").status_code == 200
    check_problem(reading.post("evaluations", {}), 403, "scope manage")
    check_problem(reading.post(f"evaluations/{report.pk}/verify"), 403, "scope manage")
    check_problem(reading.client.delete(f"{PREFIX}evaluations/{report.pk}"), 403, "scope manage")
    assert (Report.objects.count(), Job.objects.count()) == (1, 1)


@pytest.mark.parametrize("route", ROUTES)
def test_a_stranger_is_asked_to_sign_in_and_what_is_not_there_is_a_problem(api, route):
    method = "POST" if route == VERIFY else "GET"
    check_problem(Client().generic(method, PREFIX + at(route, 1)), 401)
    if "<" in route:
        for number in (999_999, 10**30):
            check_problem(api.client.generic(method, PREFIX + at(route, number)), 404)
