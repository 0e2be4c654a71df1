"""Labelling under load: a whole server, its database and its raters on one machine.
Answer-and-next, and what became of each.

The peer is the floor: a bare view over PostgreSQL that claims with SKIP LOCKED and checks nothing,
on the same server program, hammered by the same clients in the same run.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.db import connection, transaction

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.consensus import Policy
from annotator.masks import mask_number
from annotator.models import Campaign, Item, Label
from bench.history import Found, Stored, check
from bench.stage.campaign import make_campaign, make_rater
from bench.stage.hammer import Hammered, Target, hammer
from bench.stage.world import HOME, migrated_database
from bench.start import free_port
from bench.table import machine
from foundation.home import CHECKOUT
from people.models import User
from stack.supervisor import web_answers, web_command

SIZES, LARGE_SIZES = [24_183], [555_391, 2_000_000]
DONE = [0.01, 0.5, 0.99]
WARM = 100_000  # pairs of another campaign, on which each server warms up
FAST_RATERS, THINK = 100, 3.0  # a hundred raters who think three seconds give 33 answers a second


@dataclass(frozen=True, slots=True)
class Line:
    what: str
    items: int
    done: float
    raters: int
    answers: int
    pace: float
    p50: float
    p95: float
    p99: float
    lost: int | None = None
    doubled: int | None = None
    unexpected: int | None = None
    over_policy: int | None = None
    load: float = 0.0


def wsgi_command(application: str, port: int) -> list[str]:
    """The same server program, calling a WSGI application from threads of its own."""
    words = {
        "interface": "wsgi",
        "host": "127.0.0.1",
        "port": port,
        "workers": 2,
        "blocking-threads": 64,
        "backpressure": 512,
    }
    options = [text for name, value in words.items() for text in (f"--{name}", str(value))]
    return [
        sys.executable,
        "-m",
        "granian",
        *options,
        "--no-ws",
        "--working-dir",
        str(CHECKOUT),
        application,
    ]


@contextmanager
def web(wsgi: str = "") -> Iterator[int]:
    """Truepool's own web processes, or those of a WSGI application."""
    port = free_port()
    command = wsgi_command(wsgi, port) if wsgi else web_command("127.0.0.1", port)
    url = f"postgresql://postgres@/truepool?host={HOME.database_socket}"
    environment = {
        **os.environ,
        "TRUEPOOL_HTTPS": "false",
        "TRUEPOOL_API_PER_MINUTE": "1000000",
        "BARE_DATABASE": url,
    }
    with (HOME.root / "web.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 40
        while not web_answers("127.0.0.1", port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    f"the server did not start: {(HOME.root / 'web.log').read_text()[-2000:]}"
                )
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def stored_labels(campaign: Campaign, **which: object) -> list[Stored]:
    """Slots by the numbers that clients are told."""
    rows = Label.objects.filter(campaign=campaign, **which).order_by("pk")
    columns = (
        "pk",
        "rater_id",
        "request_id",
        "slot_id",
        "item_id",
        "slot__kind",
        "answer",
        "value",
    )
    return [
        Stored(a, b, str(c), mask_number(d), *rest)
        for a, b, c, d, *rest in rows.values_list(*columns)
    ]


def last_label() -> int:
    return Label.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def look_for_trouble(campaign: Campaign, came: Hammered, before_label: int) -> Found:
    stored = stored_labels(campaign, pk__gt=before_label)
    items = list({row.item for row in stored})
    before = stored_labels(campaign, pk__lte=before_label, item__in=items)
    doubled = Item.objects.filter(pk__in=items, doubled=True).values_list("pk", flat=True)
    policy = Policy(False, campaign.label_limit, campaign.cannot_judge_limit)
    policy = replace(policy, scale=campaign.on_scale)
    return check(came.attempts, stored, before, doubled=doubled, policy=policy)


def line(
    what: str, items: int, done: float, raters: int, came: Hammered, found: Found | None = None
) -> Line:
    made = Line(
        what,
        items,
        done,
        raters,
        len(came.times),
        came.pace,
        came.at(0.5),
        came.at(0.95),
        came.at(0.99),
    )
    if found:
        made = replace(made, lost=len(found.lost), doubled=len(found.doubled))
        made = replace(made, unexpected=len(found.unexpected), over_policy=len(found.over_policy))
    return replace(made, load=os.getloadavg()[0])


def show_line(made: Line) -> Line:
    wrong = [made.lost, made.doubled, made.unexpected, made.over_policy]
    cells = [
        made.what,
        f"{made.items:,}",
        f"{made.done:.0%}",
        made.raters,
        made.answers,
        f"{made.pace:.0f}",
    ]
    cells += [
        f"{made.p50:.1f}",
        f"{made.p95:.1f}",
        f"{made.p99:.1f}",
        *("" if n is None else n for n in wrong),
        f"{made.load:.1f}",
    ]
    print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)
    return made


def measure_size(
    items: int, people: Sequence[tuple[User, str]], asked: argparse.Namespace
) -> Iterator[Line]:
    raters = [(person.pk, secret) for person, secret in people]
    for done in DONE:
        campaign = make_campaign(items, done, [person for person, _ in people])
        if done == DONE[-1] and items == asked.sizes[-1]:
            asked.plan = plan_of_claim(campaign, people[0][0])
        with web() as port:
            target = Target(port, campaign.pk)
            hammer(
                Target(port, asked.warm.pk), raters[:32], 3
            )  # caches are filled, connections and plans made
            rounds = [(count, 0.0) for count in (asked.raters if done == DONE[0] else [32])]
            for count, think in [*rounds, *([(FAST_RATERS, THINK)] if done == DONE[0] else [])]:
                before = last_label()
                came = hammer(target, raters[:count], asked.seconds, think)
                found = look_for_trouble(campaign, came, before)
                for said in (
                    *came.troubles[:3],
                    *(s for kind in asdict(found).values() for s in kind[:3]),
                ):
                    print(said, file=sys.stderr)
                yield line(
                    f"Truepool, think {think:.0f} s" if think else "Truepool",
                    items,
                    done,
                    count,
                    came,
                    found,
                )


def measure_bare(
    items: int, raters: Sequence[tuple[int, str]], asked: argparse.Namespace
) -> Iterator[Line]:
    tables = (CHECKOUT / "bench" / "stage" / "bare.sql").read_text(encoding="utf-8")
    with web("bench.stage.bare:application") as port:
        for count in asked.raters:
            with connection.cursor() as cursor:  # a small pool does not last for two rounds
                cursor.execute(tables.replace("ITEMS", str(items)))
                cursor.execute("VACUUM (ANALYZE) bare_slot")
            yield line(
                "peer: a bare view",
                items,
                0.0,
                count,
                hammer(Target(port, 0, bare=True), raters[:count], asked.seconds),
            )


def plan_of_claim(campaign: Campaign, rater: User) -> str:
    """Of the statement inside the database's function that takes the next free slot."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'annotator_give_slots'")
        source = cursor.fetchone()[0]
        begin = source.index("SELECT s.id FROM")
        take = source[begin : source.index(";", begin)].rstrip(")")
        take = take.replace("of_campaign", str(campaign.pk)).replace("to_rater", str(rater.pk))
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {take}")
        plan = [f"    {row[0]}" for row in cursor.fetchall()]
        transaction.set_rollback(True)
    return "\n".join([f"The claim's plan, {campaign.name}:", "", *plan])


def measure(asked: argparse.Namespace) -> list[Line]:
    print(f"\nLabelling ({machine()})\n")
    print(
        "| what | pairs | done | raters | answers | a second | p50 ms | p95 | p99 | lost | doubled"
        " | unexpected | over | load |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    with migrated_database():
        people = [make_rater(f"rater-{number}") for number in range(FAST_RATERS)]
        asked.warm = make_campaign(WARM, 0.0, [person for person, _ in people])
        lines = []
        for items in asked.sizes:
            lines += [show_line(made) for made in measure_size(items, people, asked)]
            lines += [
                show_line(made)
                for made in measure_bare(items, [(p.pk, s) for p, s in people], asked)
            ]
        print(f"\n{asked.plan}")
        return lines


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the figures to this file too"
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help=f"also {' and '.join(f'{n:,}' for n in LARGE_SIZES)} pairs, 100 raters",
    )
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each round lasts")
    parser.add_argument(
        "--sizes", type=int, nargs="+", metavar="N", help="pairs, instead of the usual"
    )
    parser.add_argument(
        "--raters",
        type=int,
        nargs="+",
        metavar="N",
        help=f"at most {FAST_RATERS}, instead of the usual",
    )
    asked = parser.parse_args()
    asked.sizes = asked.sizes or SIZES + (LARGE_SIZES if asked.full else [])
    asked.raters = asked.raters or [1, 8, 32, *([FAST_RATERS] if asked.full else [])]
    return asked


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the database and the server go with us
    asked = arguments()
    lines = measure(asked)
    if asked.json:
        asked.json.write_text(
            json.dumps([asdict(made) for made in lines], indent=2) + "\n", encoding="utf-8"
        )
    if any(
        count
        for made in lines
        for count in (made.lost, made.doubled, made.unexpected, made.over_policy)
    ):
        sys.exit(1)
