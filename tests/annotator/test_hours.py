"""Hours worked by day, campaign and person: what people are paid by."""

import csv
import io
import json
import uuid
from datetime import date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Sum

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.asked.exchange import HoursWanted
from annotator.models import Answer, Campaign, Item, Label, RaterDay
from annotator.queries.hours import hours_worked, paid
from foundation.asking.arguments import values_of
from tests.annotator.saying import claim, label_all
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
UTC = HoursWanted(zone="UTC")


def worked(wanted: HoursWanted):
    return hours_worked(**values_of(wanted))


def say_at(rater, campaign, at: str, active_ms: int | None) -> int:
    [slot] = claim(rater, campaign)
    sent = Sent(slot.slot, slot.lease, Answer.RELEVANT, uuid.uuid4(), None)
    label = submit_label(
        rater=rater, sent=sent, evidence=Evidence(active_ms=active_ms), then_claim=0
    ).label
    given_at(label, at)
    return label


def given_at(label: int, at: str) -> None:
    """Labels never change; here the past is made, with the trigger out of the way."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE annotator_label SET given_at = %s WHERE id = %s", [at, label])
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


@pytest.fixture
def campaign(rater, other_rater) -> Campaign:
    campaign = make_campaign(captions=8, raters=[rater, other_rater], double_share=0.0)
    for at, active_ms in [
        ("2026-03-01 22:50Z", 1_800_000),
        ("2026-03-01 23:10Z", None),  # 20 minutes after the one before
        ("2026-03-01 23:30Z", 1_800_000),
        ("2026-03-02 09:00Z", None),  # after a night
        ("2026-03-02 09:06Z", None),
    ]:
        say_at(rater, campaign, at, active_ms)
    say_at(other_rater, campaign, "2026-03-02 10:00Z", 360_000)
    return campaign


def shown(wanted: HoursWanted) -> list[tuple[object, ...]]:
    return [
        (
            row.day.isoformat(),
            row.username,
            row.answers,
            round(row.active_hours, 4),
            row.untimed_answers,
            round(row.untimed_hours, 4),
        )
        for row in worked(wanted)
    ]


def test_active_hours_are_those_measured_and_the_rest_is_told_apart(campaign):
    assert shown(UTC) == [
        ("2026-03-01", "rosa", 3, 1.0, 1, 0.3333),
        ("2026-03-02", "omar", 1, 0.1, 0, 0.0),
        ("2026-03-02", "rosa", 2, 0.0, 2, 0.1),
    ]


def test_a_day_begins_at_midnight_in_the_zone_asked_for(campaign):
    assert shown(HoursWanted(zone="Europe/Berlin")) == [
        ("2026-03-01", "rosa", 1, 0.5, 0, 0.0),
        ("2026-03-02", "omar", 1, 0.1, 0, 0.0),
        ("2026-03-02", "rosa", 4, 0.5, 3, 0.4333),
    ]
    of_a_day = HoursWanted(
        zone="Europe/Berlin", since=date(2026, 3, 1), until=date(2026, 3, 1), campaign=campaign
    )
    assert shown(of_a_day) == [("2026-03-01", "rosa", 1, 0.5, 0, 0.0)]


def test_closed_campaigns_count_and_others_can_be_left_out(campaign, rater):
    Campaign.objects.update(state="closed")
    other = make_campaign(captions=2, raters=[rater], double_share=0.0)
    say_at(rater, other, "2026-03-05 10:00Z", 720_000)
    assert len(worked(UTC)) == 4
    assert len(worked(HoursWanted(zone="UTC", campaign=campaign))) == 3
    assert shown(HoursWanted(zone="UTC", campaign=other)) == [("2026-03-05", "rosa", 1, 0.2, 0, 0)]


def test_answers_by_day_are_those_of_the_counters_whatever_was_changed_or_taken_back(
    rater, other_rater, adjudicator
):
    campaign = make_campaign(
        captions=6,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    label_all(rater, campaign, "relevant")
    one, two, three = (
        Label.objects.filter(rater=rater).order_by("pk").values_list("pk", flat=True)[:3]
    )
    changed = change_label(
        rater=rater, label_id=one, answer=Answer.IRRELEVANT, request_id=uuid.uuid4()
    )
    undo_label(rater=rater, label_id=getattr(changed, "label", changed))
    undo_label(rater=rater, label_id=two)
    change_label(rater=rater, label_id=three, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    label_all(other_rater, campaign, "relevant")
    item = Item.objects.filter(dispute__gt=0).earliest("pk")
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=campaign.pk,
        item_id=item.pk,
        answer=Answer.RELEVANT,
        comment="seen twice",
        request_id=uuid.uuid4(),
    )
    counted = dict(RaterDay.objects.values_list("rater__username").annotate(Sum("labels")))
    decisions = {"ada": 1}  # which are no answers of a rater's day, but work
    assert {row.username: row.answers for row in worked(UTC)} == counted | decisions
    timed = dict(RaterDay.objects.values_list("rater__username").annotate(Sum("active_ms")))
    for row in worked(UTC):
        assert row.active_hours * 3_600_000 == pytest.approx(timed.get(row.username, 0))


def test_the_command_prints_csv_that_is_safe_in_a_spreadsheet(campaign, rater, capsys):
    rater.name = "=1+1"
    rater.save()
    out = io.StringIO()
    call_command("hours", campaign.name, "--csv", "--zone", "UTC", stdout=out)
    header, *rows = csv.reader(io.StringIO(out.getvalue()))
    assert header[:2] == ["day", "time_zone"]
    assert [row[header.index("name")] for row in rows] == ["'=1+1", "Omar Rater", "'=1+1"]
    assert rows[0][header.index("active_hours")] == "1.0000"


def test_the_command_gives_json_and_wants_a_campaign_or_all(campaign):
    out = io.StringIO()
    call_command("hours", "--all", "--json", "--from", "2026-03-02", "--zone", "UTC", stdout=out)
    found = json.loads(out.getvalue())
    assert found["time_zone"] == "UTC"
    assert [day["username"] for day in found["days"]] == ["omar", "rosa"]
    for wrong in ([], [campaign.name, "--all"]):
        with pytest.raises(CommandError, match="name a campaign, or give --all"):
            call_command("hours", *wrong)
    with pytest.raises(CommandError, match="time zone"):
        call_command("hours", "--all", "--zone", "Mars/Olympus")


def test_days_of_the_clock_change_are_whole(campaign):
    berlin = ZoneInfo("Europe/Berlin")
    hours = [datetime(2026, 3, day, tzinfo=berlin) for day in (28, 29, 30)]
    assert [(b - a).days for a, b in pairwise(hours)] == [1, 1]
    assert worked(HoursWanted(zone="Europe/Berlin", since=date(2026, 3, 29))) == []


def test_pay_is_by_the_campaigns_rate_or_the_one_asked_for_and_rows_add_up(campaign):
    assert {(row.pay, row.currency) for row in worked(UTC)} == {(None, "")}
    Campaign.objects.update(pay_cents=1399, currency="EUR")
    rows = worked(UTC)
    # 1.3333, 0.1 and 0.1 hours at 13.99
    assert [row.pay for row in rows] == [18.65, 1.4, 1.4]
    assert paid(rows) == {"EUR": 21.45}
    other = worked(HoursWanted(zone="UTC", pay=20, currency="CHF"))
    assert [(row.pay, row.currency) for row in other] == [
        (26.67, "CHF"),
        (2.0, "CHF"),
        (2.0, "CHF"),
    ]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"pay": "12"}, "needs its currency"),
        ({"pay": "12", "currency": "euro"}, "at most 3"),
        ({"pay": "12", "currency": "eur"}, "three capital letters"),
        ({"currency": "EUR"}, "is that of a pay"),
        ({"pay": "-1", "currency": "EUR"}, "greater than or equal to 0"),
    ],
)
def test_a_pay_that_cannot_be_is_refused_at_its_field(campaign, lead, client, asked, says):
    client.force_login(lead)
    page = client.get("/campaigns/hours/", asked)
    assert page.status_code == 400
    assert says in page.content.decode()


def test_the_page_and_the_file_have_the_pay(campaign, lead, client):
    client.force_login(lead)
    asked = {"pay": "13.99", "currency": "EUR", "zone": "UTC"}
    assert "21.45 EUR" in client.get("/campaigns/hours/", asked).content.decode()
    file = client.get("/campaigns/hours/download/", asked)
    rows = list(csv.DictReader(io.StringIO(b"".join(file.streaming_content).decode())))
    assert [row["pay"] for row in rows] == ["18.65", "1.40", "1.40"]
    assert {row["currency"] for row in rows} == {"EUR"}


def test_the_command_takes_a_pay(campaign):
    out = io.StringIO()
    given = ["--all", "--json", "--zone", "UTC", "--pay", "13.99", "--currency", "EUR"]
    call_command("hours", *given, stdout=out)
    assert [day["pay"] for day in json.loads(out.getvalue())["days"]] == ["18.65", "1.40", "1.40"]
