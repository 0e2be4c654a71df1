"""The lease follows how long answers took."""

import json
import uuid
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotator.actions.change_label import undo_label
from annotator.actions.change_state import change_campaign_state, measure_pace
from annotator.models import Campaign, Item, Label, MeasuredPace, Member
from annotator.pacing import ENOUGH
from annotator.queries.pace import OF_EACH, last_pace_in, measure_campaign, measure_rater
from jobs.inline import run_job_here
from people.actor import SYSTEM
from people.models import AuditEvent
from tests.annotator.breaking import sql, unguarded
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign
from tests.poison import poisoned
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db
OPEN, PAUSED, CLOSED = Campaign.State.OPEN, Campaign.State.PAUSED, Campaign.State.CLOSED


@pytest.fixture
def spaced():
    """spaced(campaign, seconds): its labels as if each had been given so long after the one
    before."""

    def space(campaign: Campaign, seconds: float) -> None:
        with unguarded("annotator_label"):
            sql(
                "UPDATE annotator_label l SET active_ms = NULL, given_at = now() - interval '1 day'"
                " + n.number * %s * interval '1 s' FROM (SELECT id, row_number() OVER (ORDER BY id)"
                " AS number FROM annotator_label WHERE campaign_id = %s) n WHERE l.id = n.id",
                seconds,
                campaign.pk,
            )

    return space


def labelled(rater, **policy) -> Campaign:
    """A campaign with one answer more than it takes: the first has none before it."""
    campaign = make_campaign(
        captions=ENOUGH + 1, videos=1, raters=[rater], double_share=0, **policy
    )
    label_all(rater, campaign)
    return campaign


def test_too_few_answers_leave_the_lease_as_it_is(rater, spaced):
    campaign = make_campaign(captions=5, videos=1, raters=[rater], double_share=0)
    label_all(rater, campaign)
    spaced(campaign, 60)
    pace = measure_pace(SYSTEM, campaign.pk)
    assert (pace.answers, round(pace.mean_seconds), round(pace.long_seconds)) == (4, 60, 60)
    campaign.refresh_from_db()
    assert (campaign.lease_follows_pace, campaign.lease_seconds) == (True, 1800)


def test_enough_answers_move_the_lease_and_the_audit_log_says_so(rater, spaced):
    campaign = labelled(rater)
    spaced(campaign, 60)
    assert measure_pace(SYSTEM, campaign.pk).answers == ENOUGH
    campaign.refresh_from_db()
    assert campaign.lease_seconds == 60 * 20 * 1.5
    spaced(campaign, 40)
    measure_pace(SYSTEM, campaign.pk)
    measure_pace(SYSTEM, campaign.pk)
    told = AuditEvent.objects.get(verb="changed the lease of")
    assert (told.before, told.after) == ({"lease_seconds": 1800}, {"lease_seconds": 1200})
    assert MeasuredPace.objects.count() == 1


def test_a_lease_that_was_chosen_stays(rater, spaced):
    campaign = labelled(rater, lease_seconds=600)
    spaced(campaign, 60)
    assert measure_pace(SYSTEM, campaign.pk).answers == ENOUGH
    campaign.refresh_from_db()
    assert (campaign.lease_follows_pace, campaign.lease_seconds) == (False, 600)


def test_a_claim_after_it_is_held_by_the_new_lease_and_before_it_by_the_old(
    rater, other_rater, spaced
):
    campaign = make_campaign(
        captions=ENOUGH + 3, videos=1, raters=[rater, other_rater], double_share=0
    )
    earlier = claim(other_rater, campaign)[0]
    label_all(rater, campaign)
    spaced(campaign, 10)
    say(other_rater, earlier)
    measure_pace(SYSTEM, campaign.pk)
    campaign.refresh_from_db()
    assert campaign.lease_seconds == 300
    label = Label.objects.get(rater=other_rater)
    undo_label(rater=other_rater, label_id=label.pk)
    (again,) = claim(other_rater, campaign)
    assert again.ends - timezone.now() < timedelta(seconds=301) < earlier.ends - timezone.now()


def test_who_goes_on_gets_a_lease_by_the_pace_as_it_is_by_now(rater, spaced):
    campaign = labelled(rater)
    spaced(campaign, 60)
    change_campaign_state(SYSTEM, campaign.pk, PAUSED)
    assert not MeasuredPace.objects.exists()
    assert change_campaign_state(SYSTEM, campaign.pk, OPEN).lease_seconds == 1800
    spaced(campaign, 40)
    change_campaign_state(SYSTEM, campaign.pk, PAUSED)
    assert change_campaign_state(SYSTEM, campaign.pk, OPEN).lease_seconds == 1200


def test_the_job_measures_what_is_open(rater, spaced):
    open_one, closed, fresh = labelled(rater), labelled(rater), make_campaign()
    spaced(open_one, 40)
    change_campaign_state(SYSTEM, closed.pk, CLOSED)
    assert run_job_here("annotator.measure_paces", actor=SYSTEM) == {"campaigns measured": 1}
    assert list(MeasuredPace.objects.values_list("campaign", flat=True)) == [open_one.pk]
    assert Campaign.objects.get(pk=open_one.pk).lease_seconds == 1200
    assert fresh.lease_seconds == 1800


def test_a_campaign_that_cannot_be_measured_keeps_no_other_from_it(rater, spaced):
    campaigns = [labelled(rater) for _ in range(3)]
    for campaign in campaigns:
        spaced(campaign, 40)
    with poisoned("annotator_campaign", f"OLD.id = {campaigns[1].pk}"):
        result = run_job_here("annotator.measure_paces", actor=SYSTEM)
    assert result == {
        "campaigns measured": 2,
        "failed": 1,
        "failures": [
            (
                f"{campaigns[1]}: Something unexpected went wrong (ProgrammingError); the log says"
                " more."
            )
        ],
    }
    assert set(MeasuredPace.objects.values_list("campaign", flat=True)) == {
        campaigns[0].pk,
        campaigns[2].pk,
    }


def test_adjudications_changes_and_undone_answers_are_not_timed(
    rater, other_rater, adjudicator, spaced
):
    from annotator.actions.adjudicate import adjudicate
    from annotator.actions.change_label import change_label
    from annotator.models import Answer

    campaign = make_campaign(
        captions=1,
        videos=3,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    label_all(rater, campaign)
    label_all(other_rater, campaign, "irrelevant")
    for item in Item.objects.order_by("position")[:2]:
        words = {"answer": Answer.RELEVANT, "comment": "he jumps", "request_id": uuid.uuid4()}
        adjudicate(adjudicator=adjudicator, campaign_id=campaign.pk, item_id=item.pk, **words)
    last = Label.objects.filter(rater=other_rater).order_by("pk").last()
    change_label(
        rater=other_rater,
        label_id=last.pk,
        answer=Answer.RELEVANT,
        request_id=uuid.uuid4(),
        reason=None,
        comment="",
    )
    spaced(campaign, 10)
    assert (
        measure_campaign(campaign.pk).answers == 4
    )  # of three answers of each rater, all but the first


def test_of_each_rater_the_last_answers_count(rater, other_rater, monkeypatch, spaced):
    monkeypatch.setattr("annotator.queries.pace.OF_EACH", 3)
    campaign = make_campaign(captions=8, videos=1, raters=[rater, other_rater], double_share=0)
    for slot in claim(rater, campaign, 2):
        say(rater, slot)
    label_all(other_rater, campaign)
    spaced(campaign, 10)
    assert measure_campaign(campaign.pk).answers == 1 + 3
    assert measure_rater(campaign.pk, rater.pk).answers == 1
    assert OF_EACH == 200


def test_active_time_counts_where_it_is_the_longer(rater):
    campaign = make_campaign(captions=3, videos=1, raters=[rater], double_share=0)
    label_all(rater, campaign)  # in no time, each with two seconds of active time
    assert measure_campaign(campaign.pk).mean_seconds == 2.0


def test_the_next_campaign_of_a_benchmark_knows_the_last_ones_pace(rater, spaced):
    campaign = labelled(rater)
    spaced(campaign, 40)
    assert last_pace_in(campaign.benchmark_id) is None
    pace = measure_pace(SYSTEM, campaign.pk)
    assert last_pace_in(campaign.benchmark_id) == pace
    assert last_pace_in(make_campaign().benchmark_id) is None


def test_a_pool_is_planned_at_the_pace_last_measured(rater, lead, spaced, signed_in, capsys):
    """On its page, by the command and by the API; and as said, where somebody says it."""
    campaign = make_campaign(captions=ENOUGH + 1, videos=4, raters=[rater], double_share=0)
    for _ in range(ENOUGH + 1):
        say(rater, claim(rater, campaign)[0], "relevant")
    of = campaign.benchmark
    page, browser = f"/benchmarks/{of.pk}/pools/new/", signed_in(lead)
    wanted = {"benchmark": of.pk, "depth": 4, "dry_run": True}

    def hours(**said) -> float:
        sent = browser.post("/api/v1/pools", wanted | said, content_type="application/json")
        return sent.json()["hours"]

    assert 'name="pace" value="180"' in browser.get(page).text
    before = hours()
    assert before > 1
    spaced(campaign, 40)
    measure_pace(SYSTEM, campaign.pk)
    assert 'name="pace" value="90"' in browser.get(page).text
    assert hours() == pytest.approx(2 * before, abs=0.1)
    assert hours(pace=180) == before
    call_command("build_pool", of.name, "plan", "--depth", "4", "--dry-run", "--json")
    assert json.loads(capsys.readouterr().out)["hours"] == hours()


@pytest.mark.django_db(transaction=True)
def test_raters_go_on_while_it_is_measured(rater, beside):
    campaign = make_campaign(captions=4, videos=1, raters=[rater], double_share=0)
    for slot in claim(rater, campaign, 2):
        say(rater, slot)
    held = claim(rater, campaign)[0]

    def answer_and_claim():
        say(rater, held)
        return claim(rater, campaign)

    assert len(beside(lambda: measure_pace(SYSTEM, campaign.pk), answer_and_claim)) == 1
    assert (MeasuredPace.objects.get().answers, Label.objects.count()) == (2, 3)


def test_a_members_page_shows_the_median_as_a_few_long_answers_carry_the_mean_past_nearly_all(
    rater, lead, signed_in, spaced
):
    campaign = make_campaign(captions=42, videos=1, raters=[rater], double_share=0)
    label_all(rater, campaign)
    spaced(campaign, 4)
    with unguarded("annotator_label"):
        newest = Label.objects.order_by("-pk").values_list("pk", flat=True)[0]
        sql("UPDATE annotator_label SET active_ms = 400000 WHERE id = %s", newest)
    found = measure_rater(campaign.pk, rater.pk)
    assert (round(found.median_seconds), round(found.long_seconds)) == (4, 4)
    assert found.mean_seconds > 3 * found.long_seconds
    member = Member.objects.get(campaign=campaign, person=rater)
    page = signed_in(lead).get(f"/campaigns/{campaign.pk}/members/{member.pk}/").text
    assert "<dt>Time for an answer</dt><dd>4 s</dd>" in squeezed(page)
    assert "95 % take at most 4 s" in page
    assert "In the mean" not in page
