import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from people.actions.accounts import change_role
from people.actions.record_audit import record_audit
from people.actor import COMMAND, SYSTEM, Actor
from people.models import AuditEvent, Role

PAGE = "/people/audit/"


@pytest.fixture
def some_events(lead, rater, administrator):
    change_role(Actor(lead, "page", "192.0.2.1"), rater, Role.ADJUDICATOR)
    record_audit(COMMAND, "made the account", rater, after={"role": "rater"})
    record_audit(SYSTEM, "swept", lead)


@pytest.fixture
def admins(administrator, signed_in, some_events):
    return signed_in(administrator)


def refused(sql, what):
    told = f"the audit log is append-only: {what} is refused"
    with (
        pytest.raises(IntegrityError, match=told),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)


def test_the_database_refuses_to_change_it(some_events):
    with (
        pytest.raises(IntegrityError, match="append-only: UPDATE is refused"),
        transaction.atomic(),
    ):
        AuditEvent.objects.update(verb="did nothing")
    event = AuditEvent.objects.first()
    event.verb = "did nothing"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        event.save()
    assert not AuditEvent.objects.filter(verb="did nothing").exists()


def test_the_database_refuses_to_delete_from_it(some_events):
    before = AuditEvent.objects.count()
    with (
        pytest.raises(IntegrityError, match="append-only: DELETE is refused"),
        transaction.atomic(),
    ):
        AuditEvent.objects.all().delete()
    refused("DELETE FROM people_auditevent WHERE false", "DELETE")
    assert AuditEvent.objects.count() == before


@pytest.mark.parametrize("allowed", ["off", "", "true"])
def test_the_database_refuses_to_empty_it_unless_it_says_so_of_itself(some_events, allowed):
    with connection.cursor() as cursor:
        cursor.execute(
            "SET CONSTRAINTS ALL IMMEDIATE"
        )  # else TRUNCATE is refused for another reason
        cursor.execute("SELECT set_config('truepool.may_truncate', %s, true)", [allowed])
    refused("TRUNCATE people_auditevent", "TRUNCATE")
    refused("TRUNCATE people_user CASCADE", "TRUNCATE")


def test_replication_does_not_get_around_it(some_events):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
    refused("DELETE FROM people_auditevent", "DELETE")


def test_an_event_says_who_did_what_to_what_when_and_how_it_was(some_events, lead, rater):
    event = AuditEvent.objects.get(verb="changed the role")
    assert (event.actor, event.via, event.address) == (lead, "page", "192.0.2.1")
    assert (event.object_type, event.object_id, event.object_name) == (
        "user",
        str(rater.pk),
        "Rosa Rater",
    )
    assert event.changes == [("role", "rater", "adjudicator")]
    assert abs(timezone.now() - event.at) < timedelta(minutes=5)


def test_an_event_is_undone_with_what_it_tells_of(lead, rater):
    def change_and_fail():
        with transaction.atomic():
            change_role(Actor(lead, "page"), rater, Role.VIEWER)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        change_and_fail()
    assert not AuditEvent.objects.exists()


def test_the_page_shows_before_and_after(admins):
    text = admins.get(PAGE).text
    assert "role: rater → adjudicator" in text
    assert "lena" in text


def verbs(client, **asked):
    return [event.verb for event in client.get(PAGE, asked).context["events"]]


def test_it_is_filtered_by_person_verb_object_and_day(admins, rater):
    assert verbs(admins) == ["signed in", "swept", "made the account", "changed the role"]
    assert verbs(admins, person="LENA") == ["changed the role"]
    assert verbs(admins, person="nobody") == []
    assert verbs(admins, verb="changed") == ["changed the role"]
    assert verbs(admins, object_name="rosa") == ["made the account", "changed the role"]
    assert verbs(admins, object_type="user", object_name=str(rater.pk)) == [
        "made the account",
        "changed the role",
    ]
    today = datetime.now(UTC).date()
    yesterday, tomorrow = today - timedelta(days=1), today + timedelta(days=1)
    assert len(verbs(admins, since=yesterday, until=tomorrow)) == 4
    assert verbs(admins, until=yesterday) == []
    assert verbs(admins, since=tomorrow) == []


@pytest.mark.parametrize(
    "asked",
    [
        {"since": "yesterday"},
        {"since": "02/01/2026"},
        {"since": "2026-02-02", "until": "2026-02-01"},
    ],
)
def test_a_filter_that_cannot_be_is_400(admins, asked):
    assert admins.get(PAGE, asked).status_code == 400
    assert admins.get(f"{PAGE}download/", asked).status_code == 400


@pytest.mark.parametrize("language", ["en", "de"])
def test_days_are_shown_and_typed_from_the_year_down(admins, language):
    asked = {"since": "2026-02-01"}
    page = admins.get(PAGE, asked, headers={"accept-language": language}).text
    (field,) = re.findall(r'<input[^>]*name="since"[^>]*>', page)
    assert 'type="text"' in field
    assert 'value="2026-02-01"' in field
    assert 'pattern="\\d{4}-\\d{2}-\\d{2}"' in field
    assert "2026-01-31" in field  # how it is meant


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_moment_is_one_line(browse_as, administrator, width):
    record_audit(Actor(administrator, "page"), "made", administrator, after={"x": "y " * 200})
    page = browse_as(administrator)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(PAGE)
    heights = page.locator("td.date time").evaluate_all(
        "all => all.map(one => one.getClientRects().length)"
    )
    assert heights
    assert set(heights) == {1}


def test_it_pages_by_key_and_keeps_the_filter(admins, lead):
    for number in range(60):
        record_audit(COMMAND, f"counted {number}", lead)
    first = admins.get(PAGE, {"verb": "counted"})
    assert [event.verb for event in first.context["events"]][::49] == ["counted 59", "counted 10"]
    assert f"verb=counted&amp;after={first.context['page'].after}" in first.text
    second = admins.get(PAGE, {"verb": "counted", "after": first.context["page"].after})
    assert [event.verb for event in second.context["events"]][::9] == ["counted 9", "counted 0"]
    back = admins.get(PAGE, {"verb": "counted", "before": second.context["page"].before})
    assert list(back.context["events"]) == list(first.context["events"])


@pytest.mark.parametrize("key", ["x", "-1", "1.5", "٣", "9" * 30])
def test_a_key_that_is_none_is_no_page(admins, key):
    assert admins.get(PAGE, {"after": key}).status_code == 404


def download(client, **asked):
    response = client.get(f"{PAGE}download/", asked)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_it_downloads_as_the_filter_has_it(admins, rater):
    rows = download(admins, verb="changed")
    assert [(row["by"], row["verb"], row["object_id"]) for row in rows] == [
        ("lena", "changed the role", str(rater.pk))
    ]
    assert rows[0]["before"] == '{"role": "rater"}'


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_spreadsheet_runs_nothing_that_somebody_wrote(admins, rater, name):
    rater.name = name
    record_audit(COMMAND, "made mischief", rater)
    assert download(admins, verb="mischief")[0]["object_name"].startswith("'")


def test_what_people_wrote_is_shown_as_text(admins, rater):
    rater.name = "<script>alert(1)</script>"
    record_audit(COMMAND, "renamed", rater, after={"<b>": "<i>"})
    text = admins.get(PAGE).text
    assert "<script>alert" not in text
    assert "&lt;b&gt;: &lt;i&gt;" in text
