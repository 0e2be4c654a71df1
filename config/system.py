"""How the system is, for those who can mend it: one line for leads, with the details behind it, and
all of them for administrators. Nothing is asked that could keep the page waiting: all of it was
read from the database, or is a file of this machine."""

import platform
from datetime import UTC, datetime, timedelta

import django
from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from foundation.frozen import frozen
from foundation.version import VERSION
from jobs.kinds import daily_kinds
from jobs.models import FINISHED, Job, WorkerSighting
from jobs.queries import SILENT_AFTER, worker_is_silent, worker_seen_at
from stack.health import disk

OLD_BACKUP = timedelta(days=7)
A_DAY = timedelta(hours=26)  # daily work may begin an hour late, and takes its time


@frozen
class SystemPart:
    """wants: it works, and yet something is to be done about it. backups: it is about them."""

    name: str
    ok: bool
    detail: str
    wants: bool = False
    backups: bool = False


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


def whole_system() -> System:
    """The same and what only administrators care for."""
    more = [_broker(), _daily_work(), _backup(), _mail(), _versions()]
    return System([*system_now().parts, *more])


def _broker() -> SystemPart:
    """Workers are heard through it. One that is busy hears nothing, and is no sign of trouble."""
    heard = WorkerSighting.objects.values_list("seen_at", flat=True).first()
    if heard is None or timezone.now() - heard > SILENT_AFTER:
        return SystemPart(
            _("Broker"), ok=True, detail=_("No worker was heard through it lately."), wants=True
        )
    return SystemPart(_("Broker"), ok=True, detail=_("Workers are heard through it."))


def _daily_work() -> SystemPart:
    begun = Job.objects.filter(kind__in=daily_kinds()).aggregate(at=Max("created_at"))["at"]
    if begun is None:
        return SystemPart(_("Daily work"), ok=True, detail=_("It has not begun yet."), wants=True)
    late = timezone.now() - begun > A_DAY
    words = {"age": _age(timezone.now() - begun)}
    return SystemPart(
        _("Daily work"), ok=True, detail=_("Started %(age)s ago.") % words, wants=late
    )


def _backup() -> SystemPart:
    """By its file: no row of the database could know of the backup that holds it."""
    try:
        taken = datetime.fromtimestamp(settings.HOME.last_backup.stat().st_mtime, UTC)
    except OSError:
        none = _("None of this home is known. It is taken by a command, every night best.")
        return SystemPart(_("Backup"), ok=True, detail=none, wants=True, backups=True)
    age = timezone.now() - taken
    detail = _("The newest is %(age)s old.") % {"age": _age(age)}
    return SystemPart(_("Backup"), ok=True, detail=detail, wants=age > OLD_BACKUP, backups=True)


def _mail() -> SystemPart:
    """Truepool sends none, so there is nothing to set."""
    return SystemPart(
        _("Mail"), ok=True, detail=_("None is sent: links are handed on by whoever makes them.")
    )


def _versions() -> SystemPart:
    database = ".".join(map(str, divmod(connection.pg_version, 10_000)))  # type: ignore[attr-defined]
    python, own = platform.python_version(), f"Truepool {VERSION}"
    shown = (own, f"Python {python}", f"Django {django.get_version()}", f"PostgreSQL {database}")
    return SystemPart(_("Versions"), ok=True, detail=", ".join(shown))


def _age(age: timedelta) -> str:
    """In days, hours or minutes: always at least two of the larger one."""
    minutes = max(0, int(age.total_seconds() // 60))
    hours = minutes // 60
    if hours < 2:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    if hours < 48:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}
