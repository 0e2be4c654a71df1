"""What must be true of witnesses: whatever gets past the trigger is found."""

from contextlib import contextmanager

import pytest
from django.db import connection

from foundation.integrity import differences
from tests.witnesses.conftest import imported
from tests.witnesses.test_import_witness import TABLE
from witnesses.models import Hearing

pytestmark = pytest.mark.django_db

GPT = "benchmark talk, witness gpt"
OF_NO_HEARING = """
INSERT INTO witnesses_opinion (hearing_id, query_id, video_id, sample, value)
SELECT 0, query_id, video_id, 7, 1 FROM witnesses_opinion LIMIT 1"""
HEARD_TWICE = """
WITH again AS (INSERT INTO witnesses_hearing (witness_id, given, failed, heard_at)
  SELECT witness_id, 3, 0, now() FROM witnesses_hearing RETURNING id)
INSERT INTO witnesses_opinion (hearing_id, query_id, video_id, sample, value)
SELECT again.id, query_id, video_id, sample, value FROM witnesses_opinion, again"""


@contextmanager
def past_the_triggers():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        cursor.execute("SET LOCAL session_replication_role = origin")


def found() -> list[tuple[str, str]]:
    kinds = ("witness", "hearing", "opinion", "opinion twice")
    return [(one.kind, one.says) for one in differences() if one.kind in kinds]


@pytest.mark.parametrize(
    ("statement", "kind", "says"),
    [
        (
            "UPDATE witnesses_witness SET config = '{}'",
            "witness",
            f"{GPT}: its digest is not that of what it rests on",
        ),
        (
            "DELETE FROM witnesses_opinion WHERE value = 0.25",
            "hearing",
            f"{GPT}: counts of its hearing {{hearing}} are (3,0), but a recount gives (2,0)",
        ),
        (
            "UPDATE witnesses_opinion SET video_id = 0 WHERE value = 0.25",
            "opinion",
            f"{GPT}: 1 opinions are of pairs that the benchmark does not have",
        ),
        (
            OF_NO_HEARING,
            "opinion",
            "opinions, 1 of no hearing",
        ),
        (
            HEARD_TWICE,
            "opinion twice",
            f"{GPT}: 3 pairs were asked about at two hearings",
        ),
    ],
)
def test_what_is_not_as_it_must_be_is_found(pool, file, statement, kind, says):
    imported("talk", "gpt", file("a.csv", TABLE))
    assert found() == []
    with past_the_triggers() as cursor:
        cursor.execute(statement)
    assert found() == [(kind, says.format(hearing=Hearing.objects.earliest("pk").pk))]
