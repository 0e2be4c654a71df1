"""A proxy's relevance as opinions."""

from foundation.progress import Report
from semantics.models import Proxy
from semantics.queries.proxies import read_relevance
from witnesses.opinions import Adapter, Asked, Greatest, Opinions


def _identity(proxy: Proxy) -> dict[str, str]:
    return {"sha256": proxy.sha256}


def _read(proxy: Proxy, asked: Asked, report: Report) -> Opinions:
    """Raises Outdated or FileGone."""
    greatest = Greatest(asked.wanted)
    for start, rows in read_relevance(proxy).blocks():
        greatest.take_rows(asked.caption_queries[start : start + len(rows)], rows)
        report(start, proxy.captions, f"Reading {proxy.name}")
    return greatest.opinions()


ADAPTER = Adapter("proxy", _identity, _read)
