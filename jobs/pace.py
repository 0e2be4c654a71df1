"""How often jobs are looked after, and how long silence lasts until something is done about it.

Together they bound how long a job can be forgotten: a dead worker's job is taken over at most
STALE_AFTER + SWEEP_EVERY after its last heart-beat (ELSEWHERE_STALE_AFTER + SWEEP_EVERY where only
other machines are left), a lost ring is rung again after RING_AGAIN_AFTER + SWEEP_EVERY.
"""

from datetime import timedelta

HEARTBEAT_EVERY = timedelta(seconds=1)
# From then on a process of this machine is asked whether it lives. That a busy machine lets it not
# beat is no reason to end what it does.
STALE_AFTER = timedelta(seconds=20)
# A process of another machine cannot be asked.
ELSEWHERE_STALE_AFTER = timedelta(seconds=120)
# A job that lives and reports nothing new for so long is said to be stuck, with its stack; nothing
# else is done about it.
STUCK_AFTER = timedelta(minutes=10)
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
