"""One rule: settle for one pair, settle_many for patterns, settled_items for all items of a
campaign; and no order of a log matters."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from annotator.consensus import Given, Pattern, Policy, settle, settle_many
from annotator.models import Campaign, Item
from annotator.queries.patterns import SETTLED, settled_items
from annotator.scales import Scale
from tests.annotator.breaking import sql, unguarded
from tests.factories import make_campaign, make_user

ANSWERS = ("relevant", "irrelevant", "cannot_judge")
VOTES = st.lists(st.sampled_from(ANSWERS), max_size=7)
DECISIONS = st.lists(st.sampled_from(("relevant", "irrelevant")), max_size=2)
POLICIES = st.builds(Policy, st.booleans(), st.integers(1, 5), st.integers(1, 4), st.booleans())


def kinds_of(votes, decisions):
    return [("first", "second", "third")[min(n, 2)] for n in range(len(votes))] + [
        "adjudication"
    ] * len(decisions)


@given(VOTES, DECISIONS, POLICIES, st.randoms(use_true_random=False))
def test_the_same_labels_give_the_same_resolution_in_any_order(votes, decisions, policy, random):
    labels = [
        Given(number, kind, answer)
        for number, (kind, answer) in enumerate(
            zip(kinds_of(votes, decisions), votes + decisions, strict=True)
        )
    ]
    shuffled = random.sample(labels, len(labels))
    assert settle(shuffled, policy) == settle(labels, policy)


@given(VOTES, DECISIONS, POLICIES)
def test_a_verdict_needs_more_than_half_and_something_is_wanted_exactly_while_there_is_none(
    votes, decisions, policy
):
    labels = [
        Given(n, kind, answer)
        for n, (kind, answer) in enumerate(
            zip(kinds_of(votes, decisions), votes + decisions, strict=True)
        )
    ]
    outcome = settle(labels, policy)
    assert (outcome.wanted is None) == (outcome.verdict in ("relevant", "irrelevant"))
    assert (outcome.dispute > 0) == (outcome.wanted == "adjudication")
    if outcome.wanted is None and not outcome.adjudicated:
        used = [given for given in labels if given.label in outcome.used]
        assert 2 * sum(given.answer == outcome.verdict for given in used) > len(used)
        assert len(used) == sum(given.answer != "cannot_judge" for given in labels)


@given(VOTES, DECISIONS, POLICIES)
def test_nobody_is_asked_for_more_labels_than_the_policy_allows_nor_after_a_lead_said_enough(
    votes, decisions, policy
):
    labels = [
        Given(n, kind, answer)
        for n, (kind, answer) in enumerate(
            zip(kinds_of(votes, decisions), votes + decisions, strict=True)
        )
    ]
    if len(labels) >= policy.label_limit or (policy.escalated and labels):
        assert settle(labels, policy).wanted in (None, "adjudication")


@pytest.mark.parametrize(
    ("votes", "limit", "verdict"),
    [
        (["relevant", "irrelevant", "cannot_judge"], 3, "disagreement"),
        (["cannot_judge", "irrelevant", "relevant"], 3, "disagreement"),
        (["cannot_judge", "relevant"], 2, None),
    ],
)
def test_cannot_judge_is_one_of_the_labels_that_a_pair_may_have(votes, limit, verdict):
    labels = [
        Given(n, kind, answer)
        for n, (kind, answer) in enumerate(zip(kinds_of(votes, []), votes, strict=True))
    ]
    outcome = settle(labels, Policy(doubled=True, label_limit=limit, cannot_judge_limit=2))
    assert (outcome.verdict, outcome.wanted, outcome.dispute) == (
        verdict,
        "adjudication",
        len(votes),
    )


PAIRS = st.tuples(VOTES, DECISIONS, POLICIES, st.integers(1, 1000))


@given(st.lists(PAIRS, max_size=20))
def test_many_pairs_are_settled_as_each_of_them(pairs):
    """The slow twin settles each pair by itself, with labels of its own numbers."""
    patterns = [
        Pattern(tuple(zip(kinds_of(votes, decisions), votes + decisions, strict=True)), policy)
        for votes, decisions, policy, _ in pairs
    ]
    outcomes = settle_many([*patterns, *patterns])
    for pattern, outcome, (*_, first) in zip(patterns, outcomes, pairs, strict=False):
        numbers = range(first, first + 3 * len(pattern.labels), 3)
        labels = [Given(n, *label) for n, label in zip(numbers, pattern.labels, strict=True)]
        used = tuple(numbers[place] for place in outcome.used)
        assert replace(outcome, used=used) == settle(labels, pattern.policy)


def test_a_pattern_is_settled_once_however_many_pairs_have_it():
    once, twice = (Policy(doubled, label_limit=3, cannot_judge_limit=2) for doubled in (0, 1))
    relevant = (("first", "relevant"),)
    outcomes = settle_many([Pattern(relevant, once), Pattern(relevant, twice)] * 1000)
    assert [outcome.wanted for outcome in outcomes] == [None, "second"] * 1000
    assert len({id(outcome) for outcome in outcomes}) == 2


@pytest.fixture
def crowd(db):
    return [make_user() for _ in range(10)]


@pytest.mark.django_db
def test_a_campaign_settled_in_bulk_is_settled_as_each_of_its_pairs(crowd):
    """Every mixture of up to five votes and one decision, under policies of every kind."""
    logs = sorted(
        {
            (r, i, u, d)
            for r in range(4)
            for i in range(4)
            for u in range(3)
            for d in range(3)
            if r + i + u <= 5
        }
    )
    campaign = make_campaign(captions=len(logs), videos=1, double_share=0.5)
    sql("UPDATE annotator_item SET escalated = (mod(id, 2) = 0)")
    items = list(Item.objects.filter(campaign=campaign).order_by("id"))
    with unguarded("annotator_label"):
        for item, (relevant, irrelevant, unable, decided) in zip(items, logs, strict=True):
            votes = (
                ["relevant"] * relevant + ["irrelevant"] * irrelevant + ["cannot_judge"] * unable
            )
            votes = votes[item.pk % 3 :] + votes[: item.pk % 3]
            append(item, crowd, votes, [[], ["relevant"], ["relevant", "irrelevant"]][decided])
    for limits in ((1, 1), (2, 2), (3, 2), (4, 3)):
        Campaign.objects.update(label_limit=limits[0], cannot_judge_limit=limits[1])
        assert settled_in_bulk(campaign) == {item.pk: settled_alone(item, limits) for item in items}


def append(item, crowd, votes, decisions):
    for number, (kind, answer) in enumerate(
        zip(kinds_of(votes, decisions), votes + decisions, strict=True)
    ):
        sql(
            "WITH slot AS (INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place,"
            " state, rater_id) VALUES (%s, %s, %s, %s, 0, 'filled', %s) RETURNING id) INSERT INTO"
            " annotator_label (campaign_id, item_id, slot_id, rater_id, answer, value, reason,"
            " comment, request_id, given_at, too_fast, guideline_version, client)"
            " SELECT %s, %s, id, %s, %s, %s, 'not_for_me', '', %s, now(), false, 1, '' FROM slot",
            *(item.campaign_id, item.pk, kind, 10 + number, crowd[number].pk),
            *(item.campaign_id, item.pk, crowd[number].pk, answer),
            *(Scale().value_of(answer), uuid.uuid4()),
        )


def settled_in_bulk(campaign) -> dict:
    with connection.cursor() as cursor, settled_items(cursor, campaign.pk):
        cursor.execute(SETTLED)
        return {row[0]: row[1:] for row in cursor.fetchall()}


def settled_alone(item, limits) -> tuple:
    labels = [Given(*row) for row in item.labels.values_list("id", "slot__kind", "answer", "value")]
    outcome = settle(labels, Policy(item.doubled, *limits, item.escalated))
    return (
        outcome.verdict,
        outcome.grade,
        list(outcome.used),
        outcome.adjudicated,
        outcome.dispute,
        outcome.wanted,
    )
