"""Which runs, and what is made of runs, a person may learn of: the one rule, and nothing passes it
by (docs/submissions.md).

The team's own runs are for all readers. A submitter's run is for its submitter and for leads while
it is private; blinded and published ones are for all readers. A blinded run needs no mask: until it
is published its row bears no name but "Submission N" (pooling/actions/submit_run.py).
"""

from django.db.models import BooleanField, Exists, F, Func, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONObject

from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark, Pool, RetrievalModel, Run

HIDDEN = Q(submitted_by__isnull=False, state=Run.State.PRIVATE)


def visible_runs(asking: User, benchmark: Benchmark | None = None) -> QuerySet[Run]:
    if asking.is_submitter:
        runs = Run.objects.filter(submitted_by=asking)
    else:
        require_reader(asking)
        runs = Run.objects.all() if asking.is_lead else readers_runs()
    return runs if benchmark is None else runs.filter(benchmark=benchmark)


def readers_runs() -> QuerySet[Run]:
    """What every reader may know of: what is counted, taken where none is named, and listed in
    errors. A private submission takes part only where a lead names it."""
    return Run.objects.exclude(HIDDEN)


def visible_models(asking: User) -> QuerySet[RetrievalModel]:
    """Models, without those that are known of by private submissions alone."""
    require_reader(asking)
    if asking.is_lead:
        return RetrievalModel.objects.all()
    own = Run.objects.filter(model=OuterRef("pk"))
    hidden = Exists(own.filter(HIDDEN)) & ~Exists(own.exclude(HIDDEN))
    return RetrievalModel.objects.exclude(hidden)


def visible_pools(asking: User) -> QuerySet[Pool]:
    require_reader(asking)
    return Pool.objects.all() if asking.is_lead else readers_pools()


def readers_pools() -> QuerySet[Pool]:
    """Pools that neither hold a private submission nor name one that is blinded by now."""
    runs, names = OuterRef("parameters__runs"), OuterRef("parameters__run_names")
    return Pool.objects.exclude(
        mentions(Contains(runs, AsJson(F("pk"))), Contains(names, AsJson(F("name"))))
    )


def mentions(mentioned: Combinable, by_its_name: Combinable) -> Exists:
    """Whether a row tells of a run that readers may not know of, or by a name that they may not
    know. Both are asked of a run; the row is an OuterRef."""
    submitted = Run.objects.filter(submitted_by__isnull=False).alias(
        mentioned=mentioned, by_its_name=by_its_name
    )
    unknown = Q(state=Run.State.PRIVATE) | Q(state=Run.State.BLINDED, by_its_name=False)
    return Exists(submitted.filter(unknown, mentioned=True))


class Contains(Func):
    """Whether the first JSON has the second within it."""

    template = "(%(expressions)s)"
    arg_joiner = " @> "
    output_field = BooleanField()


class AsJson(Func):
    function = "to_jsonb"
    output_field = BooleanField()


def told_of(*fields: str) -> Combinable:
    """A list with a run's id, and whatever else, as reports tell of it."""
    facts = {"id": F("pk")} | {field: F(field) for field in fields}
    return Func(JSONObject(**facts), function="jsonb_build_array", output_field=BooleanField())
