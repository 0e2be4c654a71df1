"""`manage.py ready`: what /readyz tells, for those who have a shell."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management import CommandError

from people.management.command import PlainCommand, option
from stack.health import CHECKS, look_at


class Command(PlainCommand):
    help = "Looks at the parts that Truepool needs; status 1 if one is missing."
    requires_system_checks = ()

    takes = (
        option(
            "parts", f"Which ones: {', '.join(CHECKS)} (all of them).", nargs="*", metavar="PART"
        ),
        option("--json", "One JSON object instead of lines.", action="store_true"),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := [part for part in options["parts"] if part not in CHECKS]:
            raise CommandError(f"{unknown[0]}: expected one of {', '.join(CHECKS)}")
        findings = look_at({name: CHECKS[name] for name in options["parts"] or CHECKS})
        if options["json"]:
            self.stdout.write(json.dumps({name: asdict(found) for name, found in findings.items()}))
        else:
            for name, found in findings.items():
                self.stdout.write(f"{'ok     ' if found.ok else 'missing'}  {name}: {found.detail}")
        if missing := [name for name, found in findings.items() if not found.ok]:
            raise CommandError(f"not ready: {', '.join(missing)}")
