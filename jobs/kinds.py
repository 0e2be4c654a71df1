"""The kinds of jobs there are. Each app's `background.py` registers its own, and is imported when
one of its kinds is asked for, or all of them are: with it comes most of the product, for which a
command that starts no job has no use.

@job_kind("pooling.import_run", title="Import a run", retry_on=(StorageBusy,))
def import_run(run: Run, *, upload_id: int) -> Result: ...
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from typing import Any, Concatenate, ParamSpec, Protocol

from django.apps import apps
from django.db import OperationalError
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import select_template
from django.utils.module_loading import autodiscover_modules, module_has_submodule

from foundation.frozen import frozen
from foundation.refused import Refused, Unknown
from jobs.models import Job
from people.models import Role

Result = dict[str, Any]


class Run(Protocol):
    """One attempt, as its work sees it; jobs/running.py has the real one."""

    @property
    def job(self) -> Job: ...

    def report(self, done: int, total: int | None = None, message: str = "") -> None:
        """How far the work is. Costs nothing, so call it often: it is also where the work learns
        that it should stop."""

    def stop_if_asked(self) -> None:
        """Raises Cancelled or ClaimLost (jobs/claims.py), which work lets pass."""

    def effect(self) -> AbstractContextManager[Result]:
        """What is written to the database inside happens if and only if this attempt ends the job
        as done.

        Fill the dictionary it gives: that is the job's result. Slow parts may be inside, for the
        row is locked only at the end. A cancelled job, or one that another worker has taken over,
        undoes all of it.
        """


Work = Callable[Concatenate[Run, ...], Result | None]
P = ParamSpec("P")

# A deadlock, a serialization failure, a restarted database: nobody's mistake, and gone the next
# time.
ALWAYS_RETRIED = (OperationalError,)


# How many jobs of a kind one person may have unfinished: a script that hands in all runs of a paper
# stays below it.
USUAL = 20
# What a button starts with nothing to choose: a second one would do the same again.
A_BUTTON = 3


class UnknownKind(Unknown):
    """There is no such kind of job."""


class JobFailure(Refused):
    """Raised by work that cannot go on for a reason that its owner should read: a message, and
    details as JSON.

    Unlike other exceptions it is no defect, so no traceback is kept.
    """

    def __init__(self, message: str, details: Any = None) -> None:
        super().__init__(message)
        self.details = details


@frozen
class JobKind:
    """`offered` kinds take no arguments and have a button on the jobs page for those who are at
    least `least_role`; `daily` ones are started once a day.

    attempts: how many may end with an error of `retry_on`, or with their worker's death; other
    errors end the job. quota: how many of it one person may have waiting or running at a time
    (jobs/quota.py). asked_anew: what it refuses plainly it would refuse again (the files are gone),
    so it is asked with other answers where it was begun. outside: its result, as submitters are
    shown it.
    """

    name: str
    work: Work
    title: str
    retry_on: tuple[type[Exception], ...] = ALWAYS_RETRIED
    attempts: int = 3
    least_role: Role = Role.LEAD
    offered: bool = False
    daily: bool = False
    quota: int = USUAL
    asked_anew: bool = False
    outside: Callable[[Result], Result] = dict


_KINDS: dict[str, JobKind] = {}
Registered = Callable[Concatenate[Run, P], Result | None]


def job_kind(
    name: str, *, retry_on: tuple[type[Exception], ...] = (), **facts: Any
) -> Callable[["Registered[P]"], "Registered[P]"]:
    """facts: of JobKind. The quota of what is offered is A_BUTTON where none is given."""
    usual: dict[str, Any] = {"quota": A_BUTTON} if facts.get("offered") else {}

    def register(work: "Registered[P]") -> "Registered[P]":
        if name in _KINDS:
            raise ValueError(f"two kinds of jobs are called {name}")
        retried: tuple[type[Exception], ...] = (*ALWAYS_RETRIED, *retry_on)
        _KINDS[name] = JobKind(name, work, retry_on=retried, **usual | facts)
        return work

    return register


def known_kind(name: str) -> JobKind | None:
    """None where there is no such kind any more."""
    _discover_kinds_of(name.partition(".")[0])
    return _KINDS.get(name) or all_kinds().get(name)


def find_kind(name: str) -> JobKind:
    found = known_kind(name)
    if found is None:
        expected = ", ".join(sorted(_KINDS))
        raise UnknownKind(f"There is no kind of job called {name}: expected one of {expected}.")
    return found


def words_for(job: Job, template: str) -> list[str]:
    """Names of a template, as `results/{}.html`, in the folders of packages: first the one that
    does this kind of work (of a kind that is no more, the one that its name begins with), then
    those that may have its page."""
    kind, verb = known_kind(job.kind), job.kind.partition(".")[2]
    own = (kind.work.__module__ if kind else job.kind).partition(".")[0]
    return [f"{package}/{template.format(verb)}" for package in dict.fromkeys([own, *_packages()])]


def in_own_words(job: Job, template: str) -> str:
    """What such a template says of the job; empty where no package has one."""
    try:
        return select_template(words_for(job, template)).render({"job": job})
    except TemplateDoesNotExist:
        return ""


@cache
def _packages() -> tuple[str, ...]:
    """Those that have kinds of jobs."""
    modules = (kind.work.__module__ for kind in all_kinds().values())
    return tuple(dict.fromkeys(module.partition(".")[0] for module in modules))


def daily_kinds() -> list[str]:
    return sorted(kind.name for kind in all_kinds().values() if kind.daily)


def offered_kinds(role: Role) -> list[JobKind]:
    offered = [kind for kind in all_kinds().values() if kind.offered]
    open_to = [kind for kind in offered if role.rank >= kind.least_role.rank]
    return sorted(open_to, key=lambda kind: kind.name)


@cache
def all_kinds() -> Mapping[str, JobKind]:
    """Kinds by name. A worker asks before it forks, so that its processes share what is loaded."""
    autodiscover_modules("background")
    return _KINDS


@cache
def _discover_kinds_of(app: str) -> None:
    """Most kinds have names that begin with their app's. Two threads may both come here: Python
    imports a module once."""
    if app in apps.app_configs and module_has_submodule(apps.app_configs[app].module, "background"):
        import_module(f"{apps.app_configs[app].name}.background")
