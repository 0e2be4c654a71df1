"""Judges from outside: what their authors hand in and read, what leads read, and what nobody else
learns of."""

import csv
import io
import json

import numpy as np
import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from jobs.models import Job
from measures.dependence import Dependence
from measures.saving import share_saved
from people.actor import SYSTEM
from people.models import AuditEvent, Scope
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Benchmark, JudgedPair, Upload
from tests.factories import make_benchmark, make_run
from tests.metrics.judging import (
    SIDE,
    fields,
    listed,
    make_judged,
    numbers,
    opinions,
    refused,
    same_of_all,
    standing_of,
    submit_judge,
)
from tests.publishing.submitting import Script, browser_of, work
from witnesses.models import JudgeSubmission, Opinion, Witness

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def judged():
    return make_judged()


def test_a_submitter_finds_the_door_downloads_the_list_and_hands_in_a_judge(
    submitter, judged, django_capture_on_commit_callbacks
):
    of, labels = judged
    browser = browser_of(submitter)
    assert f'href="/submissions/judges/new/{of.pk}/"' in browser.get("/").text
    form = browser.get(f"/submissions/judges/new/{of.pk}/").text
    assert f'href="/submissions/judges/pairs/{of.pk}.csv"' in form
    assert "3 more judges" in form
    sent = browser.get(f"/submissions/judges/pairs/{of.pk}.csv")
    _, *pairs = csv.reader(io.StringIO(b"".join(sent.streaming_content).decode()))
    answer = browser.post(
        f"/submissions/judges/new/{of.pk}/", fields(opinions(pairs, labels), model="MyJudge")
    )
    assert answer.status_code == 302, answer.text
    with django_capture_on_commit_callbacks(execute=True):
        assert work().state == "done"
    judge = JudgeSubmission.objects.get()
    assert (judge.model_name, judge.family, judge.submitted_by) == (
        "MyJudge",
        "Secretive",
        submitter,
    )
    assert list(Upload.objects.values_list("path", flat=True)) == [""]
    page = browser.get(f"/submissions/judges/{judge.number}/").text
    assert "Being computed" in page
    assert work().requested_by is None
    page = browser.get(f"/submissions/judges/{judge.number}/").text
    assert "In steps of 10.0 points, so that single labels do not show." in page
    assert "open rival" in page
    assert f"{len(pairs)} of {len(pairs)} pairs" in page
    assert "MyJudge" in browser.get("/submissions/judges/").text


def test_its_witness_bears_no_name_of_its_author(submitter, judged, lead):
    of, labels = judged
    judge = submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    witness = judge.witness
    assert (witness.name, witness.kind, witness.adapter) == (judge.blind_name, "judge", "scores")
    assert (witness.source, witness.family, witness.created_by) == ("judge", "", None)
    assert Opinion.objects.filter(hearing__witness=witness).count() == len(listed(submitter, of))
    page = browser_of(lead).get(f"/benchmarks/{of.pk}/witnesses/{witness.pk}/").text
    assert "SecretJudge" in page
    assert judge.blind_name in browser_of(lead).get(f"/benchmarks/{of.pk}/witnesses/").text
    (event,) = AuditEvent.objects.filter(verb="submitted")
    assert (event.actor, event.after) == (
        submitter,
        {"witness": witness.pk, "as": judge.blind_name},
    )


def test_what_leads_read_is_what_the_labels_say(submitter, lead, judged):
    of, labels = judged
    pairs = listed(submitter, of)
    judge = submit_judge(submitter, of, opinions(pairs, labels))
    found = standing_of(lead, judge)
    of_pair = {
        (opinion.query.number, opinion.video.number): opinion.value
        for opinion in Opinion.objects.select_related("query", "video")
    }
    known = sorted(labels)
    y, f = (np.array([float(of[one]) for one in known]) for of in (labels, of_pair))
    queries, videos = zip(*known, strict=True)
    exact = share_saved(y, f, Dependence.of(len(y), videos, queries))
    assert found["saved"]["value"] == pytest.approx(exact.value, abs=1e-12)
    assert found["saved"]["interval"] == pytest.approx(exact.ends(), abs=1e-12)
    assert found["worth"] == pytest.approx(1 / (1 - exact.value))
    assert (found["labelled"], found["covered"], found["listed"]) == (
        len(labels),
        len(labels),
        len(pairs),
    )
    (run,) = found["runs"]
    assert run["labelled"] == len(labels)  # all that is labelled is in its first ten ranks
    assert run["flattery"]["value"] == pytest.approx((f - y).mean())
    told = json.loads(call_command("judges", "open", json=True))
    assert told["judges"][0]["standing"] == found
    saved, (low, high) = exact.value, exact.ends()
    assert call_command("judges", "open").strip() == (
        f"{judge.blind_name}, SecretJudge by {submitter.username}: 580 of 580 labelled pairs; saves"
        f" {100 * saved:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of the labels"
    )


def test_an_author_reads_steps_and_no_counts_of_labels(submitter, lead, judged):
    of, labels = judged
    judge = submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    exact, shown = standing_of(lead, judge), standing_of(submitter, judge)
    assert (shown["labelled"], shown["covered"], shown["share"]) == (None, None, None)
    assert shown["runs"][0]["labelled"] is None
    assert shown["enough"] is True
    assert exact["saved"]["step"] is None
    for rough, fine in (
        (shown["saved"], exact["saved"]),
        (shown["runs"][0]["flattery"], exact["runs"][0]["flattery"]),
    ):
        assert rough["step"] in {0.05, 0.1, 0.2}
        for given, of_it in zip(
            (rough["value"], *rough["interval"]), (fine["value"], *fine["interval"]), strict=True
        ):
            assert given / rough["step"] == pytest.approx(round(given / rough["step"]))
            assert abs(given - of_it) <= rough["step"]


def test_the_list_has_what_is_pooled_with_its_originals_in_the_order_of_keys(submitter, judged):
    of, labels = judged
    pairs = listed(submitter, of)
    assert pairs == sorted(pairs)
    found = {numbers(pair) for pair in pairs}
    run = of.runs.get()
    pooled = {(row.item, video) for row in run.rankings.all() for video in row.targets}
    assert found == pooled | {(n, n) for n in range(SIDE)}
    assert set(labels) < found


def test_the_list_is_the_same_whatever_is_judged(submitter, judged):
    of, _ = judged
    before = listed(submitter, of)
    JudgedPair.objects.all().delete()
    assert listed(submitter, of) == before


def test_the_list_tells_no_pair_that_a_private_submission_alone_found(
    submitter, other_submitter, judged
):
    of, _ = judged
    before = listed(submitter, of)
    theirs = make_run(of, {0: [59, 58]}, "theirs", depth=2, submitted_by=other_submitter)
    build_pool(
        actor=SYSTEM, benchmark=of, name="theirs", parameters=PoolParameters((theirs.pk,), depth=2)
    )
    assert listed(submitter, of) == before


def test_an_original_that_stood_alone_is_not_on_the_list(submitter):
    of = make_benchmark([("one", "v0"), ("two", "v1")], name="small")
    of.takes_submissions = True
    of.save()
    run = make_run(of, {0: [1]}, "only one", depth=1)
    build_pool(actor=SYSTEM, benchmark=of, name="p", parameters=PoolParameters((run.pk,), depth=1))
    assert listed(submitter, of) == [("c0", "v0"), ("c0", "v1")]


def test_the_same_file_again_is_the_same_judge_and_anothers_is_another(
    submitter, other_submitter, judged
):
    of, labels = judged
    content = opinions(listed(submitter, of), labels)
    first = submit_judge(submitter, of, content)
    again = submit_judge(submitter, of, content, model="Renamed")
    theirs = submit_judge(other_submitter, of, content)
    assert (again.pk, again.model_name) == (first.pk, "SecretJudge")
    assert theirs.pk != first.pk
    assert theirs.witness.digest != first.witness.digest
    assert JudgeSubmission.objects.count() == 2


def test_what_was_handed_in_never_changes(submitter, judged):
    of, labels = judged
    judge = submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    for change in (
        lambda: JudgeSubmission.objects.update(model_name="better"),
        lambda: JudgeSubmission.objects.filter(pk=judge.pk).delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


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


def lines(pairs, *more: str) -> bytes:
    return same_of_all(pairs) + ("\n" + "\n".join(more)).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda _: np.random.default_rng(1).bytes(10 * 2**20), "nothing was handed in"),
        (lambda _: b"caption,video,score\n", "the file has no opinion"),
        (lambda pairs: same_of_all(pairs, "nan"), "secret-judge.csv:2:3: score"),
        (lambda pairs: same_of_all(pairs, "inf"), "secret-judge.csv:2:3: score"),
        (lambda pairs: same_of_all(pairs, "1e6"), "Scores that are not from 0 to 1: 6"),
        (lambda pairs: same_of_all(pairs, "-0.01"), "Scores that are not from 0 to 1: 6"),
        (lambda pairs: lines(pairs, "c0,v99,1"), "v99"),
        (lambda pairs: lines(pairs, ",".join([*pairs[0], "0.7"])), "expected one for a pair"),
        (lambda pairs: same_of_all(pairs[: len(pairs) // 2]), "expected at least 80 %."),
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
