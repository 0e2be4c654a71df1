"""A campaign is planned: what it is for, what that costs, and nothing is saved whose cost was not
shown."""

from datetime import date

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from annotator.actions.create_campaign import change_policy, create_campaign
from annotator.asked.presets import PRESETS
from annotator.models import Campaign, KnownAnswer
from annotator.models.policy import PARTS
from annotator.policy_forms import CampaignForm
from annotator.queries.forecast import last_workday
from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.actions.build_pool import PoolParameters, build_pool
from tests.factories import make_benchmark, make_campaign, make_run
from tests.web.markup import squeezed


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def plan(db) -> str:
    pool = make_campaign(captions=5, videos=4, opened=False).pool
    return f"/campaigns/new/?pool={pool.pk}"


def as_shown(page, **more) -> dict[str, object]:
    shown = {field.name: field.value() for field in page.context["form"]}
    shown |= {"shown": page.context["plan"].digest} | more
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def planned() -> Campaign:
    return Campaign.objects.get(name="round 1")


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_is_chosen_and_the_draft_has_all_that_it_sets(browser, plan, preset):
    sent = as_shown(browser.get(plan), name="round 1", preset=preset)
    shown = browser.post(plan, sent | {"cost": "1"})
    assert browser.post(plan, as_shown(shown, name="round 1")).status_code == 302
    made = planned()
    assert {name: getattr(made, name) for name in PRESETS[preset].policy} == PRESETS[preset].policy
    assert AuditEvent.objects.filter(verb="created").latest("pk").after["preset"] == preset


@pytest.mark.parametrize(("opened", "preset"), [(False, "pilot"), (True, "paper")])
def test_the_form_of_a_new_campaign_is_saved_as_it_opens(browser, opened, preset):
    pool = make_campaign(captions=5, videos=4, opened=opened).pool
    address = f"/campaigns/new/?pool={pool.pk}"
    shown = browser.get(address)
    assert shown.context["form"]["preset"].value() == preset
    assert browser.post(address, as_shown(shown, name="round 1")).status_code == 302
    assert AuditEvent.objects.filter(verb="created").latest("pk").after["preset"] == preset


@pytest.mark.parametrize("preset", [*PRESETS, None])
@pytest.mark.parametrize("opened", [False, True])
def test_the_policy_of_a_draft_is_saved_as_it_opens(browser, opened, preset):
    """Shares that cannot be typed exactly are shown rounded."""
    pool = make_campaign(opened=opened).pool
    own = {} if preset else {"double_share": 1 / 3, "seed": 7, "lease_seconds": 100}
    draft = create_campaign(SYSTEM, pool, "round 1", preset=preset, **own)
    address = f"/campaigns/{draft.pk}/policy/"
    assert browser.post(address, as_shown(browser.get(address))).status_code == 302


def test_what_was_typed_wins_over_a_preset_that_is_chosen_later(browser, plan):
    first = browser.get(plan)
    assert first.context["form"]["preset"].value() == "pilot"
    sent = as_shown(first, preset="strict", double_share="30", cost="1")
    form = browser.post(plan, sent).context["form"]
    assert (form["double_share"].value(), form["gold_share"].value()) == ("30", "10")
    assert (form["training_required"].value(), form["pass_mark"].value()) == (True, "90")
    assert form["based_on"].value() == "strict"


def test_own_settings_are_what_is_typed(browser, plan):
    sent = as_shown(browser.get(plan), preset="own", double_share="7", cost="1")
    form = browser.post(plan, sent).context["form"]
    assert (form["double_share"].value(), form["label_limit"].value()) == ("7", "2")


def test_without_scripts_other_settings_are_shown_with_their_cost_before_they_are_saved(
    browser, plan
):
    shown = browser.get(plan)
    assert shown.context["cost"].labels == 30
    changed = browser.post(plan, as_shown(shown, name="round 1", double_share="100"))
    assert (changed.status_code, changed.context["cost"].labels) == (409, 40)
    assert "nothing was saved" in changed.text
    assert Campaign.objects.count() == 1
    assert browser.post(plan, as_shown(changed)).status_code == 302
    assert planned().double_share == 1.0


def test_another_preset_is_shown_before_it_is_saved(browser, plan):
    answer = browser.post(plan, as_shown(browser.get(plan), name="round 1", preset="strict"))
    assert (answer.status_code, Campaign.objects.count()) == (409, 1)
    assert browser.post(plan, as_shown(answer)).status_code == 302
    assert planned().gold_share == 0.1


def test_shares_are_typed_in_per_cent_and_times_in_units_of_people(browser, plan):
    sent = as_shown(
        browser.get(plan),
        name="round 1",
        double_share="12.5 %",
        gold_share="5",
        lease_seconds="45",
        too_fast_ms="0.9",
        single_share="7.5",
        seen_ms="1.5",
    )
    del sent["shown"], sent["lease_follows_pace"]
    assert browser.post(plan, sent).status_code == 302
    made = planned()
    assert (made.double_share, made.gold_share) == (0.125, 0.05)
    assert (made.lease_seconds, made.too_fast_ms) == (2700, 900)
    form = browser.get(f"/campaigns/{made.pk}/policy/").context["form"]
    assert (form["double_share"].value(), form["lease_seconds"].value()) == (12.5, 45)
    assert form["too_fast_ms"].value() == 0.9
    assert (made.single_share, made.seen_ms) == (0.075, 1500)
    assert (form["single_share"].value(), form["seen_ms"].value()) == (7.5, 1.5)


def test_the_policy_says_how_pairs_are_shown(browser):
    alone = make_campaign(opened=False)
    page = browser.get(f"/campaigns/{alone.pk}/").text
    assert "Each pair is shown by itself." in page
    assert "come by themselves all the same" not in page
    grid = make_campaign(opened=False, show="grid", group_size=6, single_share=0.1, seen_ms=1500)
    page = squeezed(browser.get(f"/campaigns/{grid.pk}/").text)
    assert "One caption comes with several clips: at most 6 pairs. 10 % of the pairs" in page
    assert "on the screen for 1.5 s" in page


# One value for each part that is not its usual one, in the unit in which a page says it.
TOLD = {
    "double_share": (0.125, "12.5 % of the pairs are labelled twice."),
    "label_limit": (1, "A pair gets 1 label at most."),
    "cannot_judge_limit": (7, "after 7 answers"),
    "order": ("caption", "a caption after another"),
    "stop": ("first_positive", "done at its first positive"),
    "until": ("C@1:a,b:2", "Asked until C@1:a,b:2 is known."),
    "seed": (4711, "Seed 4711 draws"),
    "show": ("captions", "One clip comes with several captions"),
    "group_size": (11, "at most 11 pairs"),
    "single_share": (0.015, "1.5 % of the pairs come by themselves"),
    "seen_ms": (1234, "on the screen for 1.234 s"),
    "ask_again": (True, "are asked about again"),
    "without_clips": (True, "the clips elsewhere"),
    "lease_follows_pace": (False, "does not follow the pace"),
    "lease_seconds": (150, "each for 2.5 min"),
    "leases_per_rater": (13, "13 pairs at once"),
    "change_minutes": (17, "changed for 17 min"),
    "too_fast_ms": (300, "less than 0.3 s"),
    "training_required": (True, "Raters pass the training"),
    "pass_mark": (0.85, "85 % of the last"),
    "pass_window": (33, "the last 33 answers"),
    "queue_pairs": (8, "Raters answer 8 pairs"),
    "gold_share": (0.07, "7 % of the pairs given out"),
    "gold_bar": (0.66, "less than 66 % of"),
    "gold_minimum": (21, "from 21 checks on"),
    "gold_window": (44, "the last 44 answers"),
    "feedback": (True, "Raters see how"),
    "pay_cents": (1250, "12.50 EUR"),
    "currency": ("CHF", "CHF"),
}


def test_a_campaigns_page_says_every_part_of_its_policy():
    assert TOLD.keys() == PARTS.keys()
    policy = {name: value for name, (value, _said) in TOLD.items()} | {"currency": "EUR"}
    said = " ".join(text for _title, texts in Campaign(**policy).said() for text in texts)
    assert {name for name, (_value, words) in TOLD.items() if words not in said} == {"currency"}
    said = str(Campaign(**policy | {"currency": "CHF"}).said())
    assert "12.50 CHF" in said


def test_what_a_part_means_nothing_without_is_left_unsaid():
    said = str(Campaign(gold_share=0, training_required=False).said())
    assert "There are no hidden checks." in said
    assert "is paused" not in said
    assert "must be correct" not in said


def test_too_much_is_said_in_per_cent(browser, plan):
    page = browser.post(plan, as_shown(browser.get(plan), gold_share="51", cost="1"))
    assert page.status_code == 422
    assert "Expected at most 50 %." in page.text
    assert page.context["cost"] is None


def test_every_share_that_can_be_stored_is_shown_and_comes_back_the_same():
    form = CampaignForm()
    for thousandths in range(1001):
        field = form.fields["double_share"]
        assert field.clean(str(field.prepare_value(thousandths / 1000))) == thousandths / 1000


def test_the_cost_says_who_is_needed_and_when_it_would_be_done(browser, plan):
    sent = as_shown(
        browser.get(plan), pace="10", raters="1", hours_a_day="1", gold_share="25", cost="1"
    )
    cost = browser.post(plan, sent).context["cost"]
    assert (cost.labels, cost.checks, cost.hours, cost.days) == (30, 10, 4.0, 4)
    assert cost.too_few
    page = browser.post(plan, sent | {"raters": "2"})
    assert (page.context["cost"].hours_each, page.context["cost"].days) == (2.0, 2)
    assert "With 3 raters, one can be away." in page.text


def test_the_cost_is_in_money_too_once_an_hour_has_a_pay(browser, plan):
    sent = as_shown(browser.get(plan), pace="10", gold_share="25", cost="1", pay_cents="13.50")
    assert "needs its currency" in browser.post(plan, sent).text
    page = browser.post(plan, sent | {"currency": "EUR"})
    assert "54.00 EUR" in page.text  # 4 hours


@pytest.mark.parametrize(
    ("days", "done"),
    [(1, date(2026, 11, 23)), (5, date(2026, 11, 27)), (6, date(2026, 11, 30)), (0, None)],
)
def test_work_goes_from_monday_to_friday(days, done):
    sunday, monday = date(2026, 11, 22), date(2026, 11, 23)
    assert last_workday(sunday, days) == last_workday(monday, days) == done
    assert last_workday(date(2026, 11, 26), 3) == date(2026, 11, 30)


def test_a_benchmarks_second_campaign_is_no_pilot(browser):
    pool = make_campaign().pool
    form = browser.get(f"/campaigns/new/?pool={pool.pk}").context["form"]
    assert form["preset"].value() == "paper"


def test_a_draft_knows_which_preset_it_follows(browser):
    pool = make_campaign(opened=False).pool
    for preset in ("paper", "own"):
        policy = {"preset": preset} if preset == "paper" else {"double_share": 0.3}
        draft = create_campaign(SYSTEM, pool, f"like {preset}", **policy)
        form = browser.get(f"/campaigns/{draft.pk}/policy/").context["form"]
        assert form["preset"].value() == preset


def test_a_draft_that_another_lead_changed_is_not_opened_at_the_cost_that_was_shown(browser):
    draft = make_campaign(opened=False)
    address = f"/campaigns/{draft.pk}/"
    shown = browser.get(address).context["shown"]
    change_policy(SYSTEM, draft.pk, double_share=1.0)
    answer = browser.post(f"{address}begin/", {"shown": shown}, follow=True)
    assert "nothing was opened" in answer.text
    assert Campaign.objects.get().state == "draft"
    browser.post(f"{address}begin/", {"shown": answer.context["shown"]})
    assert Campaign.objects.get().state == "open"


# By command


@pytest.mark.django_db
def test_a_command_opens_by_a_preset_and_explicit_options_win():
    draft = make_campaign(captions=20, videos=6, opened=False)
    of = [draft.benchmark.name, draft.pool.name, "round 1", "--without-clips"]
    call_command("open_campaign", *of, "--preset", "pilot", "--double", "0.25")
    made = planned()
    assert (made.state, made.double_share, made.label_limit) == ("open", 0.25, 2)
    call_command("open_campaign", *of[:2], "as ever", "--without-clips")
    usual = Campaign.objects.get(name="as ever")
    assert (usual.double_share, usual.label_limit, usual.gold_share) == (0.1, 3, 0.0)


@pytest.mark.django_db
def test_a_command_draws_the_hidden_gold_of_a_preset_and_leaves_out_its_training():
    benchmark = make_benchmark(
        [(f"caption {n}", f"v{n}") for n in range(20)], videos=[f"v{n}" for n in range(20)]
    )
    run = make_run(benchmark, {n: [(n + 1) % 20] for n in range(20)}, depth=1)
    build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run.pk,), depth=1),
    )
    call_command(
        "open_campaign", benchmark.name, "pool", "round 1", "--preset", "strict", "--without-clips"
    )
    made = planned()
    assert (made.state, made.training_required, made.gold_share) == ("open", False, 0.1)
    assert set(KnownAnswer.objects.values_list("use", "answer")) == {
        ("gold", "relevant"),
        ("gold", "irrelevant"),
    }


# In a browser


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_preset_that_is_changed_becomes_own_settings_at_once(browse_as, lead, plan):
    page = browse_as(lead)
    page.goto(plan)
    page.get_by_label("Strict").check()
    page.get_by_text("Advanced: every part").click()
    gold, own = page.get_by_label("Hidden gold (%)"), page.get_by_label("Own settings")
    expect(gold).to_have_value("10")
    page.get_by_label("Pairs held at once").fill("7")
    expect(page.get_by_label("Strict")).to_be_checked()
    gold.fill("8")
    expect(own).to_be_checked()
    page.get_by_label("Paper").check()
    expect(gold).to_have_value("5")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_scale_of_ones_own_makes_the_settings_ones_own(browse_as, lead, plan):
    page = browse_as(lead)
    page.goto(plan)
    expect(page.get_by_label("Pilot")).to_be_checked()
    page.get_by_label("Scale").select_option("0-4")
    expect(page.get_by_label("Own settings")).to_be_checked()
    page.get_by_label("Name").fill("round 1")
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Guidelines of round 1")
    page.get_by_role("link", name="round 1", exact=True).first.click()
    page.get_by_role("link", name="Change the policy").click()
    expect(page.get_by_label("Own settings")).to_be_checked()
    page.get_by_label("Pilot").check()
    expect(page.get_by_label("Scale")).to_have_value("0-4")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scripts", [True, False])
def test_own_words_open_when_they_are_chosen_and_stay_while_there_are_any(
    browse_as, chromium, live_server, lead, plan, scripts
):
    signed_in = browse_as(lead).context
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=scripts)
    context.add_cookies(signed_in.cookies())
    page = context.new_page()
    page.goto(plan)
    own, scale = page.locator("[name=own_scale]"), page.get_by_label("Scale")
    expect(own).to_be_hidden()
    scale.select_option("own")
    expect(own).to_be_visible()
    own.fill("no\nin part\nwholly")
    scale.select_option("0-2")
    expect(own).to_be_visible()
    own.fill("")
    expect(own).to_be_hidden()
    context.close()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_left_as_it_opens_is_saved_at_the_first_press(browse_as, lead):
    pool = make_campaign(captions=5, videos=4).pool
    page = browse_as(lead)
    page.goto(f"/campaigns/new/?pool={pool.pk}")
    expect(page.get_by_label("Paper")).to_be_checked()
    page.get_by_label("Name").fill("round 1")
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Guidelines of round 1")
    page.get_by_role("link", name="round 1", exact=True).first.click()
    page.get_by_role("link", name="Change the policy").click()
    page.get_by_role("button", name="Save the policy").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Campaign round 1")
    assert planned().gold_share == 0.05


def figure(page, label: str):
    return page.locator("#cost .figures div", has=page.get_by_text(label, exact=True)).locator("dd")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_cost_follows_the_form_and_a_stale_one_cannot_be_saved(browse_as, lead, plan):
    page = browse_as(lead)
    page.goto(plan)
    save = page.get_by_role("button", name="Save as a draft")
    page.get_by_label("Name").fill("round 1")
    expect(save).to_be_enabled()
    expect(figure(page, "Labels")).to_have_text("30")
    page.get_by_label("Strict").check()
    expect(figure(page, "Labels")).to_have_text("40")
    expect(save).to_be_enabled()
    page.get_by_text("Advanced: every part").click()
    expect(page.get_by_label("Hidden gold (%)")).to_have_value("10")
    page.get_by_label("Labelled twice (%)").fill("25")
    expect(save).to_be_disabled()
    expect(figure(page, "Labels")).to_have_text("25")
    expect(save).to_be_enabled()
    expect(page.get_by_label("Labelled twice (%)")).to_be_focused()
    page.get_by_label("Labelled twice (%)").fill("250")
    expect(page.locator("#cost")).to_contain_text("Expected at most 100 %.")
    expect(save).to_be_disabled()
    page.get_by_label("Labelled twice (%)").fill("50")
    expect(save).to_be_enabled()
    save.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Guidelines of round 1")
    assert (planned().double_share, planned().gold_share) == (0.5, 0.1)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_where_no_answer_comes_nothing_is_saved_until_one_does(browse_as, lead, plan):
    page = browse_as(lead)
    page.goto(plan)
    page.get_by_label("Name").fill("round 1")
    page.route("**/campaigns/new/**", lambda _: None)
    page.get_by_label("Raters", exact=True).fill("9")
    expect(page.get_by_role("button", name="Save as a draft")).to_be_disabled()
    page.unroute("**/campaigns/new/**")
    page.get_by_label("Raters", exact=True).fill("8")
    expect(page.get_by_role("button", name="Save as a draft")).to_be_enabled()
    assert Campaign.objects.count() == 1
