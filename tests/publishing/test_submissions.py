"""The author's door, from an upload to what its page says once people have judged it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.models import Campaign
from jobs.models import Job
from jobs.queries import NUMBERS
from measures.names import parse_all
from metrics.models import KeptResult
from metrics.queries.snapshot import take_snapshot
from metrics.studies.evaluation import evaluate
from people.models import Role, Scope
from pooling.models import Pool, RetrievalModel, Run, Submission, Upload
from tests.annotator.saying import label_all
from tests.factories import make_run, make_user
from tests.publishing.submitting import (
    CAPTIONS,
    VIDEOS,
    Script,
    browser_of,
    campaign_of,
    fields,
    make_open_benchmark,
    rows,
    submit,
    work,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def of(db):
    return make_open_benchmark()


# Handing in


def test_a_check_keeps_no_run_and_offers_to_hand_in_the_same_file(of, submitter):
    browser = browser_of(submitter)
    asked = browser.post(f"/submissions/new/{of.pk}/", fields(**{"try": "1"}))
    trial = work()
    assert (trial.state, Submission.objects.count()) == ("done", 0)
    number = NUMBERS.of(trial.pk)
    assert asked.url == f"/submissions/new/{of.pk}/?job={number}"
    page = browser.get(asked.url).text
    assert "Nothing is handed in yet" in page
    assert all(check in page for check in ("orientation", "coverage", "order", "constant"))
    assert f'action="/submissions/tried/{number}/"' in page
    browser.post(f"/submissions/tried/{number}/")
    assert work().state == "done"
    assert Submission.objects.get().name == "SecretNet"


def test_what_is_kept_of_a_run_says_nothing_of_whose_it_is(of, submitter):
    handed_in = submit(submitter, of)
    run = handed_in.run
    assert run.name == f"Submission {handed_in.number}" == run.model.name
    assert (run.state, run.submitted_by, run.created_by) == ("private", submitter, None)
    assert run.file_name == "submission.csv"
    assert not RetrievalModel.objects.filter(name="SecretNet").exists()
    assert (handed_in.file_name, handed_in.model_name) == ("secret-model.csv", "SecretNet")


def test_the_same_file_again_is_recognised_and_that_of_another_is_not(
    of, submitter, other_submitter
):
    first = submit(submitter, of)
    again = Script(submitter).post("submissions", benchmark=of.pk, **fields())
    assert again.status_code == 202
    assert work().result["already"] is True
    assert submit(other_submitter, of).pk != first.pk


def test_the_usual_address_of_runs_takes_a_submission_too(of, submitter):
    script = Script(submitter)
    answer = script.post("runs", benchmark=of.pk, **fields())
    assert answer.status_code == 202
    assert answer.json()["job"]["kind"] == "submissions.submit_run"
    work()
    (run,) = script.get("runs").json()["results"]
    assert run["name"].startswith("Submission ")
    assert script.get(f"runs/{run['id']}").status_code == 200
    assert script.get(f"runs/{run['id']}/rankings").status_code == 403


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator", "lead", "administrator"])
def test_only_submitters_hand_in(of, who, request):
    person = request.getfixturevalue(who)
    assert browser_of(person).post(f"/submissions/new/{of.pk}/", fields()).status_code == 403
    script = Script(person, Scope.widest_of(person))
    assert script.post("submissions", benchmark=of.pk, **fields()).status_code == 403
    assert not Job.objects.exists()


def test_a_token_that_reads_hands_nothing_in_and_one_that_labels_does(of, submitter):
    read = Script(submitter, Scope.READ)
    assert read.post("submissions", benchmark=of.pk, **fields()).status_code == 403
    label = Script(submitter, Scope.LABEL)
    assert label.post("submissions", benchmark=of.pk, **fields()).status_code == 202


def test_a_closed_benchmark_takes_nothing(of, submitter, lead):
    browser = browser_of(lead)
    browser.post(f"/submissions/open/{of.pk}/")
    assert browser_of(submitter).get(f"/submissions/new/{of.pk}/").status_code == 404
    refused = Script(submitter).post("submissions", benchmark=of.pk, **fields())
    assert refused.status_code == 400
    told = Script(lead).post(f"benchmarks/{of.pk}/submissions", {"open": True})
    assert told.json() == {"open": True}
    assert browser_of(submitter).get(f"/submissions/new/{of.pk}/").status_code == 200


def test_a_file_that_cannot_be_read_is_refused_line_by_line(of, submitter):
    bad = b"caption_id,video_id,score\nc0,nowhere,1\n"
    Script(submitter).post("submissions", benchmark=of.pk, **fields(bad))
    job = work()
    assert job.state == "failed"
    assert "secret-model.csv:2:" in job.error["details"]["problems"][0]
    assert not Submission.objects.exists()


# Limits


def test_so_many_runs_are_scored_within_a_day(of, submitter, other_submitter, settings):
    settings.SUBMISSIONS_A_DAY = 2
    for shift in range(2):
        submit(submitter, of, rows(shift))
    script, browser = Script(submitter), browser_of(submitter)
    assert script.post("submissions", benchmark=of.pk, **fields(rows(3))).status_code == 429
    page = browser.post(f"/submissions/new/{of.pk}/", fields(rows(3)))
    assert page.status_code == 422
    assert "as many runs as one submitter may" in page.text
    trial = script.post("submissions", benchmark=of.pk, **fields(rows(3), dry_run=True))
    assert trial.status_code == 202, "a check is open"
    job = work()
    browser.post(f"/submissions/tried/{NUMBERS.of(job.pk)}/")
    assert Submission.objects.count() == 2
    assert submit(other_submitter, of).pk


def test_so_many_bytes_are_uploaded_within_a_day(of, submitter, settings):
    settings.SUBMITTED_MIB_A_DAY = 1
    Upload.objects.create(
        name="earlier", path="", bytes=2**20 - 10, sha256="0" * 64, uploaded_by=submitter
    )
    refused = Script(submitter).post("submissions", benchmark=of.pk, **fields(dry_run=True))
    assert refused.status_code == 429
    assert "0 MiB more" in refused.json()["detail"]


def test_two_jobs_that_end_at_once_do_not_pass_the_limit(of, submitter, settings):
    script = Script(submitter)
    for shift in range(3):
        script.post("submissions", benchmark=of.pk, **fields(rows(shift)))
    settings.SUBMISSIONS_A_DAY = 2
    work()
    assert Submission.objects.count() == 2


# The page


def test_a_page_is_of_ones_own_runs_and_fills_as_a_job_computes(of, submitter, other_submitter):
    handed_in = submit(submitter, of)
    browser = browser_of(submitter)
    address = f"/submissions/{handed_in.number}/"
    assert "Judged@10" not in browser.get(address).text  # it asks for the job
    work()
    page = browser.get(address).text
    assert "Judged@10" in page
    assert "SecretNet" in page
    assert browser_of(other_submitter).get(address).status_code == 404
    told = Script(submitter).get(f"submissions/{handed_in.number}").json()
    assert told["current"] is True
    assert told["standing"]["against"] == "open rival"
    assert {line["measure"] for line in told["standing"]["scores"]} == {"C@1", "C@5", "C@10", "AP"}


def test_the_numbers_are_those_of_evaluate_and_rounded_for_the_author(of, submitter, lead):
    handed_in = submit(submitter, of, rows(shift=1))
    Script(lead, Scope.widest_of(lead)).get(f"submissions/{handed_in.pk}")
    work()
    evaluated = {
        str(cell.measure): cell
        for cell in evaluate(
            take_snapshot(of, [handed_in.run]), parse_all("C@1,C@5,C@10,AP"), intervals=True
        ).cells
    }
    own = Script(submitter).get(f"submissions/{handed_in.number}").json()["standing"]
    leads = Script(lead).get(f"submissions/{handed_in.pk}").json()["standing"]
    for line, exact in zip(own["scores"], leads["scores"], strict=True):
        cell = evaluated[line["measure"]].as_json()
        assert (exact["all"], exact["interval"]) == (cell["all"], cell["interval"])
        assert abs(line["all"] - cell["all"]) < own["step"] == 1
    assert leads["step"] is None


def test_the_home_page_lists_what_is_open_and_ones_own_runs(of, submitter, other_submitter):
    submit(submitter, of)
    page = browser_of(submitter).get("/").text
    assert f'href="/submissions/new/{of.pk}/"' in page
    assert "SecretNet" in page
    assert "SecretNet" not in browser_of(other_submitter).get("/").text


# Deciding


def test_from_an_upload_to_a_page_that_says_that_the_interval_excludes_0(
    of, submitter, lead, rater
):
    handed_in = submit(submitter, of, better_but_for_two())
    leads, author = browser_of(lead), browser_of(submitter)
    address, own = f"/submissions/{handed_in.pk}/", f"/submissions/{handed_in.number}/"
    assert "1 submission waits" in leads.get("/submissions/").text
    earlier = campaign_of(of.runs.earliest("pk"), rater)
    asked = {"pairs": "1000", "depth": "3", "rule": "captions", "seed": "1", "preset": "pilot"}
    answer = leads.post(f"{address}approve/", asked | {"like": earlier.pk, "opened": "on"})
    assert answer.status_code == 302, answer.text
    job = work()
    assert job.state == "done", job.error
    campaign = Campaign.objects.get(pk=job.result["campaign"])
    assert campaign.state == "open"
    assert "Submission" not in campaign.name
    handed_in.refresh_from_db()
    assert (handed_in.stage, handed_in.pool.pairs) == ("approved", CAPTIONS * 3)
    before = author.get(own)
    work_if_any()
    label_all(rater, campaign, "irrelevant")
    KeptResult.objects.update(computed_at=timezone.now() - timedelta(hours=1))  # it has rested
    author.get(own)
    work_if_any()
    page = author.get(own).text
    assert before.status_code == 200
    assert "approved" in page
    assert "100.0 % of its first 10 ranks" in page or "Judged@10" in page
    told = Script(submitter).get(f"submissions/{handed_in.number}").json()
    assert (told["stage"], told["standing"]["unjudged"]) == ("approved", 0)
    told = Script(lead).get(f"submissions/{handed_in.pk}").json()
    best = next(one for one in told["standing"]["differences"] if one["measure"] == "C@1")
    assert best["difference"] == pytest.approx(10 / 12)
    assert best["excludes_0"] is True
    assert any("excludes 0" in one for one in told["standing"]["sentences"])
    assert "excludes 0" in leads.get(address).text


def test_a_lead_chooses_the_reference_by_the_name_that_lists_have(
    of, submitter, other_submitter, lead
):
    earlier = submit(other_submitter, of, rows(1), model="OtherNet")
    handed_in = submit(submitter, of, depth="100")
    page = browser_of(lead).get(f"/submissions/{handed_in.pk}/").text
    assert f'<option value="{earlier.pk}">{earlier.name}</option>' in page
    assert earlier.name != earlier.run.name
    assert f"to rank {VIDEOS}" in page
    assert "to rank 100" not in page


def better_but_for_two() -> bytes:
    """Ten own videos first, where the rival has all of them second; two as the rival."""
    lines, as_rival = rows().splitlines(), rows(1).splitlines()
    return (
        b"\n".join(
            [line for line in lines if not line.startswith((b"c0,", b"c1,"))]
            + [line for line in as_rival if line.startswith((b"c0,", b"c1,"))]
        )
        + b"\n"
    )


def work_if_any() -> None:
    if Job.objects.filter(state="queued").exists():
        work()


@pytest.mark.parametrize(
    ("rule", "most", "captions", "depth"),
    [("captions", 20, 6, 3), ("ranks", 20, 12, 1), ("captions", 36, 12, 3), ("ranks", 35, 12, 2)],
)
def test_a_budget_is_kept_by_the_rule_that_was_chosen(
    of, submitter, lead, rule, most, captions, depth
):
    handed_in = submit(submitter, of)
    answer = Script(lead).post(
        f"submissions/{handed_in.pk}/approve", {"pairs": most, "depth": 3, "rule": rule}
    )
    assert answer.status_code == 202
    job = work()
    assert job.state == "done", job.error
    pool = Pool.objects.get(pk=job.result["pool"])
    assert (pool.captions, pool.depth) == (captions, depth)
    assert pool.unjudged <= most
    assert Campaign.objects.get(pk=job.result["campaign"]).state == "draft"


@pytest.mark.parametrize(
    ("asked", "status"), [({}, 400), ({"pairs": 0}, 400), ({"pairs": 5, "depth": 99}, 409)]
)
def test_a_budget_that_cannot_be(of, submitter, lead, asked, status):
    handed_in = submit(submitter, of)
    answer = Script(lead).post(f"submissions/{handed_in.pk}/approve", asked)
    assert answer.status_code == status, answer.content


def test_a_budget_too_small_for_a_caption_fails_and_leaves_nothing(of, submitter, lead):
    handed_in = submit(submitter, of)
    Script(lead).post(f"submissions/{handed_in.pk}/approve", {"pairs": 1, "depth": 6})
    job = work()
    assert job.state == "failed"
    assert "too small" in job.error["message"]
    assert not Pool.objects.exists()
    handed_in.refresh_from_db()
    assert handed_in.stage == "waiting"


def test_hours_are_pairs_at_the_pace(of, submitter, lead):
    handed_in = submit(submitter, of)
    Script(lead).post(f"submissions/{handed_in.pk}/approve", {"hours": 0.1, "depth": 3})
    work()
    handed_in.refresh_from_db()
    assert handed_in.budget == 18  # of 180 an hour


def test_a_refusal_is_read_by_its_author(of, submitter, lead):
    handed_in = submit(submitter, of)
    answer = browser_of(lead).post(f"/submissions/{handed_in.pk}/refuse/", {"reason": "A copy."})
    assert answer.status_code == 302
    assert "A copy." in browser_of(submitter).get(f"/submissions/{handed_in.number}/").text
    assert Script(submitter).get(f"submissions/{handed_in.number}").json()["reason"] == "A copy."


def test_an_author_decides_nothing(of, submitter, lead):
    handed_in = submit(submitter, of)
    browser, script = browser_of(submitter), Script(submitter)
    for page in ("approve", "refuse"):
        assert browser.post(f"/submissions/{handed_in.pk}/{page}/").status_code == 403
        assert script.post(f"submissions/{handed_in.pk}/{page}", {}).status_code == 403
    assert browser.post(f"/runs/{handed_in.pk}/state/", {"state": "published"}).status_code == 403
    assert script.post(f"runs/{handed_in.pk}/state", {"state": "published"}).status_code == 403
    assert browser.post(f"/submissions/open/{of.pk}/").status_code == 403


# States


def test_an_author_asks_and_a_lead_publishes_and_takes_back(of, submitter, lead, viewer):
    handed_in = submit(submitter, of)
    asked = Script(submitter).post(f"submissions/{handed_in.number}/ask", {"state": "published"})
    assert asked.json()["wish"] == "published"
    assert "asked to be published" in browser_of(lead).get("/submissions/").text
    state = Script(lead)

    def seen() -> list[str]:
        found = Script(viewer, Scope.READ).get("runs").json()["results"]
        return sorted(row["name"] for row in found if row["name"] != "open rival")

    assert seen() == []
    assert state.post(f"runs/{handed_in.pk}/state", {"state": "blinded"}).json()["name"] == (
        handed_in.blind_name
    )
    assert seen() == [handed_in.blind_name]
    told = state.post(f"runs/{handed_in.pk}/state", {"state": "published"}).json()
    assert (told["name"], told["model"]["name"]) == ("SecretNet", "SecretNet")
    assert seen() == ["SecretNet"]
    assert not RetrievalModel.objects.filter(name=handed_in.blind_name).exists()
    browser_of(lead).post(f"/runs/{handed_in.pk}/state/", {"state": "private"})
    assert seen() == []
    assert not RetrievalModel.objects.filter(name="SecretNet").exists()


def test_a_name_that_is_taken_is_not_published(of, submitter, lead):
    make_run(of, {0: [0]}, "SecretNet")
    handed_in = submit(submitter, of)
    answer = Script(lead).post(f"runs/{handed_in.pk}/state", {"state": "published"})
    assert answer.status_code == 409
    assert Run.objects.get(pk=handed_in.pk).state == "private"


def test_the_teams_own_runs_have_states_too(of, lead):
    run = of.runs.get()
    assert Script(lead).post(f"runs/{run.pk}/state", {"state": "private"}).status_code == 200
    assert Run.objects.get(pk=run.pk).name == "open rival"


def test_what_happened_is_told_without_who_did_it(of, submitter, lead):
    handed_in = submit(submitter, of)
    Script(lead).post(f"submissions/{handed_in.pk}/refuse", {"reason": "No."})
    text = str(Script(submitter).get(f"submissions/{handed_in.number}").json())
    assert "refused by a lead" in text
    assert "lena" not in text.lower()


def test_who_is_no_submitter_any_more_hands_nothing_in(of, submitter):
    handed_in = submit(submitter, of)
    submitter.role = Role.VIEWER
    submitter.save()
    assert browser_of(submitter).get(f"/submissions/{handed_in.number}/").status_code == 403
    assert browser_of(submitter).get(f"/runs/{handed_in.pk}/").status_code == 404


def test_an_account_is_made_by_command(db, capsys):
    person = make_user(Role.SUBMITTER)
    assert person.is_submitter
    assert not person.is_reader
