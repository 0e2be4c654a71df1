"""A report's page: its sentence, its warning and its pictures say what `evaluate --json` says."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from metrics.frozen import canonical
from metrics.models import Report
from metrics.queries.reports import parts_of, result_of
from metrics.studies.asked import EvaluationAsked
from metrics.table_files import as_csv
from pooling.models import JudgedPair, Query, Run, Video
from tests.metrics.reporting import make_report
from tests.metrics.worlds import IRRELEVANT, RELEVANT, judge, make_world

pytestmark = pytest.mark.django_db
FULL = EvaluationAsked(
    measures=("C@1", "P@3", "AP", "MedR"),
    resamples=100,
    overlap=3,
    unjudged=3,
    stability=True,
    leave_out="run",
    sample_sizes=(3, 5),
    reuse=True,
)


@pytest.fixture
def world():
    return make_world()


@pytest.fixture
def browser(signed_in, viewer):
    """All of this is for readers."""
    return signed_in(viewer)


def evaluated(capsys, *more: str) -> dict:
    call_command("evaluate", "toy", "--measures", "C@1,P@3,AP,MedR", *more, "--json")
    return json.loads(capsys.readouterr().out)


def lead_of(page: str) -> str:
    (found,) = re.findall(r'<span class="lead">(.*?)</span>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", "", found).replace("&#x27;", "'").split())


def own(report: Report, more: str = "") -> str:
    return f"/evaluations/{report.pk}/{more}"


def test_the_first_sentence_is_what_evaluate_says(browser, world, capsys):
    report = make_report(world, FULL)
    told = evaluated(capsys)
    page = browser.get(own(report)).text
    best = max((row for row in told["rows"] if row["measure"] == "C@1"), key=lambda row: row["all"])
    (judged,) = [one["share"] for one in told["judged"] if one["run"] == best["run"]]
    assert lead_of(page) == (
        f"{best['run']}'s C@1 rises from {100 * best['original']:.1f} to {100 * best['all']:.1f} %"
        f" with the collected labels; {100 * judged:.1f} % of its top 3 are judged (Judged@3)."
    )
    shares = [one["share"] for one in told["judged"]]
    warning = page.split('id="judged-warning"')[1].split("</div>")[0]
    assert f"{100 * min(shares):.1f} to {100 * max(shares):.1f} %, and below 95 %" in warning
    for bound in (one for one in told["bounds"] if one["run"] == best["run"] and one["low"]):
        between = f"{100 * bound['low']:.1f} to {100 * bound['high']:.1f} %"
        sentence = f"{bound['measure']} of {best['run']} may be anything from {between}"
        assert (sentence in warning) == (bound["low"] != bound["high"])
    assert page.count("data-figure=") <= 4


def test_the_measure_is_chosen_in_the_address(browser, world, capsys):
    report = make_report(world, FULL)
    page = browser.get(own(report), {"measure": "AP"}).text
    best = max(
        (row for row in evaluated(capsys)["rows"] if row["measure"] == "AP"),
        key=lambda row: row["all"],
    )
    assert f"{best['run']}'s AP" in lead_of(page)
    assert 'id="chart-scores-ap"' in page
    assert 'id="chart-scores-c-1"' not in page
    assert 'href="?measure=AP" aria-current="true"' in page
    assert "goes from rank" in lead_of(browser.get(own(report), {"measure": "MedR"}).text) or (
        "MedR is rank" in lead_of(browser.get(own(report), {"measure": "MedR"}).text)
    )
    assert browser.get(own(report), {"measure": "nothing"}).status_code == 404


def only_one_run(world) -> list[int]:
    return [world.runs.get(name="strong").pk]


def test_with_one_run_the_sentence_is_about_it(browser, world):
    report = make_report(world, FULL, runs=only_one_run(world))
    page = browser.get(own(report)).text
    assert lead_of(page).startswith("strong's C@1 rises from ")
    assert "All runs:" not in page
    assert "two runs are needed" in page
    assert 'id="verdicts"' not in page


def test_without_labels_the_sentence_says_so(browser, world):
    JudgedPair.objects.all().delete()
    report = make_report(world, FULL)
    page = browser.get(own(report)).text
    assert "as no label has found another positive yet" in lead_of(page)
    assert "judged (Judged@3)." in lead_of(page)
    assert 'id="judged-warning"' in page


def test_where_everything_is_judged_there_is_no_warning(browser, world):
    JudgedPair.objects.all().delete()
    videos = list(Video.objects.filter(benchmark=world).order_by("number"))
    judge(
        world,
        {
            (query.text, video.number): RELEVANT
            if (query.number + video.number) % 3
            else IRRELEVANT
            for query in Query.objects.filter(benchmark=world)
            for video in videos
        },
    )
    report = make_report(world, FULL, runs=only_one_run(world))
    page = browser.get(own(report)).text
    assert "all of its top 3 are judged (Judged@3 is 100 %)." in lead_of(page)
    assert "message-warning" not in page


@pytest.mark.parametrize(
    ("positives", "says"), [("all", "original and collected positives"), ("original", "alone;")]
)
def test_scores_by_one_kind_of_positives_change_in_nothing(browser, world, positives, says):
    page = browser.get(own(make_report(world, replace(FULL, positives=positives)))).text
    assert says in lead_of(page)
    assert 'data-figure="delta"' not in page


def test_every_chart_is_on_the_page_and_its_files_are_of_its_table(browser, world):
    report = make_report(world, FULL)
    pages = "".join(
        browser.get(own(report), {"measure": name}).text for name in ("C@1", "P@3", "AP")
    )
    charts = [chart for part in parts_of(report) for chart in part.charts]
    assert len(charts) >= 12
    for chart in charts:
        assert f'id="chart-{chart.key}"' in pages, chart.key
        rows = browser.get(own(report, f"tables/{chart.table.key}.csv")).text.removeprefix("\ufeff")
        assert list(csv.reader(io.StringIO(rows))) == list(
            csv.reader(io.StringIO(as_csv(chart.table)))
        )
        text = browser.get(own(report, f"tables/{chart.table.key}.tex")).text
        assert f"\\label{{tab:{chart.table.key}-report{report.pk}}}" in text
    answer = browser.get(own(report, "charts/scores-c-1.svg"))
    assert (answer["Content-Type"], answer.content[:4]) == ("image/svg+xml", b"<svg")
    for wrong in ("charts/none.svg", "charts/scores-c-1.exe", "tables/none.csv"):
        assert browser.get(own(report, wrong)).status_code == 404


def test_the_headroom_of_each_measure_is_a_table_to_take_away(browser, world):
    report = make_report(world, FULL)
    page = browser.get(own(report)).text
    assert 'id="saturation"' in page
    rows = json.loads(browser.get(own(report, "tables/headroom.json")).text)["rows"]
    assert [row["measure"] for row in rows] == ["C@1", "P@3", "AP"]
    for row in rows:
        assert row["headroom"] == 1 - row["score"]


def test_the_captions_that_are_wanting_are_on_the_page(browser, world):
    report = make_report(world, FULL)
    page = browser.get(own(report)).text.replace("&#x27;", "'")
    rows = [
        row
        for row in result_of(report)["parts"]["comparison"]["found"]["rows"]
        if row["measure"] == "C@1"
    ]
    assert page.count("<strong>") >= len(rows)
    for row in rows:
        assert row["p_holm"] > 0.05  # six captions tell no two apart
        assert (row["more_captions"] is None) == bool(row["more_captions_why"])
        if row["difference"]:
            assert "How many more captions would do is not known" in page


def freeze_as_before(report: Report) -> Report:
    """As an earlier version froze it: without what has come since."""
    result = result_of(report)
    told = result["parts"]["evaluation"]["found"]
    for key in ("bounds", "judged", "warnings"):
        told.pop(key)
    for row in result["parts"]["comparison"]["found"]["rows"]:
        row.pop("more_captions")
        row.pop("more_captions_why")
    inputs = {name: value for name, value in report.inputs.items() if name != "studies"}
    return Report.objects.create(
        benchmark=report.benchmark,
        kind=report.kind,
        title="Of old",
        asked=report.asked,
        inputs=inputs,
        result=canonical(result),
        sha256="f" * 64,
    )


def test_a_report_of_an_earlier_version_is_shown_without_what_it_lacks(browser, world):
    old = freeze_as_before(make_report(world, FULL))
    page = browser.get(own(old))
    assert page.status_code == 200
    assert "how much of its first ranks was judged was not recorded" in lead_of(page.text)
    assert 'data-figure="judged"' not in page.text
    assert 'id="chart-scores-c-1"' in page.text
    assert browser.get(own(old, "tables/scores-c-1.csv")).text.count("judged") == 0
    assert "Of old" in browser.get("/evaluations/").text


def test_hours_and_points_have_their_units(browser, world):
    report = make_report(world, FULL)
    page = browser.get(own(report)).text
    hours = [row["hours"] for row in result_of(report)["parts"]["unjudged"]["found"]["rows"]]
    for one in hours:
        assert f">{max(1, round(60 * one))} min<" in page  # seven pairs at 180 an hour
        assert f">{one:.3f}<" not in page
    assert re.search(r">-?[0-9.]+ points</td>", page)


def test_the_list_says_the_best_run_and_what_was_judged(browser, world, capsys):
    make_report(world, FULL)
    told = evaluated(capsys)
    best = max((row for row in told["rows"] if row["measure"] == "C@1"), key=lambda row: row["all"])
    (judged,) = [one["share"] for one in told["judged"] if one["run"] == best["run"]]
    page = browser.get("/evaluations/").text
    assert f"{100 * best['original']:.1f} to {100 * best['all']:.1f} %" in page
    assert f"{100 * judged:.1f} %" in page


def test_reading_a_report_reads_no_array(browser, world, django_assert_max_num_queries):
    report = make_report(world, FULL)
    with django_assert_max_num_queries(20) as asked:
        browser.get(own(report))
    assert not any("reportarray" in one["sql"] for one in asked.captured_queries)
    assert connection.vendor == "postgresql"


def test_a_report_that_was_read_is_not_unpacked_again(browser, world):
    report = make_report(world)
    address = own(report)
    first = browser.get(address).text
    with CaptureQueriesContext(connection) as asked:
        again = browser.get(address).text
    assert not [one["sql"] for one in asked if '"metrics_report"."result"' in one["sql"]]
    assert pictures(again) == pictures(first)
    other = make_report(world, EvaluationAsked(measures=("AP",), overlap=0, resamples=100))
    assert pictures(browser.get(own(other)).text) != pictures(first)


def pictures(page: str) -> list[str]:
    return re.findall(r'<figure class="chart".*?</figure>', page, re.DOTALL)


def test_the_form_is_in_three_groups_with_every_question_once(signed_in, lead, world):
    page = signed_in(lead).get(f"/evaluations/new/?benchmark={world.pk}")
    form = page.context["form"]
    groups = {group.key: [field.name for field in group.fields] for group in form.groups()}
    assert list(groups) == ["what", "how-sure", "extras"]
    asked = [name for names in groups.values() for name in names]
    assert sorted(asked) == sorted(form.fields)
    for name in asked:
        assert f'name="{name}"' in page.text
    assert form["unjudged"].value() == 3  # as deep as the runs
    assert form["stability"].value() is True
    assert Run.objects.filter(benchmark=world).count() == 3
