"""manage.py gather_messages: brings the catalogues in locale/ up to date with the source."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation.catalogue import gathering, mo
from foundation.catalogue.languages import languages_in
from foundation.home import CHECKOUT


class Command(BaseCommand):
    help = (
        "Find every message of pages, bring locale/*/LC_MESSAGES/django.po up to date, and compile"
        " it. Needs no program of gettext."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="Fail if a message is not translated, or its placeholders differ.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        everywhere = gathering.found_in(CHECKOUT)
        for language in languages_in(CHECKOUT / "locale"):
            entries = gathering.write(everywhere, language)
            found = gathering.mistakes(entries)
            self.stdout.write(f"{language.code}: {len(entries) - 1} messages, {len(found)} to do.")
            if found and options["check"]:
                raise CommandError("\n".join(found))
        mo.compile_all(CHECKOUT / "locale")
