"""The demo's witnesses, held against the labels that the demo begins with."""

from foundation.progress import Report
from metrics.actions.witness_kept import WitnessAsked
from metrics.queries.demo import demo_witnesses_are_made
from people.actor import Actor
from pooling.models import Benchmark
from pooling.queries.demo import BENCHMARK
from witnesses.actions import make_demo_witnesses as of_witnesses
from witnesses.models import Witness


def make_demo_witnesses(actor: Actor, report: Report) -> list[Witness]:
    """Makes them if there are none."""
    of = Benchmark.objects.get(name=BENCHMARK)
    if demo_witnesses_are_made():
        return []
    made = of_witnesses.make_demo_witnesses(actor, of, report)
    for one in made:
        WitnessAsked(of, one).keep(report)
    return made
