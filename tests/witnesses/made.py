"""Witnesses for tests, kept as the product keeps them."""

from people.actor import SYSTEM
from pooling.models import Benchmark
from tests.semantics.made import make_proxy
from witnesses.actions.hear_witness import hear, keep_witness
from witnesses.models import Witness


def make_witness(benchmark: Benchmark) -> Witness:
    """What a proxy says of the benchmark's pairs."""
    facts = {"name": "a witness", "kind": "proxy", "adapter": "proxy"}
    heard = hear(benchmark, make_proxy(benchmark, "heard"), facts, None, lambda *_: None)
    return keep_witness(SYSTEM, heard)[0]
