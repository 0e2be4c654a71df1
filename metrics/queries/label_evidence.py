"""Who said what, for studies of the labels' errors: of all campaigns whose raters are known."""

import numpy as np
from django.db import connection

from foundation.database.snapshot import one_moment
from measures.arrays import Integers
from measures.raters import DISAGREEMENT, UNKNOWN
from metrics.labels import ALL
from metrics.queries.answers import (
    DECIDED,
    ITEM,
    NOT_DECIDED,
    RATER,
    VALUE,
    VERDICT,
    copied,
    read_answers,
)
from metrics.queries.labels import CHECKED, MEMORY, Campaigns, campaigns_with_raters
from metrics.studies.label_evidence import LabelEvidence
from pooling.models import Benchmark

ASKED = """
SELECT i.id, q.number::int8, v.number::int8, (c.source = 'import')::int::int8
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
WHERE i.campaign_id = ANY(%(campaigns)s) ORDER BY i.id
"""


def read_label_evidence(benchmark: Benchmark, videos: int | None = None) -> LabelEvidence:
    """videos: how many the benchmark has, as the snapshot counts them that this is for."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute(MEMORY)
        known = campaigns_with_raters(benchmark, None)
        return _read(known, benchmark.video_count if videos is None else videos)


def _read(campaigns: Campaigns, videos: int) -> LabelEvidence:
    asked, _ = campaigns
    words = {"campaigns": [one.pk for one in asked]}
    given = read_answers(asked)
    aside = given.aside(ALL)
    rows = given.rows[~np.logical_or.reduce(list(aside.values()))]
    rows = rows[rows[:, VALUE] != UNKNOWN]
    items = copied(ASKED, words, 4)
    place = np.searchsorted(items[:, 0], rows[:, ITEM])
    keys = items[place, 1] * videos + items[place, 2]
    gold = copied(CHECKED, words, 4)
    return LabelEvidence.of(
        keys,
        rows[:, RATER],
        rows[:, VALUE],
        _decisions(rows),
        (gold[:, 0], gold[:, 1], gold[:, 2]),
        items[place, 3] == 1,
    )


def _decisions(rows: Integers) -> Integers:
    """(labels,): what an adjudicator decided of the pair; -1 where none did, or could not."""
    verdict = rows[:, VERDICT]
    decided = (rows[:, DECIDED] != NOT_DECIDED) & (verdict != UNKNOWN) & (verdict != DISAGREEMENT)
    return np.where(decided, verdict, -1)
