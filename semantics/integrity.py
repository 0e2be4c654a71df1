"""What must always be true of proxies."""

from collections.abc import Iterator

from foundation.integrity import Difference, Integrity, StoredFile, register
from pooling.models import Benchmark
from pooling.queries.integrity import check_benchmarks_by
from semantics.models import Proxy
from semantics.models.proxy import FOLDER


def stored_files() -> Iterator[StoredFile]:
    for proxy in Proxy.objects.order_by("pk").iterator():
        yield StoredFile(proxy.path, proxy.sha256, f"proxy {proxy.pk}")


def differences_of(benchmark: Benchmark) -> Iterator[Difference]:
    """Imported when it is asked: every process registers this, and few read a matrix, which takes
    SciPy."""
    from semantics.queries.integrity import benchmark_differences  # noqa: PLC0415

    return benchmark_differences(benchmark)


check_benchmarks_by(differences_of)
register(Integrity("semantics", counted=True, stored_files=stored_files, folders=(FOLDER,)))
