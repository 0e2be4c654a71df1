"""What is tidied up, and what stays."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from jobs.actions.request import start_job
from jobs.models import Job
from jobs.running import run_job
from people.actor import SYSTEM
from people.models import Invitation, PasswordLink, Role, SignInAttempt

pytestmark = pytest.mark.django_db(transaction=True)


def ago(**time) -> object:
    return timezone.now() - timedelta(**time)


def invitation(number: int, by, **fields) -> Invitation:
    start = {
        "digest": f"{number:064x}",
        "role": Role.RATER,
        "for_whom": "x",
        "invited_by": by,
        "created_at": ago(days=200),
    }
    return Invitation.objects.create(**start, **fields)


def test_only_what_is_old_goes_and_the_job_says_how_much(lead, rater):
    Session.objects.create(session_key="old", session_data="", expire_date=ago(hours=1))
    Session.objects.create(session_key="new", session_data="", expire_date=ago(hours=-1))
    invitation(1, lead, expires_at=ago(days=91))
    kept = [
        invitation(2, lead, expires_at=ago(days=89)),
        invitation(3, lead, expires_at=ago(days=91), used_at=ago(days=95), used_by=rater),
    ]
    now = {"person": rater, "created_at": ago(days=200)}
    PasswordLink.objects.create(digest="a" * 64, expires_at=ago(days=91), **now)
    used = {"expires_at": ago(days=91), "used_at": ago(days=92)}
    kept_link = PasswordLink.objects.create(digest="b" * 64, **used, **now)
    for days, address in ((2.1, "10.0.0.1"), (1.9, "10.0.0.2")):
        SignInAttempt.objects.create(name="x", network=address, at=ago(days=days), failed=True)
    old_job, recent_job = (start_job("tests.answer", actor=SYSTEM, value=1) for _ in range(2))
    for job, days in ((old_job, 91), (recent_job, 89)):
        run_job(job.pk, worker="w")
        Job.objects.filter(pk=job.pk).update(finished_at=ago(days=days))
    tidy = start_job("jobs.tidy_up", actor=SYSTEM)
    run_job(tidy.pk, worker="w")
    tidy.refresh_from_db()
    assert tidy.result == {
        "expired sessions": 1,
        "unused invitations": 1,
        "unused password links": 1,
        "finished jobs": 1,
        "failures to sign in": 1,
    }
    assert Session.objects.get().session_key == "new"
    assert list(Invitation.objects.order_by("pk")) == kept
    assert PasswordLink.objects.get() == kept_link
    assert SignInAttempt.objects.get().network == "10.0.0.2"
    assert set(Job.objects.values_list("pk", flat=True)) == {recent_job.pk, tidy.pk}


def test_more_rows_than_one_bite_are_all_deleted(monkeypatch):
    monkeypatch.setattr("jobs.actions.daily.AT_ONCE", 2)
    for number in range(5):
        Session.objects.create(session_key=str(number), session_data="", expire_date=ago(hours=1))
    tidy = start_job("jobs.tidy_up", actor=SYSTEM)
    run_job(tidy.pk, worker="w")
    tidy.refresh_from_db()
    assert tidy.result["expired sessions"] == 5
