"""Lists that their reader sorts, beside a slow twin that sorts all rows."""

from itertools import chain

import pytest
from django.http import QueryDict
from django.utils import timezone

from foundation.paging.sorting import ListColumn, Listing, UnknownColumn, counted
from people.lists import called
from people.models import ApiToken, Role, User

LISTING = Listing(
    (
        ListColumn("name", "Name", called()),
        ListColumn("role", "Role", "role"),
        ListColumn("seen", "Seen", "last_login", gaps=True, falling=True),
        ListColumn("tokens", "Tokens", counted(ApiToken.objects.all(), "user"), number=True),
        ListColumn("since", "Since", "pk"),
        ListColumn("notes", "Notes"),
        ListColumn("secret", "Secret", "email", leads=True),
    ),
    usual="since",
    size=3,
)
NOW = timezone.now()


def seen(row):
    return (row.last_login is None, row.last_login or NOW)


KEYS = {
    "name": lambda row: (row.name or row.username).lower(),
    "role": lambda row: row.role,
    "tokens": lambda row: row.tokens.count(),
    "since": lambda row: row.pk,
}


@pytest.fixture
def people(db):
    made = [
        User.objects.create(
            username=f"u{n * 7 % 11:02}",
            name=["", "Zoe", "anna"][n % 3],
            role=[Role.RATER, Role.VIEWER][n % 2],
            last_login=None if n % 3 else NOW - timezone.timedelta(days=n % 4),
        )
        for n in range(11)
    ]
    for n, person in enumerate(made):
        for name in range(n % 3):
            ApiToken.objects.create(
                user=person,
                name=str(name),
                scope="read",
                start="tp",
                digest=f"{n:x}{name}".rjust(64, "0"),
                created_at=NOW,
                expires_at=NOW + timezone.timedelta(days=1),
            )
    return made


def asked(**parameters):
    given = QueryDict(mutable=True)
    given.update(parameters)
    return given


def turn(sort, way):
    """Page after page by the keys that the pages themselves give."""
    pages, key = [], {}
    while True:
        page = LISTING.page(User.objects.all(), asked(sort=sort, **key))
        pages.append(page)
        following = getattr(page, way)
        if not following:
            return pages
        key = {way: following}


@pytest.mark.parametrize("name", sorted(KEYS))
@pytest.mark.parametrize("falling", [False, True])
def test_pages_together_are_the_list_in_its_order(people, name, falling):
    whole = sorted(people, key=lambda row: (KEYS[name](row), row.pk), reverse=falling)
    pages = turn(f"-{name}" if falling else name, "after")
    assert list(chain(*(page.rows for page in pages))) == whole
    assert [len(page.rows) for page in pages] == [3, 3, 3, 2]
    # and backwards from the last page
    back, key = [pages[-1].rows], pages[-1].before
    while key:
        page = LISTING.page(
            User.objects.all(), asked(sort=f"-{name}" if falling else name, before=key)
        )
        back.insert(0, page.rows)
        key = page.before
    assert list(chain(*back)) == whole


@pytest.mark.parametrize("sort", ["seen", "-seen"])
def test_rows_without_a_value_come_last_whichever_way_it_runs(people, sort):
    pages = turn(sort, "after")
    rows = list(chain(*(page.rows for page in pages)))
    have_one = [row.last_login for row in rows if row.last_login]
    assert [row.last_login for row in rows[: len(have_one)]] == have_one
    assert have_one == sorted(have_one, reverse=sort == "-seen")
    assert sorted(row.pk for row in rows) == sorted(row.pk for row in people)
    before = pages[-1].before
    page = LISTING.page(User.objects.all(), asked(sort=sort, before=before))
    assert page.rows == pages[-2].rows


def test_the_header_says_how_the_list_is_sorted_and_keeps_its_filters(people):
    key = str(people[0].pk)
    page = LISTING.page(User.objects.all(), asked(sort="name", role="rater", after=key))
    ways = {str(header.label): (header.way, header.address) for header in page.headers}
    assert ways["Name"] == ("ascending", "?sort=-name&role=rater")
    assert ways["Tokens"] == ("", "?sort=-tokens&role=rater")
    assert ways["Seen"] == ("", "?sort=-seen&role=rater")
    assert ways["Notes"] == ("", "")


def test_unasked_it_comes_in_its_usual_order(people):
    page = LISTING.page(User.objects.all(), asked())
    assert page.rows == people[:3]
    assert (page.sort, page.before) == ("", "")
    assert [h.way for h in page.headers if h.label == "Since"] == ["ascending"]


@pytest.mark.parametrize("sort", ["email", "-banana", "notes", "password", "--name"])
def test_an_unknown_column_is_refused_with_the_names_of_those_there_are(people, sort):
    with pytest.raises(UnknownColumn, match=r"sorts by: name, role, seen, tokens, since"):
        LISTING.page(User.objects.all(), asked(sort=sort))


def test_a_column_for_leads_is_neither_shown_to_others_nor_sorted_by(people):
    assert LISTING.page(User.objects.all(), asked(sort="secret")).rows
    shown = LISTING.page(User.objects.all(), asked(), lead=False).headers
    assert "Secret" not in [header.label for header in shown]
    with pytest.raises(UnknownColumn):
        LISTING.page(User.objects.all(), asked(sort="secret"), lead=False)


def test_a_key_of_a_row_that_has_gone_begins_the_list_again(people):
    gone = str(max(person.pk for person in people) + 1)
    page = LISTING.page(User.objects.all(), asked(sort="name", after=gone))
    assert page.rows == LISTING.page(User.objects.all(), asked(sort="name")).rows
