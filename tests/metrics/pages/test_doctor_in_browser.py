"""The doctor's page in a real window: started by its button, read wide and on a telephone, its
numbers those of the command."""

import json

import pytest
from django.core.management import call_command

from jobs.models import Job
from jobs.running import run_job
from tests.factories import make_run
from tests.metrics.test_doctor import toy  # noqa: F401  (a fixture)
from tests.web.test_axe import AXE, RUN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def with_runs(toy):  # noqa: F811
    make_run(toy, {n: [n % 7, (n + 1) % 7] for n in range(8)}, "one")
    make_run(toy, {n: [(n + 1) % 7, n % 7] for n in range(8)}, "two")
    return toy


def test_a_lead_lets_the_doctor_look_and_reads_what_the_command_prints(
    browse_as, lead, with_runs, capsys
):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{with_runs.pk}/data/")
    page.get_by_role("link", name="Doctor", exact=True).click()
    page.get_by_role("button", name="Look now").click()
    page.wait_for_selector(".job")
    run_job(Job.objects.get().pk, worker="w")
    page.wait_for_selector("ol.findings")
    call_command("doctor", with_runs.name, "--json")
    told = json.loads(capsys.readouterr().out)
    sentence = f"Before any label: {told['mend']} things to mend, {told['know']} to know."
    assert page.locator(".sentence").inner_text() == sentence
    findings = page.locator("li.finding")
    assert findings.count() == len(told["findings"])
    for number, one in enumerate(told["findings"]):
        heading = findings.nth(number).locator("h3").inner_text()
        assert heading.endswith(one["detail"])
        assert heading.startswith("To mend" if one["severity"] == "mend" else "To know")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark"), (320, "light")])
def test_it_fits_and_has_no_fault(browse_as, viewer, with_runs, width, scheme):
    call_command("doctor", with_runs.name)
    page = browse_as(viewer)
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/benchmarks/{with_runs.pk}/doctor/")
    page.locator("#chart-differences").scroll_into_view_if_needed()
    page.wait_for_selector("#chart-differences[data-drawn] svg")
    for folded in page.locator("#content details > summary").all():
        folded.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(AXE)
    found = page.evaluate(RUN)
    assert found == [], "\n".join(found)


def test_the_chart_draws_the_differences_of_the_table(browse_as, viewer, with_runs, capsys):
    call_command("doctor", with_runs.name, "--json")
    pairs = json.loads(capsys.readouterr().out)["detectable"]["pairs"]
    (first,) = [one for one in pairs if one["measure"] == "C@1"]
    page = browse_as(viewer)
    page.goto(f"/benchmarks/{with_runs.pk}/doctor/")
    drawn = json.loads(page.locator("#chart-differences-data").inner_text())["data"]["values"]
    assert [(one["pair"], one["difference"], one["p"]) for one in drawn] == [
        (f"{first['a']} - {first['b']}", first["difference"], first["p"])
    ]
