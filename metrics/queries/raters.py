"""The people whose labels a benchmark has, for those who may know their names; and which campaigns'
labels somebody may study: none whose pool tells of a run that they may not know of, for its number
of pairs would tell of it."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from annotator.models import Campaign, RaterDay
from annotator.queries.progress import access_read_campaigns
from foundation.refused import Refused
from people.models import User
from pooling.models import Benchmark
from pooling.queries.names import hint_for
from pooling.queries.visible import visible_pools


class UnknownRater(Refused):
    """No rater of this benchmark has this name."""


def access_raters(asking: User) -> QuerySet[User]:
    """All people who labelled anything, for leads; none for others, as raters have no names before
    them."""
    known = User.objects.order_by("name", "username")
    if asking.is_lead:
        return known.filter(pk__in=RaterDay.objects.values("rater"))
    return known.none()


def raters_of(benchmark: Benchmark) -> QuerySet[User]:
    given = RaterDay.objects.filter(campaign__benchmark=benchmark).values("rater")
    return User.objects.filter(pk__in=given).order_by("name", "username")


def find_raters(benchmark: Benchmark, names: Sequence[str]) -> tuple[User, ...]:
    """The raters who sign in with these names or have them in full; if two share a name, both are
    meant."""
    people = list(raters_of(benchmark))
    found: list[User] = []
    for name in names:
        met = [one for one in people if name in (one.username, one.name)]
        if not met:
            known = [word for one in people for word in (one.username, one.name) if word]
            hint = hint_for(name, list(dict.fromkeys(known)))
            raise UnknownRater(f"no rater of {benchmark} is called {name!r}: {hint}")
        found += met
    return tuple(dict.fromkeys(found))


def access_campaigns(asking: User) -> QuerySet[Campaign]:
    known = Q(pool__isnull=True) | Q(pool__in=visible_pools(asking))
    return access_read_campaigns(asking).filter(known)


def hidden_campaigns(asking: User, benchmark: Benchmark) -> tuple[int, ...]:
    """Those of a benchmark that are left out of what this person reads."""
    return hidden_in(asking, [benchmark])[benchmark.pk]


def hidden_in(asking: User, benchmarks: Sequence[Benchmark]) -> dict[int, tuple[int, ...]]:
    """The same by the benchmark's number."""
    found: dict[int, list[int]] = {benchmark.pk: [] for benchmark in benchmarks}
    if not asking.is_lead:
        known = access_campaigns(asking).filter(benchmark__in=benchmarks)
        rest = access_read_campaigns(asking).filter(benchmark__in=benchmarks).exclude(pk__in=known)
        for of, campaign in rest.order_by("pk").values_list("benchmark_id", "pk"):
            found[of].append(campaign)
    return {of: tuple(campaigns) for of, campaigns in found.items()}
