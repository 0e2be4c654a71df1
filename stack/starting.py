"""What a process looks at when it starts, of the instance that it becomes a part of: a line in its
log for each thing that is wrong. It starts all the same: during an upgrade, for one, old processes
work on new tables.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from foundation.database.rows import row_of
from foundation.version import VERSION
from stack.written import known_migrations, replaced_migrations

logger = logging.getLogger(__name__)

# Of two machines that each differ by less from the database's clock, none differs by more than a
# minute from the other.
CLOCK_MAY_DIFFER = timedelta(seconds=30)
MOST_NAMED = 3


def log_what_is_wrong(**_: Any) -> None:
    """Called as it is by Celery's signals, too."""
    for sentence in what_is_wrong():
        logger.warning(sentence)


def what_is_wrong() -> list[str]:
    """Nothing while the database does not answer: it is waited for elsewhere."""
    try:
        return [*wrong_clock(), *wrong_tables()]
    except DatabaseError:
        return []
    finally:
        connection.close()


def wrong_clock() -> Iterator[str]:
    """By the shortest of three questions: a slow answer is no wrong clock."""
    differences = []
    for _ in range(3):
        asked = timezone.now()
        (theirs,) = row_of("SELECT clock_timestamp()")
        answered = timezone.now()
        differences.append((answered - asked, asked + (answered - asked) / 2 - theirs))
    _, ahead = min(differences)
    if abs(ahead) > CLOCK_MAY_DIFFER:
        seconds, side = abs(ahead).total_seconds(), "ahead of" if ahead > timedelta(0) else "behind"
        yield (
            f"This machine's clock is {seconds:,.0f} s {side} the database's: expected at most"
            f" {CLOCK_MAY_DIFFER.total_seconds():.0f} s. Leases, sign-in and links go by these"
            " clocks; let both machines ask a time server (chrony, systemd-timesyncd)."
        )


def wrong_tables() -> Iterator[str]:
    applied = set(MigrationRecorder(connection).applied_migrations())
    ours = {app for app, _ in known_migrations()}
    # Those that a migration of ours stands for were written by an older version.
    known = known_migrations().union(*replaced_migrations())
    unknown = sorted(one for one in applied - known if one[0] in ours)
    if unknown:
        yield (
            f"The tables are newer than this Truepool {VERSION}: it does not know {named(unknown)}."
            " Right only while an upgrade is under way; start the newer version here too."
        )
    if missing := sorted(known_migrations() - applied):
        yield (
            f"The tables are older than this Truepool {VERSION}: they lack {named(missing)}. Run"
            " manage.py migrate."
        )


def named(migrations: list[tuple[str, str]]) -> str:
    names = [f"{app}.{name}" for app, name in migrations[:MOST_NAMED]]
    more = len(migrations) - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more else "")
