"""Judges from outside: what their authors hand in and read, what leads read, and what nobody else
learns of."""

import csv
import io
import json
import re

import numpy as np
import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from measures.dependence import Dependence
from measures.saving import share_saved
from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair, Upload
from tests.factories import make_benchmark, make_run
from tests.metrics.judging import (
    SIDE,
    fields,
    listed,
    make_judged,
    numbers,
    opinions,
    standing_of,
    submit_judge,
)
from tests.publishing.submitting import Script, browser_of, work
from witnesses.models import JudgeSubmission, Opinion

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


def test_a_fifth_of_the_list_may_be_without_a_value(submitter, judged):
    of, labels = judged
    pairs = listed(submitter, of)
    head, *rows = opinions(pairs, labels).decode().splitlines()
    fifth = len(rows) // 5
    without = [f"{row.rpartition(',')[0]},,refused" for row in rows[:fifth]]
    content = "\n".join([f"{head},status", *without, *(f"{row}," for row in rows[fifth:])])
    judge = submit_judge(submitter, of, content.encode())
    assert standing_of(submitter, judge)["answered"] == len(rows) - fifth


def test_leads_find_number_and_name_in_both_lists_each_with_the_way_to_the_other(
    submitter, lead, judged
):
    of, labels = judged
    judge = submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    one, other = f"/benchmarks/{of.pk}/witnesses/{judge.pk}/", f"/submissions/judges/{judge.pk}/"
    browser = browser_of(lead)
    for address in ("/submissions/judges/", f"/benchmarks/{of.pk}/witnesses/"):
        page = browser.get(address).text
        assert re.search(rf'href="{one}"\s*>{judge.blind_name}</a>', page)
        assert re.search(rf'href="{other}"\s*>SecretJudge</a>', page)
    for address in re.findall(r'href="(/benchmarks/[^"]*people/)"', page):
        assert browser.get(address).status_code == 200
    assert f'href="{other}"' in browser.get(one).text
    for address in (one, f"/benchmarks/{of.pk}/witnesses/"):
        assert "command line" not in browser.get(address).text
    assert "from outside" in browser.get(f"/benchmarks/{of.pk}/witnesses/").text
    own = browser_of(submitter).get("/submissions/judges/").text
    assert judge.blind_name in own
    assert f"/benchmarks/{of.pk}/" not in own


def test_a_lead_is_never_led_from_a_submitters_job_to_a_page_that_is_not_a_leads(
    submitter, lead, judged
):
    of, labels = judged
    content = opinions(listed(submitter, of), labels)
    Script(submitter).post("submissions/judges", benchmark=of.pk, **fields(content))
    browsers = browser_of(lead), browser_of(submitter)
    for state in ("queued", "done", "failed"):
        if state == "failed":
            Script(submitter).post("submissions/judges", benchmark=of.pk, **fields(b"nothing"))
        if state != "queued":
            assert work().state == state
        led, own = (browser.get("/jobs/").text for browser in browsers)
        assert "Hand in judge SecretJudge" in led
        assert "/judges/new/" not in led
        assert ("/judges/new/" in own) is (state != "done")
    for address in set(re.findall(r'href="(/(?:submissions|jobs)/[^"]*)"', led)):
        assert browsers[0].get(address).status_code == 200, address


def test_a_submitters_home_says_how_many_runs_and_judges_are_left(submitter, judged):
    of, labels = judged
    submit_judge(submitter, of, opinions(listed(submitter, of), labels))
    home = " ".join(browser_of(submitter).get("/").text.split())
    assert "you may still hand in 3 runs and 2 judges, and upload" in home
