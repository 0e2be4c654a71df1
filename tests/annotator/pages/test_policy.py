"""A draft's policy on its page, the measured pace, and the opening of a large pool."""

from functools import partial

import pytest

from annotator.actions import start_campaign
from annotator.actions.change_state import measure_pace
from annotator.actions.create_campaign import add_member
from annotator.models import Campaign, Item, Label, MeasuredPace, Member
from annotator.policy_forms import CampaignForm
from jobs.models import Job, State
from jobs.running import Attempt, run_attempt
from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.models import Pool
from tests.annotator.saying import label_all
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def draft(rater) -> Campaign:
    return make_campaign(captions=5, videos=4, raters=[rater], opened=False)


def as_shown(browser, draft: Campaign, **more) -> dict[str, object]:
    """The form as the page has it, with some of it changed; a box that is not ticked sends
    nothing."""
    form = browser.get(f"/campaigns/{draft.pk}/policy/").context["form"]
    shown = {field.name: field.value() for field in form} | more
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def test_a_drafts_policy_is_changed_on_its_page_and_the_audit_log_tells_it(browser, lead, draft):
    address = f"/campaigns/{draft.pk}/policy/"
    assert address in browser.get(f"/campaigns/{draft.pk}/").text
    sent = as_shown(
        browser,
        draft,
        name="round 2",
        double_share="50",
        order="caption",
        ask_again=True,
        seed="7",
    )
    assert browser.post(address, sent)["Location"] == f"/campaigns/{draft.pk}/"
    changed = Campaign.objects.get()
    assert (changed.name, changed.double_share, changed.order, changed.ask_again) == (
        "round 2",
        0.5,
        "caption",
        True,
    )
    assert (changed.seed, changed.label_limit, changed.state) == (7, draft.label_limit, "draft")
    told = AuditEvent.objects.get(verb="changed the policy of")
    assert told.actor == lead
    assert told.before == {
        "name": draft.name,
        "double_share": 0.1,
        "order": "random",
        "ask_again": False,
        "seed": 1,
    }
    assert told.after == {
        "name": "round 2",
        "double_share": 0.5,
        "order": "caption",
        "ask_again": True,
        "seed": 7,
    }


def test_what_opens_is_what_the_policy_says_by_then(browser, draft):
    browser.post(f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft, double_share="100"))
    browser.post(f"/campaigns/{draft.pk}/begin/")
    assert Item.objects.filter(doubled=True).count() == 20


def test_a_form_that_changes_nothing_leaves_no_trace(browser, draft):
    browser.post(f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft))
    assert not AuditEvent.objects.filter(verb="changed the policy of").exists()


def test_its_cost_is_said_before_it_is_changed(browser, draft):
    page = browser.post(
        f"/campaigns/{draft.pk}/policy/",
        as_shown(browser, draft, double_share="50", pace="10", cost="1"),
    )
    assert (page.context["cost"].labels, page.context["cost"].hours) == (30, 3.0)
    assert Campaign.objects.get().double_share == 0.1


@pytest.mark.parametrize(
    "wrong", [{"double_share": "101"}, {"name": ""}, {"pool": "0"}, {"lease_seconds": "0.1"}]
)
def test_an_impossible_policy_is_refused_beside_its_field(browser, draft, wrong):
    page = browser.post(f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft) | wrong)
    assert (page.status_code, set(page.context["form"].errors)) == (422, set(wrong))
    assert not AuditEvent.objects.filter(verb="changed the policy of").exists()


def test_a_name_that_is_taken_and_a_pool_of_elsewhere_are_refused(browser, draft):
    address, other = f"/campaigns/{draft.pk}/policy/", make_campaign()
    Campaign.objects.filter(pk=other.pk).update(benchmark=draft.benchmark, name="taken")
    assert (
        "taken"
        in browser.post(address, as_shown(browser, draft, name="taken"))
        .context["form"]
        .non_field_errors()[0]
    )
    assert browser.post(address, as_shown(browser, draft, pool=other.pool.pk)).status_code == 422
    assert Campaign.objects.get(pk=draft.pk).pool == draft.pool


def test_another_pool_of_the_benchmark_may_be_chosen(browser, draft):
    other = Pool.objects.get()
    other.pk, other.name = None, "smaller"
    other.save()
    browser.post(f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft, pool=other.pk))
    assert Campaign.objects.get().pool == other
    assert AuditEvent.objects.get(verb="changed the policy of").after == {"pool": "smaller"}


@pytest.mark.parametrize("state", ["open", "paused", "closed"])
def test_once_it_was_opened_the_policy_is_fixed(browser, draft, state):
    sent = as_shown(browser, draft, double_share="50")
    browser.post(f"/campaigns/{draft.pk}/begin/")
    Campaign.objects.update(state=state)
    assert f"/campaigns/{draft.pk}/policy/" not in browser.get(f"/campaigns/{draft.pk}/").text
    for ask in (browser.get, partial(browser.post, data=sent)):
        assert "its labels rest on it" in ask(f"/campaigns/{draft.pk}/policy/", follow=True).text
    assert Campaign.objects.get().double_share == 0.1


def test_raters_train_by_what_the_policy_asks_when_it_is_opened(browser, draft, other_rater):
    add_member(SYSTEM, draft, other_rater, qualified=True)
    browser.post(f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft, training_required=True))
    assert dict(Member.objects.values_list("person__username", "state")) == {
        "rosa": "training",
        "omar": "active",
    }
    browser.post(
        f"/campaigns/{draft.pk}/policy/", as_shown(browser, draft, training_required=False)
    )
    assert set(Member.objects.values_list("state", flat=True)) == {"active"}


@pytest.mark.parametrize("person", ["viewer", "rater", "adjudicator"])
def test_only_leads_change_a_policy_or_measure_a_pace(request, signed_in, draft, person):
    browser = signed_in(request.getfixturevalue(person))
    assert browser.get(f"/campaigns/{draft.pk}/policy/").status_code == 403
    assert browser.post(f"/campaigns/{draft.pk}/policy/", {"name": "mine"}).status_code == 403
    assert browser.post(f"/campaigns/{draft.pk}/pace/").status_code == 403
    assert Campaign.objects.get().name == draft.name


# The pace


def test_the_page_says_the_pace_the_lease_and_why(browser, rater):
    campaign = make_campaign(captions=3, videos=1, raters=[rater], double_share=0)
    of = f"/campaigns/{campaign.pk}/"
    assert "Not measured yet" in browser.get(of).text
    assert "nothing to measure" in browser.post(f"{of}pace/", follow=True).text
    label_all(rater, campaign)
    page = browser.post(f"{of}pace/", follow=True)
    assert page.context["pace"] == MeasuredPace.objects.get()
    assert "Over 3 answers" in page.text
    assert (
        "held for 30 min 0 s: it will follow the pace once 100 answers have been timed" in page.text
    )
    MeasuredPace.objects.update(answers=100, long_seconds=2.0)
    assert "95 % of answers take at most 2 s, a rater may hold 20" in browser.get(of).text
    Campaign.objects.update(lease_follows_pace=False)
    assert "that was chosen" in browser.get(of).text


def test_a_plan_reckons_with_the_pace_measured_in_its_benchmark(browser, rater):
    campaign = make_campaign(captions=3, videos=1, raters=[rater], double_share=0)
    plan = f"/campaigns/new/?pool={campaign.pool.pk}"
    assert browser.get(plan).context["plan"].pace == 180
    label_all(rater, campaign)
    measure_pace(SYSTEM, campaign.pk)
    MeasuredPace.objects.update(answers=100, mean_seconds=40.0)
    assert browser.get(plan).context["plan"].pace == 90


def test_a_form_fixes_the_lease_or_lets_it_follow(browser, draft):
    sent = as_shown(browser, draft, lease_seconds="10")
    browser.post(f"/campaigns/{draft.pk}/policy/", sent)
    assert Campaign.objects.values_list("lease_follows_pace", "lease_seconds").get() == (True, 600)
    del sent["lease_follows_pace"]
    browser.post(f"/campaigns/{draft.pk}/policy/", sent)
    assert Campaign.objects.values_list("lease_follows_pace", "lease_seconds").get() == (False, 600)


def test_a_rater_with_plain_forms_is_timed_between_answers_and_not_in_active_time(
    rater, lead, signed_in
):
    campaign = make_campaign(captions=4, videos=1, raters=[rater], double_share=0)
    rating = signed_in(rater)
    rating.post(f"/rate/{campaign.pk}/")
    for _ in range(3):
        form = rating.get(f"/rate/{campaign.pk}/").context["form"]
        looked = {"answer": "relevant", "served": ""}  # as long ago as anybody likes
        rating.post(f"/rate/{campaign.pk}/answer/", {**form.initial, **looked})
    assert list(Label.objects.values_list("active_ms", flat=True)) == [None] * 3
    leading = signed_in(lead)
    (row,) = leading.get(f"/campaigns/{campaign.pk}/").context["people"]
    pace = row.pace
    assert (pace.labels, pace.per_hour) == (3, None)
    page = leading.get(f"/campaigns/{campaign.pk}/members/{Member.objects.get().pk}/")
    assert "Over the last 2 answers" in page.text


# Opening


def test_a_large_pool_is_opened_by_a_job_that_its_buttons_lead_to(
    browser, lead, draft, monkeypatch
):
    monkeypatch.setattr(start_campaign, "QUICK", 19)
    address = f"/campaigns/{draft.pk}/begin/"
    shown = browser.post(address)["Location"]
    job = Job.objects.get()
    assert (shown, job.requested_by, job.arguments) == (
        f"/campaigns/{draft.pk}/?job={job.pk}",
        lead,
        {"campaign": draft.pk},
    )
    assert browser.post(address)["Location"] == shown
    assert Campaign.objects.get().state == "draft"
    finish(job)
    assert (job.state, job.result["pairs"]) == (State.DONE, 20)
    assert (Campaign.objects.get().state, Item.objects.count()) == ("open", 20)
    assert "20 pairs wait" in browser.get(shown).text
    assert AuditEvent.objects.get(verb="opened").actor == lead


def test_what_was_opened_meanwhile_is_told_by_the_job(browser, draft, monkeypatch):
    browser.post(f"/campaigns/{draft.pk}/begin/")
    monkeypatch.setattr(start_campaign, "QUICK", 0)
    assert "Only a draft" in browser.post(f"/campaigns/{draft.pk}/begin/", follow=True).text
    assert not Job.objects.exists()
    job = start_campaign.start_job(start_campaign.KIND, actor=SYSTEM, campaign=draft.pk)
    finish(job)
    assert (job.state, job.error["message"]) == (State.FAILED, "Only a draft can be opened.")


def finish(job: Job) -> None:
    from jobs.actions.attempt import claim_job

    run_attempt(Attempt(claim_job(job.pk, worker="a test")))
    job.refresh_from_db()


def test_every_help_text_of_a_policy_is_a_whole_sentence():
    for field in CampaignForm():
        text = str(field.help_text)
        assert not text or (text[0].isupper() and text.endswith(".")), field.name
        assert "so many" not in text.casefold(), field.name
