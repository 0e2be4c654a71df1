"""How fast labels come in a benchmark."""

from annotator.queries.pace import last_pace_in, last_per_hour_in
from metrics.studies.pooled import PACE
from pooling.models import Benchmark


def labels_an_hour(benchmark: Benchmark, asked: float | None = None) -> tuple[float, str]:
    """The pace asked for, else the one last measured in a campaign of this benchmark, else a guess;
    and which of these it is."""
    if asked is not None:
        return asked, "as asked for"
    measured = last_pace_in(benchmark.pk)
    pace = last_per_hour_in(benchmark)
    if measured is None or pace is None:
        return PACE, "assumed: no campaign of this benchmark has been measured"
    return pace, f"measured over {measured.answers:,} answers in {measured.campaign.name}"
