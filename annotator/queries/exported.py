"""What is exported of a benchmark's labels: rows one after another as the database sends them. No
export is ever held in memory.

A pair's caption is the first that has its text; all captions with the same text are one query.
"""

from collections.abc import Mapping
from typing import Any

from django.db import connection

from annotator.formats.format import Rows
from annotator.models import Campaign, GradeMap
from annotator.queries.grades import scale_of_benchmark
from annotator.scales import Scale
from foundation.database.rows import column_of
from foundation.frozen import frozen
from pooling.models import Benchmark


@frozen
class Scope:
    """One campaign of a benchmark, or all that is judged in it."""

    benchmark: Benchmark
    campaign: Campaign | None
    # A verdict that rests on fewer labels is none; what an adjudicator decided always is one.
    least_labels: int = 1
    # By which the labels of the campaign go out, where they go out on another scale.
    grade_map: GradeMap | None = None

    @property
    def words(self) -> dict[str, Any]:
        """What the statements below are given."""
        return {
            "benchmark": self.benchmark.pk,
            "campaign": self.campaign.pk if self.campaign else None,
            "campaigns": [campaign.pk for campaign in self.campaigns],
            "least": self.least_labels,
        }

    @property
    def scale(self) -> Scale:
        """That of its verdicts."""
        if self.grade_map:
            return self.grade_map.target
        return self.campaign.on_scale if self.campaign else scale_of_benchmark(self.benchmark)

    @property
    def campaigns(self) -> list[Campaign]:
        """Those with labels or a promise of them, in the order in which they were made."""
        if self.campaign is not None:
            return [self.campaign]
        known = Campaign.objects.filter(benchmark=self.benchmark)
        return list(known.exclude(state=Campaign.State.DRAFT).order_by("pk"))

    @property
    def pairs(self) -> str:
        """The statement for their verdicts."""
        return VERDICTS_OF_BENCHMARK if self.campaign is None else VERDICTS_OF_CAMPAIGN


FIRST_CAPTIONS = """
SELECT DISTINCT ON (query_id) query_id, key, number FROM pooling_caption
WHERE benchmark_id = %(benchmark)s
ORDER BY query_id, number
"""

# Of annotator_item i.
ENOUGH = "(i.adjudicated OR cardinality(i.labels_used) >= %(least)s)"

VERDICTS_OF_CAMPAIGN = f"""
SELECT i.query_id, i.video_id,
  CASE WHEN %(least)s <= 1 OR {ENOUGH} THEN i.verdict END AS verdict, i.grade,
  coalesce(p.stratum, 0) AS stratum FROM annotator_item i
JOIN annotator_campaign c ON c.id = i.campaign_id
LEFT JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
WHERE i.campaign_id = %(campaign)s AND NOT i.gold
"""

VERDICTS_OF_BENCHMARK = f"""
SELECT query_id, video_id,
  CASE WHEN %(least)s <= 1 OR EXISTS (SELECT FROM annotator_item i
    WHERE i.campaign_id = ANY(%(campaigns)s) AND i.query_id = j.query_id
    AND i.video_id = j.video_id AND i.verdict = j.verdict AND {ENOUGH})
  THEN j.verdict END AS verdict, j.grade, coalesce(p.stratum, 0) AS stratum
FROM (SELECT query_id, video_id, max(stratum) AS stratum FROM pooling_poolpair
  WHERE pool_id IN (SELECT id FROM pooling_pool WHERE benchmark_id = %(benchmark)s)
  GROUP BY query_id, video_id) p
FULL JOIN (SELECT j.query_id, j.video_id, j.verdict, j.grade FROM pooling_judgedpair j
  JOIN pooling_query q ON q.id = j.query_id WHERE q.benchmark_id = %(benchmark)s) j
  USING (query_id, video_id)
"""


def rows_sent(statement: str, words: Mapping[str, Any]) -> Rows:
    """Close it when it is not read to its end: until then the connection is busy with it, and the
    next statement would wait."""
    with connection.cursor() as cursor, cursor.copy(f"COPY ({statement}) TO STDOUT", words) as copy:
        yield from copy.rows()


def verdict_rows(scope: Scope, more: str = "") -> Rows:
    """Caption, video, verdict, and where there are grades its grade. more: further columns of the
    pairs p."""
    grade = ", p.grade" if scope.scale.is_graded else ""
    return rows_sent(
        f"SELECT c.key, v.key, p.verdict{grade}{more} FROM ({scope.pairs}) p"
        f" JOIN ({FIRST_CAPTIONS}) c ON c.query_id = p.query_id"
        " JOIN pooling_video v ON v.id = p.video_id WHERE p.verdict IS NOT NULL"
        " ORDER BY c.number, v.number",
        scope.words,
    )


def verdict_counts(scope: Scope) -> dict[str, int]:
    counted = (
        f"SELECT p.verdict, count(*) FROM ({scope.pairs}) p WHERE p.verdict IS NOT NULL"
        " GROUP BY p.verdict ORDER BY p.verdict DESC"
    )
    return {verdict: int(pairs) for verdict, pairs in rows_sent(counted, scope.words)}


def raters_of(scope: Scope) -> list[int]:
    return column_of(
        "SELECT DISTINCT rater_id FROM annotator_label WHERE campaign_id = ANY(%(campaigns)s)"
        " ORDER BY rater_id",
        scope.words,
    )
