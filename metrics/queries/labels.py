"""What raters answered, as arrays, all of one moment."""

from collections.abc import Sequence

import numpy as np
from django.db import connection

from annotator.formats.registry import FORMATS
from annotator.models import Campaign, LabelImport, Mistake
from annotator.queries.campaigns import log_position
from annotator.queries.patterns import LIVE
from foundation.database.snapshot import one_moment
from metrics.labels import ALL, Answers, Checks, Filters, Labels, WithoutRaters
from metrics.queries.answers import (
    DAY,
    DECIDED,
    ITEM,
    KIND,
    RATER,
    REASON,
    VALUE,
    VERDICT,
    VIDEO,
    WORDS,
    copied,
    read_answers,
    within,
)
from people.models import User
from pooling.models import Benchmark

# Those whose raters are known, and the others, counted.
Campaigns = tuple[list[Campaign], tuple[WithoutRaters, ...]]
# Files of these formats tell verdicts, and not who gave them.
WITHOUT_RATERS = tuple(name for name, one in FORMATS.items() if not one.has_pseudonyms)

# LIVE is of one campaign. Here it is asked of each of several, of which the planner makes one join.
LIVING = f"""
(SELECT l.* FROM annotator_campaign c CROSS JOIN LATERAL ({LIVE % {"campaign": "c.id"}}) l
  WHERE c.id = ANY(%(campaigns)s)) l
JOIN annotator_item i ON i.id = l.item_id
"""

# What was retired as a known answer checks nobody any more. An answer that was asked for again was
# still right or wrong.
CHECKED = f"""
SELECT l.rater_id::int8, (l.answer = 'relevant')::int::int8, (k.answer = 'relevant')::int::int8,
  ((l.given_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01')::int8
FROM {LIVING} JOIN annotator_knownanswer k
  ON k.campaign_id = i.campaign_id AND k.query_id = i.query_id AND k.video_id = i.video_id
  AND k.active
WHERE l.kind = 'gold' AND l.answer IN ('relevant', 'irrelevant')
"""
# For labels and items by the hundred thousand, whose joins would go through files otherwise.
MEMORY = "SET LOCAL work_mem = '64MB'"


def read_labels(
    benchmark: Benchmark,
    campaign: Campaign | None = None,
    filters: Filters = ALL,
    *,
    but: Sequence[int] = (),
) -> Labels:
    """The labels of one campaign, or of all of the benchmark whose raters are known, but these."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute(MEMORY)
        return _read(campaigns_with_raters(benchmark, campaign, but), benchmark, filters)


def _read(campaigns: Campaigns, benchmark: Benchmark, filters: Filters) -> Labels:
    asked, left_out = campaigns
    given = read_answers(asked, left_out)
    rows, aside = given.rows, given.aside(filters)
    standing = rows[~np.logical_or.reduce(list(aside.values()))]
    _, first, pair = np.unique(standing[:, ITEM], return_index=True, return_inverse=True)
    of_pairs = standing[first]
    items, place = np.unique(rows[:, ITEM], return_inverse=True)
    checks = copied(CHECKED, {"campaigns": [one.pk for one in asked]}, 4)
    return Labels(
        benchmark=benchmark.name,
        campaigns=tuple(found.name for found in asked),
        pair=pair.reshape(-1),
        rater=standing[:, RATER],
        kind=standing[:, KIND],
        value=standing[:, VALUE],
        verdicts=of_pairs[:, VERDICT],
        videos=of_pairs[:, VIDEO],
        gold=Checks(*checks[within(filters, checks[:, 0], checks[:, 3]), :3].T),
        names=_names(np.unique(np.append(standing[:, RATER], filters.raters)).tolist()),
        log_position=log_position(asked),
        day=standing[:, DAY],
        reason=standing[:, REASON],
        words=of_pairs[:, WORDS],
        decided=of_pairs[:, DECIDED],
        mistakes=tuple(Mistake.values),
        left_out=left_out,
        filters=filters,
        answers=Answers(place.reshape(-1), rows[:, RATER], rows[:, KIND], rows[:, VALUE], aside),
        answered=len(items),
    )


def campaigns_with_raters(
    benchmark: Benchmark, campaign: Campaign | None, but: Sequence[int] = ()
) -> Campaigns:
    """What is asked for, without imports of which nobody knows whose labels they are; and these,
    counted."""
    known = (
        Campaign.objects.filter(benchmark=benchmark)
        .exclude(state=Campaign.State.DRAFT)
        .exclude(pk__in=but)
        .order_by("pk")
    )
    asked = list(known if campaign is None else known.filter(pk=campaign.pk))
    nameless = dict(
        LabelImport.objects.filter(campaign__in=asked, format__in=WITHOUT_RATERS).values_list(
            "campaign_id", "pairs"
        )
    )
    left_out = [
        WithoutRaters(one.name, nameless[one.pk], one.pk) for one in asked if one.pk in nameless
    ]
    return [one for one in asked if one.pk not in nameless], tuple(left_out)


def _names(raters: list[int]) -> dict[int, str]:
    """Two who are called alike are told apart by the names they sign in with."""
    people = User.objects.in_bulk(raters)
    called = [str(person) for person in people.values()]
    return {
        number: f"{person} ({person.username})" if called.count(str(person)) > 1 else str(person)
        for number, person in people.items()
    }
