"""Raters' scripts: each a token, and what it sends as JSON."""

import json
import uuid

import pytest
from django.db import connection
from django.test import Client

from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope

PREFIX = "/api/v1/"


class Script:
    def __init__(self, person, scope: Scope | None = None) -> None:
        _, secret = make_token(
            Actor(person, "page"), person, name="a script", scope=scope or Scope.widest_of(person)
        )
        self.client = Client(
            raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"}
        )

    def get(self, path: str):
        return self.client.get(PREFIX + path)

    def post(self, path: str, body=None):
        return self.client.post(
            PREFIX + path, json.dumps(body or {}), content_type="application/json"
        )

    def patch(self, path: str, body=None):
        return self.client.patch(
            PREFIX + path, json.dumps(body or {}), content_type="application/json"
        )

    def claim(self, campaign, count: int = 1) -> list[dict]:
        return self.post(f"campaigns/{campaign.pk}/claim", {"count": count}).json()["slots"]

    def say(self, held: dict, said: str = "relevant", **more):
        return self.post("labels", an_answer(held, said, **more))


def an_answer(held: dict, said: str = "relevant", **more) -> dict:
    return {
        "slot": held["id"],
        "lease": held["lease"],
        "answer": said,
        "request_id": str(uuid.uuid4()),
    } | more


@pytest.fixture
def script():
    """script(person, scope): what that person's token can do; without a scope, all that the person
    may."""
    return Script


@pytest.fixture
def end_leases():
    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state ="
                " 'leased'"
            )

    return end
