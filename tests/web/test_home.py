"""The first page is the work of the person who looks at it."""

import os
import re
from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.actions.change_state import change_campaign_state
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign, Member, Slot
from annotator.queries.rater_home import days_in_row
from annotator.queries.stuck import held_up, kept_stuck
from foundation.home import Home
from jobs.actions.daily import start_daily_jobs
from jobs.models import WorkerSighting
from jobs.one_by_one import Failures
from metrics.actions.agreement_kept import compute_agreements
from metrics.models import KeptResult, Report
from people.actor import SYSTEM
from people.models import Role
from pooling.models import Video
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_campaign, make_user, play


def make_report(benchmark) -> Report:
    return Report.objects.create(
        benchmark=benchmark,
        title="Everything",
        kind="evaluation",
        asked={},
        inputs={},
        result=b"{}",
        sha256="0" * 64,
    )


def link_of(page: str) -> tuple[str, str]:
    """Where the page's one big button leads, and what it says."""
    [(address, words)] = re.findall(
        r'<a class="button button-primary" href="([^"]+)".*?>(.*?)<', page, re.DOTALL
    )
    return address, words.strip()


def answer(rater, campaign: Campaign, times: int) -> None:
    for _ in range(times):
        say(rater, claim(rater, campaign)[0])


def test_a_stranger_is_sent_to_sign_in_and_back(client, db):
    response = client.get("/")
    assert response.status_code == 302
    assert response["Location"] == "/people/sign-in/?next=/"


@pytest.mark.parametrize(
    ("person", "address"),
    [
        ("viewer", "/evaluations/"),
        ("rater", "/rate/"),
        ("adjudicator", "/adjudication/"),
        ("lead", "/people/invitations/"),
        ("administrator", "/people/invitations/"),
    ],
)
def test_where_nothing_waits_everybody_has_one_next_step(request, db, signed_in, person, address):
    make_benchmark([("a dog runs", "v0")])
    browser = signed_in(request.getfixturevalue(person))
    response = browser.get("/")
    assert response.content.decode().count("button-primary") == 1
    assert response.context["step"].address == address
    assert browser.get(address).status_code == 200


@pytest.mark.parametrize("person", ["lead", "administrator"])
def test_where_there_is_no_benchmark_leads_are_shown_how_to_make_one(request, signed_in, person):
    browser = signed_in(request.getfixturevalue(person))
    address = browser.get("/").context["step"].address
    assert address == "/benchmarks/import/"
    assert browser.get(address).status_code == 200


def test_leads_are_led_from_a_pool_to_its_campaign_and_on(signed_in, lead):
    campaign = make_campaign(opened=False)
    browser = signed_in(lead)
    assert browser.get("/").context["step"].address == f"/campaigns/{campaign.pk}/"
    campaign.guidelines.all().delete()
    campaign.delete()
    assert browser.get("/").context["step"].address == "/campaigns/new/"


def test_leads_are_led_from_labels_to_scores_until_there_is_a_report(signed_in, lead, rater):
    others = [make_user(), make_user(), make_user()]
    campaign = make_campaign(raters=[rater, *others], double_share=0.0)
    browser = signed_in(lead)
    assert browser.get("/").context["step"].address == "/campaigns/"
    label_all(rater, campaign)
    address = browser.get("/").context["step"].address
    assert address == "/evaluations/new/"
    assert browser.get(address).status_code == 200
    make_report(campaign.benchmark)
    assert browser.get("/").context["step"].address == "/campaigns/"


def test_a_rater_reads_what_is_left_and_goes_on_with_one_button(signed_in, rater):
    campaign = make_campaign(captions=6, raters=[rater], double_share=0.0)
    paused = make_campaign(raters=[rater])
    change_campaign_state(SYSTEM, paused.pk, Campaign.State.PAUSED)
    browser = signed_in(rater)
    page = browser.get("/")
    assert "You have pairs to rate in 1 campaign." in page.text
    assert page.text.count("button-primary") == 1
    assert link_of(page.text) == (f"/rate/{campaign.pk}/", "Begin")
    [slot] = claim(rater, campaign)
    say(rater, slot)
    page = browser.get("/")
    first, second = page.context["rate"]
    assert (first.left.number, first.today, first.pace) == (campaign.items_count - 1, 1, 1_800.0)
    assert (second.member.campaign, second.waits) == (paused, False)
    assert f'<form method="post" action="/rate/{campaign.pk}/">' in page.text
    assert "the campaign is paused" in page.text
    for word in ("worker", "benchmark", "report", "model"):
        assert word not in page.text.split("<main")[1].split("</main>")[0].lower()


def test_a_rater_is_led_to_training_and_to_new_guidelines(signed_in, rater):
    campaign = make_campaign(raters=[rater])
    browser = signed_in(rater)
    write_guideline(SYSTEM, campaign.pk, "New.", confirm=True)
    new = (f"/guidelines/{campaign.pk}/", "Read the new guidelines")
    assert link_of(browser.get("/").text) == new
    Member.objects.update(state="training")
    assert link_of(browser.get("/").text) == (f"/train/{campaign.pk}/", "Train")
    Member.objects.update(state="paused", reason="talk to me")
    page = browser.get("/").text
    assert "you are paused" in page
    assert "You have nothing to rate now." in page


def test_who_rated_today_is_at_the_next_pair_by_one_press(signed_in, rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0])
    browser = signed_in(rater)
    assert re.search(r"autofocus>\s*Go on", browser.get("/").text)
    page = browser.post(f"/rate/{campaign.pk}/", follow=True)
    assert "held" in page.context
    assert "Welcome back. Your next pair is ready." in browser.get("/").text


def test_the_picture_is_of_a_pair_that_is_the_raters_already(signed_in, rater):
    """Not even where only one can come next: with checks another might come before it, and would
    be known by that. And looking takes no pair."""
    campaign = make_campaign(captions=2, videos=1, raters=[rater], double_share=0.0)
    Campaign.objects.update(without_clips=False)
    play(campaign.benchmark.videos.get())
    Video.objects.update(poster="posters/one.jpg")
    browser = signed_in(rater)
    assert "go-on-still" not in browser.get("/").text
    assert not Slot.objects.filter(state="leased").exists()
    [slot] = claim(rater, campaign)
    page = browser.get("/").text
    assert page.count("go-on-still") == 1
    assert 'alt="The clip of your next pair"' in page
    say(rater, slot)
    page = browser.get("/").text
    assert 'alt="The clip that you judged last"' in page
    Campaign.objects.update(without_clips=True)
    assert "go-on-still" not in browser.get("/").text


def test_a_rater_without_pairs_still_reads_what_they_did(signed_in, rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    given = label_all(rater, campaign)
    browser = signed_in(rater)
    page = browser.get("/")
    assert "Nothing is left for you now." in page.text
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    page = browser.get("/")
    assert "No campaign waits for you." in page.text
    done = page.context["done"]
    assert (done.today, done.week, done.in_row) == (given, given, 1)
    assert done.hours_week == pytest.approx(given * 2 / 3600)


FRIDAY = date(2026, 5, 8)


@pytest.mark.parametrize(
    ("ago", "today", "in_row"),
    [
        ([], FRIDAY, 0),
        ([0], FRIDAY, 1),
        ([1, 2], FRIDAY, 2),  # today may yet come
        ([0, 2], FRIDAY, 1),
        ([3, 4], FRIDAY + timedelta(days=3), 2),  # a weekend off, and Monday is young
        ([0, 1, 3], FRIDAY + timedelta(days=3), 3),  # Sunday counts, Saturday is missed by nobody
    ],
)
def test_days_in_a_row_are_not_ended_by_a_weekend_off(ago, today, in_row):
    assert days_in_row({today - timedelta(days=days) for days in ago}, today) == in_row


def test_an_adjudicator_reads_how_many_disputes_wait(signed_in, adjudicator, rater, other_rater):
    campaign = make_campaign(
        raters=[rater, other_rater], adjudicators=[adjudicator], double_share=1.0, label_limit=2
    )
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    make_campaign(raters=[rater])
    page = signed_in(adjudicator).get("/")
    decide = page.context["decide"]
    [(of, waiting)] = decide.campaigns
    assert (of, waiting.disputes, waiting.days) == (campaign, campaign.items_count, 0)
    assert f"{campaign.items_count} disputes wait for a decision." in page.text
    first = decide.oldest[0].item
    assert link_of(page.text) == (f"/adjudication/{campaign.pk}/{first.pk}/", "Decide")
    assert f'href="/adjudication/{campaign.pk}/?kind=disagreement">Disagreement 6</a>' in page.text


def test_the_oldest_dispute_comes_first_of_those_that_one_may_decide(
    signed_in, adjudicator, rater, other_rater
):
    def disputed(**more) -> Campaign:
        campaign = make_campaign(
            captions=1,
            videos=1,
            double_share=1.0,
            label_limit=2,
            raters=[rater, other_rater],
            adjudicators=[adjudicator],
            **more,
        )
        label_all(rater, campaign, "relevant")
        label_all(other_rater, campaign, "irrelevant")
        return campaign

    older, newer, rated = disputed(), disputed(), disputed()
    # Whoever may still be asked to rate in a campaign is not shown what others said there.
    Member.objects.filter(campaign=rated, person=adjudicator).update(role="rater")
    browser = signed_in(adjudicator)
    decide = browser.get("/").context["decide"]
    assert [one.item.campaign for one in decide.oldest] == [older, newer]
    assert [campaign for campaign, _ in decide.campaigns] == [older, newer]
    address, _words = link_of(browser.get("/").text)
    assert browser.get(address).status_code == 200


def test_a_lead_reads_how_far_campaigns_are_and_what_is_stuck(signed_in, lead, rater):
    cache.clear()
    fine = make_campaign(raters=[rater, make_user(), make_user()])
    alone = make_campaign(raters=[rater])
    make_campaign(opened=False)
    page = signed_in(lead).get("/")
    first, second = page.context["lead"]
    assert (first.campaign, [found.key for found in first.stuck]) == (alone, ["raters"])
    assert (second.campaign, second.stuck) == (fine, [])
    assert "2 campaigns are under way. 1 thing is stuck." in page.text
    assert "This campaign has 1 rater." in page.text


def test_a_lead_sees_the_days_the_raters_and_when_the_labels_will_be_there(signed_in, lead):
    cache.clear()
    raters = [make_user(), make_user(), make_user()]
    campaign = make_campaign(captions=60, raters=raters, double_share=0.0)
    browser = signed_in(lead)
    assert "Nobody has answered yet." in browser.get("/").text
    for rater in raters[:2]:
        answer(rater, campaign, 30)
    claim(raters[0], campaign)
    page = browser.get("/")
    [row] = page.context["lead"]
    pulse = row.pulse
    assert pulse.days == (0,) * 13 + (60,)
    assert (pulse.raters_today, pulse.raters_now, pulse.wanted) == (2, 1, 60)
    assert f'aria-label="Labels by day, the last 14 days: {"0, " * 13}60"' in page.text
    # Two raters with 2 s an answer: 3,600 an hour. It is rough, and says so.
    assert pulse.forecast.rough
    assert pulse.forecast.days == pytest.approx(60 / 3_600 / 4)
    assert "roughly." in page.text
    assert "2 raters answered today." in page.text
    assert "60 of 120 pairs judged, 50 %." in page.text
    listed = browser.get("/campaigns/").context["rows"]
    assert [one.pulse for one in listed] == [pulse]


def test_before_fifty_answers_nothing_is_foretold(signed_in, lead, rater):
    campaign = make_campaign(captions=30, raters=[rater], double_share=0.0)
    answer(rater, campaign, 49)
    browser = signed_in(lead)
    assert browser.get("/").context["lead"][0].pulse.forecast is None
    answer(rater, campaign, 1)
    assert browser.get("/").context["lead"][0].pulse.forecast.rough


def test_disputes_are_a_leads_next_step_where_nothing_is_stuck(signed_in, lead, rater, other_rater):
    cache.clear()
    campaign = make_campaign(
        raters=[rater, other_rater, make_user()],
        adjudicators=[make_user(Role.ADJUDICATOR)],
        double_share=1.0,
        label_limit=2,
    )
    make_report(campaign.benchmark)
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    page = signed_in(lead).get("/")
    assert page.context["step"].address == f"/adjudication/{campaign.pk}/"
    assert page.text.count("button-primary") == 1


def test_a_leads_statements_do_not_grow_with_the_campaigns(signed_in, lead, rater):
    browser = signed_in(lead)

    def statements() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            browser.get("/")
        return len(asked)

    for _ in range(8):
        make_campaign(captions=2, raters=[rater, make_user()], double_share=0.0)
    eight = statements()
    for _ in range(3):
        make_campaign(captions=2, raters=[rater, make_user()], double_share=0.0)
    assert statements() == eight < 260
    page = browser.get("/").text
    assert "11 campaigns are under way. Below are the 8 in which somebody answered last." in page
    assert '<a href="/campaigns/?state=open">All campaigns</a>' in page


def test_a_comment_is_to_read_and_is_not_stuck(signed_in, lead, rater):
    cache.clear()
    campaign = make_campaign(raters=[rater, make_user(), make_user()])
    say(rater, claim(rater, campaign)[0], comment="a cat, not a dog")
    browser = signed_in(lead)
    page = browser.get("/")
    [row] = page.context["lead"]
    assert (row.stuck, [found.key for found in row.to_read]) == ([], ["comments"])
    assert "1 campaign is under way. Nothing is stuck." in page.text
    assert "stuck" not in page.context["step"].address
    assert re.search(rf'href="/campaigns/{campaign.pk}/comments/">\s*1 to read\s*</a>', page.text)
    its_own = browser.get(f"/campaigns/{campaign.pk}/").text
    assert ('id="stuck"' in its_own, "To read</span> 1 comment has not" in its_own) == (False, True)
    assert held_up(kept_stuck([campaign])[campaign.pk]) == []


def test_a_viewer_reads_benchmarks_and_reports(signed_in, viewer):
    benchmark = make_benchmark([("a dog runs", "v0")])
    report = make_report(benchmark)
    page = signed_in(viewer).get("/").text
    assert f'href="/evaluations/{report.pk}/">Everything</a>' in page
    assert f'href="/benchmarks/{benchmark.pk}/"' in page


def test_alpha_is_shown_as_it_was_last_computed_with_its_age(signed_in, viewer, rater, other_rater):
    cache.clear()
    campaign = make_campaign(
        captions=4, videos=4, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    label_all(rater, campaign, "relevant")
    for place, slot in enumerate(claim(other_rater, campaign, 16)):
        say(other_rater, slot, "irrelevant" if place % 3 else "relevant")
    browser = signed_in(viewer)
    page = browser.get("/").text
    assert "Not computed yet: this is done once a day." in page
    assert "not computed yet" in browser.get("/agreement/").text
    assert compute_agreements(Failures()) == {"agreements computed": 1}
    assert compute_agreements(Failures()) == {"agreements computed": 0}
    page = browser.get("/")
    [row] = page.context["standings"]
    assert row.alpha.value is not None
    assert "Krippendorff's alpha" in page.text
    assert f'<p class="figure">{row.alpha.value:.2f}</p>' in page.text
    assert re.search(r"as of <time", page.text)
    listed = browser.get("/agreement/").text
    assert f"{row.alpha.value:.3f}" in listed
    # A newer label changes nothing until it is computed again.
    KeptResult.objects.update(computed_at=timezone.now() - timedelta(days=2))
    [row] = browser.get("/").context["standings"]
    assert timezone.now() - row.alpha_at > timedelta(days=1)


def test_a_readers_statements_do_not_grow_with_the_benchmarks(signed_in, viewer):
    browser = signed_in(viewer)

    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser.get("/")
        return len(asked)

    for _ in range(8):
        make_benchmark([("a dog runs", "v0")])
    statements()
    eight = statements()
    for _ in range(3):
        make_benchmark([("a dog runs", "v0")])
    assert "All benchmarks" in browser.get("/").text
    statements()
    assert statements() == eight < 60


def test_a_viewer_reads_that_disagreements_count_as_judged(signed_in, viewer, rater, other_rater):
    cache.clear()
    campaign = make_campaign(
        captions=2, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    browser = signed_in(viewer)
    label_all(rater, campaign, "relevant")
    assert "disagreement" not in browser.get("/").text
    cache.clear()
    for place, slot in enumerate(claim(other_rater, campaign, 4)):
        say(other_rater, slot, "irrelevant" if place else "relevant")
    page = browser.get("/").text
    assert "4 pairs are in campaigns, and 100.0 % of them are judged." in page
    assert "The judged ones include 3 disagreements." in page


@pytest.mark.parametrize("person", ["lead", "administrator"])
def test_the_system_is_one_line_where_all_is_well(request, db, signed_in, person):
    WorkerSighting.objects.create(worker="one", seen_at=timezone.now() - timedelta(seconds=3))
    page = signed_in(request.getfixturevalue(person)).get("/").text
    assert "All systems normal." in page
    assert re.search(r"A worker was heard from \d+ s ago\.", page)
    is_lead = person == "lead"
    assert ('<details class="system">' in page) == is_lead


def test_an_administrator_reads_of_each_part_and_what_wants_doing(
    signed_in, administrator, settings, tmp_path
):
    settings.HOME = Home(tmp_path)
    WorkerSighting.objects.create(worker="one", seen_at=timezone.now())
    browser = signed_in(administrator)
    parts = {part.name: part for part in browser.get("/").context["system"].parts}
    assert list(parts) == [
        *("Database", "Worker", "Disk", "Jobs"),
        *("Broker", "Daily work", "Backup", "Mail", "Versions"),
    ]
    assert all(part.ok for part in parts.values())
    assert [name for name, part in parts.items() if part.wants] == ["Daily work", "Backup"]
    assert "PostgreSQL 1" in parts["Versions"].detail
    start_daily_jobs()
    settings.HOME.last_backup.touch()
    page = browser.get("/")
    assert [part.name for part in page.context["system"].parts if part.wants] == []
    assert "The newest is 0 minutes old." in page.text
    week = timezone.now() - timedelta(days=8)
    os.utime(settings.HOME.last_backup, (week.timestamp(), week.timestamp()))
    page = browser.get("/").text
    assert "The newest is 8 days old." in page
    assert 'href="/help/operations/#backup">How to</a>' in page


def test_leads_are_told_that_no_worker_is_there(signed_in, lead):
    page = signed_in(lead).get("/").text
    assert "No worker answers: jobs wait until one runs." in page
    assert '<details class="system" open>' in page
    assert "All systems normal" not in page


def test_its_statements_do_not_grow_with_the_campaigns(signed_in, rater):
    browser = signed_in(rater)

    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser.get("/")
        return len(asked)

    for _ in range(8):
        make_campaign(captions=2, raters=[rater], double_share=0.0)
    eight = statements()
    for _ in range(3):
        make_campaign(captions=2, raters=[rater], double_share=0.0)
    assert statements() == eight < 50


def test_what_is_stuck_is_a_leads_next_step(signed_in, lead):
    campaign = make_campaign(raters=[])
    page = signed_in(lead).get("/")
    [row] = page.context["lead"]
    assert page.context["step"].address == f"/campaigns/{campaign.pk}/#stuck"
    assert row.stuck[0].sentence in page.context["step"].reason
