"""Runs that rank one kind for itself, where positives or people's labels count."""

from collections.abc import Iterable

from django.db.models import QuerySet

from foundation.refused import Refused
from pooling.formats.keys import WITHIN
from pooling.models import Run


def between(runs: QuerySet[Run]) -> QuerySet[Run]:
    """Those that rank videos for captions, or captions for videos."""
    return runs.exclude(direction__in=WITHIN)


def check_between(runs: Iterable[Run], field: str = "") -> None:
    """Raises Refused for the first that ranks neither videos for captions nor captions for
    videos."""
    for run in runs:
        if run.within and run.of_captions:
            raise Refused(
                f"Run {run.name} ranks captions for captions, which nobody judges: it is scored"
                " under proxies alone (graded, evaluate --relevance).",
                field=field,
            )
        if run.within:
            raise Refused(
                f"Run {run.name} ranks videos for videos, which nobody judges: it is scored under"
                " proxies alone (graded, evaluate --relevance).",
                field=field,
            )
