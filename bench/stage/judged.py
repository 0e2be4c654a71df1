"""A benchmark with two stored runs and some 70,000 pairs that people found relevant, of MSVD's
size."""

from django.db import connection

from bench.pooling import POOL_DEPTH, Stage, set_up
from bench.stage.world import tidy_tables

SHARE = 0.141  # of the pairs in either run's top 10: with own videos some 98,000 positives
JUDGE = """
INSERT INTO pooling_judgedpair (query_id, video_id, verdict)
SELECT query_id, video_id, CASE WHEN random() < %s THEN 'relevant' ELSE 'irrelevant' END FROM (
    SELECT DISTINCT c.query_id, v.id AS video_id
    FROM pooling_ranking r JOIN pooling_caption c ON c.benchmark_id = %s AND c.number = r.item
    CROSS JOIN LATERAL unnest(r.targets[1:%s]) AS top(number)
    JOIN pooling_video v ON v.benchmark_id = %s AND v.number = top.number
    WHERE r.run_id = ANY(%s)
    ORDER BY 1, 2
) pooled
"""


def judged_stage() -> Stage:
    stage = set_up()
    key = stage.benchmark.pk
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(JUDGE, (SHARE, key, POOL_DEPTH, key, [run.pk for run in stage.runs]))
    tidy_tables()
    return stage
