"""Every page of labelling, with something on it: to be used without seeing it, and on a
telephone."""

import pytest

from annotator.actions.write_guideline import write_guideline
from annotator.models import Item, KnownAnswer, Label, Member, Trial
from annotator.policy_forms import CampaignForm
from people.actor import SYSTEM
from people.models import User
from pooling.models import Pool
from tests.annotator.saying import claim, say
from tests.annotator.test_training import in_training, train, unasked
from tests.factories import make_campaign, make_user
from tests.web.markup import complaints, squeezed

LONG = (
    "a man in a remarkably longish red-and-white-striped pullover explains something that nobody"
    " can hear"
)


@pytest.fixture
def campaign(rater, other_rater, adjudicator):
    """Two who disagree, one in training, and known answers."""
    made = make_campaign(
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
        pass_window=3,
        feedback=True,
    )
    for slot in claim(rater, made, 4):
        say(rater, slot, "relevant", comment=LONG)
    for slot in claim(other_rater, made, 2):
        say(other_rater, slot, "irrelevant")
    unasked(made)
    return made


@pytest.fixture
def trainee(campaign) -> User:
    trainee = make_user(username="tina", name="Tina Trainee")
    Member.objects.filter(pk=in_training(campaign, trainee).pk).update(state="training")
    member = Member.objects.get(person=trainee)
    train(member, "relevant")
    train(member, "irrelevant")
    return trainee


def of_leads(campaign) -> list[str]:
    own, draft = f"/campaigns/{campaign.pk}/", make_campaign(opened=False)
    member = Member.objects.filter(campaign=campaign).order_by("pk")[0].pk
    below = (
        "",
        "guidelines/",
        "priorities/",
        "known/",
        "training/",
        "close/",
        "comments/",
        "clips/",
        f"members/{member}/",
        f"members/{member}/quality/",
    )
    plans = [
        f"/campaigns/{draft.pk}/",
        f"/campaigns/{draft.pk}/policy/",
        f"/campaigns/new/?pool={Pool.objects.earliest('pk').pk}",
    ]
    return [
        "/campaigns/",
        "/campaigns/hours/",
        "/campaigns/new/",
        *plans,
        *(own + page for page in below),
        "/exports/",
        "/exports/labels/",
    ]


def of_raters(campaign) -> list[str]:
    answers, label = f"/answers/{campaign.pk}/", Label.objects.earliest("pk").pk
    return [
        "/rate/",
        f"/rate/{campaign.pk}/",
        answers,
        f"{answers}{label}/",
        f"{answers}feedback/",
        "/answers/",
        "/guidelines/",
        f"/guidelines/{campaign.pk}/",
    ]


def of_adjudicators(campaign) -> list[str]:
    own, item = (
        f"/adjudication/{campaign.pk}/",
        Item.objects.filter(dispute__gt=0).earliest("pk").pk,
    )
    return ["/adjudication/", own, f"{own}{item}/", f"{own}mistakes/"]


@pytest.fixture
def walks(campaign, trainee, lead, rater, adjudicator) -> list[tuple[User, list[str]]]:
    training = [f"/train/{campaign.pk}/", f"/rate/{campaign.pk}/"]
    return [
        (lead, of_leads(campaign)),
        (rater, of_raters(campaign)),
        (adjudicator, of_adjudicators(campaign)),
        (trainee, training),
    ]


@pytest.mark.django_db
def test_every_page_can_be_used_without_seeing_it(signed_in, walks):
    for person, addresses in walks:
        browser = signed_in(person)
        for address in addresses:
            page = browser.get(address, follow=True)
            assert (address, page.status_code, complaints(page.text)) == (address, 200, [])


# What a table's frame holds may be wider than the frame.
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3")]
    .map(heading => Number(heading.tagName[1]))
    .filter((level, place, levels) => level > (levels[place - 1] || 0) + 1)"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_no_page_is_wider_than_a_telephone_or_leaves_out_a_heading(browse_as, walks):
    for person, addresses in walks:
        page = browse_as(person)
        page.set_viewport_size({"width": 390, "height": 800})
        for address in addresses:
            page.goto(address)
            assert (address, page.evaluate("document.documentElement.scrollWidth")) == (
                address,
                390,
            )
            assert (address, page.evaluate(HEADINGS)) == (address, [])


@pytest.mark.django_db
def test_the_three_forms_of_known_answers_have_labels_of_their_own(signed_in, lead, campaign):
    """A press on a label must lead to the control beside it, not to the same field of the form
    above."""
    page = signed_in(lead).get(f"/campaigns/{campaign.pk}/known/").text
    assert [page.count(f'id="{name}_use"') for name in ("id", "file", "draw")] == [1, 1, 1]


@pytest.mark.django_db
def test_who_trains_is_told_what_passes_how_they_stand_and_what_was_wrong(
    signed_in, campaign, trainee
):
    page = squeezed(signed_in(trainee).get(f"/train/{campaign.pk}/").text)
    assert (
        "You pass when 80 % of your last 2 answers are right for relevant pairs, and as many for"
        " irrelevant ones. So far 1 of 2 and 0 of 0 are." in page
    )
    assert page.index("irrelevant, wrong") < page.index("relevant, right")
    newest = Trial.objects.latest("pk")
    feedback = signed_in(trainee).get(f"/train/{campaign.pk}/?answered={newest.pk}").text
    assert "Wrong</span><strong>It is relevant.</strong>" in squeezed(feedback)
    assert "It is in the clip." in page
    assert "It is in the clip." in feedback


@pytest.mark.django_db
def test_a_lead_sees_the_hardest_questions_first_and_what_each_trainee_made_of_them(
    signed_in, lead, campaign, trainee
):
    browser, address = signed_in(lead), f"/campaigns/{campaign.pk}/training/"
    page = browser.get(address).text
    assert page.index("0 of 1") < page.index("1 of 1")
    assert page.count("<td>relevant</td>") == 2
    assert page.index(">wrong<") < page.index(">right<")
    wrong = Trial.objects.get(correct=False)
    chosen = browser.get(f"{address}?question={wrong.known_id}").text
    assert "irrelevant, wrong" in chosen
    assert f'action="{address}{wrong.pk}/"' in chosen


@pytest.mark.django_db
def test_a_known_answer_says_whether_it_is_in_use_and_leads_to_its_video(signed_in, lead, campaign):
    known = KnownAnswer.objects.select_related("video").earliest("pk")
    KnownAnswer.objects.filter(pk=known.pk).update(active=False)
    page = signed_in(lead).get(f"/campaigns/{campaign.pk}/known/").text
    assert page.count(">retired</span>") == 1
    assert f'href="/benchmarks/{campaign.benchmark_id}/videos/{known.video.number}/"' in page


@pytest.mark.django_db
def test_a_campaigns_policy_says_how_raters_are_checked(signed_in, lead):
    strict = make_campaign(training_required=True, pass_mark=0.85, gold_share=0.05)
    page = squeezed(signed_in(lead).get(f"/campaigns/{strict.pk}/").text)
    assert (
        "85 % of the last 20 answers must be correct, for relevant and irrelevant pairs separately."
        in page
    )
    assert (
        "A rater with less than 70 % of the last 50 answers to them correct is paused, from 20"
        " checks on." in page
    )


def test_every_part_of_a_policy_is_asked_for_once():
    form = CampaignForm()
    shown = [field.name for _, fields in form.advanced() for field in fields]
    shown += [field.name for field in (*form.work(), *form.answers())]
    assert sorted([*shown, "name", "preset", "based_on"]) == sorted(form.fields)


@pytest.mark.django_db
def test_a_lead_sends_a_rater_back_to_training_but_no_adjudicator(
    signed_in, lead, campaign, rater, adjudicator
):
    browser, own = signed_in(lead), f"/campaigns/{campaign.pk}/members/"
    of, judge = (
        Member.objects.get(person=person, campaign=campaign) for person in (rater, adjudicator)
    )
    assert browser.post(f"{own}{of.pk}/", {"state": "training"}).status_code == 302
    assert '<option value="training" selected>' in browser.get(f"{own}{of.pk}/").text
    assert 'value="training"' not in browser.get(f"{own}{judge.pk}/").text
    assert browser.post(f"{own}{judge.pk}/", {"state": "training"}).status_code == 422


@pytest.mark.django_db
def test_who_is_in_training_finds_it_in_the_list_of_campaigns(signed_in, campaign, trainee):
    assert f'href="/train/{campaign.pk}/">Train</a>' in signed_in(trainee).get("/rate/").text


@pytest.mark.django_db
def test_the_headings_of_guidelines_stand_below_the_pages_own(signed_in, lead, rater, campaign):
    write_guideline(SYSTEM, campaign.pk, "# Relevant\n\n###### Small print")
    page = signed_in(rater).get(f"/guidelines/{campaign.pk}/").text
    assert "<h2>Relevant</h2>" in page
    assert "<h6>Small print</h6>" in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_training_has_its_answers_where_rating_has_them(browse_as, campaign, trainee):
    page = browse_as(trainee)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/train/{campaign.pk}/")
    page.get_by_role("button", name="Next question").click()
    page.wait_for_load_state()
    names = [button.inner_text().split("\n")[0] for button in page.query_selector_all(".answer")]
    assert names == ["Irrelevant", "Cannot judge", "Relevant"]
    # All at one moment: a caption whose font has just come moves what stands below it.
    boxes = page.eval_on_selector_all(
        ".answer", "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert [box["width"] > 100 for box in boxes] == [True] * 3
    assert len({box["y"] for box in boxes}) == 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_one_said_stands_within_its_sentence(browse_as, campaign, rater):
    page = browse_as(rater)
    page.goto(f"/answers/{campaign.pk}/{Label.objects.filter(rater=rater).earliest('pk').pk}/")
    assert (
        page.eval_on_selector(".sentence .mark", "mark => getComputedStyle(mark).display")
        == "inline-block"
    )
