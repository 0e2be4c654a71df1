"""Ask people about some of a benchmark's original pairs: how many do they reject?

The campaign asks about them as any other does about its pairs: in random order, among pairs that
are not original, by a name that does not tell. Pairs that are judged already are asked again, for
those who judged them may have known.
"""

from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Manager

from annotator.actions.start_campaign import GUIDELINE, start_campaign
from annotator.asked.audit import AuditWanted
from annotator.models import Campaign
from people.actor import Actor
from pooling.actions.draw_originals import draw_originals
from pooling.models import Benchmark


@transaction.atomic
def audit_originals(
    actor: Actor, benchmark: Benchmark, wanted: AuditWanted, *, guideline: str = GUIDELINE
) -> Campaign:
    """The campaign, open. Raises ValidationError where there are fewer originals, or a name is
    taken; and what opening raises."""
    pool = draw_originals(
        actor,
        benchmark,
        _free_name("originals", benchmark.pools),
        count=wanted.count,
        others=wanted.mixed,
        seed=wanted.seed,
    )
    return start_campaign(
        actor,
        pool,
        wanted.name or _free_name("pairs", benchmark.campaigns),
        guideline=guideline,
        seed=wanted.seed,
        double_share=wanted.double_share,
        without_clips=wanted.without_clips,
        ask_again=True,
    )


def _free_name(begins: str, rows: Manager[Any]) -> str:
    """A name with the first number that nothing has yet."""
    taken = set(rows.filter(name__startswith=begins).values_list("name", flat=True))
    names = (f"{begins} {number}" for number in count(1))
    return next(name for name in names if name not in taken)
