"""Open a benchmark to submitters, or close it."""

from django.db import transaction

from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark


@transaction.atomic
def take_submissions(actor: Actor, benchmark: Benchmark, *, opened: bool) -> Benchmark:
    """Closed, nothing more is handed in; what is there stays."""
    locked = Benchmark.objects.select_for_update(no_key=True).get(pk=benchmark.pk)
    if locked.takes_submissions == opened:
        return locked
    locked.takes_submissions = opened
    locked.save(update_fields=["takes_submissions"])
    verb = "opened to submissions" if opened else "closed to submissions"
    record_audit(actor, verb, locked, before={"open": not opened}, after={"open": opened})
    return locked
