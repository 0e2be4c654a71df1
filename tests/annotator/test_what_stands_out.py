"""A rater's figures by week, and what of them stands out: nothing by chance."""

from datetime import date, timedelta

import pytest

from annotator.models import Campaign, Label, Member
from annotator.pacing import Measured
from annotator.queries.findings import findings_about
from annotator.queries.rater_figures import Figures, RaterFigures, figures_of
from annotator.queries.rater_page import bars, marks
from measures.accuracy import Accuracy
from tests.annotator.breaking import sql, unguarded
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, make_user

TODAY = date(2026, 3, 20)
NONE = Accuracy(0, 0)


def figures(answers=200, unable=0, fast=0, alike=(90, 100), checks=(0, 0), median=None):
    """Of a week, or of all."""
    return Figures(
        answers,
        Accuracy(*alike),
        Accuracy(*checks),
        Accuracy(unable, answers),
        Accuracy(fast, answers),
        Measured(answers, median, median, 2 * median) if median else None,
    )


def found(own: Figures, others: Figures | None = None, weeks=(), idle: int = 0, **policy) -> list:
    campaign = Campaign(**({"gold_share": 0.1, "gold_bar": 0.7, "gold_minimum": 20} | policy))
    member = Member(campaign=campaign, role="rater", state="active")
    rest = others or figures(2_000, alike=(900, 1_000))
    about = findings_about(
        member, RaterFigures(own, rest, list(weeks)), TODAY - timedelta(days=idle), TODAY
    )
    return [one.key for one in about]


@pytest.mark.parametrize(
    ("own", "keys"),
    [
        pytest.param(figures(), [], id="nothing"),
        pytest.param(figures(checks=(12, 20)), ["checks"], id="below the bar"),
        pytest.param(figures(checks=(5, 19)), [], id="too few checks"),
        pytest.param(figures(alike=(60, 100)), ["agreement"], id="agrees less"),
        pytest.param(figures(alike=(6, 10)), [], id="agrees less, of few pairs"),
        pytest.param(figures(alike=(84, 100)), [], id="agrees less, perhaps"),
        pytest.param(figures(fast=30), ["fast"], id="too fast"),
        pytest.param(figures(fast=12), [], id="too fast, perhaps"),
        pytest.param(figures(unable=30), ["unable"], id="cannot judge"),
    ],
)
def test_what_stands_out_is_beyond_chance(own, keys):
    assert found(own, figures(2_000, unable=60, alike=(900, 1_000))) == keys


def test_one_answer_that_judges_nothing_is_no_finding_where_others_have_none():
    others = figures(2_000, alike=(900, 1_000))
    assert found(figures(51, unable=1), others) == []
    assert found(figures(51, unable=8), others) == ["unable"]


def test_without_checks_their_share_is_no_finding():
    assert found(figures(checks=(1, 30)), gold_share=0.0) == []


def test_the_last_week_is_held_against_those_before():
    steady, worse = figures(alike=(45, 50), median=8.0), figures(alike=(25, 50), median=3.0)
    assert found(figures(), weeks=[steady, steady]) == []
    assert found(figures(), weeks=[steady, steady, worse]) == ["drift", "quicker"]
    assert found(figures(), weeks=[worse]) == []


@pytest.mark.parametrize(("days", "keys"), [(6, []), (7, ["idle"])])
def test_a_week_without_an_answer_is_noticed(days, keys):
    assert found(figures(), idle=days) == keys


def test_marks_stand_at_their_share_and_weeks_without_one_are_left_out():
    first, last = marks([Accuracy(5, 10), NONE, Accuracy(10, 10)])
    assert (first.x, last.x, first.y, last.y) == (4.0, 20.0, 14.0, 0.0)
    assert first.high < first.y < first.low
    tall, low = bars([figures(median=8.0), figures(median=2.0)])
    assert (tall.y, tall.high, low.y, low.high) == (0.0, 28.0, 21.0, 7.0)


@pytest.fixture
def campaign(rater, other_rater):
    """Rosa says relevant to all; Omar agrees about half of what he answers. Two weeks apart."""
    campaign = make_campaign(captions=6, raters=[rater, other_rater, make_user()], double_share=1.0)
    label_all(rater, campaign, "relevant")
    for place, slot in enumerate(claim(other_rater, campaign, 8)):
        answer = "cannot_judge" if place == 7 else ("relevant", "irrelevant")[place % 2]
        say(other_rater, slot, answer)
    with unguarded("annotator_label"):
        early = Label.objects.filter(rater=other_rater).order_by("pk").values_list("pk", flat=True)
        sql(
            "UPDATE annotator_label SET given_at = '2026-03-02 09:00Z' WHERE id = ANY(%s)",
            list(early[:4]),
        )
        sql(
            "UPDATE annotator_label SET given_at = '2026-03-18 09:00Z' WHERE id = ANY(%s)",
            list(early[4:]),
        )
    return campaign


@pytest.mark.django_db
def test_weeks_hold_what_was_answered_in_them(campaign, other_rater):
    member = Member.objects.select_related("campaign").get(campaign=campaign, person=other_rater)
    seen = figures_of(member)
    assert (seen.all.agreement.right, seen.all.agreement.n) == (4, 7)
    by_week = {week.week: (week.agreement.right, week.agreement.n) for week in seen.weeks}
    assert by_week["2026-W10"] == (2, 4)
    assert by_week["2026-W12"] == (2, 3)
    assert (seen.all.answers, seen.all.unable.right) == (8, 1)
    assert seen.others.answers == campaign.items_count
    assert (seen.others.agreement.right, seen.others.agreement.n) == (4, 7)


@pytest.mark.django_db
def test_a_lead_who_rates_here_is_not_shown_what_a_rater_said(
    campaign, other_rater, lead, signed_in
):
    member = Member.objects.get(campaign=campaign, person=other_rater)
    address = f"/campaigns/{campaign.pk}/members/{member.pk}/"
    browser = signed_in(lead)
    assert len(browser.get(address).context["answers"]) == 8
    assert "caption 0" in browser.get(address).text
    Member.objects.create(campaign=campaign, person=lead, role="rater")
    assert browser.get(address).context["answers"] == []
