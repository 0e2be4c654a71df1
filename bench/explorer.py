"""The explorer at the size of MSVD's test split: 27,763 captions, 670 videos, 5 runs of depth 100,
555,391 judged pairs. Each page is asked for 40 times, and its p95 is shown.

The peer of the search is the same question as SQL over the stored rankings, without anything kept:
for which captions do three runs differ at C@10. Both find the same, or the benchmark fails.
"""

import argparse
from functools import partial
from statistics import median

import numpy as np
from django.db import connection
from django.test import Client
from django.urls import reverse

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from bench.pooling import CAPTIONS, TEXTS, VIDEOS, import_captions, import_run, matrix_of
from bench.stage.peers import seconds_of
from bench.stage.simulated import simulate_scores, sketch
from bench.stage.world import migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from explorer.actions.keep import keep_facts
from people.models import Role, User
from pooling.models import Benchmark, Caption
from pooling.queries.benchmarks import runs_of

LOOKS, RUNS, PAIRS = 40, 5, 555_391
PEERS = 3
DIFFERING = "where runs differ at C@10"
EVERYTHING = (
    "?search=dog&words_from=6&positives_from=2&differ=on&changed=on&unjudged=on&k=10"
    "&sort=-positives"
)
# What any of the runs ranks high, the first ranks first.
JUDGE = """
INSERT INTO pooling_judgedpair (query_id, video_id, verdict)
SELECT query_id, video_id, CASE WHEN random() < 0.14 THEN 'relevant' ELSE 'irrelevant' END FROM (
  SELECT c.query_id, v.id AS video_id FROM pooling_ranking r
  JOIN pooling_caption c ON c.benchmark_id = %(benchmark)s AND c.number = r.item
  CROSS JOIN LATERAL unnest(r.targets[1:10]) WITH ORDINALITY AS top(number, place)
  JOIN pooling_video v ON v.benchmark_id = %(benchmark)s AND v.number = top.number
  WHERE r.run_id = ANY(%(runs)s) GROUP BY c.query_id, v.id
  ORDER BY min(top.place), c.query_id, v.id LIMIT %(pairs)s) pooled
"""
# Whether a run has a positive in its top 10, for each caption and run.
DIFFER = """
SELECT item FROM (
  SELECT r.item, r.run_id, bool_or(v.id = c.video_id OR j.video_id IS NOT NULL) AS found
  FROM pooling_ranking r
  JOIN pooling_caption c ON c.benchmark_id = %(benchmark)s AND c.number = r.item
  CROSS JOIN LATERAL unnest(r.targets[1:10]) AS top(number)
  JOIN pooling_video v ON v.benchmark_id = %(benchmark)s AND v.number = top.number
  LEFT JOIN pooling_judgedpair j ON j.query_id = c.query_id AND j.video_id = v.id
    AND j.verdict = 'relevant'
  WHERE r.run_id = ANY(%(runs)s) GROUP BY r.item, r.run_id) tops
GROUP BY item HAVING count(DISTINCT found) = 2 ORDER BY item LIMIT 50
"""
PEER = "where runs differ in their top 10, as SQL over the rankings"


def set_up() -> Benchmark:
    sketched = sketch(CAPTIONS, VIDEOS, TEXTS)
    benchmark = import_captions(sketched, "made-up")
    for model in range(1, RUNS + 1):
        np.save(matrix_of(model), simulate_scores(sketched, model))
        import_run(benchmark, matrix_of(model), f"model-{model}")
        matrix_of(model).unlink()
    judge(benchmark)
    tidy_tables()
    return benchmark


def judge(benchmark: Benchmark) -> None:
    runs = [run.pk for run in runs_of(benchmark)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(JUDGE, {"benchmark": benchmark.pk, "runs": runs, "pairs": PAIRS})
        if cursor.rowcount != PAIRS:
            raise RuntimeError(f"judged {cursor.rowcount:,} pairs: expected {PAIRS:,}")


def reader() -> Client:
    client = Client(headers={"host": "localhost"})
    viewer, _ = User.objects.get_or_create(username="viewer", role=Role.VIEWER)
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def addresses(benchmark: Benchmark) -> dict[str, tuple[str, float]]:
    """What is asked, and how long it may take."""
    of = [benchmark.pk]
    search = reverse("explorer:captions", args=of)
    caption = reverse("explorer:caption", args=[*of, 12_345])
    video = reverse("explorer:video", args=[*of, 123])
    pair = reverse("explorer:pair", args=[*of, 12_345, 123])
    first = Caption.objects.get(benchmark=benchmark, number=12_345)
    return {
        "the search, nothing asked": (search, 0.2),
        "words: man guitar": (f"{search}?search=man+guitar", 0.2),
        "a word that most captions have: a": (f"{search}?search=a", 0.2),
        DIFFERING: (f"{search}?differ=on&k=10", 0.2),
        "all filters, sorted": (search + EVERYTHING, 0.2),
        "a caption": (caption, 0.15),
        "a caption, inside a search": (f"{caption}?differ=on&search=a", 0.15),
        "a video": (video, 0.15),
        "a pair": (pair, 0.15),
        "API: explore": (f"/api/v1/benchmarks/{benchmark.pk}/explore?differ=true", 0.2),
        "API: ranked": (f"/api/v1/captions/{first.pk}/ranked", 0.15),
    }


def naive(benchmark: Benchmark, runs: list[int]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(DIFFER, {"benchmark": benchmark.pk, "runs": runs})
        return [number for (number,) in cursor.fetchall()]


def by_sql(client: Client, benchmark: Benchmark) -> list[float]:
    """Seconds, of the runs that the page shows unasked."""
    address = f"/api/v1/benchmarks/{benchmark.pk}/explore?differ=true&k=10"
    found = client.get(address).json()["results"]
    runs = [run["run"] for run in found[0]["runs"]]
    if naive(benchmark, runs) != [row["number"] for row in found]:
        raise RuntimeError("SQL finds other captions")
    return [seconds_of(partial(naive, benchmark, runs)) for _ in range(PEERS)]


def looking(client: Client, benchmark: Benchmark, peer: list[float]) -> list[Row]:
    rows = []
    for what, (address, seconds) in addresses(benchmark).items():
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")
        looks = [seconds_of(partial(client.get, address)) for _ in range(LOOKS)]
        slowest = sorted(looks)[int(0.95 * (LOOKS - 1))]
        size = f"{len(answer.content) / 1024:.0f} KiB"
        against = (PEER, [median(peer)]) if what == DIFFERING else ()
        named = f"{what}: p95 of {LOOKS}, {size}"
        rows.append(row(named, [slowest], *against, goal=Goal(seconds=seconds)))
    return rows


def measure(_: argparse.Namespace) -> list[Row]:
    with migrated_database():
        benchmark, client = set_up(), reader()
        keeping = [seconds_of(lambda: keep_facts(benchmark, lambda *_: None)) for _ in range(PEERS)]
        peer = by_sql(client, benchmark)
        rows = looking(client, benchmark, peer)
    job = f"looking at all captions, as a job: {RUNS} runs"
    return [*rows, row(job, keeping), row(f"peer: {PEER}", peer)]


if __name__ == "__main__":
    asked = arguments()
    show(f"The explorer ({machine()})", measure(asked), asked)
