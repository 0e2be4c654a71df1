"""Bodies in JSON: what two readers could understand differently is refused, with its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.api.json_body import JSONRefused, read_json
from pooling.models import Submission
from tests.factories import make_benchmark, make_run
from tests.publishing.submitting import Script, fields

REFUSED = [
    (b'{"a": NaN}', "#/a: NaN is no JSON"),
    (b"[1, -Infinity]", "#/1: -Infinity is no JSON"),
    (b"[1e400]", "#/0: expected a number that a double can hold"),
    (b'{"a": {"b": 1, "b": 2}}', "#/a/b: the same key is given twice"),
    (b'{"a": 1, "\\u0061": 2}', "#/a: the same key is given twice"),
    (b'{"a": ["x\\u0000y"]}', "#/a/0: expected text without NUL characters and lone surrogates"),
    (b'{"a": "\\ud800"}', "#/a: expected text without NUL"),
    (b'{"a\\udfff": 1}', "Expected text without NUL"),
    (b"[" * 101 + b"]" * 101, "Expected at most 100 levels of nesting"),
    (b"[" * 100_000, "Expected at most 100 levels of nesting"),
    (b'{"a":' * 100_000, "Expected at most 100 levels of nesting"),
    (b"[9223372036854775808]", "#/0: expected a whole number of at most 64 bits"),
    (b"9" * 5_000, "Expected a whole number of at most 64 bits"),
    (
        b"{" + b",".join(b'"k%d":0' % n for n in range(1_001)) + b"}",
        "Expected at most 1,000 keys in one object, found 1,001.",
    ),
    (
        b"[" + b'{"\\":":0},' * 20_000 + b'{"" \t:0}]',
        "Expected at most 20,000 keys in all objects together.",
    ),
    (b'{"a": 1,}', "line 1, column 9"),
    (b"{\n  'a': 1}", "line 2, column 3"),
    (b"{} {}", "line 1, column 4"),
    (b'{"a": "b', "line 1, column 7"),
    (b"", "line 1, column 1"),
    (b'"\xff"', "Expected UTF-8, found other bytes at offset 1."),
    ('{"a": 1}'.encode("utf-16"), "Expected UTF-8"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_it_is_refused_with_its_place(body, said):
    with pytest.raises(JSONRefused) as refused:
        read_json(body)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"[" * 100 + b"]" * 100, None),
        (b"[9223372036854775807, -9223372036854775808, -0]", [2**63 - 1, -(2**63), 0]),
        (b'\xef\xbb\xbf{"a": "\\ud83d\\ude00"}', {"a": "\N{GRINNING FACE}"}),
        (b"[" + b'{"\\":":0},' * 19_999 + b'{"" \t:0}]', None),
        (b'["' + b'\\":' * 50_000 + b'"]', None),  # no keys
        (b'[null, true, 1.5, 1e-400, ""]', [None, True, 1.5, 0.0, ""]),
    ],
)
def test_the_unusual_but_clear_is_read(body, value):
    assert read_json(body) == (json.loads(body) if value is None else value)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner
        )
    ),
)


@given(VALUES)
def test_whatever_another_writer_writes_is_read_as_it_was(value):
    assert read_json(json.dumps(value).encode()) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary(max_size=60))
def test_any_bytes_are_either_read_or_refused(body):
    try:
        value = read_json(body)
    except JSONRefused:
        return
    assert value == json.loads(body.decode("utf-8-sig"))


def test_the_refusal_reaches_the_client_as_a_problem(api, is_problem):
    is_problem(
        api("POST", "for-tests/echo", '{"a": 1, "a": 2}'), 400, "#/a: the same key is given twice."
    )
    is_problem(
        api("POST", "tokens/", '{"name": "x\\u0000"}'), 400, "#/name: expected text without NUL"
    )


def test_too_many_keys_are_refused_before_they_are_read(api, is_problem):
    """What stands behind the last key that is allowed is not even JSON."""
    body = b"{" + b"".join(b'"key%d":1,' % number for number in range(20_001)) + b"?" * 2_000_000
    answer = api("POST", "for-tests/echo", body)
    is_problem(answer, 400, "Expected at most 20,000 keys in all objects together.")
    assert len(answer.content) < 1_000


def test_a_body_full_of_quotes_is_read_through_once():
    with pytest.raises(JSONRefused, match="line 1"):
        read_json(b'"' + b'\\"' * 1_000_000)


def test_unknown_keys_are_named_up_to_fifty_and_counted(api, is_problem):
    sent = {f"key-{number}": number for number in range(1_000)}
    answer = api("POST", "pools", sent)
    problem = is_problem(answer, 400)
    named = [error["pointer"] for error in problem["errors"]]
    assert named == [f"#/key-{number}" for number in range(50)] + ["#"]
    assert (
        problem["errors"][-1]["detail"]
        == "1,000 fields are unknown; the first 50 of them are named."
    )
    assert len(answer.content) < 20_000


def test_an_unknown_key_as_long_as_a_book_is_not_repeated_whole(api, is_problem):
    answer = api("POST", "pools", {"k" * 2_000_000: 1})
    assert is_problem(answer, 400)["errors"][0]["pointer"] == "#/" + "k" * 100 + "..."
    assert len(answer.content) < 2_000


def test_what_is_read_reaches_the_endpoint(api):
    assert api("POST", "for-tests/echo", {"a": [1, "b"]}).json() == {"a": [1, "b"]}


# Types


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("benchmarks/{of}/submissions", {"open": "true"}, "open"),
        ("benchmarks/{of}/submissions", {"open": 1}, "open"),
        ("pools", {"benchmark": "{of}", "name": "p", "runs": []}, "benchmark"),
        ("pools", {"benchmark": True, "name": "p", "runs": []}, "benchmark"),
        ("pools", {"runs": ["{run}"]}, "runs"),
        ("pools", {"depth": "5"}, "depth"),
        ("pools", {"depth": True}, "depth"),
        ("pools", {"dry_run": "yes"}, "dry_run"),
        ("submissions/{run}/approve", {"hours": "1.5"}, "hours"),
        ("submissions/{run}/approve", {"hours": True}, "hours"),
        ("submissions/{run}/approve", {"pairs": "1"}, "pairs"),
    ],
)
def test_a_text_is_no_number_and_a_number_is_not_true(lead, submitter, address, body, field):
    of = make_benchmark([("a cat", "v0")])
    of.takes_submissions = True
    of.save()
    run = make_run(of, {0: [0]}, "Submission 5000", submitted_by=submitter)
    Submission.objects.create(run=run, number=5000, name="N", model_name="N", file_name="n.csv")
    named = {"of": of.pk, "run": run.pk}
    filled = json.loads(json.dumps(body).replace("{of}", str(of.pk)).replace("{run}", str(run.pk)))
    answer = Script(lead).post(address.format(**named), filled)
    assert answer.status_code == 400, answer.content
    told = [str(one) for one in answer.json()["errors"] if field in str(one)]
    assert any("without quotes" in one for one in told), answer.content


@pytest.mark.django_db
def test_forms_and_addresses_have_nothing_but_texts_and_are_read(lead, submitter):
    of = make_benchmark([("a cat", "v0")])
    assert Script(lead).get(f"runs?benchmark={of.pk}").status_code == 200
    opened = Script(lead).post(f"benchmarks/{of.pk}/submissions", {"open": True})
    assert opened.json() == {"open": True}
    sent = fields(b"caption_id,video_id,score\nc0,v0,1\n", depth="1", dry_run="true")
    assert Script(submitter).post("submissions", benchmark=of.pk, **sent).status_code == 202
