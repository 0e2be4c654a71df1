"""Trials on a person's behalf: what was sent, what came, and what a run of all would take."""

from typing import Any

from foundation.database.rows import the_row
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_role
from pooling.models import Benchmark
from witnesses.models import Trial, Tried
from witnesses.queries.spent import PROBES


@frozen
class Projected(Found, called="WitnessProjected"):
    """What a run of all pairs would take, with its probes, by what was tried."""

    pairs: int = found("Pairs that it would ask about.")
    money: float = found("In the money of the prices.")
    tokens: int = found("Tokens sent and answered.")
    minutes: float = found("Minutes, with as many at once.")


@frozen
class TriedFound(Found, called="WitnessTried"):
    caption: str = found("The caption's text.")
    video: str = found("The video's key.")
    frames: int = found("How many frames were sent.")
    answer: str = found("The answer as it came, or why there is none.")
    status: str = found("`given`, `refused`, `unparsable` or `failed`.")
    value: float | None = found("The value that was read.")
    tokens: int = found("Tokens sent and answered.")
    cost: float = found("In the money of the prices.")
    ms: int = found("Milliseconds until the answer.")


def access_trial(asking: User, benchmark_id: int, trial_id: int) -> Trial:
    """For leads: a trial names where clips are sent."""
    require_role(asking, Role.LEAD)
    rows = Trial.objects.select_related("benchmark", "pool", "created_by")
    return the_row(rows, "trial", benchmark=benchmark_id, pk=trial_id)


def newest_trial(benchmark: Benchmark, name: str) -> Trial | None:
    return benchmark.trials.filter(name__iexact=name).order_by("-pk").first()


def tried_in(trial: Trial) -> list[Tried]:
    return list(trial.tried.select_related("query", "video").order_by("number"))


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


def projected_of(trial: Trial) -> Projected:
    rows = list(trial.tried.values_list("cost", "tokens", "ms"))
    each = PROBES * trial.pairs / max(1, len(rows))
    money, tokens, ms = (sum(column) for column in zip(*rows, strict=True))
    minutes = ms * each / 60_000 / trial.settings["at_once"]
    return Projected(trial.pairs, money * each, round(tokens * each), minutes)


def trial_as_json(trial: Trial) -> dict[str, Any]:
    return {
        "trial": trial.pk,
        "witness": trial.name,
        "model": trial.config["model"],
        "offers": trial.config["offers"],
        "projected": projected_of(trial).as_json(),
        "tried": [tried_found(one).as_json() for one in tried_in(trial)],
    }
