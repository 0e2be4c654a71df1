"""Every error under /api/ is a problem document."""

import pytest
from django.core.cache import cache
from django.test import Client

from foundation.api.problems import problem
from foundation.api.throttle import PersonThrottle


def test_nobody_signed_in_is_asked_for_a_token(anybody, db, is_problem):
    answer = anybody.get("/api/v1/me/")
    is_problem(answer, 401)
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_role_that_does_not_reach_is_403(rater, signed_in, is_problem):
    is_problem(signed_in(rater).get("/api/v1/audit-events/"), 403)


def test_a_session_without_a_csrf_token_is_403(rater, is_problem):
    client = Client(enforce_csrf_checks=True)
    client.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    is_problem(
        client.post("/api/v1/tokens/", {"name": "x"}, content_type="application/json"), 403, "CSRF"
    )


@pytest.mark.parametrize(
    "path",
    ["/api/", "/api", "/api/v1/nothing", "/api/v1/nothing/", "/api/v2/me/", "/api/v1/me/more/"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_is_none_is_404(anybody, is_problem, path, method):
    is_problem(anybody.generic(method, path), 404, "/api/v1/ lists what there is")


def test_a_thing_that_is_not_there_is_404(api, is_problem):
    is_problem(api("DELETE", "tokens/123456/"), 404)


def test_a_method_that_is_not_known_there_is_405(api, is_problem):
    answer = api("PUT", "me/", {})
    is_problem(answer, 405, "PUT")
    assert "GET" in answer["Allow"]
    assert "PUT" not in answer["Allow"]


def test_a_form_of_answer_that_is_not_spoken_is_406(api, is_problem):
    is_problem(api("GET", "me/", headers={"Accept": "text/html"}), 406)


def test_a_form_of_body_that_is_not_read_is_415(api, is_problem):
    is_problem(
        api("POST", "tokens/", "name=x", content_type="application/x-www-form-urlencoded"), 415
    )


@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data; boundary=x"])
def test_a_body_that_is_too_large_is_413(api, is_problem, settings, content_type):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
    body = (
        part + b"a" * 2_000 + b"\r\n--x--\r\n"
        if "multipart" in content_type
        else b'"' + b"a" * 2_000 + b'"'
    )
    is_problem(api("POST", "for-tests/echo", body, content_type=content_type), 413)


@pytest.mark.parametrize(
    ("name", "most"), [("a", "1,000 fields"), ('a"; filename="b', "100 files")]
)
def test_too_many_parts_are_refused_with_their_number(api, is_problem, name, most):
    part = f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\na\r\n'
    body = part.encode() * 1_100 + b"--x--\r\n"
    answer = api("POST", "for-tests/echo", body, content_type="multipart/form-data; boundary=x")
    is_problem(answer, 400)
    assert (
        answer.json()["detail"] == f"The request has too many parts: expected {most} at the most."
    )


def test_broken_multipart_is_400(api, is_problem):
    is_problem(api("POST", "for-tests/echo", b"no parts", content_type="multipart/form-data"), 400)


def test_too_many_requests_are_429_and_told_how_long_to_wait(api, is_problem, monkeypatch):
    cache.clear()
    monkeypatch.setattr(PersonThrottle, "rate", "2/min", raising=False)
    assert [api("GET", "me/").status_code for _ in range(2)] == [200, 200]
    answer = api("GET", "me/")
    is_problem(answer, 429)
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_what_breaks_is_500_and_tells_nothing(api, is_problem, caplog):
    answer = api("GET", "for-tests/broken")
    is_problem(answer, 500)
    assert b"hunter2" not in answer.content
    assert b"Traceback" not in answer.content
    assert "hunter2" in caplog.text


def test_a_refusal_of_an_action_is_409_in_its_own_words(api, is_problem):
    assert is_problem(api("POST", "for-tests/broken", {}), 409)["detail"] == "The lease has ended."


def test_a_wrong_host_name_is_400(anybody, is_problem):
    is_problem(anybody.get("/api/v1/me/", headers={"Host": "evil.example.org"}), 400)


def test_the_schema_s_errors_are_problems_too(anybody, db, is_problem):
    is_problem(
        anybody.get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi"}), 401
    )


# Which values were wrong


def errors_of(answer) -> dict[str, str]:
    return {error["pointer"]: error["detail"] for error in answer.json()["errors"]}


def test_each_wrong_value_has_its_pointer(api, is_problem):
    answer = api("POST", "for-tests/one", {"word": "too long", "tags": [1, "x", 3]})
    is_problem(answer, 400, "2 things are wrong")
    assert errors_of(answer) == {
        "#/word": "Ensure this field has no more than 5 characters.",
        "#/tags/1": "A valid integer is required.",
    }


def test_one_wrong_value_is_said_at_once(api, is_problem):
    is_problem(api("POST", "for-tests/one", {}), 400, "#/word: This field is required.")


def test_values_that_do_not_go_together_point_to_where_they_stand(api, is_problem):
    answer = api("POST", "for-tests/many", [{"word": "right"}, {"word": "wrong"}, {}])
    is_problem(answer, 400)
    assert errors_of(answer) == {
        "#/1": "These do not go together.",
        "#/2/word": "This field is required.",
    }


def test_a_body_of_another_shape_points_to_the_whole(api, is_problem):
    answer = api("POST", "for-tests/many", {"word": "right"})
    is_problem(answer, 400)
    assert list(errors_of(answer)) == ["#"]


def test_an_endpoint_of_the_product_says_it_the_same_way(api):
    answer = api("POST", "tokens/", {"name": "", "days": 0, "scope": "everything"})
    assert set(errors_of(answer)) == {"#/name", "#/days", "#/scope"}


@pytest.mark.parametrize(
    ("detail", "pointers"),
    [
        (
            {0: {"word": ["bad"]}, 2: {"non_field_errors": ["odd"]}},
            ["#/0/word", "#/2"],
        ),  # many=True as a dict
        (
            [{"word": ["bad"]}, {}, {"non_field_errors": ["odd"]}],
            ["#/0/word", "#/2"],
        ),  # and as it once was
        ({"a/b~c d": ["bad"]}, ["#/a~1b~0c%20d"]),
        (["bad", "worse"], ["#", "#"]),
    ],
)
def test_errors_of_any_shape_are_flattened(rf, detail, pointers):
    from rest_framework.exceptions import ValidationError

    answer = problem(ValidationError(detail), {"request": rf.get("/api/v1/")})
    import json

    assert [error["pointer"] for error in json.loads(answer.content)["errors"]] == pointers
