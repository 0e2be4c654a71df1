"""A witness beside people, from the witness's page to what was found: by page, API and command."""

import csv
import json
import re

import numpy as np
import pytest
from django.core.management import call_command

from jobs.models import Job
from jobs.running import run_job
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair, Query, Video
from tests.factories import make_benchmark, make_run
from tests.witnesses.conftest import imported
from tests.witnesses.made import make_judge
from witnesses.models import Witness

pytestmark = pytest.mark.django_db
CAPTIONS = 40


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def benchmark(db):
    """Two runs of two families over forty captions; the first two of each run are judged, and of
    the last caption people disagree."""
    rng = np.random.default_rng(4)
    of = make_benchmark([(f"caption {n}", f"v{n}") for n in range(CAPTIONS)], name="talk")
    for name, family in (("ours", "GPT"), ("theirs", "Other")):
        ranked = {n: rng.permutation(CAPTIONS)[:3].tolist() for n in range(CAPTIONS)}
        run = make_run(of, ranked, name, depth=3)
        run.model.family = family
        run.model.save()
    queries, videos = (
        {row.number: row for row in kind.objects.filter(benchmark=of)} for kind in (Query, Video)
    )
    pairs = {
        (item, target)
        for run in of.runs.all()
        for item, targets in run.rankings.values_list("item", "targets")
        for target in targets[:2]
    }
    for query, video in sorted(pairs):
        verdict = "relevant" if rng.random() < 0.4 else "irrelevant"
        if query == CAPTIONS - 1:
            verdict = "disagreement"
        JudgedPair.objects.create(query=queries[query], video=videos[video], verdict=verdict)
    return of


@pytest.fixture
def opinions(benchmark, tmp_path):
    """Nine of ten are right."""
    rng = np.random.default_rng(5)
    path = tmp_path / "opinions.csv"
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("caption", "video", "score"))
        captions = {one.query_id: one.key for one in benchmark.captions.all()}
        for row in JudgedPair.objects.select_related("video").order_by("pk"):
            right = float(row.verdict == "relevant")
            score = right if rng.random() < 0.9 else 1 - right
            table.writerow((captions[row.query_id], row.video.key, score))
    return path


@pytest.fixture
def here(benchmark, opinions) -> str:
    one = imported("talk", "gpt", opinions, "--family", "GPT")
    return f"/benchmarks/{benchmark.pk}/witnesses/{one['id']}/"


def work() -> Job:
    job = Job.objects.latest("pk")
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def by_hand(opinions, benchmark) -> float:
    """Cohen's kappa over resolved pairs."""
    captions = {one.query_id: one.key for one in benchmark.captions.all()}
    people = {
        (captions[row.query_id], row.video.key): row.verdict
        for row in JudgedPair.objects.select_related("video")
    }
    said = {(row["caption"], row["video"]): float(row["score"]) >= 0.5
            for row in csv.DictReader(opinions.open())}  # fmt: skip
    both = [(said[pair], verdict == "relevant") for pair, verdict in people.items()
            if verdict != "disagreement"]  # fmt: skip
    same = np.mean([a == b for a, b in both])
    a, b = np.mean(both, axis=0)
    chance = a * b + (1 - a) * (1 - b)
    return (same - chance) / (1 - chance)


def test_a_lead_has_it_computed_and_a_viewer_reads_it(
    signed_in, lead, viewer, here, opinions, benchmark
):
    browser = signed_in(lead)
    assert f'href="{here}people/"' in browser.get(here).text
    assert "not computed" in browser.get(f"/benchmarks/{benchmark.pk}/witnesses/").text
    assert "Compute it" in browser.get(f"{here}people/").text
    assert browser.post(f"{here}people/").status_code == 302
    assert work().state == "done"
    kappa = by_hand(opinions, benchmark)
    reader = signed_in(viewer)
    shown = reader.get(f"{here}people/").text
    assert f"{kappa:.3f}" in shown
    assert "gpt flatters" in shown
    assert "What its values mean: gpt" in shown
    assert "Compute it" not in shown
    assert f"{kappa:.2f}" in reader.get(f"/benchmarks/{benchmark.pk}/witnesses/").text
    table = reader.get(f"{here}people/tables/witness_flattery.csv").text
    assert table.splitlines()[1].startswith("ours,GPT,yes,")
    assert reader.post(f"{here}people/").status_code == 403


def test_command_and_api_tell_the_same(signed_in, lead, viewer, here, opinions, benchmark):
    address = f"/api/v1{here}people"
    assert signed_in(viewer).get(address).status_code == 409
    told = json.loads(call_command("witness_study", "talk", "gpt", json=True))
    answer = signed_in(viewer).get(address).json()
    assert answer.pop("current")
    assert answer.pop("computed_at")
    assert answer == told
    assert told["agreement"]["kappa"] == pytest.approx(by_hand(opinions, benchmark))
    disputed = JudgedPair.objects.filter(verdict="disagreement").count()
    assert told["verdicts"] == told["pairs"] == JudgedPair.objects.count() - disputed
    assert disputed
    assert [(row["run"], row["own"]) for row in told["flattery"]] == [
        ("ours", True),
        ("theirs", False),
    ]


def test_raters_and_submitters_see_nothing_of_it(signed_in, here, rater, submitter):
    for person in (rater, submitter):
        for address in (f"{here}people/", f"/api/v1{here}people"):
            assert signed_in(person).get(address).status_code in (403, 404)


def test_what_came_since_is_told(signed_in, viewer, here, benchmark):
    call_command("witness_study", "talk", "gpt", json=True)
    reader = signed_in(viewer)
    assert "have changed since" not in reader.get(f"{here}people/").text
    make_run(benchmark, {0: [0]}, "newer", depth=1)
    assert "have changed since" in reader.get(f"{here}people/").text


def test_one_that_learnt_from_these_labels_is_another_witness_and_does_not_agree(
    signed_in, viewer, here, opinions
):
    told = imported("talk", "taught", opinions, "--learnt", "--threshold", "0.7")
    assert not told["already"]
    row = Witness.objects.get(name="taught")
    assert row.has_learnt
    assert row.config["threshold"] == 0.7
    found = json.loads(call_command("witness_study", "talk", "taught", json=True))
    assert found["agreement"]["kappa"] is None
    assert "learnt" in found["agreement"]["kappa_why"]
    assert (found["threshold"], found["threshold_from"]) == (0.7, "named")
    page = signed_in(viewer).get(f"/benchmarks/{row.benchmark_id}/witnesses/{row.pk}/people/").text
    assert "It is not shown as agreeing with people: it has learnt" in page


def test_a_run_never_agrees_and_is_its_own_family(benchmark):
    imported("talk", "ours again", "--run", "ours", "--threshold", "0.5")
    found = json.loads(call_command("witness_study", "talk", "ours again", json=True))
    assert found["agreement"]["auc"] is None
    assert "says what a run says" in found["no_agreement"]
    assert [row["own"] for row in found["flattery"]] == [True, False]


def test_a_pool_that_drew_captions_weighs_the_pairs(benchmark, here):
    runs = tuple(benchmark.runs.values_list("pk", flat=True))
    parameters = PoolParameters(runs, depth=2, sample=20, seed=3)
    build_pool(actor=SYSTEM, benchmark=benchmark, name="half", parameters=parameters)
    found = json.loads(call_command("witness_study", "talk", "gpt", json=True))
    assert found["weighed_by"] == "half"
    assert 0 < found["left_out"] < found["pairs"]


def test_without_verdicts_or_opinions_it_says_what_to_do(signed_in, viewer, here, benchmark):
    other = make_benchmark([("one", "v"), ("two", "w")], name="bare")
    JudgedPair.objects.all().delete()
    call_command("witness_study", "talk", "gpt")
    assert "have pairs labelled" in signed_in(viewer).get(f"{here}people/").text
    assert not other.witnesses.exists()


def test_a_judge_from_outside_is_not_there_either(signed_in, viewer, submitter, benchmark):
    of = make_judge(benchmark, submitter, 77)
    address = f"/benchmarks/{benchmark.pk}/witnesses/{of.witness_id}/people/"
    assert signed_in(viewer).get(address).status_code == 404
    assert signed_in(viewer).get(f"/api/v1{address[:-1]}").status_code == 404


def test_an_unknown_witness_is_not_there(signed_in, viewer, benchmark):
    address = f"/benchmarks/{benchmark.pk}/witnesses/999/people/"
    assert signed_in(viewer).get(address).status_code == 404
    assert signed_in(viewer).get(f"/api/v1{address[:-1]}").status_code == 404


def test_the_page_names_the_job_that_waits_and_lets_it_be_cancelled(signed_in, lead, viewer, here):
    browser = signed_in(lead)
    begun = browser.post(f"{here}people/", follow=True).text
    job = Job.objects.get(kind="metrics.witness")
    for page in (begun, browser.get(f"{here}people/").text):
        assert "Hold gpt of talk against people" in page
        assert job.get_state_display() in page
        assert f"/jobs/{job.pk}/cancel/" in page
    assert f'href="{here}people/?job=' in browser.get("/jobs/").text
    assert "It is being computed" in signed_in(viewer).get(f"{here}people/").text
    assert work().state == "done"
    assert f'href="{here}people/"' in signed_in(lead).get("/jobs/").text


def said_first(page: str) -> str:
    """The sentence below the heading."""
    return " ".join(re.search(r'<p class="sentence">(.*?)</p>', page, re.DOTALL)[1].split())


def test_its_first_sentence_says_what_it_is_worth(signed_in, viewer, here, benchmark):
    told = json.loads(call_command("witness_study", "talk", "gpt", json=True))["agreement"]
    low, high = (f"{100 * end:.1f}" for end in told["saves_interval"])
    assert float(low) > 0
    said = said_first(signed_in(viewer).get(f"{here}people/").text)
    share = f"{100 * told['saves']:.1f}"
    assert said.startswith(f"It saves {share} % of the labels ({low} to {high} %). How far")


def test_where_the_interval_has_0_no_saving_is_shown(signed_in, viewer, here, benchmark):
    rng = np.random.default_rng(8)
    verdicts = list(JudgedPair.objects.order_by("pk"))
    for one in verdicts:
        one.verdict = "relevant" if rng.random() < 0.5 else "irrelevant"
    JudgedPair.objects.bulk_update(verdicts, ["verdict"])
    told = json.loads(call_command("witness_study", "talk", "gpt", json=True))["agreement"]
    low, high = told["saves_interval"]
    assert low <= 0
    said = said_first(signed_in(viewer).get(f"{here}people/").text)
    assert said.startswith(f"No saving of labels is shown ({100 * low:.1f} to {100 * high:.1f} %).")


def test_why_it_cannot_be_told_what_it_saves_is_in_the_first_sentence(signed_in, viewer, here):
    JudgedPair.objects.update(verdict="irrelevant")
    call_command("witness_study", "talk", "gpt", json=True)
    said = said_first(signed_in(viewer).get(f"{here}people/").text)
    assert said.startswith("How many labels it saves cannot be told: fewer than 10 labelled pairs")
