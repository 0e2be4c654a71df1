"""Where a job is waited for: the page on which it was begun, and the one that it leads on to."""

from copy import copy
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from jobs.kinds import in_own_words
from jobs.models import FINISHED, Job, State
from jobs.queries import NUMBERS, access_jobs, number_for, result_for
from people.actor import person_of
from people.models import User

# In an address: the job whose state the page is to show, whatever has become of it.
NAMED = "job"
MOST_SHOWN, MOST_OWN = 50, 20
# For so long a page shows that what was begun on it has failed.
FAILED_FOR = timedelta(days=1)
MOST_DIGITS = 18


def begun_at(job: Job) -> str:
    """The page on which the same is asked for, with what was answered: an address in the package's
    own words, pooling.import_run -> pooling/begun/import_run.txt. The list of jobs, where there
    are no such words, or what the job is about has no page any more."""
    try:
        return unescape(in_own_words(job, "begun/{}.txt").strip()) or reverse("jobs:list")
    except NoReverseMatch:
        return reverse("jobs:list")


def onward_of(job: Job, asking: User) -> str:
    """The page of what the job has made, likewise: pooling/onward/import_run.txt, by the numbers
    that this person knows things by. Empty where there is none."""
    if job.state != State.DONE or not job.result:
        return ""
    shown = _with_result(asking, copy(job))
    try:
        return unescape(in_own_words(shown, "onward/{}.txt").strip())
    except NoReverseMatch:
        return ""


def waited_for(request: HttpRequest, job: Job, at: str = "") -> HttpResponseRedirect:
    """The answer of every view that leaves the work to a job. at: another page than the one on
    which it is always asked for."""
    number = number_for(person_of(request), job)
    return HttpResponseRedirect(naming(at or begun_at(job), number))


def naming(address: str, number: int) -> str:
    parts = urlsplit(address)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] != NAMED]
    return urlunsplit((*parts[:3], urlencode([*query, (NAMED, number)]), parts.fragment))


def jobs_here(asking: User, path: str, named: str) -> list[Job]:
    """What a page shows of jobs: the one that its address names, those under way that were begun
    there, and the person's own newest of that page, where it has failed lately."""
    known = access_jobs(asking)
    shown = [_with_result(asking, job) for job in _named(asking, known, named)]
    own = known.filter(requested_by=asking).order_by("-pk")[:MOST_OWN]
    lately = timezone.now() - FAILED_FOR
    newest = next((job for job in own if _is_begun_at(job, path)), None)
    if newest and newest.state == State.FAILED and (newest.finished_at or lately) > lately:
        shown.append(newest)
    under_way = known.exclude(state__in=FINISHED).order_by("pk")[:MOST_SHOWN]
    shown += [job for job in under_way if _is_begun_at(job, path)]
    # Several that share one piece of work are one to those who wait for it.
    return list({(job.kind, str(job.arguments)): job for job in reversed(shown)}.values())[::-1]


def leads_on_to(asking: User, job: Job, seen: str) -> str:
    """Where a page whose address is `seen` leads on to once the job is over: to what it made, where
    it is waited for; the same address where the page itself has changed. Empty where the page stays
    as it is."""
    number = number_for(asking, job)
    if _path(seen) == reverse("jobs:detail", args=[number]):
        return seen
    waits = _is_begun_at(job, _path(seen)) or names(seen, number)
    if not waits or job.state != State.DONE:
        return ""
    onward = onward_of(job, asking)
    if not onward or has_words(job):
        return naming(onward or seen, number)
    return seen if _path(onward) == _path(seen) else onward


def has_words(job: Job) -> bool:
    """Whether its result says something that the page of what it made does not."""
    result = job.result or {}
    return any(result.get(name) for name in ("warnings", "refused", "already", "left_out"))


def answers(request: HttpRequest) -> QueryDict:
    """What the address says of the page itself."""
    said = request.GET.copy()
    said.pop(NAMED, None)
    return said


def names(address: str, number: int) -> bool:
    return (NAMED, str(number)) in parse_qsl(urlsplit(address).query)


def is_same_page(one: str, other: str) -> bool:
    return _path(one) == _path(other)


def _named(asking: User, known: QuerySet[Job], named: str) -> QuerySet[Job]:
    if not (named.isascii() and named.isdigit() and len(named) <= MOST_DIGITS):
        return known.none()
    number = int(named)
    return known.filter(pk=NUMBERS.meant(number) if asking.is_submitter else number)


def _with_result(asking: User, job: Job) -> Job:
    if job.known_by != asking.pk:
        job.result, job.known_by = result_for(asking, job), asking.pk
    return job


def _is_begun_at(job: Job, path: str) -> bool:
    return path == _path(begun_at(job)) != reverse("jobs:list")


def _path(address: str) -> str:
    return urlsplit(address).path
