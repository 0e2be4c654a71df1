"""What must always be true of proxies and their files. Whether a file is there with its checksum is
asked of all packages' files alike."""

import zipfile
from collections.abc import Iterator

from foundation.integrity import Difference, run_checks
from pooling.models import Benchmark
from semantics.formats.stored import count_pairs
from semantics.models import Proxy
from semantics.queries.proxies import FileGone, list_proxies, read_as_made

# Of one benchmark: %(benchmark)s. Each selects one column, the sentence.
OF_A_BENCHMARK = {
    # A benchmark only grows: a proxy of more than it has is of something else.
    "proxy": (
        """
        SELECT format('proxy %%s: is of %%s captions and %%s videos, but the benchmark has %%s'
            ' and %%s', p.name, p.captions, p.videos, b.caption_count, b.video_count)
        FROM semantics_proxy p JOIN pooling_benchmark b ON b.id = p.benchmark_id
        WHERE p.benchmark_id = %(benchmark)s
          AND (p.captions > b.caption_count OR p.videos > b.video_count)"""
    )
}


def benchmark_differences(benchmark: Benchmark) -> Iterator[Difference]:
    yield from run_checks(OF_A_BENCHMARK, f"benchmark {benchmark.name}", benchmark=benchmark.pk)
    for proxy in list_proxies(benchmark):
        wrong = _wrong_with_file(proxy)
        if wrong:
            yield Difference("proxy", f"benchmark {benchmark.name}, proxy {proxy.name}: {wrong}")


def _wrong_with_file(proxy: Proxy) -> str:
    try:
        relevance = read_as_made(proxy)
        if relevance.shape != (proxy.captions, proxy.videos):
            found = "{:,} x {:,}".format(*relevance.shape)
            return f"its matrix is {found}, expected {proxy.captions:,} x {proxy.videos:,}"
        pairs = count_pairs(relevance)
    except FileGone:
        return ""  # it is missed among the files
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        return f"its matrix cannot be read ({error})"
    if pairs != proxy.pairs:
        return f"says that {proxy.pairs:,} cells are above 0, but a recount gives {pairs:,}"
    return ""
