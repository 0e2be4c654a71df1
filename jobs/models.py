"""One piece of background work, from the moment it is asked for until long after it ended. The row
is the record."""

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from foundation.database.rules import holds
from foundation.request_ids import LONGEST
from jobs import pace
from people.models.user import by_whom


class State(models.TextChoices):
    QUEUED = "queued", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


FINISHED = (State.DONE, State.FAILED, State.CANCELLED)


class Job(models.Model):
    """Times that decide something (`run_after`, `rung_at`, `heartbeat_at`) are written and compared
    by the database's clock."""

    known_by: int | None = None  # whose numbers of things its result has been given, on a page

    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=200, help_text="What it does, for people.")
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)

    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(
        null=True, help_text="Empty while it is not known how much there is to do."
    )
    message = models.CharField(max_length=200, blank=True)

    requested_by = by_whom()
    request = models.CharField(
        max_length=LONGEST,
        blank=True,
        db_default="",
        help_text="The number of the web's request that began it, as the log has it.",
    )
    created_at = models.DateTimeField(db_default=Now())
    run_after = models.DateTimeField(db_default=Now())
    rung_at = models.DateTimeField(
        null=True, help_text="When workers were last told of it, while it waits."
    )
    started_at = models.DateTimeField(null=True, help_text="When its latest attempt began.")
    heartbeat_at = models.DateTimeField(null=True)
    progress_at = models.DateTimeField(
        null=True, help_text="When its latest attempt last reported something new."
    )
    finished_at = models.DateTimeField(null=True)

    attempts = models.PositiveSmallIntegerField(default=0)
    attempts_allowed = models.PositiveSmallIntegerField()
    # Drawn anew by each attempt. Whoever writes on a job's behalf names the claim they hold: a
    # worker that was taken for dead, and wakes up after another has taken over, finds that its own
    # is gone.
    claim = models.UUIDField(null=True, unique=True)
    worker = models.CharField(max_length=200, blank=True)
    process = models.CharField(
        max_length=200,
        blank=True,
        db_default="",
        help_text="Which process works on it (jobs/process.py), so that others can ask for it.",
    )
    stack = models.TextField(
        blank=True, db_default="", help_text="Where its work was when it was found stuck."
    )
    cancel_requested_at = models.DateTimeField(null=True)

    result = models.JSONField(null=True)
    error = models.JSONField(
        null=True,
        help_text="Of the latest attempt that ended badly: type, message, details, traceback.",
    )

    class Meta:
        constraints = [
            holds(Q(state__in=State.values), "jobs_a_state_is_one_of_ours"),
            holds(
                Q(
                    state=State.RUNNING,
                    claim__isnull=False,
                    heartbeat_at__isnull=False,
                    started_at__isnull=False,
                )
                | (~Q(state=State.RUNNING) & Q(claim__isnull=True)),
                "jobs_running_means_claimed_with_a_heartbeat",
            ),
            holds(
                Q(state__in=FINISHED, finished_at__isnull=False)
                | (~Q(state__in=FINISHED) & Q(finished_at__isnull=True)),
                "jobs_finished_means_it_has_an_end",
            ),
            holds(~Q(state=State.FAILED) | Q(error__isnull=False), "jobs_what_failed_says_why"),
            holds(~Q(state=State.DONE) | Q(error__isnull=True), "jobs_what_is_done_has_no_error"),
            holds(
                Q(attempts__lte=models.F("attempts_allowed")), "jobs_no_more_attempts_than_allowed"
            ),
        ]
        indexes = [
            # The sweeper: what waits and is due, the longest first.
            models.Index(
                fields=["run_after", "id"],
                condition=Q(state=State.QUEUED),
                name="jobs_waiting_by_when_due",
            ),
            # The sweeper: whose worker has gone silent; and when a worker was last seen at work.
            models.Index(
                fields=["heartbeat_at"],
                condition=Q(state=State.RUNNING),
                name="jobs_running_by_heartbeat",
            ),
            # The list of one state, newest first. (All states newest first is the primary key.)
            models.Index(fields=["state", "-id"], name="jobs_of_a_state_newest_first"),
            # The list of one person's own jobs, newest first.
            models.Index(fields=["requested_by", "-id"], name="jobs_of_a_person_newest_first"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_finished(self) -> bool:
        return self.state in FINISHED

    @property
    def is_cancelling(self) -> bool:
        return self.state == State.RUNNING and self.cancel_requested_at is not None

    @property
    def is_stuck(self) -> bool:
        """Running, and without anything new to report for long. It may well be at work."""
        return (
            self.state == State.RUNNING
            and self.progress_at is not None
            and timezone.now() - self.progress_at > pace.STUCK_AFTER
        )

    @property
    def may_be_retried(self) -> bool:
        return self.state in (State.FAILED, State.CANCELLED)

    @property
    def percent(self) -> int | None:
        """How far it is, rounded down so that 100 means all of it; None while the total is not
        known."""
        return None if not self.total else min(100, self.done * 100 // self.total)

    @property
    def took(self) -> timedelta | None:
        """How long its latest attempt has run, or ran."""
        if self.started_at is None or self.state == State.QUEUED:
            return None
        return (self.finished_at or timezone.now()) - self.started_at


class WorkerSighting(models.Model):
    """One row, written anew by every sweep: a ring went out, came through the broker, and a worker
    answered it."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    worker = models.CharField(max_length=200)
    seen_at = models.DateTimeField()
    clock_at = models.DateTimeField(
        null=True,
        help_text="When the clock's ring was last heard; workers ring for themselves too.",
    )

    class Meta:
        constraints = [holds(Q(id=1), "jobs_there_is_one_worker_sighting")]

    def __str__(self) -> str:
        return f"{self.worker} at {self.seen_at:%Y-%m-%d %H:%M:%S}"


class Instance(models.Model):
    """One row: the name of this database's files, which the folder that holds them bears too, so
    that a node with another folder is noticed (jobs/own_files.py)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    name = models.UUIDField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [holds(Q(id=1), "jobs_there_is_one_instance")]

    def __str__(self) -> str:
        return str(self.name)
