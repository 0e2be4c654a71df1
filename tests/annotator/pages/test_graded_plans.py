"""A lead sets a scale up: on the form of a plan, by API and by command; and reads grades by their
words."""

import io
import json
import re

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.know_answers import show_as_example
from annotator.models import Campaign, KnownAnswer
from people.actor import SYSTEM
from tests.annotator.pages.test_planning import as_shown
from tests.annotator.saying import claim, say
from tests.annotator.test_training import unasked
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
TREC = ["not relevant", "relevant", "highly relevant", "perfect"]


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def plan() -> str:
    return f"/campaigns/new/?pool={make_campaign(captions=5, videos=4, opened=False).pool_id}"


def save(browser, address: str, **more):
    return browser.post(address, as_shown(browser.get(address), name="graded", **more))


def planned() -> Campaign:
    return Campaign.objects.get(name="graded")


def scale_of(campaign: Campaign) -> tuple:
    return campaign.scale, campaign.relevant_from, campaign.far, campaign.gold_exact


def test_a_plan_that_says_nothing_has_two_values(browser, plan):
    assert save(browser, plan).status_code == 302
    assert scale_of(planned()) == (["irrelevant", "relevant"], 1, 1, False)


def test_a_scale_is_chosen_by_its_name(browser, plan):
    assert save(browser, plan, named_scale="0-3", relevant_from="2").status_code == 302
    assert scale_of(planned()) == (TREC, 2, 2, False)


def test_a_scale_is_written_as_words(browser, plan):
    own = {"named_scale": "own", "own_scale": "no\npartly\nyes", "far": "1", "gold_exact": "on"}
    assert save(browser, plan, **own).status_code == 302
    assert scale_of(planned()) == (["no", "partly", "yes"], 1, 1, True)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"named_scale": "own", "own_scale": ",".join("abcdefghijkl")}, "map it first"),
        ({"named_scale": "own", "own_scale": "no"}, "found 1."),
        ({"named_scale": "0-3", "relevant_from": "0"}, "Expected 1 or more."),
        ({"named_scale": "0-3", "relevant_from": "4"}, "Expected 1 to 3, for a scale of 4 values."),
        ({"named_scale": "0-2", "far": "3"}, "Expected 1 to 2, for a scale of 3 values."),
        ({"relevant_from": "2"}, "Expected 1, for a scale of two values."),
        ({"named_scale": "0-2", "own_scale": "a,b,c"}, "The scale 0-2 is chosen: choose Own words"),
        ({"named_scale": "own"}, "Write the words of your scale, one a line, the lowest first."),
    ],
)
def test_what_is_no_scale_is_refused_and_nothing_is_made(browser, plan, wrong, why):
    refused = save(browser, plan, **wrong)
    assert refused.status_code in (409, 422)
    assert why in refused.text
    assert not Campaign.objects.filter(name="graded").exists()


def test_own_words_are_not_called_optional(browser, plan):
    label = re.search(r'<label for="id_own_scale">(.*?)</label>', browser.get(plan).text, re.DOTALL)
    assert label[1].strip() == "Own words"
    assert "(optional)" in browser.get(plan).text  # of other fields


def test_words_beside_a_scale_that_nobody_chose_are_the_scale(browser, plan):
    assert save(browser, plan, own_scale="no\r\npartly\r\nyes").status_code == 302
    assert planned().scale == ["no", "partly", "yes"]


def test_the_cost_is_not_shown_of_numbers_beyond_the_scale(browser, plan):
    asked = {"named_scale": "0-4", "relevant_from": "7", "cost": "1"}
    shown = save(browser, plan, **asked)
    assert shown.context["cost"] is None
    assert "Relevant from: Expected 1 to 4, for a scale of 5 values." in shown.text


def test_a_scale_unlike_the_benchmarks_other_one_is_said_before_the_draft_is_made(browser):
    draft = make_campaign(captions=5, videos=4, opened=False)
    Campaign.objects.create(
        benchmark=draft.benchmark,
        pool=draft.pool,
        name="first",
        scale=TREC,
        relevant_from=2,
        far=2,
        state="open",
        opened_at="2026-01-01T00:00Z",
    )
    address = f"/campaigns/new/?pool={draft.pool_id}"
    for asked, said in (
        ({"named_scale": "0-3", "relevant_from": "2"}, False),
        ({"named_scale": "0-3", "relevant_from": "1"}, True),
        ({"named_scale": "0-4", "relevant_from": "2"}, True),
    ):
        shown = save(browser, address, cost="1", **asked).text
        named = "campaign “first” of this benchmark has the grades “not relevant, relevant"
        assert (named in shown) is said
    save(browser, address, named_scale="0-2")
    page = browser.get(f"/campaigns/{planned().pk}/").text
    assert 'href="/exports/rescaled/">Map grades to another scale' in page
    call_command("rescale", "graded", map="0=0,1=2,2=3", meet=True)
    assert "Other grades" not in browser.get(f"/campaigns/{planned().pk}/").text


def test_a_leads_own_words_are_not_translated(browser, lead):
    type(lead).objects.filter(pk=lead.pk).update(language="de")
    of_its_own = make_campaign(scale=["not relevant", "largely", "perfect"])
    page = browser.get(f"/campaigns/{of_its_own.pk}/").text
    assert "<li>not relevant</li><li>largely</li><li>perfect</li>" in page
    named = browser.get(f"/campaigns/{make_campaign(scale=TREC).pk}/").text
    assert "<li>perfect</li>" not in named


def test_a_drafts_scale_is_changed_and_an_open_one_is_not(browser, plan):
    save(browser, plan, named_scale="own", own_scale="a,b,c", far="1")
    address = f"/campaigns/{planned().pk}/policy/"
    shown = browser.get(address).context["form"]
    assert [shown[name].value() for name in ("named_scale", "own_scale", "far")] == [
        "own",
        "a\nb\nc",
        1,
    ]
    assert save(browser, address, named_scale="0-4", far="").status_code == 302
    assert len(planned().scale) == 5
    assert planned().far == 2
    Campaign.objects.filter(name="graded").update(state="open", opened_at="2026-01-01T00:00Z")
    save_again = browser.post(address, {"named_scale": "0-1"}, follow=True)
    assert "The policy is fixed once a campaign was opened" in save_again.text
    assert len(planned().scale) == 5


def test_the_campaigns_page_has_the_words_of_its_scale(browser):
    campaign = make_campaign(scale=TREC, relevant_from=2)
    page = browser.get(f"/campaigns/{campaign.pk}/").text
    assert "".join(f"<li>{word}</li>" for word in TREC) in page
    assert "Relevant from 2 on." in page
    assert "Relevant from" not in browser.get(f"/campaigns/{make_campaign().pk}/").text


def test_guidelines_of_grades_begin_with_a_part_for_each(browser):
    campaign = make_campaign(captions=1, scale=TREC, opened=False)
    campaign.guidelines.all().delete()
    known = unasked(campaign, videos=4, answer=None, grades=[0, 1, 2, 3])
    show_as_example(SYSTEM, known[1].pk)
    page = browser.get(f"/campaigns/{campaign.pk}/guidelines/").text
    for grade, word in enumerate(TREC[1:], 1):
        assert f"## {grade}, {word}" in page
    lacking = page.split("Grades that have no example yet:")[1].split("</p>")[0]
    grade = KnownAnswer.objects.get(use="example").grade
    assert f"{grade}, {TREC[grade]}" not in lacking
    assert lacking.count("relevant") + lacking.count("perfect") == 3


def test_a_raters_answers_are_found_by_grade(browser, rater):
    campaign = make_campaign(captions=4, raters=[rater], scale=TREC, double_share=0.0)
    for value in (3, 3, 1):
        [slot] = claim(rater, campaign)
        say(rater, slot, value=value)
    member = campaign.members.get()
    address = f"/campaigns/{campaign.pk}/members/{member.pk}/"
    assert browser.get(address).text.count("3, perfect</span>") == 2
    of_one = browser.get(f"{address}?grade=1").text
    assert "1, relevant</span>" in of_one
    assert "3, perfect</span>" not in of_one
    assert "This rater has not given this grade." in browser.get(f"{address}?grade=0").text


def test_a_known_answer_is_added_by_hand_with_its_grade(browser):
    campaign = make_campaign(scale=TREC)
    added = browser.post(
        f"/campaigns/{campaign.pk}/known/",
        {"caption": "c0", "video": "v1", "value": "2", "use": "both"},
        follow=True,
    ).text
    assert "2, highly relevant" in added
    known = KnownAnswer.objects.get()
    assert (known.grade, known.answer) == (2, "relevant")


def test_a_command_warns_of_a_template_that_nobody_filled_in(plan, tmp_path):
    draft, out = Campaign.objects.get(), io.StringIO()
    names = draft.benchmark.name, draft.pool.name
    call_command("open_campaign", *names, "begun", "--without-clips", "--scale", "0-4", stdout=out)
    assert "still those of the template" in out.getvalue()
    own = tmp_path / "guidelines.md"
    own.write_text("Fitting clips get 4.")
    words = ("--without-clips", "--scale", "0-4", "--guideline", str(own), "--json")
    told = json.loads(call_command("open_campaign", *names, "own", *words, stdout=io.StringIO()))
    assert "template" not in told["warning"]


def open_by_command(plan: str, *options: str) -> Campaign:
    draft = Campaign.objects.get()
    out, names = io.StringIO(), (draft.benchmark.name, draft.pool.name, "graded")
    call_command("open_campaign", *names, "--without-clips", "--json", *options, stdout=out)
    return Campaign.objects.get(pk=json.loads(out.getvalue())["campaign"])


def test_a_command_opens_a_campaign_on_a_scale(plan):
    opened = open_by_command(
        plan, "--scale", "0-4", "--relevant-from", "3", "--far", "1", "--gold-exact"
    )
    assert scale_of(opened)[1:] == (3, 1, True)
    assert len(opened.scale) == 5
    assert "## 4, fully relevant" in opened.guidelines.get().markdown


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--scale", "0-20"), "map it first"),
        (("--scale", "a,b,c", "--relevant-from", "0"), "a whole number"),
        (("--scale", "a,b,c", "--relevant-from", "3"), "Relevant begins above the lowest value"),
    ],
)
def test_a_command_refuses_what_is_no_scale(plan, options, why):
    with pytest.raises(CommandError, match=why):
        open_by_command(plan, *options)
    assert Campaign.objects.count() == 1


def test_the_api_takes_a_scale_by_name_or_words_and_shows_its_words(client, lead, plan):
    draft = Campaign.objects.get()
    client.force_login(lead)
    for name, scale, words in (("one", "0-3", TREC), ("two", ["no", "yes"], ["no", "yes"])):
        sent = {"pool": draft.pool_id, "name": name, "scale": scale}
        made = client.post("/api/v1/campaigns", sent, content_type="application/json")
        assert made.status_code == 201, made.content
        assert made.json()["scale"] == words
    sent = {"pool": draft.pool_id, "name": "three", "scale": list("abcdefghijkl")}
    refused = client.post("/api/v1/campaigns", sent, content_type="application/json")
    assert refused.status_code in (400, 409, 422)
    assert "map it first" in refused.content.decode()
