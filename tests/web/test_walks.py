"""Walks from home to a goal, with the clicks and the pages counted: no way may grow longer
unnoticed. A chosen file counts as a click."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from annotator.actions.add_members import invite_into
from annotator.models import Campaign, Label
from annotator.queries.disputes import queue_of
from jobs.actions.request import cancel_job
from jobs.models import Job, State
from jobs.running import run_job
from people.actor import SYSTEM, Actor
from people.models import Role
from pooling.models import Benchmark, Video
from tests.annotator.pages.looking import looked
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, play
from tests.metrics.worlds import make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CAPTIONS = "caption_id,video_id,caption\nc1,v1,a dog runs\nc2,v2,a cat sleeps\nc3,v3,a man cooks\n"
RUN = "caption_id,video_id,score\n" + "".join(
    f"c{caption},v{video},{1 / (1 + abs(caption - video))}\n"
    for caption in (1, 2, 3)
    for video in (1, 2, 3)
)


class Walk:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.pages = 0
        page.set_default_timeout(60_000)  # many pages, on a machine that has other tests to run
        page.on("load", self._turned)

    def _turned(self, _: object) -> None:
        self.pages += 1

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def follow(self, name: str) -> None:
        self.click(self.page.locator("#content").get_by_role("link", name=name, exact=True).first)

    def key(self, key: str) -> None:
        self.clicks += 1
        self.page.keyboard.press(key)

    def choose(self, label: str, files: Path) -> None:
        self.clicks += 1
        self.page.get_by_label(label, exact=True).set_input_files(files)

    def work(self, kind: str) -> None:
        """What the worker does meanwhile; the page is left to itself."""
        expect(self.page.locator(".job progress, .job .actions")).not_to_have_count(0)
        for job in Job.objects.filter(kind=kind, state=State.QUEUED).order_by("pk"):
            run_job(job.pk, worker="a worker")


@pytest.fixture
def files(tmp_path) -> Path:
    (tmp_path / "captions.csv").write_text(CAPTIONS)
    (tmp_path / "run.csv").write_text(RUN)
    (tmp_path / "clips").mkdir()
    for name in ("v1", "v2", "v3"):
        (tmp_path / "clips" / f"{name}.mp4").write_bytes(b"a film")
    return tmp_path


def test_from_files_to_an_open_campaign(browse_as, lead, files):
    page = browse_as(lead)
    walk = Walk(page)
    page.goto("/")
    walk.follow("Import captions")
    page.get_by_label("Benchmark", exact=True).fill("kitchen")
    walk.choose("Captions", files / "captions.csv")
    walk.press("Import")
    page.wait_for_url("**/benchmarks/import/?*job=*")
    walk.work("pooling.import_captions")
    of = Benchmark.objects.get()
    page.wait_for_url(f"**/benchmarks/{of.pk}/videos/import/*")
    with page.expect_file_chooser() as chooser:
        walk.press("Choose a folder")
    chooser.value.set_files(files / "clips")
    page.wait_for_url(f"**/benchmarks/{of.pk}/videos/?job=*")
    # FFmpeg would refuse them: they are made playable as by it.
    for job in Job.objects.filter(kind="pooling.make_playable"):
        cancel_job(job.pk, actor=SYSTEM)
    play(*Video.objects.all())
    # A question that the page asks as it is left would be an error of the console.
    expect(page.locator(".job[hx-get]")).to_have_count(0)
    walk.follow("Import a run")
    page.locator("#id_new_model").fill("clip")
    walk.choose("Predictions (optional)", files / "run.csv")
    page.get_by_label("Depth").fill("3")
    walk.press("Import")
    page.wait_for_url("**/runs/import/?*job=*")
    walk.work("pooling.import_run")
    page.wait_for_url("**/runs/*/")
    walk.follow("Plan a pool")
    page.get_by_label("Depth").fill("3")
    page.get_by_label("Depth").press("Tab")
    page.get_by_label("Name of the pool").fill("all")
    walk.press("Freeze this pool")
    page.wait_for_url("**/pools/new/?job=*")
    walk.work("pooling.build_pool")
    page.wait_for_url("**/campaigns/new/?pool=*")
    page.locator("#id_name").fill("first")
    walk.press("Save as a draft")
    page.wait_for_url(re.compile("/campaigns/[0-9]+/guidelines/"))
    page.locator("textarea").first.fill("Relevant is what the caption says.")
    walk.press("Publish version 1")
    page.wait_for_url(re.compile("/campaigns/[0-9]+/$"))
    walk.press("Open this campaign")
    expect(page.get_by_text(re.compile("Open: [0-9]+ pairs? wait"))).to_be_visible()
    assert Campaign.objects.get().state == Campaign.State.OPEN
    assert walk.clicks <= 12


def test_from_two_files_to_corrected_scores(browse_as, lead, tmp_path):
    """Two files of embeddings, scored with the labels that there are."""
    world = make_world()
    draw = np.random.default_rng(3)
    for name, rows in (("captions", world.caption_count), ("videos", world.video_count)):
        np.save(tmp_path / f"{name}.npy", draw.normal(size=(rows, 4)))
    page = browse_as(lead)
    walk = Walk(page)
    page.goto(f"/benchmarks/{world.pk}/")
    walk.click(page.get_by_role("link", name=re.compile("^Runs")).first)
    walk.follow("Try a run")
    walk.click(page.get_by_text("Two files of embeddings instead"))
    walk.choose("Embeddings of the captions (optional)", tmp_path / "captions.npy")
    walk.choose("Embeddings of the videos (optional)", tmp_path / "videos.npy")
    walk.press("Check and score")
    page.wait_for_url("**/score/?job=*")
    walk.work("metrics.score")
    expect(page.get_by_text("C@1").first).to_be_visible()
    assert walk.clicks <= 6


def test_from_labels_to_a_report(browse_as, lead):
    world = make_world()
    page = browse_as(lead)
    walk = Walk(page)
    page.goto(f"/benchmarks/{world.pk}/")
    walk.click(page.get_by_role("link", name=re.compile("^Scores")).first)
    walk.follow("Evaluate")
    page.get_by_label("Resamples").fill("100")
    walk.press("Start")
    page.wait_for_url("**/evaluations/?benchmark=*&job=*")
    walk.work("metrics.evaluation")
    page.wait_for_url(re.compile("/evaluations/[0-9]+/"))
    expect(page.get_by_text("C@1").first).to_be_attached()
    assert walk.clicks <= 3


def test_from_an_invitation_to_the_first_clip(page, live_server, lead):
    """On a phone, by the link alone."""
    campaign = make_campaign()
    ((_, token),) = invite_into(
        Actor(lead, "page"), campaign, for_whom="Nora", role=Role.RATER, days=1
    )
    page.set_viewport_size({"width": 360, "height": 740})
    walk = Walk(page)
    page.goto(f"{live_server.url}/people/join/{token}/")
    for name, told in (("username", "nora"), ("name", "Nora New")):
        page.locator(f"[name={name}]").fill(told)
    for name in ("password", "again"):
        page.locator(f"[name={name}]").fill("seven purple elephants")
    walk.press("Create my account")
    page.wait_for_url(f"**/rate/{campaign.pk}/")
    walk.press("Begin")
    expect(page.locator("#stage video")).to_be_visible()
    assert walk.clicks <= 2


def test_a_dispute_is_decided(browse_as, rater, other_rater, adjudicator):
    """By an answer and a reason that was given before; the next one opens by itself."""
    campaign = make_campaign(
        captions=3,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    for person, said in ((rater, "relevant"), (other_rater, "irrelevant")):
        for slot in claim(person, campaign, 20):
            say(person, slot, said, comment="he jumps at the end")
    page = browse_as(adjudicator)
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    looked(page)
    walk = Walk(page)
    was = page.url
    walk.key("1")
    walk.key("2")
    page.wait_for_function("was => location.href !== was", arg=was)
    looked(page)
    assert Label.objects.filter(slot__kind="adjudication").count() == 1
    assert walk.clicks <= 2
