"""What a study came to is kept, and shown for as long as what it follows from is the same; an older
result says that it is older."""

import re
from datetime import timedelta

import pytest

from annotator.models import DisregardedLabel, KnownAnswer, Label
from foundation.plain import from_plain, to_plain
from jobs.models import Job
from jobs.running import run_job
from metrics.actions.agreement_kept import AgreementAsked
from metrics.models import KeptResult
from metrics.queries.kept import find_kept
from metrics.queries.labels import read_labels
from metrics.studies.agreement import AgreementStudy, agreement
from metrics.studies.registry import tables_of
from people.models import Role
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater):
    """Six pairs, of which the first rater has labelled all and the second four."""
    made = make_campaign(
        captions=3, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    label_all(rater, made, "relevant")
    for place, slot in enumerate(claim(other_rater, made, 4)):
        say(other_rater, slot, "relevant" if place % 2 else "irrelevant")
    return made


@pytest.fixture
def large(monkeypatch):
    """Nothing is small enough to be computed while somebody waits, and nothing rests."""
    monkeypatch.setattr("metrics.actions.agreement_kept.LABELS_AT_ONCE", 0)
    monkeypatch.setattr("metrics.actions.compute_once.REST", 0)
    monkeypatch.setattr(
        "metrics.actions.compute_once.SHORTEST_REST",
        timedelta(seconds=-1),
    )


def one_more_label(other_rater, campaign) -> None:
    (slot,) = claim(other_rater, campaign, 1)
    say(other_rater, slot, "irrelevant")


def work() -> None:
    for job in Job.objects.filter(state="queued"):
        run_job(job.pk, worker="w")


def page_of(browser, campaign):
    return browser.get(f"/agreement/{campaign.benchmark_id}/")


def alpha_on(page) -> str:
    """The figure as the page shows it."""
    (found,) = re.findall(
        r"Krippendorff's alpha</dt>\s*<dd>([^<]*)</dd>", page.text.replace("&#x27;", "'")
    )
    return found


# Kept and found again


@pytest.mark.parametrize("which", ["independent", "all"])
def test_a_study_comes_back_from_plain_values_as_it_was(campaign, which):
    study = agreement(read_labels(campaign.benchmark), which, resamples=50)
    again = from_plain(AgreementStudy, to_plain(study))
    assert again.as_json() == study.as_json()
    assert [str(table) for table in tables_of(again)] == [str(table) for table in tables_of(study)]


def test_what_is_kept_is_unpacked_once_for_as_long_as_it_is_the_same(campaign, other_rater):
    asked = AgreementAsked(benchmark=campaign.benchmark)
    asked.keep()
    first, again = (find_kept(asked.question, AgreementStudy, asked.state()) for _ in range(2))
    assert first.result is again.result
    say(other_rater, claim(other_rater, campaign)[0], "relevant")
    newer = asked.keep().result.as_json()
    assert find_kept(asked.question, AgreementStudy, asked.state()).result.as_json() == newer
    assert newer != first.result.as_json()


def test_what_another_program_has_kept_in_another_shape_is_none(campaign):
    asked = AgreementAsked(benchmark=campaign.benchmark, resamples=50)
    asked.keep()
    assert find_kept(asked.question, AgreementStudy, asked.state()).current
    for broken in (b"no zlib", KeptResult.objects.get().content[:9]):
        KeptResult.objects.update(content=broken)
        assert find_kept(asked.question, AgreementStudy, asked.state()) is None


def test_the_same_page_again_computes_nothing(signed_in, lead, campaign):
    browser = signed_in(lead)
    first = page_of(browser, campaign)
    (row,) = KeptResult.objects.all()
    second = page_of(browser, campaign)
    assert KeptResult.objects.get().computed_at == row.computed_at
    assert alpha_on(first) == alpha_on(second)
    newest = Label.objects.latest("pk").pk
    assert f"Computed from 10 labels, up to label {newest} of the log, on" in second.text


def test_a_small_study_is_always_of_the_newest_labels(signed_in, lead, campaign, other_rater):
    browser = signed_in(lead)
    before = alpha_on(page_of(browser, campaign))
    one_more_label(other_rater, campaign)
    after = page_of(browser, campaign)
    assert "Computed from 11 labels" in after.text
    told = agreement(read_labels(campaign.benchmark)).as_json()
    assert alpha_on(after) == f"{told['alpha']:.3f}" != before


def test_who_may_not_read_names_is_not_shown_kept_ones(signed_in, lead, campaign, rater):
    type(rater).objects.filter(pk=rater.pk).update(name="Zelda Kowalska")
    assert "Zelda Kowalska" in page_of(signed_in(lead), campaign).text
    viewer = signed_in(make_user(Role.VIEWER))
    page = page_of(viewer, campaign)
    assert KeptResult.objects.count() == 1
    assert "Zelda" not in page.text
    assert "rater 1" in page.text


# What the state of the log is made of


def test_whatever_the_result_follows_from_changes_the_state(campaign, other_rater, rater):
    asked = AgreementAsked(benchmark=campaign.benchmark)
    states = [asked.state().digest]
    assert asked.state().digest == states[0]
    one_more_label(other_rater, campaign)
    states.append(asked.state().digest)
    DisregardedLabel.objects.create(
        label=Label.objects.earliest("pk"), reason="r", by=rater, at="2026-01-01T00:00:00Z"
    )
    states.append(asked.state().digest)
    item = Label.objects.latest("pk").item
    known = KnownAnswer.objects.create(
        campaign=campaign, query=item.query, video=item.video, answer="relevant", made_by=rater
    )
    states.append(asked.state().digest)
    KnownAnswer.objects.filter(pk=known.pk).update(active=False)
    states.append(asked.state().digest)
    type(rater).objects.filter(pk=rater.pk).update(name="Another Name")
    states.append(asked.state().digest)
    type(campaign).objects.filter(pk=campaign.pk).update(name="another name")
    states.append(asked.state().digest)
    make_campaign(captions=1, videos=1)
    assert asked.state().digest == states[-1]
    assert len(set(states)) == len(states)


# Large ones


def test_a_large_study_is_computed_by_a_job_and_its_page_waits(signed_in, lead, campaign, large):
    browser = signed_in(lead)
    waiting = page_of(browser, campaign)
    assert waiting.status_code == 200
    assert 'id="computing"' in waiting.text
    assert 'hx-trigger="every 2s"' in waiting.text
    table = browser.get(f"/agreement/{campaign.benchmark_id}/tables/table2.csv")
    assert (table.status_code, table["Location"]) == (302, f"/agreement/{campaign.benchmark_id}/")
    assert Job.objects.count() == 1  # however many ask
    work()
    page = page_of(browser, campaign)
    assert "Computed from 10 labels" in page.text
    assert Job.objects.count() == 1
    table = browser.get(f"/agreement/{campaign.benchmark_id}/tables/table2.csv")
    assert table.status_code == 200


def test_a_result_of_an_older_state_is_shown_as_such(signed_in, lead, campaign, other_rater, large):
    browser = signed_in(lead)
    page_of(browser, campaign)
    work()
    before = alpha_on(page_of(browser, campaign))
    one_more_label(other_rater, campaign)
    older = page_of(browser, campaign)
    assert alpha_on(older) == before
    assert "1 label came in since" in older.text
    assert "Newer figures are being computed" in older.text
    work()
    newer = page_of(browser, campaign)
    assert "Computed from 11 labels" in newer.text
    assert "came in since" not in newer.text


def test_a_study_that_was_just_computed_rests(
    signed_in, lead, campaign, other_rater, large, monkeypatch
):
    monkeypatch.setattr("metrics.actions.compute_once.REST", 10_000)
    browser = signed_in(lead)
    page_of(browser, campaign)
    work()
    one_more_label(other_rater, campaign)
    page = page_of(browser, campaign)
    assert "1 label came in since" in page.text
    assert "when this page is opened again" in page.text
    assert Job.objects.count() == 1


def test_the_api_answers_202_then_the_figures_then_says_what_is_newer(
    signed_in, lead, campaign, other_rater, large
):
    browser, address = signed_in(lead), f"/api/v1/agreement?benchmark={campaign.benchmark_id}"
    accepted = browser.get(address)
    assert accepted.status_code == 202
    assert accepted.json()["job"]["kind"] == "metrics.agreement"
    work()
    answer = browser.get(address)
    assert answer.json() == agreement(read_labels(campaign.benchmark)).as_json()
    one_more_label(other_rater, campaign)
    older = browser.get(address)
    assert older.json() == answer.json() | {"newer_labels": 1}


def test_without_a_label_nothing_is_started(signed_in, lead, large):
    empty = make_campaign(captions=1, videos=1)
    assert "nobody has labelled a pair" in page_of(signed_in(lead), empty).text
    assert not Job.objects.exists()


def test_what_nobody_has_computed_for_long_is_forgotten(campaign):
    asked = AgreementAsked(benchmark=campaign.benchmark, resamples=50)
    AgreementAsked(benchmark=campaign.benchmark, seed=1, resamples=50).keep()
    KeptResult.objects.update(computed_at="2020-01-01T00:00:00Z")
    asked.keep()
    assert KeptResult.objects.get().asked["seed"] == 0
