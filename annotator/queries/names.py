"""Campaigns by their names, for commands."""

from annotator.models import Campaign
from foundation.refused import Refused
from pooling.models import Benchmark
from pooling.queries.names import hint_for


class UnknownCampaignName(Refused):
    """There is no campaign of this name."""


class SeveralBenchmarks(Refused):
    """Campaigns of several benchmarks have this name."""


def find_campaign(name: str, benchmark: Benchmark | None = None) -> Campaign:
    """The campaign of this name, in a benchmark or anywhere; also as BENCHMARK/NAME, where several
    benchmarks have one of this name."""
    rows = Campaign.objects.select_related("benchmark").order_by("pk")
    if benchmark is not None:
        rows = rows.filter(benchmark=benchmark)
    found = [row for row in rows if name in (row.name, f"{row.benchmark.name}/{row.name}")]
    if len(found) == 1:
        return found[0]
    if found:
        full = ", ".join(f"{row.benchmark.name}/{row.name}" for row in found)
        raise SeveralBenchmarks(f"several campaigns are called {name!r}: expected one of {full}")
    hint = hint_for(name, list(dict.fromkeys(row.name for row in rows)))
    raise UnknownCampaignName(f"no campaign is called {name!r}: {hint}")
