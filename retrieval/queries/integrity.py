"""What must always be true of trained models and of what their runs say that they saw."""

from collections.abc import Iterator

from foundation.integrity import Difference, run_checks
from pooling.models import Benchmark

# Of one benchmark: %(benchmark)s. Each selects one column, the sentence.
OF_A_BENCHMARK = {
    "training": (
        """
        SELECT format('model %%s: was trained here, but has %%s runs that say what it saw', m.name,
          n.count)
        FROM retrieval_trainedmodel t JOIN pooling_retrievalmodel m ON m.id = t.model_id
        CROSS JOIN LATERAL (SELECT count(*) FROM pooling_run r
          JOIN pooling_provenance p ON p.run_id = r.id
          WHERE r.model_id = t.model_id AND p.trained_on_id = t.benchmark_id) n
        WHERE t.benchmark_id = %(benchmark)s AND n.count < 2"""
    ),
    "provenance": (
        """
        SELECT format('run %%s: says that its model was trained here, but there is no such model',
          r.name)
        FROM pooling_provenance p JOIN pooling_run r ON r.id = p.run_id
        WHERE r.benchmark_id = %(benchmark)s AND NOT EXISTS (
          SELECT FROM retrieval_trainedmodel t WHERE t.model_id = r.model_id)"""
    ),
    "curve": (
        """
        SELECT format('model %%s: its best epoch is %%s of %%s', m.name, t.best,
          jsonb_array_length(t.curve))
        FROM retrieval_trainedmodel t JOIN pooling_retrievalmodel m ON m.id = t.model_id
        WHERE t.benchmark_id = %(benchmark)s AND t.best > jsonb_array_length(t.curve)
          AND NOT (t.best = 1 AND t.loss = '')"""  # without a loss there are no epochs
    ),
}


def benchmark_differences(benchmark: Benchmark) -> Iterator[Difference]:
    yield from run_checks(OF_A_BENCHMARK, f"benchmark {benchmark.name}", benchmark=benchmark.pk)
