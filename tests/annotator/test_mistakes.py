"""Kinds of mistakes that decisions name: kept, counted with intervals, exported; and what raters
are shown of them where their lead wishes it."""

import csv
import io
import re
import uuid

import pytest

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.formats.log_rows import MISTAKES
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Mistake
from annotator.pseudonyms import pseudonym
from annotator.queries.mistakes import MistakesWanted, mistakes_in
from foundation.integrity import differences
from measures.accuracy import wilson
from people.actor import Actor
from people.models import AuditEvent
from tests.annotator.breaking import sql, unguarded
from tests.annotator.exchanging import bring, take
from tests.annotator.saying import claim, say
from tests.annotator.test_disregarded_in_logs import rows_of
from tests.annotator.test_urgency import caption
from tests.factories import make_benchmark, make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater, adjudicator):
    """Rosa says relevant of all, Omar irrelevant."""
    made = make_campaign(
        captions=4,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    for person, said in ((rater, "relevant"), (other_rater, "irrelevant")):
        while slots := claim(person, made, 20):
            for slot in slots:
                say(person, slot, said)
    return made


def decide(adjudicator, item, answer="relevant", mistake=None, why="as the guidelines say"):
    return adjudicate(
        adjudicator=adjudicator,
        campaign_id=item.campaign_id,
        item_id=item.pk,
        answer=Answer(answer),
        comment=why,
        request_id=uuid.uuid4(),
        mistake=mistake,
    )


@pytest.fixture
def decided(campaign, adjudicator):
    """Three of four: Omar is overruled twice, Rosa once."""
    decide(adjudicator, caption(campaign, 0), mistake=Mistake.ACTION)
    decide(adjudicator, caption(campaign, 1), mistake=Mistake.ACTION)
    decide(adjudicator, caption(campaign, 2), "irrelevant")
    return campaign


def test_a_decision_names_a_kind_of_mistake_or_none(signed_in, adjudicator, campaign):
    browser = signed_in(adjudicator)
    for number, (sent, kept) in enumerate({"person": "person", "": ""}.items()):
        address = f"/adjudication/{campaign.pk}/{caption(campaign, number).pk}/decide/"
        said = {
            "answer": "relevant",
            "comment": "he jumps",
            "mistake": sent,
            "request_id": str(uuid.uuid4()),
        }
        assert browser.post(address, said | {"mistake": "weather"}).status_code == 422
        assert browser.post(address, said).status_code == 302
        assert Label.objects.latest("pk").mistake == kept
    shown = browser.get(f"/adjudication/{campaign.pk}/{caption(campaign, 0).pk}/")
    assert "person" in shown.text
    assert list(differences()) == []


def test_kinds_and_raters_are_counted_with_intervals(lead, rater, other_rater, decided):
    found = mistakes_in(lead, decided)
    action = next(row for row in found.kinds if row.kind == "action")
    assert (action.decisions.count, action.decisions.n, action.overruled) == (2, 3, 2)
    assert action.decisions.interval == wilson(2, 3)
    assert (found.named.count, found.named.n) == (2, 3)
    first, second = found.raters
    assert (first.rater, first.name) == (pseudonym(decided.pk, other_rater.pk), "Omar Rater")
    assert (first.overruled.count, first.overruled.n) == (2, 3)
    assert (first.called_relevant, first.called_irrelevant, first.kinds["action"]) == (0, 2, 2)
    assert (second.overruled.count, second.overruled.n, second.kinds[""]) == (1, 3, 1)


def test_what_was_opened_again_counts_no_more(adjudicator, decided):
    where = {"campaign_id": decided.pk, "item_id": caption(decided, 0).pk}
    reopen(Actor(adjudicator, "page"), reason="look again", **where)
    found = mistakes_in(adjudicator, decided)
    assert found.decisions == 2
    assert [row.overruled.n for row in found.raters] == [2, 2]


def test_nothing_decided_is_said(signed_in, adjudicator, campaign):
    page = signed_in(adjudicator).get(f"/adjudication/{campaign.pk}/mistakes/")
    assert "No pair has been decided yet" in page.text


def test_both_tables_are_read_and_taken_away(signed_in, adjudicator, lead, decided):
    browser = signed_in(adjudicator)
    page = browser.get(f"/adjudication/{decided.pk}/mistakes/").text
    assert "3 pairs were decided" in page
    assert "Feedback to raters" not in page

    def rows(table: str) -> list[dict[str, str]]:
        answer = browser.get(f"/adjudication/{decided.pk}/mistakes/{table}.csv")
        text = b"".join(answer.streaming_content).decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text)))

    kinds = {row["kind"]: row for row in rows("kinds")}
    assert (kinds["action"]["decisions"], kinds["action"]["n"]) == ("2", "3")
    assert [row["name"] for row in rows("raters")] == ["", ""]
    assert browser.get(f"/adjudication/{decided.pk}/mistakes/people.csv").status_code == 404
    signed_in(lead)
    assert [row["name"] for row in rows("raters")] == ["Omar Rater", "Rosa Rater"]


def test_the_log_has_kinds_as_its_last_column_and_takes_them_back(tmp_path, decided):
    twin = make_benchmark([(f"caption {n}", "v0") for n in range(4)], videos=["v0"])
    for name, format_ in (("log.csv", "log"), ("labels.jsonl", "jsonl")):
        take(decided.benchmark, tmp_path / name, format_)
        named = [row["mistake"] for row in rows_of(tmp_path / name)]
        assert sorted(named) == [""] * 9 + ["action"] * 2
    told = bring(twin, tmp_path / "log.csv", "log")
    brought = Label.objects.filter(campaign=told["id"])
    assert brought.filter(mistake="action", slot__kind="adjudication").count() == 2
    assert set(MISTAKES) == set(Mistake.values)


# Grades


@pytest.fixture
def graded(rater, other_rater, adjudicator):
    """Rosa says 4 of all, Omar 0, relevant from 3 on. Decided: 4, 3 and 1; the fourth waits."""
    made = make_campaign(
        captions=4,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
        scale=["none", "hardly", "in part", "mostly", "wholly"],
        relevant_from=3,
    )
    for person, said in ((rater, 4), (other_rater, 0)):
        while slots := claim(person, made, 20):
            for slot in slots:
                say(person, slot, None, value=said)
    for number, value in enumerate((4, 3, 1)):
        decide_grade(adjudicator, caption(made, number), value)
    return made


def decide_grade(adjudicator, item, value):
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=item.campaign_id,
        item_id=item.pk,
        answer=None,
        comment="as the guidelines say",
        request_id=uuid.uuid4(),
        value=value,
    )


def test_of_grades_it_counts_by_how_many_a_label_was_off_and_which_way(lead, graded):
    omar, rosa = mistakes_in(lead, graded).raters
    assert (omar.name, omar.overruled.count, omar.overruled.n) == ("Omar Rater", 3, 3)
    assert omar.off == {-4: 1, -3: 1, -1: 1}
    assert (omar.called_relevant, omar.called_irrelevant) == (0, 2)  # 1 is irrelevant, as 0 is
    assert (rosa.overruled.count, rosa.overruled.n, rosa.off) == (2, 3, {1: 1, 3: 1})
    assert (rosa.called_relevant, rosa.called_irrelevant) == (1, 0)


def test_decisions_of_one_grade_are_counted_alone(lead, graded):
    found = mistakes_in(lead, graded, MistakesWanted(grade=1))
    assert (found.decisions, found.kinds[-1].overruled) == (1, 2)
    assert {one.name: one.off for one in found.raters} == {
        "Omar Rater": {-1: 1},
        "Rosa Rater": {3: 1},
    }
    assert mistakes_in(lead, graded, MistakesWanted(grade=2)).decisions == 0


def test_how_far_off_is_on_the_page_and_in_its_file(signed_in, lead, graded):
    browser, address = signed_in(lead), f"/adjudication/{graded.pk}/mistakes/"
    page = browser.get(address).text
    assert re.findall(r"Grades off: ([-+]\d)", page) == ["-4", "-3", "-1", "+1", "+3"]
    assert "Said relevant" not in page
    assert "1 pair was decided" in browser.get(address + "?grade=1").text
    assert "No decision gave this grade." in browser.get(address + "?grade=2").text
    answer = browser.get(address + "raters.csv?grade=1")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    off = {row["name"]: (row["off_-1"], row["off_+3"]) for row in rows}
    assert off == {"Omar Rater": ("1", "0"), "Rosa Rater": ("0", "1")}


def test_two_values_have_no_distance(signed_in, lead, decided):
    assert {one.off for one in mistakes_in(lead, decided).raters} == {None}
    page = signed_in(lead).get(f"/adjudication/{decided.pk}/mistakes/?grade=1").text
    assert "Grades off" not in page
    assert "Decisions by grade" not in page


def test_a_raters_page_tells_a_lead_how_they_were_overruled(signed_in, lead, graded, other_rater):
    member = graded.members.get(person=other_rater)
    page = signed_in(lead).get(f"/campaigns/{graded.pk}/members/{member.pk}/").text
    assert "of 3 labels on disputed pairs that were decided" in page
    assert "by grades below (-) or above (+) the decision: -4: 1, -3: 1, -1: 1" in page


# Feedback


def feedback_of(signed_in, person, campaign):
    return signed_in(person).get(f"/answers/{campaign.pk}/feedback/")


def an_hour_later(campaign) -> None:
    """When its answers cannot be changed any more."""
    with unguarded("annotator_label"):
        sql(
            "UPDATE annotator_label SET given_at = given_at - interval '61 minutes'"
            " WHERE campaign_id = %s",
            campaign.pk,
        )


def test_raters_see_how_they_were_overruled_only_if_their_lead_wishes(
    signed_in, lead, rater, other_rater, decided
):
    an_hour_later(decided)
    assert feedback_of(signed_in, rater, decided).status_code == 404
    assert "decided otherwise" not in signed_in(rater).get(f"/answers/{decided.pk}/").text
    address = f"/campaigns/{decided.pk}/feedback/"
    assert signed_in(rater).post(address, {"feedback": "on"}).status_code == 403
    page = signed_in(lead).post(address, {"feedback": "on"}, follow=True).text
    assert "Raters see how they were overruled" in page
    assert AuditEvent.objects.latest("pk").after == {"feedback": True}
    mine = feedback_of(signed_in, other_rater, decided)
    assert {row.label.item.query.text for row in mine.context["rows"]} == {"caption 0", "caption 1"}
    assert mine.text.count("as the guidelines say") == 2
    assert "action" in mine.text
    for name in ("Ada", "ada", "Rosa", "rosa"):
        assert name not in mine.text
    assert "decided otherwise" in signed_in(rater).get(f"/answers/{decided.pk}/").text
    (other,) = feedback_of(signed_in, rater, decided).context["rows"]
    assert other.label.item.query.text == "caption 2"
    signed_in(lead).post(address, {})
    assert feedback_of(signed_in, rater, decided).status_code == 404


def test_nothing_is_shown_while_the_answer_can_be_changed(signed_in, other_rater, decided):
    Campaign.objects.update(feedback=True)
    assert feedback_of(signed_in, other_rater, decided).context["rows"] == []
    Campaign.objects.update(state="closed", closed_at="2026-01-01T00:00:00Z")
    assert len(feedback_of(signed_in, other_rater, decided).context["rows"]) == 2


def test_neither_what_is_open_again_nor_what_checks_others_is_shown(
    signed_in, adjudicator, other_rater, decided
):
    Campaign.objects.update(feedback=True)
    an_hour_later(decided)
    first, second = caption(decided, 0), caption(decided, 1)
    known = KnownAnswer.objects.create(
        campaign=decided, query=first.query, video=first.video, answer="relevant", use="gold"
    )
    rows = feedback_of(signed_in, other_rater, decided).context["rows"]
    assert [row.label.item for row in rows] == [second]
    where = {"campaign_id": decided.pk, "item_id": second.pk}
    reopen(Actor(adjudicator, "page"), reason="look again", **where)
    assert feedback_of(signed_in, other_rater, decided).context["rows"] == []
    KnownAnswer.objects.filter(pk=known.pk).update(use="training")
    assert len(feedback_of(signed_in, other_rater, decided).context["rows"]) == 1


def test_a_stranger_has_no_feedback(signed_in, decided):
    Campaign.objects.update(feedback=True)
    assert feedback_of(signed_in, make_user(), decided).status_code == 404
    assert Item.objects.filter(adjudicated=True).count() == 3
