"""People look at some of a benchmark's original pairs, and cannot tell that they do."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.create_campaign import add_member
from annotator.models import Campaign, Item
from annotator.queries.originals import originals_of
from measures.accuracy import exact
from people.actor import SYSTEM
from pooling.models import PoolPair
from tests.annotator.breaking import differing
from tests.annotator.saying import claim, say
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clean_afterwards(db):
    yield
    assert differing() == []


def audit(benchmark, *words):
    """The campaign, and what the command says of it."""
    out = StringIO()
    call_command("audit_originals", benchmark.name, *words, "--without-clips", "--json", stdout=out)
    told = json.loads(out.getvalue())
    return Campaign.objects.get(pk=told["campaign"]), told


def wide(captions=40, videos=10):
    return make_benchmark(
        [(f"caption {n}", f"v{n % videos}") for n in range(captions)],
        videos=[f"v{n}" for n in range(videos)],
    )


def drawn(campaign, *, original=True):
    rows = PoolPair.objects.filter(pool=campaign.pool, original=original)
    return set(rows.values_list("query__text", "video__key"))


def own_pairs(benchmark):
    return set(benchmark.captions.values_list("query__text", "video__key"))


def test_some_originals_are_asked_among_others(rater):
    benchmark = wide()
    campaign, told = audit(benchmark, "--count", "12")
    assert (told["originals"], told["pairs"], campaign.items_count) == (12, 18, 18)
    assert len(drawn(campaign)) == 12
    assert drawn(campaign) <= own_pairs(benchmark)
    others = drawn(campaign, original=False)
    assert len(others) == 6
    assert not others & own_pairs(benchmark)
    assert {text for text, _ in others} <= {text for text, _ in drawn(campaign)}
    assert campaign.state == "open"


def test_nothing_that_raters_see_tells(rater):
    benchmark = wide()
    campaign, _ = audit(benchmark, "--count", "20")
    assert "original" not in campaign.name
    originals = drawn(campaign)
    order = [
        (item.query.text, item.video.key) in originals
        for item in Item.objects.filter(campaign=campaign).order_by("position")
    ]
    assert order != sorted(order, reverse=True)
    assert order.index(False) < 20


def test_the_same_seed_draws_the_same_and_more_contains_less():
    benchmark = wide()
    first, _ = audit(benchmark, "--count", "10", "--seed", "7")
    again, _ = audit(benchmark, "--count", "10", "--seed", "7", "--others", "0")
    more, _ = audit(benchmark, "--count", "15", "--seed", "7")
    other, _ = audit(benchmark, "--count", "10", "--seed", "8")
    assert drawn(first) == drawn(again) < drawn(more)
    assert drawn(first) != drawn(other)
    assert drawn(again, original=False) == set()
    assert len({first.name, again.name, more.name, other.name}) == 4


def test_each_pair_is_equally_likely():
    from pooling.actions.draw_originals import ORIGINALS, _order

    times = [0] * 20
    for seed in range(2_000):
        for place in _order(20, seed, ORIGINALS)[:5].tolist():
            times[place] += 1
    assert all(abs(number - 500) < 5 * 20 for number in times)


def test_what_raters_reject_is_counted_with_its_exact_interval(rater):
    benchmark = wide(captions=60)
    campaign, _ = audit(benchmark, "--count", "30", "--double", "0")
    add_member(SYSTEM, campaign, rater)
    wrong = sorted(drawn(campaign))[:2]
    while slots := claim(rater, campaign, 10):
        for slot in slots:
            item = Item.objects.select_related("query", "video").get(slots=slot.slot)
            pair = (item.query.text, item.video.key)
            say(
                rater,
                slot,
                "relevant" if pair in drawn(campaign) and pair not in wrong else "irrelevant",
            )
    found = originals_of(campaign)
    assert (found.asked, found.judged, found.rejected, found.undecided) == (30, 30, 2, 0)
    assert (found.share, found.population) == (2 / 30, 60)
    assert found.interval == exact(2, 30)


def test_another_campaign_is_no_audit():
    from tests.factories import make_campaign

    assert originals_of(make_campaign()) is None


@pytest.mark.parametrize("count", ["0", "41"])
def test_more_than_there_are_cannot_be_drawn(count):
    benchmark = wide()
    with pytest.raises((CommandError, SystemExit), match=r"."):
        audit(benchmark, "--count", count)
    assert not Campaign.objects.exists()


def test_twenty_of_713():
    """As people rejected a caption's own picture in one published set: 2.8 %."""
    low, high = exact(20, 713)
    assert (round(100 * 20 / 713, 1), round(100 * low, 1), round(100 * high, 1)) == (2.8, 1.7, 4.3)


def slow_tail(count, n, share, *, above):
    from math import comb

    numbers = range(count, n + 1) if above else range(count + 1)
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in numbers)


@pytest.mark.parametrize(("count", "n"), [(0, 1), (1, 1), (0, 7), (3, 10), (20, 60), (59, 60)])
def test_exact_ends_are_where_a_tail_is_a_fortieth(count, n):
    low, high = exact(count, n)
    if count:
        assert slow_tail(count, n, low, above=True) == pytest.approx(0.025)
    else:
        assert low == 0
    if count < n:
        assert slow_tail(count, n, high, above=False) == pytest.approx(0.025)
    else:
        assert high == 1
