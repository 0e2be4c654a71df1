"""Whether the demo is there."""

from pooling.models import Pool, Video

BENCHMARK = "demo"
POOL = "first round"


def demo_is_made() -> bool:
    """Its last step is done, and all its clips play."""
    unfinished = Video.objects.filter(benchmark__name=BENCHMARK).exclude(state=Video.State.READY)
    return (
        Pool.objects.filter(benchmark__name=BENCHMARK, name=POOL).exists()
        and not unfinished.exists()
    )
