"""Files that are sent with a bar: one at a form, and many from a folder, which go on where they
broke off."""

import re

import pytest
from playwright.sync_api import expect

from jobs.models import Job
from pooling.models import Video
from tests.factories import make_benchmark

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CAPTIONS = "caption_id,video_id,caption\nc1,v1,a dog\n"


def test_a_file_is_sent_with_a_bar_and_its_job_is_shown_where_it_was_begun(
    browse_as, lead, tmp_path
):
    page = browse_as(lead)
    page.goto("/benchmarks/import/")
    file = tmp_path / "captions.csv"
    file.write_text(CAPTIONS)
    page.get_by_label("Benchmark").fill("new")
    page.get_by_label("Captions", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/benchmarks/import/?benchmark=new&*job=*")
    expect(page.get_by_text("Import captions into new")).to_be_visible()
    assert Job.objects.get().arguments["benchmark"] == "new"


def test_what_is_wrong_with_the_form_is_shown_as_ever(browse_as, lead, tmp_path):
    page = browse_as(lead)
    page.goto("/benchmarks/import/")
    file = tmp_path / "captions.csv"
    file.write_text(CAPTIONS)
    page.get_by_label("Benchmark").fill("no / name")
    page.get_by_label("Captions", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_label("Benchmark")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Benchmark")).to_be_focused()
    page.complaints[:] = [one for one in page.complaints if "422" not in one]
    assert not Job.objects.exists()


@pytest.fixture
def of():
    return make_benchmark([(f"text {number}", f"v{number}") for number in range(120)])


@pytest.fixture
def folder(tmp_path):
    """120 files in two folders, of which one is no video of the benchmark, and a system's own."""
    folder = tmp_path / "clips"
    (folder / "deeper").mkdir(parents=True)
    for number in range(120):
        below = folder / "deeper" if number % 2 else folder
        (below / f"v{number}.mp4").write_bytes(b"film %d" % number)
    (folder / ".DS_Store").write_bytes(b"x")
    return folder


def choose(page, folder) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a folder").click()
    chooser.value.set_files(folder)


def waiting(of) -> int:
    return of.videos.filter(state=Video.State.WAITING).count()


def test_a_folder_is_sent_in_batches_and_leads_on_to_the_conversion(browse_as, lead, of, folder):
    page, sent = browse_as(lead), []
    page.on("request", lambda one: sent.append(one) if one.method == "POST" else None)
    page.goto(f"/benchmarks/{of.pk}/videos/import/")
    choose(page, folder)
    page.wait_for_url(re.compile(rf"/benchmarks/{of.pk}/videos/\?job="))
    expect(page.locator(".job strong")).to_have_text(re.compile("Make videos of .* playable"))
    assert waiting(of) == 120
    assert len(sent) == 4  # 50, 50, 20, and that nothing more comes


def test_what_broke_off_goes_on_where_it_was(browse_as, lead, of, folder):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{of.pk}/videos/import/")
    posts = []

    def route(one):
        """The second batch meets a session that has ended."""
        if one.request.method == "POST":
            posts.append(one)
        if len(posts) == 2 and one.request.method == "POST":
            one.fulfill(status=200, body="<h1>Sign in</h1>", content_type="text/html")
        else:
            one.continue_()

    page.route("**/videos/take/", route)
    choose(page, folder)
    expect(page.get_by_text("It broke off.")).to_be_visible()
    assert waiting(of) == 50
    posts[:] = [None] * 9
    choose(page, folder)
    page.wait_for_url(re.compile(rf"/benchmarks/{of.pk}/videos/\?job="))
    assert waiting(of) == 120
    assert len(posts) == 9 + 3  # 50, 20, and that nothing more comes


def test_files_that_are_not_taken_are_named_and_stop_no_others(browse_as, lead, of, folder):
    (folder / "holiday.mp4").write_bytes(b"?")
    page = browse_as(lead)
    page.goto(f"/benchmarks/{of.pk}/videos/import/")
    choose(page, folder)
    expect(page.get_by_text("Not taken: 1.")).to_be_visible(timeout=15_000)
    expect(page.locator("[data-refusals] li")).to_have_text(
        "holiday.mp4: no video of this benchmark is called like it"
    )
    assert waiting(of) == 120
    page.get_by_role("link", name="Go on to the videos").click()
    page.wait_for_url(re.compile(rf"/benchmarks/{of.pk}/videos/\?job="))


def test_files_are_chosen_or_dropped_as_well(browse_as, lead, of, folder):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{of.pk}/videos/import/")
    page.locator("#id_videos").set_input_files([folder / "v0.mp4", folder / "v2.mp4"])
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url(re.compile(rf"/benchmarks/{of.pk}/videos/\?job="))
    assert waiting(of) == 2
    page.goto(f"/benchmarks/{of.pk}/videos/import/")
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.items.add(new File(["a film"], "v4.mp4"));
      document.querySelector("form[data-videos]").dispatchEvent(
        new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }""")
    page.wait_for_url(re.compile(rf"/benchmarks/{of.pk}/videos/\?job="))
    assert waiting(of) == 3
