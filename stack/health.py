"""Two questions that machines ask: does the process answer, and can it do its work?"""

import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NoAnswer
from dataclasses import asdict

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from redis import Redis

from foundation.frozen import frozen
from foundation.middleware import Middleware
from jobs.own_files import FilesElsewhere, are_apart, prove_files
from jobs.queries import stuck_jobs, worker_seen_at
from stack.written import known_migrations

PATIENCE = 2.0
WORKER_SILENCE = 60
# Few and kept: while a part hangs, further questions wait in line instead of piling up threads.
THREADS = ThreadPoolExecutor(max_workers=10, thread_name_prefix="readyz")
LEAST_FREE = 512 * 2**20


@frozen
class Finding:
    """One part, and in words that anybody may read how it is: no addresses, no names, no messages
    of drivers."""

    ok: bool
    detail: str


Check = Callable[[], Finding]


class HealthMiddleware(Middleware):
    """Answers before anything else: a probe comes by plain HTTP, to the address of a container, and
    has no session."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = {"/healthz": healthz, "/readyz": readyz}.get(request.path_info)
        return answer(request) if answer else self.get_response(request)


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Everything that it takes to work: 200, or 503 and what is missing."""
    findings = look_at(CHECKS)
    ready = all(finding.ok for finding in findings.values())
    body = {
        "status": "ok" if ready else "not ready",
        "checks": {name: asdict(found) for name, found in findings.items()},
    }
    return JsonResponse(body, status=200 if ready else 503, headers={"Cache-Control": "no-store"})


def look_at(checks: dict[str, Check]) -> dict[str, Finding]:
    """All at once, and none is waited for longer than PATIENCE: a part that hangs must not make the
    answer hang."""
    asked = {name: THREADS.submit(_run, check) for name, check in checks.items()}
    return {name: _outcome(future) for name, future in asked.items()}


def _run(check: Check) -> Finding:
    try:
        return check()
    except Exception as error:  # noqa: BLE001  (whatever it is, the part is not well)
        return Finding(ok=False, detail=f"does not answer as expected ({type(error).__name__})")
    finally:
        connection.close()


def _outcome(future: "Future[Finding]") -> Finding:
    try:
        return future.result(timeout=PATIENCE)
    except NoAnswer:
        future.cancel()
        return Finding(ok=False, detail=f"gave no answer within {PATIENCE:.0f} s")


def database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Finding(ok=True, detail="answers")


def broker() -> Finding:
    url = settings.BROKER_URL.replace("redis+socket://", "unix://", 1)
    with Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as client:
        client.ping()
    return Finding(ok=True, detail="answers")


def migrations() -> Finding:
    missing = len(known_migrations() - set(MigrationRecorder(connection).applied_migrations()))
    lacking = f"{missing} not applied: run manage.py migrate"
    return Finding(ok=not missing, detail=lacking if missing else "all applied")


def worker() -> Finding:
    seen_at = worker_seen_at()
    if seen_at is None:
        return Finding(ok=False, detail="none was ever seen")
    silence = (timezone.now() - seen_at).total_seconds()
    seen = f"seen {max(0, silence):.0f} s ago, expected within {WORKER_SILENCE} s"
    return Finding(ok=silence <= WORKER_SILENCE, detail=seen)


def jobs() -> Finding:
    """Well in any case: a job that takes long is no reason to take the site away."""
    stuck = stuck_jobs().count()
    sentence = f"{stuck} reported nothing new for long: see the jobs page"
    return Finding(ok=True, detail=sentence if stuck else "none is stuck")


def disk() -> Finding:
    media = settings.MEDIA_ROOT
    free = shutil.disk_usage(media if media.exists() else settings.HOME.root).free
    room = f"{free / 2**30:.1f} GiB free, expected {LEAST_FREE / 2**30:.1f} or more"
    return Finding(ok=free >= LEAST_FREE, detail=room)


def files() -> Finding:
    """In words without paths: what exactly was found stands in the log."""
    try:
        prove_files()
    except FilesElsewhere:
        return Finding(
            ok=False, detail="are not those of this database: the log says what is expected"
        )
    return Finding(ok=True, detail="bear the database's name" if are_apart() else "in this home")


CHECKS: dict[str, Check] = {
    check.__name__: check for check in (database, broker, migrations, files, worker, jobs, disk)
}
