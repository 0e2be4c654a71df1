"""Delete a proxy with its file, unless something rests on it. Its class tables stay: they are
small, and the next proxy has them too."""

from functools import partial
from itertools import islice

from django.db import transaction
from django.db.models import ProtectedError

from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from semantics.actions.keep_proxy import facts_of
from semantics.models import Proxy
from semantics.queries.proxies import file_of
from semantics.queries.resting import resting_on

MOST_NAMED = 3


class InUse(Refused):
    """Something rests on this proxy: delete that first."""


@transaction.atomic
def delete_proxy(actor: Actor, proxy: Proxy) -> None:
    """Raises InUse. The row is locked, so that of two who delete it one finds it gone."""
    proxy = Proxy.objects.select_for_update(of=("self",)).get(pk=proxy.pk)
    _refuse_if_used(list(islice(resting_on(proxy), MOST_NAMED + 1)))
    record_audit(actor, "deleted", proxy, before=facts_of(proxy))
    file = file_of(proxy)
    try:
        proxy.delete()
    except ProtectedError as held:
        named = sorted({f"{row._meta.verbose_name} {row}" for row in held.protected_objects})
        _refuse_if_used(named)
    # A file that cannot be removed has no row then, and the daily tidying takes it.
    transaction.on_commit(partial(file.unlink, missing_ok=True), robust=True)


def _refuse_if_used(named: list[str]) -> None:
    more = " and more" if len(named) > MOST_NAMED else ""
    if listed := ", ".join(named[:MOST_NAMED]):
        raise InUse(f"These rest on the proxy: {listed}{more}. Delete them first.")
