"""The demo's report: every part that a report can have, of the labels that the demo begins with;
and its proxies, held against these labels."""

from collections.abc import Callable

from metrics.actions.agreement_kept import AgreementAsked, keep_if_newer
from metrics.actions.freeze_report import freeze_report
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.models import Report
from metrics.queries.demo import REPORT, demo_proxies_are_made, demo_report
from metrics.queries.drafts import draft_report
from metrics.studies.asked import EvaluationAsked
from people.actor import Actor
from pooling.models import Benchmark
from pooling.queries.benchmarks import runs_of
from pooling.queries.demo import BENCHMARK
from semantics.actions.make_demo_proxies import make_demo_proxies

ASKED = EvaluationAsked(
    sample_sizes=(50, 100, 200),
    leave_out="run",
    unjudged=10,
    reuse=True,
    slices=True,
    labels="posterior",
    stability=True,
    relevance="syn",
    proxies=True,
)


def make_demo_report(
    actor: Actor, report: Callable[[int, int, str], None], title: str = REPORT
) -> Report:
    """Makes it if it is missing, of the runs that there are, and first the proxies that it names.
    Another title is another report."""
    of = Benchmark.objects.get(name=BENCHMARK)
    keep_if_newer(AgreementAsked(benchmark=of))
    if not demo_proxies_are_made():
        make_demo_proxies(actor, of, report)
        ProxiesAsked(benchmark=of).keep(report)
    if (made := demo_report(title)) is not None:
        return made
    return freeze_report(actor, of, title, draft_report(of, list(runs_of(of)), ASKED, report))
