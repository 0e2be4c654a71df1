"""How often jobs are looked after, and how long silence lasts until something is done about it.

Together they bound how long a job can be forgotten: a dead worker's job is taken over at most
STALE_AFTER + SWEEP_EVERY after its last heart-beat, a lost ring is rung again after
RING_AGAIN_AFTER + SWEEP_EVERY.
"""

from datetime import timedelta

HEARTBEAT_EVERY = timedelta(seconds=1)
STALE_AFTER = timedelta(seconds=20)
SWEEP_EVERY = timedelta(seconds=10)
RING_AGAIN_AFTER = timedelta(seconds=15)

# A failed attempt waits 5 s, then 20, then 80 ... before the next.
FIRST_PAUSE = timedelta(seconds=5)
PAUSE_GROWS_BY = 4
LONGEST_PAUSE = timedelta(minutes=10)
NO_PAUSE = timedelta(0)

# Long enough for a short job to end by itself, short enough for `up`, which waits 5 s for its
# worker.
HAND_BACK_AFTER = timedelta(seconds=1.5)


def pause_after(attempts: int) -> timedelta:
    growth: int = PAUSE_GROWS_BY ** min(attempts - 1, 10)
    return min(FIRST_PAUSE * growth, LONGEST_PAUSE)
