"""Reports for leads: started with a form, read as tables, taken away, compared, computed again,
deleted."""

import csv
import io
import json
import re

import pytest

from jobs.models import Job
from jobs.running import run_job
from metrics.forms import example_sizes
from metrics.frozen import unpack_table
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.table_files import as_csv, as_latex
from people.actor import SYSTEM, Actor
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair
from tests.factories import make_benchmark
from tests.metrics.reporting import ASKED, make_report
from tests.metrics.worlds import RELEVANT, judge, make_world
from tests.pooling.pages.asking import queries_of

pytestmark = pytest.mark.django_db
FORM = {"measures": "C@1, AP", "positives": "both", "intervals": "on", "comparisons": "on",
        "overlap": "3", "leave_out": "run",
        "sample_sizes": "3, 5", "seed": "4", "resamples": "100"}  # fmt: skip


@pytest.fixture
def world():
    return make_world()


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def report(world):
    return make_report(world)


def send(browser, world, **more):
    runs = list(world.runs.order_by("pk").values_list("pk", flat=True))
    return browser.post(f"/evaluations/new/?benchmark={world.pk}", FORM | {"runs": runs} | more)


def follow(browser, answer):
    """The job's page after a worker has done what was asked."""
    assert answer.status_code == 302, answer.text
    run_job(Job.objects.latest("pk").pk, worker="w")
    return browser.get(answer.url)


def test_a_report_is_started_followed_and_read(browser, world, lead):
    assert 'name="measures"' in browser.get(f"/evaluations/new/?benchmark={world.pk}").text
    done = follow(browser, send(browser, world, title="After round one"))
    report = Report.objects.get()
    assert (report.title, report.made_by, report.asked["seed"]) == ("After round one", lead, 4)
    assert report.asked["measures"] == ["C@1", "AP"]
    assert f'href="/evaluations/{report.pk}/"' in done.text
    page = browser.get(f"/evaluations/{report.pk}/").text
    for word in (
        "strong",
        "weak again",
        "Overlap@3",
        "How to read it",
        report.sha256[:12],
        "people found 4 pairs relevant",
    ):
        assert word in page
    assert "After round one" in browser.get("/evaluations/").text


def test_what_is_not_judged_a_sample_and_where_positives_stand_are_asked_for_like_the_rest(
    browser, world
):
    runs = tuple(world.runs.order_by("pk").values_list("pk", flat=True))
    pool = build_pool(
        actor=SYSTEM,
        benchmark=world,
        name="half",
        parameters=PoolParameters(runs, depth=3, sample=4),
    )
    follow(browser, send(browser, world, unjudged="3", estimate=pool.pk, reuse="on"))
    report = Report.objects.get()
    assert (report.asked["unjudged"], report.asked["estimate"], report.asked["reuse"]) == (
        3,
        pool.pk,
        True,
    )
    page = browser.get(f"/evaluations/{report.pk}/").text
    for word in (
        "Pairs not judged",
        "half drew 4 of 6 captions",
        "Where positives stand",
        "180 labels an hour",
    ):
        assert word in page
    follow(browser, send(browser, world))
    assert (
        Report.objects.latest("pk").asked["unjudged"],
        Report.objects.latest("pk").asked["estimate"],
    ) == (0, 0)


def test_every_table_of_the_report_is_on_its_page_and_can_be_taken_away(browser, report):
    page = browser.get(f"/evaluations/{report.pk}/").text
    tables = [
        unpack_table(table)
        for part in result_of(report)["parts"].values()
        for table in part["tables"]
    ]
    for table in tables:
        assert f'id="table-{table.key}"' in page
        files = {}
        for ending in ("csv", "json", "tex"):
            assert f'href="/evaluations/{report.pk}/tables/{table.key}.{ending}"' in page
            files[ending] = browser.get(
                f"/evaluations/{report.pk}/tables/{table.key}.{ending}"
            ).content.decode()
        rows = list(csv.reader(io.StringIO(files["csv"].removeprefix("\ufeff"))))
        assert rows == list(csv.reader(io.StringIO(as_csv(table))))
        assert len(json.loads(files["json"])["rows"]) == len(table.rows)
        assert files["tex"] == as_latex(table, label=f"{table.key}-report{report.pk}")
        assert f"\\label{{tab:{table.key}-report{report.pk}}}" in files["tex"]
    assert browser.get(f"/evaluations/{report.pk}/report.json").content == bytes(report.result)


@pytest.mark.parametrize(
    "address",
    [
        "tables/none.csv",
        "tables/scores.exe",
        "compare/?other=x",
        "compare/?other=999",
        "compare/999/",
    ],
)
def test_what_is_not_there_is_not_found(browser, report, address):
    assert browser.get(f"/evaluations/{report.pk}/{address}").status_code == 404


def test_a_name_that_looks_like_a_formula_does_no_harm_in_a_spreadsheet(browser, world):
    run = world.runs.get(name="weak")
    run.name = "=HYPERLINK(1)"
    run.save()
    report = make_report(world)
    text = browser.get(f"/evaluations/{report.pk}/tables/overlap.csv").content.decode()
    assert "'=HYPERLINK(1)" in text
    assert ",=HYPERLINK" not in text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"measures": "C@1, R1"}, "the nearest is"),
        ({"measures": ","}, "measure"),
        ({"runs": []}, "required"),
        ({"runs": ["0"]}, "not one of the available choices"),
        ({"sample_sizes": "7"}, "whole numbers from 2 to 6"),
        ({"sample_sizes": "3; 5"}, "whole number"),
        ({"resamples": "10"}, "100"),
        ({"unjudged": "-1"}, "greater than or equal to 0"),
        ({"estimate": "999"}, "not one of the available choices"),
        ({"seed": "-1"}, "0"),
    ],
)
def test_what_cannot_be_computed_is_refused_before_a_job_is_made(browser, world, wrong, said):
    answer = send(browser, world, **wrong)
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert said in answer.text


def test_the_sample_sizes_that_the_form_suggests_are_taken(browser, world):
    page = browser.get(f"/evaluations/new/?benchmark={world.pk}").text
    sizes = re.search(r"Numbers of captions, as in ([\d, ]+):", page)[1]
    follow(browser, send(browser, world, sample_sizes=sizes))
    assert Report.objects.get().asked["sample_sizes"] == [2, 3]
    assert example_sizes(60) == [15, 30]
    assert example_sizes(27_763) == [500, 1_000]


def test_a_job_that_finds_nothing_to_compute_tells_it_on_its_page(browser, world):
    JudgedPair.objects.all().delete()
    world.captions.update(video=None)
    done = follow(browser, send(browser, world))
    assert "Nothing can be computed" in done.text
    assert Report.objects.count() == 0


def test_two_reports_are_compared_caption_by_caption(browser, world, report):
    judge(world, {("it snows", 0): RELEVANT})
    after = make_report(world, name="Later")
    answer = browser.get(f"/evaluations/{after.pk}/compare/?other={report.pk}")
    assert answer.url == f"/evaluations/{report.pk}/compare/{after.pk}/"
    page = browser.get(answer.url).text
    assert "of 1 caption differ" in page
    assert "it snows" in page
    assert "a red ball" not in page
    turned = browser.get(f"/evaluations/{after.pk}/compare/{report.pk}/?run=strong")
    assert turned.url == f"{answer.url}?run=strong"
    only = browser.get(f"{answer.url}?run=strong&measure=C%401").text
    assert only.count("it snows") == 1
    assert "1 score of 1 caption" in only
    assert browser.get(f"{answer.url}?run=nobody").status_code == 400
    same = make_report(world)
    assert "No score differs" in browser.get(f"/evaluations/{after.pk}/compare/{same.pk}/").text


def test_changes_page_by_key(browser, world, report, monkeypatch):
    """A row for each caption, largest change first."""
    monkeypatch.setattr("metrics.views.changes.PAGE_SIZE", 1)
    judge(world, {("it snows", 0): RELEVANT, ("a red ball", 0): RELEVANT})
    after = make_report(world)
    address, seen = f"/evaluations/{report.pk}/compare/{after.pk}/", []
    while address:
        answer = browser.get(address)
        (row,) = answer.context["rows"]
        seen.append((row.row.change.item, abs(row.row.change.delta)))
        beyond = answer.context["beyond"]
        assert ('rel="next"' in answer.text) == bool(beyond)
        address = f"/evaluations/{report.pk}/compare/{after.pk}/?beyond={beyond}" if beyond else ""
    assert len(seen) == len({item for item, _ in seen}) == answer.context["found"].items > 1
    assert [size for _, size in seen] == sorted((size for _, size in seen), reverse=True)


def test_reports_of_different_benchmarks_are_not_compared(browser, report):
    other = make_report(make_world("other"))
    answer = browser.get(f"/evaluations/{report.pk}/compare/{other.pk}/")
    assert answer.status_code == 422
    assert "choose two of one" in answer.text


def test_a_report_is_computed_again_and_found_the_same(browser, world, report):
    judge(world, {("it snows", 0): RELEVANT})
    done = follow(browser, browser.post(f"/evaluations/{report.pk}/verify/"))
    assert "The same" in done.text
    assert report.sha256[:12] in done.text


def test_a_report_is_deleted_after_a_question(browser, report):
    assert "Delete the report" in browser.get(f"/evaluations/{report.pk}/delete/").text
    assert Report.objects.count() == 1
    gone = browser.post(f"/evaluations/{report.pk}/delete/", follow=True)
    assert Report.objects.count() == 0
    assert "was deleted" in gone.text


def test_the_list_pages_by_key_and_asks_no_more_for_more_rows(browser, world, report):
    before = queries_of(browser, "/evaluations/")
    facts = {
        "kind": "evaluation",
        "asked": ASKED.as_json(),
        "inputs": report.inputs,
        "result": b"{}",
        "sha256": "0" * 64,
    }
    Report.objects.bulk_create(
        Report(benchmark=world, title=f"copy {n}", **facts) for n in range(55)
    )
    # What a report says first is read once: one of these may have been read already.
    assert queries_of(browser, "/evaluations/") <= before
    assert report.title not in browser.get("/evaluations/").text
    assert (
        report.title
        in browser.get(f"/evaluations/?after={report.pk + 1}&benchmark={world.pk}").text
    )
    empty = make_benchmark([("a", "v")])
    assert (
        "No reports match these filters." in browser.get(f"/evaluations/?benchmark={empty.pk}").text
    )


def test_without_benchmarks_or_runs_the_pages_say_where_to_begin(browser):
    for address in ("/evaluations/", "/evaluations/new/"):
        assert "Import captions" in browser.get(address).text
    empty = make_benchmark([("a", "v")])
    assert "Import a run" in browser.get(f"/evaluations/new/?benchmark={empty.pk}").text


@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_who_rates_does_not_come_in(request, signed_in, report, who):
    browser = signed_in(request.getfixturevalue(who))
    own = f"/evaluations/{report.pk}/"
    for address in ("/evaluations/", "/evaluations/new/", own, f"{own}report.json",
                    f"{own}tables/overlap.csv", f"{own}delete/",
                    f"{own}compare/{report.pk}/", f"{own}compare/?other={report.pk}"):  # fmt: skip
        assert browser.get(address).status_code == 403, address
    for address in ("/evaluations/new/", f"{own}verify/", f"{own}delete/"):
        assert browser.post(address).status_code == 403, address
    assert (Report.objects.count(), Job.objects.filter(kind="metrics.verify").count()) == (1, 0)


def test_a_viewer_reads_a_report_and_takes_it_away(signed_in, viewer, report):
    browser, own = signed_in(viewer), f"/evaluations/{report.pk}/"
    page = browser.get(own)
    assert (page.status_code, "Compute it again" in page.text, "Delete" in page.text) == (
        200,
        False,
        False,
    )
    assert browser.get(f"{own}report.json").content == bytes(report.result)
    assert browser.get(f"{own}tables/overlap.csv").status_code == 200
    for address in ("/evaluations/new/", f"{own}verify/", f"{own}delete/"):
        assert browser.post(address).status_code == 403, address
    assert (Report.objects.count(), Job.objects.filter(kind="metrics.verify").count()) == (1, 0)


def test_a_report_bears_who_asked_for_it(world, lead, browser):
    report = make_report(world, actor=Actor(lead, "page"))
    assert f"by {lead}" in browser.get(f"/evaluations/{report.pk}/").text
