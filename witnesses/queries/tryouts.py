"""Tryouts on a person's behalf: what was sent, what came, and what a run of all would take."""

from typing import Any

from foundation.database.rows import the_row
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_role
from pooling.models import Benchmark
from witnesses.models import Tried, Tryout
from witnesses.queries.spent import PROBES


@frozen
class Projected(Found, called="WitnessProjected"):
    """What a run of all pairs would take, with its probes, by what was tried."""

    pairs: int = found("Pairs that it would ask about.")
    money: float = found("What it costs, in the money of the prices.")
    tokens: int = found("Tokens sent and answered.")
    minutes: float = found("Minutes, with as many at once.")


@frozen
class TriedFound(Found, called="WitnessTried"):
    caption: str = found("The caption's text.")
    video: str = found("The video's key.")
    frames: int = found("How many frames were sent.")
    answer: str = found("The answer as it came, or why there is none.")
    status: str = found("What came of it: `given`, `refused`, `unparsable` or `failed`.")
    value: float | None = found("The value that was read.")
    tokens: int = found("Tokens sent and answered.")
    cost: float = found("What it costs, in the money of the prices.")
    ms: int = found("Milliseconds until the answer.")


def access_tryout(asking: User, benchmark_id: int, tryout_id: int) -> Tryout:
    """For leads: a tryout names where clips are sent."""
    require_role(asking, Role.LEAD)
    rows = Tryout.objects.select_related("benchmark", "pool", "created_by")
    return the_row(rows, "tryout", benchmark=benchmark_id, pk=tryout_id)


def newest_tryout(benchmark: Benchmark, name: str) -> Tryout | None:
    return benchmark.tryouts.filter(name__iexact=name).order_by("-pk").first()


def tried_in(tryout: Tryout) -> list[Tried]:
    return list(tryout.tried.select_related("query", "video").order_by("number"))


def tried_found(one: Tried) -> TriedFound:
    return TriedFound(
        one.query.text,
        one.video.key,
        len(one.frames),
        one.answer,
        one.status,
        one.value,
        one.tokens,
        one.cost,
        one.ms,
    )


def projected_of(tryout: Tryout) -> Projected:
    rows = list(tryout.tried.values_list("cost", "tokens", "ms"))
    each = PROBES * tryout.pairs / max(1, len(rows))
    money, tokens, ms = (sum(column) for column in zip(*rows, strict=True))
    minutes = ms * each / 60_000 / tryout.settings["at_once"]
    return Projected(tryout.pairs, money * each, round(tokens * each), minutes)


def tryout_as_json(tryout: Tryout) -> dict[str, Any]:
    return {
        "tryout": tryout.pk,
        "witness": tryout.name,
        "model": tryout.config["model"],
        "offers": tryout.config["offers"],
        "projected": projected_of(tryout).as_json(),
        "tried": [tried_found(one).as_json() for one in tried_in(tryout)],
    }
