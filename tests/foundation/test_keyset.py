"""Pages by key, beside a slow twin that sorts all rows and slices them."""

from itertools import chain

import pytest
from django.http import Http404
from hypothesis import given
from hypothesis import strategies as st

from foundation.paging.by_key import page_by_key
from foundation.paging.in_order import page_in_order
from foundation.paging.keys import read_key, write_key
from foundation.paging.keyset import PageRows, columns_named, columns_of, cut, take
from people.models import Role, User

ORDERS = [("-pk",), ("role", "-name"), ("-role", "name", "-id"), ("username",), ("-role", "id")]


@pytest.fixture
def people(db) -> list[User]:
    """Eleven, with names and roles that many of them share."""
    User.objects.bulk_create(
        User(
            username=f"u{n * 7 % 11:02}",
            name=f"name {n % 3}",
            role=[Role.RATER, Role.VIEWER][n % 2],
            password="!",
        )
        for n in range(11)
    )
    return list(User.objects.all())


def sorted_by(columns, rows):
    """The slow twin's order: by the last column first, as sorting is stable."""
    for column in reversed(columns):
        rows = sorted(rows, key=column.of, reverse=column.falling)
    return rows


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [1, 4, 10, 11, 12])
@pytest.mark.parametrize("back", [False, True])
def test_beyond_any_row_is_what_a_slice_of_all_rows_is(people, order, size, back):
    columns = columns_of(User, order)
    whole = sorted_by(columns, people)
    for place, row in enumerate(whole):
        key = [column.of(row) for column in columns]
        part = take(User.objects.all(), columns, key, size, back=back)
        if back:
            expected = PageRows(whole[max(0, place - size) : place], place > size, True)
        else:
            after = place + 1
            expected = PageRows(whole[after : after + size], True, len(whole) > after + size)
        assert part == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [1, 10, 11, 12])
def test_without_a_key_comes_the_first_page_or_the_last(people, order, size):
    columns = columns_of(User, order)
    whole = sorted_by(columns, people)
    first = take(User.objects.all(), columns, (), size)
    assert first == PageRows(whole[:size], False, len(whole) > size)
    last = take(User.objects.all(), columns, (), size, back=True)
    assert last == PageRows(whole[-size:], len(whole) > size, False)


@given(st.lists(st.integers()), st.integers(1, 9), st.booleans(), st.booleans())
def test_a_cut_shows_so_many_rows_and_knows_of_more(rows, size, begun, back):
    part = cut(lambda most: rows[:most], size, begun=begun, back=back)
    assert (part.rows[::-1] if back else part.rows) == rows[:size]
    ahead, behind = (
        (part.more_before, part.more_after) if back else (part.more_after, part.more_before)
    )
    assert (ahead, behind) == (len(rows) > size, begun)


def test_a_foreign_keys_column_is_compared_itself_without_a_join(people):
    from people.models import ApiToken

    columns = columns_named(ApiToken, ("-user", "id"))
    with_key = ApiToken.objects.order_by(*(column.term for column in columns))
    assert "JOIN" not in str(with_key.query)
    assert take(ApiToken.objects.all(), columns, (1, 1), 5) == PageRows([], True, False)


def test_the_first_column_is_bounded_apart_for_its_index(people, django_assert_num_queries):
    columns = columns_of(User, ("role", "-name"))
    with django_assert_num_queries(1) as asked:
        take(User.objects.all(), columns, (Role.RATER, "name 1", 3), 5)
    statement = asked.captured_queries[0]["sql"]
    assert '"role" >= ' in statement.replace('"people_user".', "")
    assert "COUNT(" not in statement
    assert "OFFSET" not in statement


def turn_pages(page_of, way: str) -> list[list[User]]:
    """Page after page by the keys that the pages themselves give."""
    pages, asked = [], {}
    while True:
        page = page_of(asked)
        pages.append(page.rows)
        key = getattr(page, way)
        if not key:
            return pages
        asked = {way: str(key)}


@pytest.mark.parametrize("size", [1, 4, 11, 12])
def test_newest_first_every_row_comes_once_both_ways(people, size):
    def page_of(asked):
        return page_by_key(User.objects.all(), asked, size)

    whole = sorted(people, key=lambda row: -row.pk)
    assert list(chain(*turn_pages(page_of, "older"))) == whole
    first = page_of({"older": str(whole[-1].pk)})
    assert (first.rows, first.newer) == ([], 0)
    back = page_of({"newer": str(whole[-1].pk)})
    assert back.rows == whole[max(0, len(whole) - 1 - size) : -1]


@pytest.mark.parametrize("size", [1, 4, 11, 12])
def test_in_order_every_row_comes_once(people, size):
    def page_of(asked):
        return page_in_order(User.objects.all(), asked, by=("id",), size=size)

    whole = sorted(people, key=lambda row: row.pk)
    assert list(chain(*turn_pages(page_of, "after"))) == whole
    page = page_of({"before": str(whole[-1].pk)})
    assert page.rows == whole[max(0, len(whole) - 1 - size) : -1]
    assert page.after == str(whole[-2].pk)


def test_the_key_nought_is_no_key_of_the_newest_first(people):
    assert page_by_key(User.objects.all(), {"older": "0"}, 3) == page_by_key(
        User.objects.all(), {}, 3
    )


@pytest.mark.parametrize("text", ["x", "-1", "1-", "1-2", "1.0", "9" * 19, "\N{SUPERSCRIPT TWO}"])
def test_an_address_with_another_key_leads_nowhere(text):
    with pytest.raises(Http404):
        read_key({"after": text}, "after")


@given(st.lists(st.integers(0, 10**18 - 1), min_size=1, max_size=3))
def test_a_key_is_read_as_it_was_written(key):
    assert read_key({"after": write_key(key)}, "after", len(key)) == tuple(key)


def test_no_key_is_none():
    assert read_key({}, "after") == read_key({"after": ""}, "after", 2) == ()
