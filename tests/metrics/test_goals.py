"""Campaigns that are asked until the difference of two runs is known: how that is asked, what is
looked at, and what a lead reads of it."""

import json
from io import StringIO

import numpy as np
import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from annotator.actions.create_campaign import add_member
from annotator.actions.goals import Goal, goal_of, parse_goal
from annotator.models import Campaign, Item, Look
from annotator.queries.forecast import captions_done
from jobs.one_by_one import Failures
from measures.sequences import betting_interval
from metrics.actions.look_at_goal import look_at_goal, look_at_goals, to_go
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Run
from tests.annotator.saying import claim, say
from tests.factories import make_benchmark, make_run

pytestmark = pytest.mark.django_db
CAPTIONS, VIDEOS = 30, 12


@pytest.fixture
def benchmark():
    """One run has each caption's own video first, the other a caption in three."""
    made = make_benchmark(
        [(f"caption {n}", f"v{n % VIDEOS}") for n in range(CAPTIONS)],
        videos=[f"v{n}" for n in range(VIDEOS)],
        name="toy",
    )
    near = {n: [n % VIDEOS, (n + 1) % VIDEOS, (n + 2) % VIDEOS] for n in range(CAPTIONS)}
    far = {n: [(n + (n % 3)) % VIDEOS, (n + 4) % VIDEOS, (n + 5) % VIDEOS] for n in range(CAPTIONS)}
    runs = [make_run(made, near, "near", depth=3), make_run(made, far, "far", depth=3)]
    parameters = PoolParameters(tuple(run.pk for run in runs), depth=3)
    build_pool(actor=SYSTEM, benchmark=made, name="pool", parameters=parameters)
    return made


def opened(*words, order="caption", pool="pool"):
    out = StringIO()
    call_command(
        "open_campaign", "toy", pool, "asked", "--double", "0", "--without-clips", "--order",
        order, *words, "--json", stdout=out,
    )  # fmt: skip
    return Campaign.objects.select_related("pool", "benchmark").get(
        pk=json.loads(out.getvalue())["campaign"]
    )


def label(rater, campaign, pairs):
    """So many pairs; a clip is relevant where it is the caption's own."""
    for _ in range(pairs):
        (slot,) = claim(rater, campaign, 1)
        item = Item.objects.select_related("query", "video").get(slots=slot.slot)
        own = item.query.captions.filter(video=item.video).exists()
        say(rater, slot, "relevant" if own else "irrelevant")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("C@1:a,b:2", Goal("C@1", ("a", "b"), 2)),
        (" C@10:a run, b:c:0.5", Goal("C@10", ("a run", "b:c"), 0.5)),
        ("nDCG@3:a,b:12", Goal("nDCG@3", ("a", "b"), 12)),
    ],
)
def test_a_goal_is_read_as_it_is_written(text, goal):
    assert parse_goal(text) == goal
    assert parse_goal(str(goal)) == goal


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("C@1", "no number of points"),
        ("C@1:a,b", "no number of points"),
        ("C@1:a,b:two", "'two' is no number of points"),
        ("C@1:a:2", "two runs"),
        ("C@1:a,a:2", "two runs"),
        ("C@1:a,b,c:2", "two runs"),
        (":a,b:2", "measure"),
        ("C@1:a,b:0", "more than 0"),
        ("C@1:a,b:-1", "more than 0"),
        ("C@1:a,b:nan", "more than 0"),
        ("C@1:a,b:60", "50 at most"),
    ],
)
def test_what_is_no_goal_is_refused_in_words(text, says):
    with pytest.raises(ValueError, match=says):
        parse_goal(text)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--until", "C@1:near,other:2"), "Run other is not one"),
        (("--until", "C@4:near,far:2"), "more ranks than the pool of 3"),
        (("--until", "AP:near,far:2"), "more ranks than the pool"),
        (("--until", "C@l:near,far:2"), "C@l"),
        (("--until", "MedR:near,far:2"), "no mean of shares"),
        (("--until", "Judged@3:near,far:2"), "known without any label"),
        (("--until", "P@3:near,far:2", "--stop", "first_positive"), "expected C@K"),
    ],
)
def test_what_cannot_be_measured_is_refused(benchmark, words, says):
    with pytest.raises((CommandError, ValidationError), match=says):
        opened(*words)
    assert not Campaign.objects.exists()


def test_whole_captions_in_random_order_are_needed(benchmark):
    with pytest.raises((CommandError, ValidationError), match="whole captions"):
        opened("--until", "C@1:near,far:2", order="random")
    assert opened("--until", "C@1:near,far:2", "--show", "grid", order="random")


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("C@1:near,other:2", "Run other is not one"),
        ("C@4:near,far:2", "more ranks than the pool of 3"),
        ("C@1:near,far:2", "whole captions"),
    ],
)
def test_a_wrong_run_or_measure_is_refused_before_the_order(benchmark, goal, says):
    with pytest.raises((CommandError, ValidationError), match=says):
        opened("--until", goal, order="random")


def pool_of_misses(benchmark):
    """Of the second run, which has two captions in three wrong."""
    near, far = Run.objects.filter(benchmark=benchmark).order_by("pk")
    parameters = PoolParameters((near.pk, far.pk), depth=3, misses=(far.pk,))
    return build_pool(actor=SYSTEM, benchmark=benchmark, name="missed", parameters=parameters)


def test_a_pool_of_misses_does_not_tell_how_two_runs_differ(benchmark):
    pool_of_misses(benchmark)
    with pytest.raises((CommandError, ValidationError), match="This pool has only captions that"):
        opened("--until", "C@3:near,far:2", pool="missed")
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("stop", ["never", "first_positive"])
def test_the_page_says_what_a_pool_of_misses_tells(benchmark, lead, client, stop):
    pool_of_misses(benchmark)
    campaign = opened("--stop", stop, pool="missed")
    client.force_login(lead)
    shown = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert "What can be computed" in shown
    assert "C@3 alone, of far" in shown
    assert "for every K up to" not in shown


def test_captions_are_looked_at_in_the_order_in_which_they_were_done(benchmark, rater):
    campaign = opened("--until", "C@1:near,far:20")
    add_member(SYSTEM, campaign, rater)
    sizes = Item.objects.filter(campaign=campaign).order_by("position")
    order = list(dict.fromkeys(sizes.values_list("query__number", flat=True)))
    assert order != sorted(order)
    assert captions_done(campaign).tolist() == []
    first = Item.objects.filter(campaign=campaign, query__number=order[0]).count()
    second = Item.objects.filter(campaign=campaign, query__number=order[1]).count()
    label(rater, campaign, first + second - 1)
    assert captions_done(campaign).tolist() == order[:1]
    label(rater, campaign, 1)
    assert captions_done(campaign).tolist() == order[:2]


def test_what_is_found_is_the_always_valid_interval(benchmark, rater):
    campaign = opened("--until", "C@1:near,far:20", "--stop", "first_positive")
    add_member(SYSTEM, campaign, rater)
    goal = goal_of(campaign)
    nothing = look_at_goal(campaign, goal)
    assert (nothing.captions, nothing.low, nothing.reached) == (0, None, False)
    assert "no caption is done" in nothing.reason
    while (claimed := claim(rater, campaign, 1)) and captions_done(campaign).size < 12:
        item = Item.objects.select_related("query", "video").get(slots=claimed[0].slot)
        own = item.query.captions.filter(video=item.video).exists()
        say(rater, claimed[0], "relevant" if own else "irrelevant")
    done = captions_done(campaign)
    values = np.array([0.0 if number % 3 == 0 else 1.0 for number in done])
    look = look_at_goal(campaign, goal)
    low, high = betting_interval(values, low=-1, high=1, population=CAPTIONS)
    assert (look.captions, look.population) == (len(done), CAPTIONS)
    assert (look.low, look.high) == pytest.approx((low, high))
    assert look.difference == pytest.approx(values.mean())
    assert look.half_width == pytest.approx(50 * (high - low))
    assert look.to_go > 0


def test_when_all_is_done_it_is_known_and_the_campaign_stays_open(benchmark, rater):
    campaign = opened("--until", "C@1:near,far:5", "--stop", "first_positive")
    add_member(SYSTEM, campaign, rater)
    while slots := claim(rater, campaign, 1):
        item = Item.objects.select_related("query", "video").get(slots=slots[0].slot)
        own = item.query.captions.filter(video=item.video).exists()
        say(rater, slots[0], "relevant" if own else "irrelevant")
    failures = Failures()
    assert look_at_goals(failures) == {"campaigns looked at": 1, "goals reached": 1}
    assert not failures.lines
    look = Look.objects.get(campaign=campaign)
    assert (look.reached, look.to_go, look.captions) == (True, 0, CAPTIONS)
    assert look.difference == pytest.approx(2 / 3)
    assert Campaign.objects.get(pk=campaign.pk).state == "open"


def test_estimates_know_c_at_k_of_captions_that_stopped_and_bound_the_rest(benchmark, rater):
    """As after all labels for C@K; between bounds for P@K."""
    campaign = opened("--stop", "first_positive")
    add_member(SYSTEM, campaign, rater)
    drawn = np.random.default_rng(4).random((CAPTIONS, VIDEOS)) < 0.5
    while slots := claim(rater, campaign, 1):
        item = Item.objects.select_related("query", "video").get(slots=slots[0].slot)
        is_so = drawn[item.query.number, item.video.number]
        say(rater, slots[0], "relevant" if is_so else "irrelevant")
    assert Item.objects.filter(campaign=campaign, verdict=None).exists()
    out = StringIO()
    call_command(
        "estimate", "toy", "pool", "--measures", "C@1,C@2,C@3,P@3", "--by", "simple", "--json",
        stdout=out,
    )  # fmt: skip
    for row in json.loads(out.getvalue())["rows"]:
        low, high = row["bounds"]
        assert (low == high) == (row["measure"] != "P@3")


def test_closed_campaigns_and_those_without_a_goal_are_not_looked_at(benchmark):
    opened()
    assert look_at_goals(Failures()) == {"campaigns looked at": 0, "goals reached": 0}


def test_more_is_to_go_the_wider_it_is():
    assert to_go(100, 10**9, 4, 2) == 300
    assert to_go(100, 1000, 4, 2) < to_go(100, 2000, 4, 2) < 300
    assert to_go(50, 50, 3, 2) == 0


def test_the_page_the_first_page_and_the_api_say_so(benchmark, rater, lead, client):
    campaign = opened("--until", "C@1:near,far:45", "--stop", "first_positive")
    add_member(SYSTEM, campaign, rater)
    client.force_login(lead)
    page = f"/campaigns/{campaign.pk}/"
    assert "Not checked yet: this is checked once a day" in client.get(page).content.decode()
    assert client.get(f"/api/v1/campaigns/{campaign.pk}").json()["until"] == {
        "measure": "C@1", "runs": ["near", "far"], "points": 45.0, "half_width": None,
        "difference": None, "interval": None, "captions": None, "population": None, "to_go": None,
        "reached": False, "why": None, "looked_at": None,
    }  # fmt: skip
    label(rater, campaign, 45)
    assert client.post(f"{page}look/").status_code == 302
    told = client.get(f"/api/v1/campaigns/{campaign.pk}").json()["until"]
    assert told["reached"]
    assert told["half_width"] <= 45
    assert told["interval"][0] < told["difference"] < told["interval"][1]
    shown = client.get(page).content.decode()
    assert "may stop" in shown
    assert "What can be computed" in shown
    assert "may stop" in client.get("/").content.decode()
