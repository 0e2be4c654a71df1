"""What a run's model saw, in words: as tables, reports and scripts say it."""

from pooling.models import Provenance, Run


def provenance_of(run: Run) -> Provenance | None:
    """None of a run that came from elsewhere: what its model saw is not known."""
    return getattr(run, "provenance", None)


def in_words(provenance: Provenance) -> str:
    """A sentence without its full stop."""
    of = provenance
    words = (
        f"trained here on {of.captions:,} captions of {of.videos:,} videos of {of.trained_on.name}"
    )
    if of.relevance == Provenance.COLLECTED and of.labels_of is not None:
        return (
            f"{words}, and on {of.labels:,} collected positives of {of.labels_of.name} (label log"
            f" up to {of.log_position})"
        )
    if of.relevance != Provenance.INSTANCE:
        return f"{words}, with relevance by the proxy {of.relevance} from {of.tau:g}"
    return words


def warning_of(provenance: Provenance) -> str:
    """What its scores must not be read without; empty where it saw nothing of what is evaluated."""
    seen = [
        f"{count:,} {what}"
        for count, what in (
            (provenance.evaluated_labels, "labels of evaluated captions"),
            (provenance.evaluated_videos, "evaluated videos"),
        )
        if count
    ]
    return f"its model learnt from {' and '.join(seen)}" if seen else ""
