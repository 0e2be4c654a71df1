"""Keep what a study came to. Whoever asks the same of the same log is answered from here."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from metrics.models import KeptResult
from metrics.queries.kept import Question, packed
from metrics.queries.log import LogState

# Results of other versions, and of seeds that were tried once, are forgotten.
KEPT_FOR = timedelta(days=30)


def keep_result(question: Question, state: LogState, result: Any, seconds: float) -> KeptResult:
    """Keeps it in one statement: of two equal results computed at once, one is kept.

    The state was read before the labels were: if labels came in between, the result is taken for
    older than it is, and computed once more. The other way round, it would pass for newer.
    """
    row, _ = KeptResult.objects.update_or_create(
        key=question.key,
        defaults={
            "benchmark": question.benchmark,
            "study": question.study,
            "asked": dict(question.asked),
            "state": state.digest,
            "labels": state.labels,
            "position": state.position,
            "content": packed(result),
            "seconds": seconds,
        },
    )
    KeptResult.objects.filter(computed_at__lt=timezone.now() - KEPT_FOR).delete()
    return row
