"""What of judges from outside is refused, and who learns nothing of them."""

import io

import numpy as np
import pytest

from jobs.models import Job
from people.models import Scope
from pooling.models import Benchmark
from tests.factories import make_benchmark
from tests.metrics.judging import (
    SIDE,
    fields,
    listed,
    make_judged,
    opinions,
    refused,
    same_of_all,
    submit_judge,
)
from tests.publishing.submitting import Script, browser_of, work
from witnesses.models import JudgeSubmission, Witness

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def judged():
    return make_judged()


def test_three_judges_a_day_apart_from_runs(submitter, judged, settings):
    of, labels = judged
    pairs = listed(submitter, of)
    for seed in range(3):
        submit_judge(submitter, of, opinions(pairs, labels, seed=seed))
    fourth = Script(submitter).post(
        "submissions/judges", benchmark=of.pk, **fields(opinions(pairs, labels, seed=9))
    )
    assert fourth.status_code == 429
    assert "as many judges as one submitter may within 24 hours" in fourth.json()["detail"]
    page = browser_of(submitter).get(f"/submissions/new/{of.pk}/").text
    assert "3 more runs" in page


def test_of_several_that_wait_at_once_no_more_than_three_are_kept(submitter, judged):
    of, labels = judged
    pairs, script = listed(submitter, of), Script(submitter)
    for seed in range(5):
        content = opinions(pairs, labels, seed=seed)
        script.post("submissions/judges", benchmark=of.pk, **fields(content))
    work()
    assert JudgeSubmission.objects.count() == 3
    failed = Job.objects.filter(kind="witnesses.submit_judge", state="failed")
    assert {job.error["message"] for job in failed} == {
        "You have handed in as many judges as one submitter may within 24 hours."
    }


def test_uploads_of_judges_and_of_runs_count_together(submitter, judged, settings):
    of, _ = judged
    settings.SUBMITTED_MIB_A_DAY = 1
    answer = Script(submitter).post(
        "submissions/judges", benchmark=of.pk, **fields(b"x" * (2**20 + 1))
    )
    assert answer.status_code == 429
    assert "upload 1 MiB more" in answer.json()["detail"]


def test_a_closed_benchmark_takes_none_and_tells_no_pair(submitter, judged):
    of, labels = judged
    content = opinions(listed(submitter, of), labels)
    script = Script(submitter)
    waiting = script.post("submissions/judges", benchmark=of.pk, **fields(content))
    assert waiting.status_code == 202
    Benchmark.objects.update(takes_submissions=False)
    assert work().error["message"] == "This benchmark takes no submissions now."
    assert script.get(f"submissions/judges/pairs/{of.pk}").status_code == 404
    answer = script.post("submissions/judges", benchmark=of.pk, **fields(content))
    assert answer.status_code == 400
    browser = browser_of(submitter)
    assert browser.get(f"/submissions/judges/new/{of.pk}/").status_code == 404
    assert browser.get(f"/submissions/judges/pairs/{of.pk}.csv").status_code == 404
    assert JudgeSubmission.objects.count() == 0


def without_values(pairs, given: int) -> bytes:
    """Values for the first `given` pairs of the list; the others are refused."""
    head = ["caption,video,score,status"]
    head += [f"{c},{v},0.{3 + place % 5}," for place, (c, v) in enumerate(pairs[:given])]
    return "\n".join([*head, *(f"{c},{v},,refused" for c, v in pairs[given:])]).encode()


def swaying(pairs) -> bytes:
    """Two samples of each pair, of which each mean is one half."""
    rows = [f"{c},{v},{score},{n}" for c, v in pairs for n, score in enumerate(("0.2", "0.8"))]
    return "\n".join(["caption,video,score,sample", *rows]).encode()


def matrix_with(score: float) -> bytes:
    """A file of numpy's: captions by videos."""
    file = io.BytesIO()
    np.save(file, np.full((SIDE, SIDE), score))
    return file.getvalue()


def lines(pairs, *more: str) -> bytes:
    return same_of_all(pairs) + ("\n" + "\n".join(more)).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda _: np.random.default_rng(1).bytes(10 * 2**20), "nothing was handed in"),
        (lambda _: b"caption,video,score\n", "the file has no opinion"),
        (lambda pairs: same_of_all(pairs, "nan"), "secret-judge.csv:2:3: score"),
        (lambda pairs: same_of_all(pairs, "inf"), "secret-judge.csv:2:3: score"),
        (
            lambda pairs: same_of_all(pairs, "1e6"),
            "secret-judge.csv:2:3: score: '1e6' is not from 0 to 1; expected how likely it is",
        ),
        (lambda pairs: same_of_all(pairs, "-0.01"), "secret-judge.csv:2:3: score: '-0.01'"),
        (lambda pairs: lines(pairs, "c0,v99,1"), "v99"),
        (lambda pairs: lines(pairs, ",".join([*pairs[0], "0.7"])), "expected one for a pair"),
        (lambda pairs: same_of_all(pairs[: len(pairs) // 2]), "expected at least 80 %."),
        (lambda pairs: without_values(pairs, 0), "The file has values for 0 of the 652 pairs"),
        (lambda pairs: without_values(pairs, 521), "for 521 of the 652 pairs of the list;"),
        (lambda pairs: same_of_all(pairs, "0.25"), "The file says 0.25 of every pair"),
        (swaying, "The file says 0.5 of every pair"),
        (lambda _: matrix_with(2.0), "The first is 2, of caption c0 and video v00."),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_place_and_uses_up_no_judge(
    submitter, judged, content, said
):
    of, _ = judged
    assert said in refused(submitter, of, content(listed(submitter, of)))
    assert (Witness.objects.count(), JudgeSubmission.objects.count()) == (0, 0)
    page = browser_of(submitter).get(f"/submissions/judges/new/{of.pk}/").text
    assert "3 more judges" in page


def test_where_nothing_is_pooled_there_is_nothing_to_judge(submitter):
    of = make_benchmark([("one", "v0")], name="bare")
    of.takes_submissions = True
    of.save()
    assert listed(submitter, of) == []
    assert "there is nothing to judge" in refused(submitter, of, b"caption,video,score\nc0,v0,1\n")


def test_the_team_imports_its_witnesses(lead, judged):
    of, labels = judged
    content = opinions(listed(lead, of), labels)
    answer = Script(lead).post("submissions/judges", benchmark=of.pk, **fields(content))
    assert answer.status_code == 403
    assert browser_of(lead).get(f"/submissions/judges/new/{of.pk}/").status_code == 403


def test_neither_raters_nor_viewers_nor_other_submitters_learn_of_it(
    submitter, other_submitter, viewer, rater, judged
):
    of, labels = judged
    judge = submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    pages = ["/submissions/judges/", f"/submissions/judges/pairs/{of.pk}.csv"]
    ones = [
        f"/submissions/judges/{judge.number}/",
        f"/submissions/judges/{judge.pk}/",
        f"/api/v1/submissions/judges/{judge.number}",
        f"/api/v1/submissions/judges/{judge.pk}",
    ]
    for person in (viewer, rater):
        browser = browser_of(person)
        assert {browser.get(one).status_code for one in pages + ones} == {403}
    theirs = browser_of(other_submitter)
    assert {theirs.get(one).status_code for one in ones} == {404}
    assert "SecretJudge" not in theirs.get("/submissions/judges/").text
    assert theirs.get("/api/v1/submissions/judges").json()["results"] == []
    reading, there = browser_of(viewer), f"benchmarks/{of.pk}/witnesses"
    assert judge.blind_name not in reading.get(f"/{there}/").text
    assert reading.get(f"/{there}/{judge.pk}/").status_code == 404
    assert reading.get(f"/api/v1/{there}").json()["results"] == []
    assert reading.get(f"/api/v1/{there}/{judge.pk}").status_code == 404


def test_no_number_that_its_author_reads_counts(submitter, judged):
    of, labels = judged
    content = opinions(listed(submitter, of), labels)
    answer = Script(submitter).post("submissions/judges", benchmark=of.pk, **fields(content))
    job = work()
    judge = JudgeSubmission.objects.get()
    shown = Script(submitter).get(f"jobs/{answer.json()['job']['id']}").json()
    assert shown["id"] != job.pk
    assert shown["result"]["judge"] == judge.number != judge.pk
    (row,) = Script(submitter).get("submissions/judges").json()["results"]
    assert (row["id"], row["number"], row["submitted_by"]) == (judge.number, judge.number, None)
    assert judge.number >= 1_000


def test_a_script_that_may_only_read_hands_in_nothing(submitter, judged):
    of, labels = judged
    content = opinions(listed(submitter, of), labels)
    reading = Script(submitter, Scope.READ)
    answer = reading.post("submissions/judges", benchmark=of.pk, **fields(content))
    assert answer.status_code == 403
