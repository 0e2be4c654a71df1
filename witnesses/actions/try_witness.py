"""Put some pairs to a model, and keep how it was asked and what it said: before a run of all is
ordered."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

import numpy as np
from django.db import transaction

from foundation.frozen import frozen
from foundation.progress import Report
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark, Pool
from pooling.queries.axes import Axes, read_axes
from witnesses.chatting.pacing import Purse
from witnesses.chatting.questions import PairQuestion, Reply, Stops
from witnesses.models import Kind, Purpose, Tried, Tryout
from witnesses.queries.material import ClipsAndTexts
from witnesses.queries.plan import waiting_pairs
from witnesses.registry import ASKING

PAIRS = 20


class NotTried(Refused):
    """Nothing could be tried."""


@frozen
class TryoutMade:
    """pairs: how many a run would ask about. places: those that were tried, as `pair_codes`."""

    facts: Mapping[str, Any]
    axes: Axes
    config: Mapping[str, Any]
    pairs: int
    places: Sequence[int]
    questions: Sequence[PairQuestion]
    replies: Mapping[int, Reply]


def known_by(adapter_says: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """All that can change what a witness says: that of the adapter, and how it is asked."""
    asks = {name: settings[name] for name in ("prompt", "scale", "temperature", "longest", "sound")}
    return {**adapter_says, **asks, "frames": settings["frames"], "side": settings["side"]}


def cost_of(reply: Reply, settings: Mapping[str, Any]) -> float:
    price = reply.read * settings["price_in"] + reply.written * settings["price_out"]
    return float(price / 1e6)


def try_witness(facts: Mapping[str, Any], report: Report) -> TryoutMade:
    """facts: name, family, adapter and settings, the benchmark and the pool. Raises NotTried."""
    benchmark, pool, settings = facts["benchmark"], facts["pool"], facts["settings"]
    axes, material = read_axes(benchmark), ClipsAndTexts(benchmark, settings)
    pairs = waiting_pairs(axes, benchmark, pool, None, Purpose.ASK)
    playing = [code for code in pairs.tolist() if material.plays(code & 0xFFFFFFFF)]
    if not playing:
        raise NotTried(f"No clip of {len(pairs):,} pairs plays: nothing can be sent.")
    drawn = np.random.default_rng(benchmark.pk).permutation(len(playing))[:PAIRS]
    places = [playing[place] for place in sorted(drawn.tolist())]
    with closing(material):
        questions = _questions(material, places)
    replies: dict[int, Reply] = {}
    with ASKING[facts["adapter"]].opened(settings, None) as asker:
        try:
            for came in asker.ask(questions, Purse()):
                replies.update([came] if came else [])
                report(len(replies), len(questions), f"Asking {facts['name']}")
        except Stops as stop:
            raise NotTried(str(stop)) from None
        says = asker.identity
    if says.get("model") is None:
        last = next((reply.answer for reply in replies.values()), "nothing came.")
        raise NotTried(f"The service gave no answer that could be read: {last}")
    config = known_by(says, settings)
    return TryoutMade(facts, axes, config, len(pairs), places, questions, replies)


def _questions(material: ClipsAndTexts, places: Sequence[int]) -> list[PairQuestion]:
    texts = material.texts(code >> 32 for code in places)
    frames = material.frames(code & 0xFFFFFFFF for code in places)
    questions = []
    for code in places:
        taken = frames[code & 0xFFFFFFFF]
        if isinstance(taken, str):
            raise NotTried(taken)
        questions.append(PairQuestion(texts[code >> 32], taken))
    return questions


@transaction.atomic
def keep_tryout(actor: Actor, made: TryoutMade) -> Tryout:
    facts = made.facts
    of: Benchmark = facts["benchmark"]
    pool: Pool | None = facts["pool"]
    about = {name: facts[name] for name in ("name", "family", "adapter", "settings")}
    tryout = Tryout.objects.create(
        benchmark=of,
        pool=pool,
        config=dict(made.config),
        pairs=made.pairs,
        created_by=actor.user,
        **about,
    )
    rows = [_tried(tryout, made, place, reply) for place, reply in sorted(made.replies.items())]
    Tried.objects.bulk_create(rows)
    after = {"benchmark": of.name, "model": made.config["model"], "adapter": facts["adapter"]}
    if facts["settings"]["url"]:
        after |= {"sent_to": facts["settings"]["url"]}
    record_audit(actor, "tried", tryout, after=after)
    return tryout


def _tried(tryout: Tryout, made: TryoutMade, place: int, reply: Reply) -> Tried:
    code = made.places[place]
    return Tried(
        tryout=tryout,
        number=place,
        query_id=int(made.axes.query_ids[code >> 32]),
        video_id=int(made.axes.video_ids[code & 0xFFFFFFFF]),
        frames=list(made.questions[place].frames),
        status=reply.status,
        value=reply.value,
        answer=reply.answer,
        tokens=reply.read + reply.written,
        cost=cost_of(reply, tryout.settings),
        ms=reply.ms,
    )


def witness_facts(tryout: Tryout) -> dict[str, Any]:
    """What the witness's row will say, but its digest."""
    source = tryout.settings["url"] or tryout.settings["program"]
    facts = {"name": tryout.name, "family": tryout.family, "adapter": tryout.adapter}
    return facts | {"kind": Kind.JUDGE, "source": source[-255:]}
