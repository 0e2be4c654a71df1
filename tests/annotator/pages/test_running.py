"""A campaign's page as a work page: what is stuck with its buttons, the four figures, who is idle;
comments read; hours downloaded."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.models import Item, Label, Member, RaterDay
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, make_user
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def test_what_is_stuck_comes_first_and_its_button_mends_it(browser, rater, other_rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=1.0)
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    address = f"/campaigns/{campaign.pk}/"
    page = browser.get(address).text
    assert "4 pairs wait for a rater who has not seen them" in page
    assert page.index('id="stuck"') < page.index('id="progress"')
    [button] = re.findall(r'action="([^"]*/send/)"', page)
    assert "4 pairs sent to adjudication." in browser.post(button, follow=True).text
    assert Item.objects.filter(dispute__gt=0).count() == 4
    page = browser.get(address).text
    assert "wait for a rater who has not seen" not in page
    assert "4 disputes wait, and this campaign has no adjudicator." in page


def test_the_forecast_says_when_with_its_interval_and_what_it_rests_on(browser, rater):
    campaign = make_campaign(captions=10, raters=[rater, make_user(), make_user()], double_share=0)
    today = timezone.now().date()
    for days, labels in [(3, 4), (2, 6), (1, 5)]:
        RaterDay.objects.create(
            campaign=campaign, rater=rater, day=today - timedelta(days=days), labels=labels
        )
    page = browser.get(f"/campaigns/{campaign.pk}/")
    forecast = page.context["outlook"].forecast
    assert (forecast.days, forecast.per_day, forecast.over) == (campaign.items_count / 5, 5.0, 3)
    assert forecast.low < forecast.days < forecast.high
    assert f"In {forecast.days:.1f} days, 95 % interval" in page.text
    assert "at 5 a day over the last 3 whole days" in page.text


def test_who_is_idle_is_marked_and_what_is_at_work_counted(browser, rater, other_rater):
    campaign = make_campaign(raters=[rater, other_rater])
    say(rater, claim(rater, campaign)[0])
    Member.objects.filter(person=other_rater).update(joined_at=timezone.now() - timedelta(days=9))
    page = browser.get(f"/campaigns/{campaign.pk}/")
    idle = {str(row.member.person): row.idle for row in page.context["people"]}
    assert idle == {"Rosa Rater": False, "Omar Rater": True}
    assert "<dd>1 of 2</dd>" in squeezed(page.text)
    assert '<span class="state state-warn">idle</span>' in page.text


def test_comments_are_marked_as_read_with_a_button(browser, rater):
    campaign = make_campaign(raters=[rater, make_user(), make_user()])
    one, two = claim(rater, campaign, 2)
    say(rater, one, comment="hm")
    address = f"/campaigns/{campaign.pk}/"
    assert "1 comment has not been read." in browser.get(address).text
    page = browser.get(f"{address}comments/").text
    assert "1 comment that a rater wrote beside an answer; 1 unread." in page
    sent = dict(re.findall(r'name="(of|up_to)" value="(\w+)"', page))
    say(rater, two, comment="and this?")
    browser.post(f"{address}read/", sent)
    assert "1 comment has not been read." in browser.get(address).text
    browser.post(f"{address}read/", {"of": "comments", "up_to": Label.objects.latest("pk").pk})
    assert "has not been read" not in browser.get(address).text
    assert "2 comments" in browser.get(address).text


def test_hours_are_shown_and_downloaded(browser, rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    rater.name = "=Rosa"
    rater.save()
    page = browser.get(f"/campaigns/hours/?campaign={campaign.pk}&zone=Asia/Tokyo")
    assert "days begin at midnight in Asia/Tokyo" in page.text
    [row] = page.context["rows"]
    assert (row.answers, row.untimed_answers) == (campaign.items_count, 0)
    [link] = re.findall(r'href="(/campaigns/hours/download/[^"]*)"', page.text)
    answer = browser.get(link.replace("&amp;", "&"))
    text = b"".join(answer.streaming_content).decode()
    assert text.startswith("\ufeffday,time_zone,benchmark")
    assert ",'=Rosa," in text
    assert ",Asia/Tokyo," in text
    assert browser.get("/campaigns/hours/?zone=Mars").status_code == 400


def test_hours_and_raters_pages_are_for_leads(signed_in, rater):
    campaign = make_campaign(raters=[rater])
    member = Member.objects.get()
    browser = signed_in(rater)
    for path in ("hours/", "hours/download/", f"{campaign.pk}/members/{member.pk}/"):
        assert browser.get(f"/campaigns/{path}").status_code == 403
    assert browser.post(f"/campaigns/{campaign.pk}/read/").status_code == 403
