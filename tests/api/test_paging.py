"""Lists page by key: nothing twice, nothing never, whatever comes and goes in between."""

import base64
import json
from itertools import chain

import pytest
from django.core.exceptions import ImproperlyConfigured

from foundation.paging.keyset import columns_of
from people.models import ApiToken, Role, User


@pytest.fixture
def rows(api) -> list[User]:
    """Thirteen people (with the lead who asks), names shared by many of them."""
    made = [
        User(
            username=f"u{n}",
            name=f"name {n % 3}",
            role=[Role.RATER, Role.VIEWER][n % 2],
            password="!",
        )
        for n in range(12)
    ]
    User.objects.bulk_create(made)
    return list(User.objects.order_by("id"))


def follow(api, address: str, way: str = "next") -> list[list[int]]:
    """The ids of page after page, by the addresses in the answers."""
    pages = []
    while address:
        body = api("GET", address).json()
        assert set(body) == {"results", "next", "previous"}
        pages.append([row["id"] for row in body["results"]])
        address = body[way] and body[way].removeprefix("http://testserver")
    return pages


ORDERS = [
    ("rows", ("-id",)),
    ("rows-by-name", ("name", "id")),
    ("rows-by-role", ("role", "-name", "-id")),
]


@pytest.mark.parametrize(("path", "order"), ORDERS)
@pytest.mark.parametrize("limit", [1, 4, 13, 14])
def test_forwards_every_row_comes_once_and_in_order(api, rows, path, order, limit):
    pages = follow(api, f"for-tests/{path}?limit={limit}")
    assert list(chain(*pages)) == list(User.objects.order_by(*order).values_list("id", flat=True))
    assert {len(page) for page in pages[:-1]} <= {limit}


@pytest.mark.parametrize(("path", "order"), ORDERS)
def test_backwards_the_same_rows_come_the_other_way(api, rows, path, order):
    last = f"for-tests/{path}?limit=4"
    while (body := api("GET", last).json())["next"]:
        last = body["next"].removeprefix("http://testserver")
    pages = follow(api, last, "previous")
    assert list(chain(*reversed(pages))) == list(
        User.objects.order_by(*order).values_list("id", flat=True)
    )


def test_the_first_page_has_no_previous_and_the_last_no_next(api, rows):
    body = api("GET", "for-tests/rows").json()
    assert (len(body["results"]), body["next"], body["previous"]) == (13, None, None)


def test_rows_that_come_in_between_push_nothing_onto_the_next_page(api, rows):
    first = api("GET", "for-tests/rows?limit=5").json()
    User.objects.create_user("late")
    User.objects.filter(
        pk=first["results"][-1]["id"]
    ).delete()  # the very row that the page ended with
    second = api("GET", first["next"].removeprefix("http://testserver")).json()
    assert [row["id"] for row in second["results"]] == [user.id for user in reversed(rows)][5:10]


def test_before_rows_that_are_gone_is_the_way_to_the_first_page(api, rows):
    second = api(
        "GET",
        api("GET", "for-tests/rows-by-name?limit=5")
        .json()["next"]
        .removeprefix("http://testserver"),
    ).json()
    kept = {row["id"] for row in second["results"]}
    User.objects.exclude(id__in=kept | {rows[0].id}).delete()
    User.objects.filter(id=rows[0].id).update(name="zz")
    before = api("GET", second["previous"].removeprefix("http://testserver")).json()
    assert before["results"] == []
    assert before["next"] == "http://testserver/api/v1/for-tests/rows-by-name?limit=5"


def test_it_neither_counts_nor_skips(api, rows, django_assert_max_num_queries):
    address = (
        api("GET", "for-tests/rows-by-name?limit=5")
        .json()["next"]
        .removeprefix("http://testserver")
    )
    with django_assert_max_num_queries(4) as asked:
        api("GET", address)
    said = " ".join(query["sql"] for query in asked.captured_queries).upper()
    assert "COUNT(" not in said
    assert "OFFSET" not in said


def test_parameters_of_the_question_stay_in_the_addresses(api, rows):
    assert "limit=2" in api("GET", "for-tests/rows?limit=2&state=x").json()["next"]
    assert "state=x" in api("GET", "for-tests/rows?limit=2&state=x").json()["next"]


@pytest.mark.parametrize(
    "limit", ["0", "-1", "1001", "many", "1.5", "", "\N{SUPERSCRIPT TWO}", "9" * 5_000]
)
def test_a_limit_that_is_none_is_refused(api, is_problem, limit):
    is_problem(
        api("GET", "/api/v1/for-tests/rows", QUERY_STRING=f"limit={limit}"),
        400,
        "limit: expected a whole number from 1 to 1000",
    )


def token(*values) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "????",
        token(),
        token(False),
        token(False, "a", "b"),
        token(False, "a"),
        token(0, "1"),
        token(False, 1),
        token(False, "9" * 5_000),
    ],
)
def test_a_cursor_that_is_none_is_refused(api, is_problem, cursor):
    is_problem(
        api("GET", f"for-tests/rows?cursor={cursor}"),
        400,
        "cursor: expected the one in an answer's next or previous",
    )


@pytest.mark.parametrize("value", ["9" * 30, "-1"])
def test_a_cursor_past_all_rows_finds_none_or_all(api, rows, value):
    assert len(api("GET", f"for-tests/rows?cursor={token(False, value)}").json()["results"]) in (
        0,
        13,
    )


def test_a_cursor_of_odd_text_is_only_text(api, rows):
    odd = token(False, "%_\\'", "1")
    assert api("GET", f"for-tests/rows-by-name?cursor={odd}").status_code == 200


def test_an_order_ends_in_a_unique_column():
    def terms(model, ordering):
        return [column.term for column in columns_of(model, ordering)]

    assert terms(User, "-name") == ["-name", "-id"]
    assert terms(User, ("role", "name")) == ["role", "name", "id"]
    assert terms(User, ("username",)) == ["username"]
    assert terms(User, "-pk") == ["-id"]


def test_an_order_by_what_may_be_null_or_lies_elsewhere_is_a_mistake():
    for ordering in ("last_used_at", "user__name", "nothing"):
        with pytest.raises(ImproperlyConfigured):
            columns_of(ApiToken, ordering)


def test_the_lists_of_the_product_page_like_this(api):
    body = api("GET", "people/?limit=1").json()
    assert set(body) == {"results", "next", "previous"}
    assert len(body["results"]) == 1
