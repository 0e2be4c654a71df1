"""What a submitter learns of original positives and labels without paying for it: nothing of a
single one."""

import io
import json
import re

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.models import Job
from jobs.queries import NUMBERS
from metrics.actions.standing_kept import find_standing
from metrics.models import KeptResult
from metrics.studies.coarse import LEAST, coarse, step_of
from metrics.studies.standing import Standing
from people.models import User
from pooling.models import Submission
from tests.annotator.saying import claim, say
from tests.factories import make_benchmark, make_run
from tests.publishing.submitting import Script, browser_of, campaign_of, fields, submit, work

pytestmark = pytest.mark.django_db
MANY = 120


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def of(db):
    """As many captions of as many videos, each with its own, open to submitters."""
    found = make_benchmark([(f"caption {n}", f"v{n:03}") for n in range(MANY)], name="open")
    found.takes_submissions = True
    found.save()
    make_run(found, {n: [(n + 1) % MANY, n] for n in range(MANY)}, "rival", state="published")
    return found


def ranked(captions, shift: int, deep: int = 6) -> bytes:
    """Of each caption the video so far from its own first, and those that follow."""
    lines = [
        f"c{c},v{(c + shift + place) % MANY:03},{deep - place}"
        for c in captions
        for place in range(deep)
    ]
    return "\n".join(["caption_id,video_id,score", *lines, ""]).encode()


def matrix(captions, best: int) -> dict:
    """Of some captions, with the video that is `best` past their own in front."""
    drawn = np.random.default_rng(7).random((len(captions), MANY))
    for row, caption in enumerate(captions):
        drawn[row, (caption + best) % MANY] = 2
    file = io.BytesIO()
    np.save(file, drawn)
    names = "\n".join(f"c{c}" for c in captions).encode()
    return {
        "file": SimpleUploadedFile("model.npy", file.getvalue()),
        "captions": SimpleUploadedFile("captions.txt", names),
    }


def checked(person, of, content: bytes | None = None, **more) -> tuple[dict, str]:
    """What the API and the page say of a check."""
    sent = fields(content, **more)
    answer = Script(person).post("submissions", benchmark=of.pk, **sent, dry_run=True)
    assert answer.status_code == 202, answer.content
    assert work().state == "done"
    number = answer.json()["job"]["id"]
    found = Script(person).get(f"jobs/{number}").json()["result"]
    page = browser_of(person).get(f"/jobs/{number}/").text
    return {one["check"]: one for one in found["checks"]}, page


@pytest.mark.parametrize("how", ["lines", "matrix"])
@pytest.mark.parametrize("captions", [1, 99])
def test_a_check_of_few_captions_is_the_same_whether_its_guesses_are_right(
    of, submitter, how, captions
):
    said = []
    for shift in (0, 7):
        right = range(captions)
        sent = {"content": ranked(right, shift)} if how == "lines" else matrix(right, shift)
        found, page = checked(submitter, of, **sent)
        said.append(found)
    assert said[0] == said[1]
    assert said[0]["order"]["state"] == "unchecked"
    assert '<span class="state">not looked at</span>' in page


def test_a_check_of_many_captions_says_good_or_suspect_and_no_number_of_originals(of, submitter):
    good, page = checked(submitter, of, ranked(range(MANY), 0))
    suspect, _ = checked(submitter, of, ranked(range(MANY), 30))
    assert (good["order"]["state"], suspect["order"]["state"]) == ("good", "warning")
    whole, _ = checked(submitter, of, **matrix(range(MANY), 0))
    assert whole["order"]["state"] == "good"
    for one in (good, suspect, whole):
        assert not re.search(r"\d", one["order"]["detail"])
    assert "by chance" in page
    assert "median" not in page


def test_what_was_checked_before_tells_its_author_no_rank_either(of, submitter, lead):
    """Results of jobs and checks of submissions that were kept with all their numbers."""
    handed_in = submit(submitter, of, ranked(range(MANY), 0))
    old = [{"check": "order", "state": "good", "detail": "the own videos stand at median rank 17"}]
    Submission.objects.update(checks=old)
    Job.objects.update(result={"run": handed_in.pk, "already": False, "name": "N", "checks": old})
    job = Job.objects.earliest("pk").pk
    own = Script(submitter)
    told = [own.get(f"jobs/{NUMBERS.of(job)}"), own.get(f"submissions/{handed_in.number}")]
    told += [own.get(f"runs/{handed_in.number}"), own.get("submissions"), own.get("jobs")]
    browser = browser_of(submitter)
    told += [browser.get(f"/jobs/{NUMBERS.of(job)}/")]
    told += [browser.get(f"/submissions/{handed_in.number}/")]
    assert [one.status_code for one in told] == [200] * 7
    assert not [one for one in told if "rank 17" in one.text]
    assert "rank 17" in Script(lead).get(f"submissions/{handed_in.pk}").text
    assert "rank 17" in Script(lead).get(f"jobs/{job}").text


def test_leads_read_all_numbers_of_a_check(of, submitter, lead):
    handed_in = submit(submitter, of, ranked(range(MANY), 0))
    told = Script(lead).get(f"submissions/{handed_in.pk}").json()["checks"]
    order = next(one for one in told if one["check"] == "order")
    assert order["detail"].startswith(f"{MANY} of {MANY} rankings have the own video")


# How often


def test_checks_are_limited_by_person_and_benchmark_and_day(of, submitter, settings):
    settings.SUBMISSION_CHECKS_A_DAY = 2
    other = make_benchmark([("a caption", "v0")], name="another")
    other.takes_submissions = True
    other.save()
    script = Script(submitter)
    for _ in range(2):
        checked(submitter, of, ranked(range(3), 0))
    refused = script.post("submissions", benchmark=of.pk, **fields(ranked([1], 0)), dry_run=True)
    assert refused.status_code == 429
    assert "checked 2 files" in refused.json()["detail"]
    page = browser_of(submitter).post(
        f"/submissions/new/{of.pk}/", fields(ranked([1], 0), **{"try": "1"})
    )
    assert (page.status_code, "checked 2 files" in page.text) == (422, True)
    elsewhere = script.post("submissions", benchmark=other.pk, **fields(), dry_run=True)
    assert elsewhere.status_code == 202


def test_checks_are_listed_for_leads_alone(of, submitter, lead, viewer):
    for shift in range(3):
        checked(submitter, of, ranked(range(3), shift))
    (row,) = Script(lead).get("submissions/checks").json()["results"]
    assert row["submitter"] == submitter.username
    assert (row["benchmark"]["name"], row["today"], row["all"]) == ("open", 3, 3)
    page = browser_of(lead).get("/submissions/").text
    assert "Files checked without handing them in" in page
    assert "Files checked" not in browser_of(submitter).get("/submissions/").text
    for person in (submitter, viewer):
        assert browser_of(person).get("/api/v1/submissions/checks").status_code == 403


def test_a_file_of_few_captions_is_not_scored(of, submitter):
    Script(submitter).post("submissions", benchmark=of.pk, **fields(ranked(range(100), 0)))
    job = work()
    assert job.state == "failed"
    assert "83 %" in job.error["message"]
    assert "at least 90 %" in job.error["message"]
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("captions", "share"), [(1, "less than 1 %"), (99, "82 %"), (107, "89 %"), (108, "")]
)
def test_a_check_says_beforehand_that_too_few_captions_are_refused(of, submitter, captions, share):
    """Shares are rounded down: 107 of 120 are 89.2 %, and 1 of 120 is not 0 %."""
    _, page = checked(submitter, of, ranked(range(captions), 0))
    trial = Job.objects.latest("pk")
    number = NUMBERS.of(trial.pk)
    refused = Script(submitter).get(f"jobs/{number}").json()["result"]["refused"]
    if not share:
        assert refused is None
        assert "Hand it in" in page
        return
    assert f"ranks for {share}" in refused
    assert "at least 90 %" in refused
    assert f"ranks for {share}" in page
    assert "Hand it in" not in page
    browser = browser_of(submitter)
    pressed = browser.post(f"/submissions/tried/{number}/", follow=True)
    assert f"ranks for {share}" in pressed.text
    assert Job.objects.latest("pk") == trial, "nothing is started that must fail"


# Steps


def test_one_label_moves_a_figure_by_a_tenth_of_a_step_at_most():
    for captions in [*range(1, 3_000), 10_000, 27_763, 10**6]:
        step = step_of(captions)
        assert 1 / captions <= step / LEAST + 1e-12 or step == 1.0, captions
        assert step >= 0.001
        assert round(1 / step, 6) == round(1 / step), "steps end at 100 %"
        assert step == 1.0 or step < 2.5 * max(0.001, LEAST / captions), (
            "not coarser than it need be"
        )
    assert [step_of(n) for n in (100, 200, 1_000, 5_000, 10_000)] == [0.1, 0.05, 0.01, 0.002, 0.001]
    for heaviest in (1, 20, 120, 500):
        assert heaviest / 27_763 <= step_of(27_763, heaviest)


def test_where_a_figure_lies_between_two_steps_follows_from_no_label():
    """One label more turns a figure for a tenth of the draws, wherever it lies: a run cannot be
    made so that it turns for certain."""
    draws = np.random.default_rng(3).random(4_000)
    for captions in (100, 200, 1_000):
        step = step_of(captions)
        for positives in range(30, 45):
            turned = [
                coarse(_judged(positives / captions), step, one).judged
                != coarse(_judged((positives + 1) / captions), step, one).judged
                for one in draws
            ]
            assert np.mean(turned) < 1 / LEAST + 0.03


def _judged(value: float) -> Standing:
    return Standing(10, value, None, None, None, None, "", "", (), (), None, (), 1)


def test_figures_come_in_steps_at_every_door_and_one_label_moves_none_further(
    of, submitter, lead, rater
):
    handed_in = submit(submitter, of, ranked(range(MANY), 1))
    before = _standing(submitter, handed_in)
    exact = _standing(lead, handed_in)
    assert before["step"] == 0.1
    assert {round(value / 0.1, 6) % 1 for value in _figures(before)} == {0.0}
    assert any(round(value / 0.1, 6) % 1 for value in _figures(exact)), "leads read all digits"
    assert before["unjudged"] % 10 == before["captions"] % 10 == 0
    _label_one(handed_in, rater)
    KeptResult.objects.all().delete()
    after = _standing(submitter, handed_in)
    assert _standing(lead, handed_in) != exact
    moved = [abs(a - b) for a, b in zip(_figures(before), _figures(after), strict=True)]
    assert max(moved) <= 0.1 + 1e-9
    page = browser_of(submitter).get(f"/submissions/{handed_in.number}/").text
    assert "in steps of 10.0 points" in page


def _standing(person: User, handed_in: Submission) -> dict:
    key = handed_in.pk if person.is_lead else handed_in.number
    Script(person).get(f"submissions/{key}")
    while Job.objects.filter(state="queued").exists():
        work()
    assert find_standing(handed_in).kept is not None
    return Script(person).get(f"submissions/{key}").json()["standing"]


def _figures(standing: dict) -> list[float]:
    found = [standing["judged"]]
    for one in standing["scores"]:
        found += [one["all"], one["original"], one["delta"], *(one["interval"] or [0, 0])]
    for one in standing["bounds"]:
        found += [one["low"] or 0, one["high"] or 0]
    return found + [one["difference"] for one in standing["differences"]]


def _label_one(handed_in: Submission, rater: User) -> None:
    """One pair of its first ranks is found relevant."""
    campaign = campaign_of(handed_in.run, rater)
    (slot,) = claim(rater, campaign)
    say(rater, slot, "relevant")


# Numbers


def test_no_id_that_a_submitter_gets_counts(of, submitter, other_submitter):
    first = submit(submitter, of, ranked(range(MANY), 0))
    submit(other_submitter, of, ranked(range(MANY), 1))
    second = submit(submitter, of, ranked(range(MANY), 2))
    script, browser = Script(submitter), browser_of(submitter)
    jobs = list(Job.objects.filter(requested_by=submitter).order_by("pk"))
    told = script.get("jobs?limit=1").json()
    assert told["results"][0]["id"] == NUMBERS.of(jobs[-1].pk)
    assert told["results"][0]["result"]["run"] == second.number
    assert script.client.get(told["next"]).json()["results"][0]["id"] == NUMBERS.of(jobs[0].pk)
    for one in (script.get("submissions").json(), script.get("runs").json()):
        assert [row["id"] for row in one["results"]] == [second.number, first.number]
    run = script.get(f"runs/{first.number}").json()
    assert run["model"] == {"id": first.number, "name": first.blind_name}
    page = browser.get("/submissions/").text + browser.get("/").text + browser.get("/jobs/").text
    addresses = set(re.findall(r'(?:href|action|hx-get)="(/(?:submissions|jobs|runs)/\d+/)', page))
    assert addresses == {f"/submissions/{one.number}/" for one in (first, second)}
    own = [browser.get(f"/jobs/{NUMBERS.of(job.pk)}/").status_code for job in jobs]
    assert own == [200, 200]
    for plain in (f"/submissions/{first.pk}/", f"/jobs/{jobs[0].pk}/"):
        assert browser.get(plain).status_code == 404
    assert script.get(f"submissions/{first.pk}").status_code == 404


def test_where_a_job_is_asked_for_is_the_number_that_its_person_finds_it_by(of, submitter, lead):
    answer = Script(submitter).post("submissions", benchmark=of.pk, **fields(ranked(range(3), 0)))
    job = Job.objects.latest("pk")
    number = NUMBERS.of(job.pk)
    assert answer.json()["job"]["id"] == number
    assert answer.headers["Location"].endswith(f"/api/v1/jobs/{number}")
    assert Script(submitter).get(f"jobs/{number}").status_code == 200
    cancelled = Script(submitter).post(f"jobs/{number}/cancel")
    assert json.loads(cancelled.content)["id"] == number
    assert Script(lead).get(f"jobs/{job.pk}").json()["id"] == job.pk
