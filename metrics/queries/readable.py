"""Which campaigns' labels somebody may study: none whose pool tells of a run that they may not know
of, for its number of pairs would tell of it."""

from django.db.models import Q, QuerySet

from annotator.models import Campaign
from annotator.queries.progress import access_read_campaigns
from people.models import User
from pooling.models import Benchmark
from pooling.queries.visible import visible_pools


def access_campaigns(asking: User) -> QuerySet[Campaign]:
    known = Q(pool__isnull=True) | Q(pool__in=visible_pools(asking))
    return access_read_campaigns(asking).filter(known)


def hidden_campaigns(asking: User, benchmark: Benchmark) -> tuple[int, ...]:
    """Those of a benchmark that are left out of what this person reads."""
    if asking.is_lead:
        return ()
    known = access_campaigns(asking).filter(benchmark=benchmark)
    rest = access_read_campaigns(asking).filter(benchmark=benchmark).exclude(pk__in=known)
    return tuple(rest.order_by("pk").values_list("pk", flat=True))
