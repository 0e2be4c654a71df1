"""The demo's proxies: three kinds that need nothing but what captions say."""

from collections.abc import Callable

from people.actor import Actor
from pooling.models import Benchmark
from semantics.actions.keep_proxy import keep_proxy, stored_matrix
from semantics.actions.make_proxy import ProxyOrder, compute, prepare
from semantics.words.bags import RHO

KINDS = ("bow", "pos", "syn")


def make_demo_proxies(
    actor: Actor, benchmark: Benchmark, report: Callable[[int, int, str], None]
) -> None:
    """Makes what is missing and leaves the rest."""
    for kind in KINDS:
        prepared = prepare(ProxyOrder(benchmark, kind, kind, RHO, 0, {}), report)
        if prepared.made.identity.find() is None:
            made, arranged = compute(prepared, report)
            with stored_matrix(arranged) as file:
                keep_proxy(actor, "made", made, arranged, file)
