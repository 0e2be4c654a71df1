"""Prometheus's text format, version 0.0.4: what is said is described once, in FAMILIES."""

from collections import defaultdict
from collections.abc import Iterable

from foundation.frozen import frozen

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = dict[str, str]
# Its name in full (a histogram's has its ending), its labels, its value.
Sample = tuple[str, Labels, float]


@frozen
class Family:
    """kind: counter, gauge or histogram. labels: all that its samples may have."""

    name: str
    kind: str
    help: str
    labels: tuple[str, ...] = ()

    @property
    def samples(self) -> tuple[str, ...]:
        endings = ("_bucket", "_sum", "_count") if self.kind == "histogram" else ("",)
        return tuple(self.name + ending for ending in endings)


FAMILIES = (
    Family("truepool_info", "gauge", "1, with the version that runs.", ("version",)),
    Family(
        "truepool_up",
        "gauge",
        "Whether the database and the broker answer this process.",
        ("part",),
    ),
    Family(
        "truepool_requests_total",
        "counter",
        "Requests answered by all web processes.",
        ("view", "method", "status"),
    ),
    Family(
        "truepool_request_seconds",
        "histogram",
        "How long answers took, from the whole request to the answer, with the wait for a thread.",
        ("view",),
    ),
    Family("truepool_web_processes", "gauge", "Web processes that were heard within 30 s."),
    Family(
        "truepool_pool_connections",
        "gauge",
        "Connections to the database in the pools of all web processes: open, and free of these.",
        ("state",),
    ),
    Family(
        "truepool_pool_waiting",
        "gauge",
        "Requests that wait for a connection in all web processes.",
    ),
    Family("truepool_queue_jobs", "gauge", "Jobs that are due and wait for a worker.", ("kind",)),
    Family("truepool_queue_oldest_seconds", "gauge", "For how long the first of these has waited."),
    Family(
        "truepool_jobs",
        "gauge",
        "Jobs by kind and state; those that ended are kept for 90 days.",
        ("kind", "state"),
    ),
    Family(
        "truepool_jobs_failed_last_hour", "gauge", "Jobs that failed within an hour.", ("kind",)
    ),
    Family("truepool_jobs_stuck", "gauge", "Jobs that run and reported nothing new for long."),
    Family("truepool_worker_silence_seconds", "gauge", "Since when no worker was heard."),
    Family("truepool_beat_silence_seconds", "gauge", "Since when the clock's ring was not heard."),
    Family("truepool_leases", "gauge", "Pairs that raters hold."),
    Family(
        "truepool_labels_total",
        "counter",
        "Labels in the log: answers, changes, undos and imports. They are never deleted singly.",
    ),
    Family("truepool_database_bytes", "gauge", "The size of the database."),
    Family("truepool_disk_free_bytes", "gauge", "Room on the disk.", ("place",)),
    Family("truepool_disk_bytes", "gauge", "The size of the disk.", ("place",)),
    Family("truepool_backup_age_seconds", "gauge", "The age of the newest backup of this home."),
    Family(
        "truepool_certificate_seconds_left",
        "gauge",
        "Until the end of the certificate that TRUEPOOL_CERTIFICATE names.",
    ),
)
ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def as_text(samples: Iterable[Sample]) -> str:
    """A family without samples is left out."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, labels, value in samples:
        found[name].append(f"{name}{_labels(labels)} {_number(value)}")
    lines: list[str] = []
    for family in FAMILIES:
        if family.samples[0] in found:
            lines += [f"# HELP {family.name} {family.help}", f"# TYPE {family.name} {family.kind}"]
            lines += [line for name in family.samples for line in found.pop(name)]
    if found:
        raise ValueError(f"no family describes {', '.join(found)}")
    return "\n".join([*lines, ""])


def _labels(labels: Labels) -> str:
    inside = ",".join(f'{name}="{value.translate(ESCAPED)}"' for name, value in labels.items())
    return f"{{{inside}}}" if inside else ""


def _number(value: float) -> str:
    if value == float("inf"):
        return "+Inf"
    return str(int(value)) if value == int(value) else repr(value)
