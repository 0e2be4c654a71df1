"""Agreement as it is at this moment, for what is written at the same moment."""

from annotator.models import Campaign
from metrics.actions.agreement_kept import AgreementAsked
from metrics.queries.kept import find_kept
from metrics.studies.agreement import AgreementStudy
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark


def agreement_now(
    benchmark: Benchmark, campaign: Campaign | None = None
) -> tuple[AgreementStudy | None, str]:
    """Or why there is none. Nothing is written: what was kept of this very state of the log is
    taken, and computed if there is none."""
    wanted = AgreementAsked(benchmark=benchmark, campaign=campaign)
    kept = find_kept(wanted.question, AgreementStudy, wanted.state())
    if kept is not None and kept.current:
        return kept.result, ""
    try:
        return wanted.compute(), ""
    except NothingToStudy as nothing:
        return None, str(nothing)
