"""How the system is, for those who can mend it: one line, with the details behind it."""

from django.utils import timezone
from django.utils.translation import gettext as _

from foundation.frozen import frozen
from jobs.models import FINISHED, Job
from jobs.queries import worker_is_silent, worker_seen_at
from stack.health import disk


@frozen
class SystemPart:
    name: str
    ok: bool
    detail: str


@frozen
class System:
    parts: list[SystemPart]

    @property
    def ok(self) -> bool:
        return all(part.ok for part in self.parts)

    @property
    def sentence(self) -> str:
        """What is wrong, as it concerns those who work here."""
        if self.ok:
            return _("All systems normal.")
        return " ".join(part.detail for part in self.parts if not part.ok)


def system_now() -> System:
    """That the database answers is known: all else here was read from it."""
    space = disk()
    jobs = Job.objects.exclude(state__in=FINISHED).count()
    full = _("The disk is nearly full: %(detail)s.") % {"detail": space.detail}
    return System(
        [
            SystemPart(_("Database"), ok=True, detail=_("It answers.")),
            _worker(),
            SystemPart(_("Disk"), ok=space.ok, detail=space.detail if space.ok else full),
            SystemPart(_("Jobs"), ok=True, detail=_("Under way: %(count)s.") % {"count": jobs}),
        ]
    )


def _worker() -> SystemPart:
    if worker_is_silent():
        detail = _("No worker answers: jobs wait until one runs.")
        return SystemPart(_("Worker"), ok=False, detail=detail)
    seen_at = worker_seen_at() or timezone.now()
    seconds = max(0, int((timezone.now() - seen_at).total_seconds()))
    detail = _("A worker was heard from %(seconds)s s ago.") % {"seconds": seconds}
    return SystemPart(_("Worker"), ok=True, detail=detail)
