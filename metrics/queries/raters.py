"""The people whose labels a benchmark has, for those who may know their names."""

from collections.abc import Sequence

from django.db.models import QuerySet

from annotator.models import RaterDay
from foundation.refused import Refused
from people.models import User
from pooling.models import Benchmark
from pooling.queries.names import hint_for


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
