"""What must always be true of witnesses and their opinions."""

from collections.abc import Iterator

from foundation.integrity import Difference, Integrity, register, run_checks
from pooling.models import Benchmark
from pooling.queries.integrity import check_benchmarks_by

APPENDED = "what_a_witness_said_does_not_change"
APPENDING = "witness hearing opinion probe tryout tried judgesubmission"
TABLES = tuple(f"witnesses_{name}" for name in APPENDING.split())
# Of one benchmark: %(benchmark)s. Each selects one column, the sentence.
OF_A_BENCHMARK = {
    "hearing": """
        SELECT format('witness %%s: counts of its hearing %%s are %%s, but a recount gives %%s',
          w.name, h.id, (h.given, h.failed), (n.given, n.failed))
        FROM witnesses_hearing h JOIN witnesses_witness w ON w.id = h.witness_id
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE status = 'given') AS given,
          count(*) FILTER (WHERE status <> 'given') AS failed
          FROM witnesses_opinion WHERE hearing_id = h.id) n
        WHERE w.benchmark_id = %(benchmark)s AND (h.given, h.failed) <> (n.given, n.failed)""",
    "opinion": """
        SELECT format('witness %%s: %%s opinions are of pairs that the benchmark does not have',
          w.name, count(*))
        FROM witnesses_opinion o JOIN witnesses_hearing h ON h.id = o.hearing_id
        JOIN witnesses_witness w ON w.id = h.witness_id
        LEFT JOIN pooling_query q ON q.id = o.query_id AND q.benchmark_id = w.benchmark_id
        LEFT JOIN pooling_video v ON v.id = o.video_id AND v.benchmark_id = w.benchmark_id
        WHERE w.benchmark_id = %(benchmark)s AND (q.id IS NULL OR v.id IS NULL)
        GROUP BY w.name""",
    "opinion twice": """
        SELECT format('witness %%s: %%s pairs were asked about at two hearings', w.name, count(*))
        FROM (SELECT h.witness_id FROM witnesses_opinion o
          JOIN witnesses_hearing h ON h.id = o.hearing_id
          GROUP BY h.witness_id, o.query_id, o.video_id
          HAVING count(DISTINCT o.hearing_id) FILTER (WHERE h.purpose <> 'retry') > 1
            OR count(DISTINCT o.hearing_id) FILTER (WHERE o.status = 'given') > 1) twice
        JOIN witnesses_witness w ON w.id = twice.witness_id
        WHERE w.benchmark_id = %(benchmark)s GROUP BY w.name""",
}
WITHOUT_HEARING = {
    "opinion": """
        SELECT count(*) || ' of no hearing' FROM witnesses_opinion o
        WHERE NOT EXISTS (SELECT FROM witnesses_hearing h WHERE h.id = o.hearing_id)
        HAVING count(*) > 0"""
}


def benchmark_differences(benchmark: Benchmark) -> Iterator[Difference]:
    """Imported when it is asked: every process registers this, and adapters take SciPy."""
    from witnesses.actions.hear_witness import witness_digest  # noqa: PLC0415

    where = f"benchmark {benchmark.name}"
    yield from run_checks(OF_A_BENCHMARK, where, benchmark=benchmark.pk)
    for witness in benchmark.witnesses.order_by("pk"):
        if witness_digest(witness.adapter, witness.config) != witness.digest:
            says = f"{where}, witness {witness.name}: its digest is not that of what it rests on"
            yield Difference("witness", says)


def differences() -> Iterator[Difference]:
    return run_checks(WITHOUT_HEARING, "opinions")


check_benchmarks_by(benchmark_differences)
register(
    Integrity(
        "witnesses",
        guards=dict.fromkeys(TABLES, APPENDED),
        differences=differences,
        counted=True,
    )
)
