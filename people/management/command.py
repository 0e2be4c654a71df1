"""What Truepool's commands share: `--json`, and every refusal as one line on standard error and
status 1."""

import json
import logging
import sys
from argparse import SUPPRESS
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    DjangoHelpFormatter,
)
from django.db import Error, connections

from foundation.refused import Refused
from people.models import User
from people.queries import find_person


class LinesKept(DjangoHelpFormatter):
    """argparse fills descriptions into one paragraph; one that comes in lines keeps them."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


Option = tuple[str, dict[str, Any]]


def option(name: str, text: str, **words: Any) -> Option:
    """One of what a command takes, as argparse has it. text: its help."""
    return name, {"help": text, **words}


class PlainCommand(BaseCommand):
    """A command that ends, when it cannot do what it was asked, with `error: ...` and status 1,
    usage included. takes: its options and arguments.

    examples, folds_errors: as `truepool` sets them. A command with examples shows them in its help,
    and only its own options; Django's are still taken.
    """

    takes: Sequence[Option] = ()
    examples: Sequence[str] = ()
    folds_errors = False

    def add_arguments(self, parser: CommandParser) -> None:
        for name, words in self.takes:
            parser.add_argument(name, **words)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        if not self.examples:
            return super().create_parser(prog_name, subcommand, **kwargs)
        call = f"{Path(prog_name).name} {subcommand}"
        shown = "\n".join(f"  {call} {example}".rstrip() for example in self.examples)
        kwargs |= {"epilog": f"examples:\n{shown}", "formatter_class": LinesKept}
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        for action in parser._actions:  # noqa: SLF001 (argparse has no other way to them)
            if LinesKept.show_last.intersection(action.option_strings):  # Django's own
                action.help = SUPPRESS
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            options = vars(self.create_parser(argv[0], argv[1]).parse_args(argv[2:]))
            self.execute(*options.pop("args", ()), **options)
        except (CommandError, Error) as error:
            if "--traceback" in argv:
                raise
            sentence = " ".join(
                str(error).removeprefix("Error: ").split()
            )  # one line, and argparse says Error: itself
            part = "the database: " if isinstance(error, Error) else ""
            print(f"error: {part}{sentence}", file=sys.stderr)  # noqa: T201
            sys.exit(1)
        finally:
            connections.close_all()


class ResultCommand(PlainCommand):
    """A command that ends in a result: `result` does the work and returns it, `tell` says it to a
    person.

    `call_command` raises CommandError, as with Django's own; from the shell it is `error: ...` and
    status 1, usage included.
    """

    requires_system_checks: list[str] = []  # `check` says what they say

    def run_from_argv(self, argv: list[str]) -> None:
        """What a command has to say it says itself. The log is a server's; here `--traceback` shows
        it."""
        logging.disable(logging.NOTSET if "--traceback" in argv else logging.CRITICAL)
        try:
            super().run_from_argv(argv)
        finally:
            logging.disable(logging.NOTSET)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--json",
            action="store_true",
            help="Print the result as one JSON object and nothing else.",
        )
        super().add_arguments(parser)

    def result(self, **options: Any) -> dict[str, Any]:
        raise NotImplementedError

    def tell(self, result: dict[str, Any]) -> str:
        return "\n".join(f"{key}: {value}" for key, value in result.items())

    def handle(self, *args: Any, **options: Any) -> str:
        try:
            result = self.result(**options)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except ValidationError as wrong:
            raise CommandError(explain(wrong)) from wrong
        return json.dumps(result, ensure_ascii=False) if options["json"] else self.tell(result)


class CheckingCommand(ResultCommand):
    """A command that looks for what is not as it must be. differs: whether there is any."""

    differs = False

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Says what it found like any command, and only then ends with its status."""
        sentence = super().execute(*args, **options)
        if self.differs:
            sys.exit(1)
        return sentence


USER = option("username", "The name that the person signs in with.", metavar="USER")


def explain(wrong: ValidationError) -> str:
    """All that is wrong, in one line, each with its field's name where it has one."""
    if not hasattr(wrong, "error_dict"):
        return " ".join(wrong.messages)
    return " ".join(
        f"{field}: {' '.join(sentence)}" for field, sentence in wrong.message_dict.items()
    )


def given_password() -> str:
    """The first line of standard input. Nobody is asked at a terminal: a drawn password is better
    than a typed one."""
    return "" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def named_person(username: str) -> User:
    person = find_person(username)
    if person is None:
        raise CommandError(f"nobody signs in as {username}")
    return person
