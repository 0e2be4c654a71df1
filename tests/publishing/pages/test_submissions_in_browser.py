"""The author's door in a browser: a file is checked and handed in, and its page says what the API
says."""

import os
from pathlib import Path

import pytest

from tests.publishing.submitting import Script, make_open_benchmark, rows, submit, work
from tests.web.test_axe import AXE, RUN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1280, 720), (390, 844), (320, 640))


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


def looked_at(page, name: str) -> None:
    """At each size nothing sticks out, and axe finds nothing. SHOTS: where pictures are kept."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        across = page.evaluate("document.documentElement.scrollWidth")
        assert across <= width, f"{name} at {width} is {across} wide"
        page.evaluate(AXE)
        assert page.evaluate(RUN) == [], f"{name} at {width}"
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=str(Path(folder) / f"{name}-{width}.png"), full_page=True)
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_file_is_checked_handed_in_and_its_page_says_what_the_api_says(
    browse_as, submitter, tmp_path
):
    make_open_benchmark()
    (tmp_path / "run.csv").write_bytes(rows(1))
    page = browse_as(submitter)
    page.goto("/")
    looked_at(page, "submitter-home")
    page.get_by_role("link", name="Hand in a run for open").click()
    looked_at(page, "submit")
    page.get_by_label("Model", exact=True).fill("Our model")
    page.get_by_label("Predictions").set_input_files(tmp_path / "run.csv")
    page.get_by_label("Depth").fill("6")
    page.get_by_role("button", name="Check the file first").click()
    page.locator(".waiting").wait_for()  # the file is sent by a script, which shows how far it is
    work()
    page.reload()
    looked_at(page, "checked")
    page.locator(".waiting").get_by_role("button", name="Hand it in").click()
    work()
    page.goto("/submissions/")
    looked_at(page, "submissions")
    page.get_by_role("link", name="Our model").click()
    work()
    page.reload()
    looked_at(page, "submission")
    run_id = page.url.rstrip("/").rsplit("/", 1)[-1]
    told = Script(submitter).get(f"submissions/{run_id}").json()["standing"]
    table = page.locator("table", has=page.get_by_role("columnheader", name="Corrected"))
    for line in told["scores"]:
        row = table.get_by_role("row").filter(has_text=line["measure"]).first
        cells = row.get_by_role("cell").all_inner_texts()
        assert cells[0] == f"{100 * line['all']:.1f}"
        assert cells[2] == f"{100 * line['original']:.1f}"
    for sentence in told["sentences"]:
        assert page.get_by_text(sentence).is_visible()


def test_a_lead_sees_what_waits(browse_as, submitter, lead):
    handed_in = submit(submitter, make_open_benchmark())
    page = browse_as(lead)
    page.goto("/submissions/")
    looked_at(page, "lead-submissions")
    page.goto(f"/submissions/{handed_in.pk}/")
    work()
    page.reload()
    looked_at(page, "lead-submission")
    page.get_by_label("At most this many pairs").fill("30")
    page.get_by_label("To rank").fill("3")
    page.get_by_role("button", name="Approve and pool").click()
    assert work().state == "done"
    page.reload()
    assert page.get_by_text("The campaign is a draft").is_visible()
