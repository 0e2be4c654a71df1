"""The one search finds what a person may see, and nothing else."""

import pytest
from django.db import connection

from config import search
from config.search import KINDS, find
from foundation.searching import prefix_query
from people.models import Role
from pooling.models import Caption
from pooling.queries.search import with_words
from tests.factories import make_benchmark, make_campaign, make_run, make_user


@pytest.fixture
def world(rater):
    """A benchmark with a run, and a campaign that the rater is in."""
    benchmark = make_benchmark(
        [("a dog runs over the beach", "beach-1"), ("a cat sleeps", "sofa-2")], name="zoo"
    )
    make_run(benchmark, {0: [0, 1]}, name="strong-dog")
    campaign = make_campaign(raters=[rater])
    type(campaign).objects.filter(pk=campaign.pk).update(name="dog days")
    return benchmark


def found(asking, text):
    return {str(group.label): [hit.title for hit in group.found] for group in find(asking, text, 5)}


def test_captions_are_found_by_their_words_of_which_the_last_may_be_unfinished(world, lead):
    assert found(lead, "dog bea")["Captions"] == ["a dog runs over the beach"]
    assert found(lead, "Beach DOG")["Captions"] == ["a dog runs over the beach"]
    assert "Captions" not in found(lead, "og bea")
    assert (
        found(lead, "c1")["Captions"][0]
        == Caption.objects.get(benchmark=world, key="c1").query.text
    )


def test_videos_are_found_by_the_beginning_of_their_key(world, lead):
    assert found(lead, "beach")["Videos"] == ["beach-1"]
    assert "Videos" not in found(lead, "each-1")


def test_each_kind_is_found_by_its_name(world, lead):
    assert found(lead, "zoo")["Benchmarks"] == ["zoo"]
    assert found(lead, "strong")["Runs"] == ["strong-dog"]
    assert found(lead, "dog da")["Campaigns"] == ["dog days"]
    assert found(lead, "lena")["People"] == ["Lena Lead"]
    assert found(lead, "audit")["Documents"]
    assert found(lead, "jobs")["Pages"] == ["Jobs"]


@pytest.mark.parametrize("role", [Role.RATER, Role.ADJUDICATOR])
@pytest.mark.parametrize("text", ["dog", "beach", "zoo", "strong", "sofa", "c0", "lena", "cat"])
def test_raters_find_nothing_that_biases(world, lead, role, text):
    stranger = make_user(role)
    assert set(found(stranger, text)) <= {"Pages", "Documents"}


def test_raters_find_their_own_campaigns_by_name_alone(world, rater, other_rater):
    assert found(rater, "dog days")["Campaigns"] == ["dog days"]
    hit = next(group for group in find(rater, "dog days", 5) if group.label == "Campaigns").found[0]
    assert hit.about == ""
    assert hit.address.startswith("/rate/")
    assert "Campaigns" not in found(rater, "benchmark")
    assert "Campaigns" not in found(other_rater, "dog days")


def test_viewers_find_what_they_read_but_no_people(world, viewer):
    assert found(viewer, "zoo")["Benchmarks"] == ["zoo"]
    assert "People" not in found(viewer, "lena")
    assert "Campaigns" not in found(viewer, "dog")


@pytest.mark.parametrize(
    "text", ["", "a", " ", "&", "!!", "' | !", "\x01", "%%", "a:* & !b", "(" * 200]
)
def test_whatever_is_typed_the_page_answers(world, lead, signed_in, text):
    assert signed_in(lead).get("/search/", {"q": text}).status_code == 200
    assert signed_in(lead).get("/search/", {"q": text, "part": "options"}).status_code == 200


def test_the_page_works_without_scripts(world, lead, signed_in):
    page = signed_in(lead).get("/search/?q=beach")
    assert "a dog runs over the beach" in page.text
    assert "Nothing is called" in signed_in(lead).get("/search/?q=xyzzy").text
    assert "Type at least 2 characters." in signed_in(lead).get("/search/?q=x").text


def test_what_is_found_is_shown_as_text(lead, signed_in):
    make_benchmark([("<b>bold</b> dog", "v")], name="bold")
    page = signed_in(lead).get("/search/?q=bold")
    assert "&lt;b&gt;bold&lt;/b&gt; dog" in page.text


def test_a_search_finds_so_many_of_each_kind_and_no_more(lead):
    make_benchmark([(f"dog number {n}", f"v{n}") for n in range(30)])
    (group,) = (one for one in find(lead, "dog num", 5) if one.label == "Captions")
    assert [hit.title for hit in group.found] == [f"dog number {n}" for n in range(5)]


def test_words_are_looked_up_in_their_index(world):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = with_words("dog bea").explain()
    assert "pooling_queries_by_words" in plan


def test_words_become_a_query_and_signs_do_not():
    assert prefix_query("a dog's (life) & !x:*") == "a & dog & s & life & x:*"
    assert prefix_query("&|!") == ""


def test_each_kind_says_who_may_search_for_it(rater):
    assert [str(kind.label) for kind in KINDS if kind.open_to(rater)] == [
        "Pages",
        "Campaigns",
        "Documents",
    ]
    assert search.SHORTEST == 2
