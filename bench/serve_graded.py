"""Answer-and-next of a scale of five values beside one of two: `python -m bench.serve_graded`.

Both campaigns are on one server and database, and are answered in turn, so that what else the
machine does meets both. What became of every answer is checked as in bench.serve.
"""

import argparse
import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from bench.serve import WARM, Line, last_label, line, look_for_trouble, show_line, web
from bench.stage.campaign import make_campaign, make_rater
from bench.stage.hammer import Hammered, Target, hammer
from bench.stage.world import migrated_database
from bench.table import machine

FIVE = {"scale": ["wrong", "little", "in part", "mostly", "wholly"], "relevant_from": 3}
HEAD = (
    "| what | pairs | done | raters | answers | a second | p50 ms | p95 | p99 | lost | doubled |"
    f" unexpected | over | load |\n|---|{'---:|' * 13}"
)


def measure(asked: argparse.Namespace) -> list[Line]:
    print(f"\nTwo values and five ({machine()})\n\n{HEAD}", flush=True)
    with migrated_database():
        people = [make_rater(f"rater-{number}") for number in range(asked.raters)]
        raters = [(person.pk, secret) for person, secret in people]
        named = [person for person, _ in people]
        campaigns = {
            "two values": make_campaign(WARM, 0.0, named),
            "five values": make_campaign(WARM, 0.0, named, **FIVE),
        }
        before = last_label()
        came: dict[str, list[Hammered]] = {what: [] for what in campaigns}
        with web() as port:
            targets = {
                what: Target(port, one.pk, scale=one.on_scale) for what, one in campaigns.items()
            }
            warm = [(what, hammer(target, raters, 3)) for what, target in targets.items()]
            for turn in range(asked.turns):
                # Who is first in a turn is last in the next.
                for what in list(targets)[:: -1 if turn % 2 else 1]:
                    came[what].append(hammer(targets[what], raters, asked.seconds))
        lines = []
        for what, campaign in campaigns.items():
            whole = joined(came[what])
            every = joined([*came[what], *(one for of, one in warm if of == what)])
            found = look_for_trouble(campaign, every, before)
            lines.append(show_line(line(what, WARM, 0.0, asked.raters, whole, found)))
    two, five = lines
    print(
        f"\nFive values take {five.p50 / two.p50:.3f} times as long as two at the median,"
        f" {five.p95 / two.p95:.3f} times at p95; {five.pace / two.pace:.3f} times as many come in"
        " a second."
    )
    return lines


def joined(rounds: list[Hammered]) -> Hammered:
    attempts = tuple(attempt for one in rounds for attempt in one.attempts)
    troubles = tuple(trouble for one in rounds for trouble in one.troubles)
    return Hammered(attempts, troubles, sum(one.seconds for one in rounds))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the database and the server go with us
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each turn lasts")
    parser.add_argument("--turns", type=int, default=6, help="turns of each campaign")
    parser.add_argument("--raters", type=int, default=8)
    asked = parser.parse_args()
    lines = measure(asked)
    if asked.json:
        told = json.dumps([asdict(made) for made in lines], indent=2)
        asked.json.write_text(told + "\n", encoding="utf-8")
    wrong = [(one.lost, one.doubled, one.unexpected, one.over_policy) for one in lines]
    sys.exit(int(any(any(one) for one in wrong)))
