"""`manage.py up`: everything that Truepool needs, started with one command."""

import time
from contextlib import suppress
from typing import Any

import psycopg
import redis
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import InterfaceError, OperationalError, connection

from jobs.actions.request import start_job
from jobs.models import FINISHED, Job, State
from jobs.own_files import FilesElsewhere, prove_files
from metrics.queries.demo import demo_models_are_reported, whole_demo_is_made
from people.actions.make_demo_accounts import make_demo_accounts
from people.actor import SYSTEM
from people.management.command import PlainCommand, option
from people.models import User
from retrieval.extra import ExtraMissing, require_extra
from stack.database_place import DatabaseTrouble
from stack.starting import what_is_wrong
from stack.supervisor import StartPlan, StartTrouble, Supervisor
from stack.web.static_files import gather_static

MAKE_DEMO = "metrics.make_demo"
OUR_OWN = ("127.0.0.1", "localhost", "::1")


class Command(PlainCommand):
    help = "Starts database, broker, worker and web; Ctrl-C or SIGTERM stops all of it."
    requires_migrations_checks = False

    takes = (
        option(
            "--demo",
            "With demo accounts, whose names and password are printed.",
            action="store_true",
        ),
        option(
            "--models",
            "Also train two models on the demo's training captions; needs --demo and PyTorch.",
            action="store_true",
        ),
        option("--host", "The address to serve (%(default)s).", default="127.0.0.1"),
        option("--port", "The port to serve (%(default)s).", type=int, default=8000),
        option(
            "--workers",
            "How many jobs may be worked on at once (%(default)s).",
            type=int,
            default=2,
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        plan = self._plan(options)
        self._refuse_models(options)
        try:
            refuse_unreachable(plan)
            Supervisor(plan, self._say).run(
                lambda: self._prepare(demo=options["demo"], models=options["models"]),
                lambda: self._ready(plan, options),
                lambda: self._look_at_demo(plan),
            )
        except (StartTrouble, DatabaseTrouble, FilesElsewhere) as trouble:
            raise CommandError(str(trouble)) from None
        except OSError as error:
            raise CommandError(
                f"TRUEPOOL_HOME: expected a folder with room that can be written, but {error}"
            ) from None

    def _plan(self, options: dict[str, Any]) -> StartPlan:
        for name, most in (("port", 65_535), ("workers", 64)):
            if not 1 <= options[name] <= most:
                given = f"--{name} {options[name]}"
                raise CommandError(f"{given}: expected a whole number from 1 to {most}")
        return StartPlan(
            home=settings.HOME,
            host=options["host"],
            port=options["port"],
            workers=options["workers"],
            database_given=settings.GIVEN["DATABASE_URL"] is not None,
            broker_url=settings.GIVEN["BROKER_URL"],
        )

    def _refuse_models(self, options: dict[str, Any]) -> None:
        if not options["models"]:
            return
        if not options["demo"]:
            raise CommandError("--models: expected --demo beside it, whose models are trained")
        try:
            require_extra()
        except ExtraMissing as missing:
            raise CommandError(f"--models: {missing}") from None

    def _prepare(self, *, demo: bool, models: bool) -> None:
        """Nobody else works on the tables yet. The connection is given back: this process only
        watches from here on."""
        settings.HOME.close_to_others()
        call_command("migrate", verbosity=0, interactive=False)
        for sentence in what_is_wrong():
            self._say(sentence)
        prove_files()
        if settings.STATIC_ROOT is not None:
            gather_static()
        if demo:
            self.accounts = make_demo_accounts(password=demo_password())
            self._fill_demo(models=models)
        self.none_yet = not User.objects.exists()
        connection.close()

    def _fill_demo(self, *, models: bool) -> None:
        """Drawing its clips takes a while: a worker does it, and its job's page shows how far it
        is. One that an earlier start began goes on."""
        if whole_demo_is_made() and (demo_models_are_reported() or not models):
            return
        begun = Job.objects.filter(kind=MAKE_DEMO, arguments={"models": models})
        self.demo = begun.exclude(state__in=FINISHED).first() or start_job(
            MAKE_DEMO, actor=SYSTEM, models=models
        )

    demo: Job | None = None  # that fills the demo, until it has ended
    next_look = 0.0

    def _ready(self, plan: StartPlan, options: dict[str, Any]) -> None:
        self._say(f"Truepool runs at {plan.address}")
        if options["demo"]:
            names = ", ".join(f"{name} ({role})" for name, role in self.accounts)
            self._say(f"Sign in as {names}; the password of each is {demo_password()}")
            if self.demo:
                self._say(
                    "The demo is still being filled, which takes a minute or two; its job shows how"
                    f" far it is: {plan.address}/jobs/{self.demo.pk}/"
                )
        elif self.none_yet:
            self._say(
                "There is no account yet. Make the first in another window:"
                " .venv/bin/truepool add_user NAME --role admin"
            )
        if plan.host not in OUR_OWN and settings.GIVEN["ALLOWED_HOSTS"] is None:
            self._say(
                "ALLOWED_HOSTS is not given: only requests for 127.0.0.1 and localhost are"
                " answered."
            )
        if plan.host not in OUR_OWN and not settings.HTTPS:
            self._say(
                f"It serves plain HTTP at {plan.host}: whoever is on the way can read passwords and"
                " labels, and change them. For more than a trusted network, put a proxy with a"
                " certificate in front: docs/operations.md."
            )
        self._say("Ctrl-C stops it.")

    def _look_at_demo(self, plan: StartPlan) -> None:
        """Says once that the demo is filled, or that it is not. While the database is away there
        is nothing to say."""
        if self.demo is None or time.monotonic() < self.next_look:
            return
        self.next_look = time.monotonic() + 1
        with suppress(OperationalError, InterfaceError):
            self.demo.refresh_from_db()
        connection.close()
        if self.demo.is_finished:
            why = f"The demo was not filled: {plan.address}/jobs/{self.demo.pk}/ says why."
            self._say("The demo is ready." if self.demo.state == State.DONE else why)
            self.demo = None

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def demo_password() -> str:
    """Each home's own, so that a demo which is left open to a network is not open to everybody in
    it."""
    return str(settings.HOME.kept_secret("demo-password", 12))


def refuse_unreachable(plan: StartPlan) -> None:
    """URLs that are given must answer before anything is started. What is repeated of them holds no
    password."""
    if plan.database_given:
        try:
            connection.ensure_connection()
        except Exception as error:
            if not isinstance(error.__cause__ or error, psycopg.Error):
                raise
            raise StartTrouble(
                f"DATABASE_URL: expected a database that answers, but {first_line(error)}"
            ) from None
        finally:
            connection.close()
    if plan.broker_url is not None:
        try:
            address = plan.broker_url.replace("redis+socket://", "unix://")
            redis.from_url(address, socket_connect_timeout=5, socket_timeout=5).ping()
        except redis.RedisError as error:
            raise StartTrouble(
                f"BROKER_URL: expected a Redis or Valkey that answers, but {first_line(error)}"
            ) from None


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
