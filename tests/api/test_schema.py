"""The OpenAPI document: whole, valid, and without a warning."""

import re

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope


@pytest.fixture(scope="module")
def schema():
    GENERATOR_STATS.reset()
    made = SchemaGenerator().get_schema(request=None, public=True)
    assert [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache] == []
    return made


def operations(schema):
    return [
        (path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_it_is_valid_openapi_3_1(schema):
    validate_schema(schema)
    assert schema["openapi"] == "3.1.0"


def test_the_command_passes_with_warnings_as_errors(tmp_path):
    GENERATOR_STATS.reset()
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml")
    )
    assert (tmp_path / "schema.yaml").read_text().startswith("openapi: 3.1.0")


def test_every_operation_has_a_name_of_its_own(schema):
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(names) == len(set(names))


def test_a_name_is_for_python_too_and_a_list_comes_in_pages(schema):
    for path, _, operation in operations(schema):
        name = operation["operationId"]
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name), path
        if name.endswith("_list"):
            assert "cursor" in {one["name"] for one in operation["parameters"]}, name


FOR_ANYBODY = {"/api/v1/leaderboard/{slug}"}  # what is public asks nobody who they are


def test_one_signs_in_by_token_or_session(schema):
    schemes = schema["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert (schemes["session"]["in"], schemes["session"]["name"]) == ("cookie", "sessionid")
    for path, _, operation in operations(schema):
        wanted = set() if path in FOR_ANYBODY else {"token", "session"}
        assert {name for way in operation["security"] for name in way} == wanted, path


def test_errors_are_problems_everywhere(schema):
    for path, _, operation in operations(schema):
        wrong = {
            status: answer
            for status, answer in operation["responses"].items()
            if status.startswith("4")
        }
        assert {"401", "403", "429"} <= set(wrong), path
        assert ("404" in wrong) == ("{" in path)
        assert ("415" in wrong) == ("requestBody" in operation)
        for answer in wrong.values():
            assert answer["content"] == {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
            }


def test_lists_are_pages(schema):
    jobs = schema["paths"]["/api/v1/jobs"]["get"]
    assert {parameter["name"] for parameter in jobs["parameters"]} >= {"cursor", "limit"}
    page = schema["components"]["schemas"][
        jobs["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    ]
    assert set(page["properties"]) == set(page["required"]) == {"results", "next", "previous"}


def test_a_token_may_read_it(lead, client):
    _, secret = make_token(Actor(lead, "page"), lead, name="script", scope=Scope.READ, days=1)
    answer = client.get("/api/v1/schema/", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.content[:15]) == (200, b"openapi: 3.1.0\n")


def test_it_is_served_as_yaml_and_as_json(api):
    assert api("GET", "schema/").content.startswith(b"openapi: 3.1.0")
    assert (
        api("GET", "schema/", headers={"Accept": "application/json"}).json()["openapi"] == "3.1.0"
    )


@pytest.mark.django_db
def test_it_is_made_once_for_everybody_and_kept_by_who_has_it(signed_in, viewer, lead, monkeypatch):
    first = signed_in(viewer).get("/api/v1/schema/?format=json")
    made = []
    real = SchemaGenerator.get_schema
    monkeypatch.setattr(
        SchemaGenerator, "get_schema", lambda *a, **k: made.append(1) or real(*a, **k)
    )
    again = signed_in(lead).get("/api/v1/schema/?format=json")
    assert (again.content, again["ETag"], made) == (first.content, first["ETag"], [])
    kept = signed_in(lead).get(
        "/api/v1/schema/?format=json", headers={"If-None-Match": first["ETag"]}
    )
    assert (kept.status_code, kept.content) == (304, b"")
    yaml = signed_in(lead).get("/api/v1/schema/")
    assert yaml["ETag"] != first["ETag"]
    assert yaml.content.startswith(b"openapi: 3.1.0")
