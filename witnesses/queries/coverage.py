"""Of how many pairs that matter a witness says something."""

from collections.abc import Mapping
from typing import Any

from foundation.database.rows import rows_of
from foundation.finding.fields import Found, derived, found
from foundation.frozen import frozen
from foundation.words import sentence
from pooling.models import Benchmark

ENOUGH = 0.8
POOLED = """
    SELECT DISTINCT m.query_id, m.video_id FROM pooling_poolpair m
    JOIN pooling_pool p ON p.id = m.pool_id WHERE p.benchmark_id = %(benchmark)s"""
JUDGED = """
    SELECT j.query_id, j.video_id FROM pooling_judgedpair j
    JOIN pooling_query q ON q.id = j.query_id WHERE q.benchmark_id = %(benchmark)s"""
# The first row is of no witness: how many there are.
COUNTED = """
WITH pairs AS MATERIALIZED ({pairs}), given AS (
    SELECT DISTINCT h.witness_id, o.query_id, o.video_id FROM witnesses_opinion o
    JOIN witnesses_hearing h ON h.id = o.hearing_id
    JOIN witnesses_witness w ON w.id = h.witness_id
    WHERE w.benchmark_id = %(benchmark)s AND o.status = 'given')
SELECT NULL, count(*) FROM pairs
UNION ALL
SELECT witness_id, count(*) FROM given JOIN pairs USING (query_id, video_id) GROUP BY witness_id"""


@frozen
class Covered(Found, called="WitnessCoverage"):
    pairs: int = found("How many pairs there are.")
    covered: int = found("How many of them the witness has an opinion on.")

    @property
    @derived("The share of them; null where there are none.")
    def share(self) -> float | None:
        return self.covered / self.pairs if self.pairs else None


@frozen
class Coverage(Found, called="WitnessCoverages"):
    pooled: Covered = found("The pairs that are in pools of the benchmark.")
    judged: Covered = found("The pairs that people have judged.")

    @property
    def warning(self) -> str:
        """Empty where it covers enough, or there is nothing to cover."""
        of = self.pooled if self.pooled.pairs else self.judged
        if of.share is None or of.share >= ENOUGH:
            return ""
        percent = f"{100 * of.share:.4g}"  # as the page has it
        said = sentence(f"It has an opinion on {percent} % of the pooled pairs; expected 80 %.")
        if not self.pooled.pairs:
            said = sentence(f"It has an opinion on {percent} % of the judged pairs; expected 80 %.")
        costs = sentence(
            "Each of the others counts as its mean, which tells nothing of the pair: it saves no"
            " more than that share of the labels that it would save with all."
        )
        return f"{said} {costs}"


def coverages(benchmark: Benchmark) -> Mapping[int, Coverage]:
    """By witness; of one that says nothing of these pairs, too."""
    pooled, judged = (
        dict(rows_of(COUNTED.format(pairs=pairs), {"benchmark": benchmark.pk}))
        for pairs in (POOLED, JUDGED)
    )

    def covered(counts: Mapping[Any, int], witness: int) -> Covered:
        return Covered(counts[None], counts.get(witness, 0))

    numbers = benchmark.witnesses.values_list("pk", flat=True)
    return {one: Coverage(covered(pooled, one), covered(judged, one)) for one in numbers}
