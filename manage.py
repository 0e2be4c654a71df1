#!/usr/bin/env python
"""Every command of Truepool and of Django. Those that need the database join the running one of
this home, or start it for as long. `truepool` has ours alone."""

import sys

from foundation.output import ending_in_a_line
from stack.commanding import run_command


def execute(arguments: list[str]) -> None:
    from django.core.management import (  # noqa: PLC0415 (reads the settings)
        execute_from_command_line,
    )

    execute_from_command_line(arguments)


if __name__ == "__main__":
    sys.exit(ending_in_a_line(lambda: run_command(sys.argv, execute)))
