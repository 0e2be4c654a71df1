"""Order a hearing: its row with its budget, and the job that asks."""

from typing import Any

from django.db import transaction

from foundation.database.rows import lock_row
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark
from pooling.queries.axes import read_axes
from witnesses.actions.hear_witness import witness_digest
from witnesses.actions.try_witness import witness_facts
from witnesses.asked.tryouts import HearingWanted
from witnesses.asked.witnesses import refuse_name
from witnesses.models import Hearing, Tryout, Witness
from witnesses.queries.plan import waiting_pairs
from witnesses.queries.work import HEAR, standings


class NothingLeft(Refused):
    """It was asked about all of these pairs."""


class BeingHeard(Refused):
    """This witness is being asked already: wait, or cancel that first."""


@transaction.atomic
def order_hearing(actor: Actor, wanted: HearingWanted) -> Job:
    hearing = open_hearing(actor, wanted)
    title = f"Ask witness {hearing.witness.name} of {hearing.witness.benchmark}"
    return start_job(HEAR, actor=actor, title=title, **arguments_of(hearing))


def arguments_of(hearing: Hearing) -> dict[str, Any]:
    """What the job gets: the hearing, and of which pages it is."""
    witness = hearing.witness
    return {"hearing": hearing.pk, "witness": witness.pk, "benchmark": witness.benchmark_id}


@transaction.atomic
def open_hearing(actor: Actor, wanted: HearingWanted) -> Hearing:
    """Raises NothingLeft, BeingHeard, or WitnessNameTaken."""
    tryout = wanted.tryout
    of = lock_row(Benchmark, tryout.benchmark_id)
    digest = witness_digest(tryout.adapter, tryout.config)
    witness = of.witnesses.filter(digest=digest).first()
    pairs = waiting_pairs(read_axes(of), of, tryout.pool, witness, wanted.purpose)
    if not len(pairs):
        raise NothingLeft
    if witness is None:
        witness = _new_witness(actor, of, tryout, digest)
    _close_what_died(witness)
    hearing = Hearing.objects.create(
        witness=witness,
        pool=tryout.pool,
        tryout=tryout,
        purpose=wanted.purpose,
        is_open=True,
        given=0,
        failed=0,
        budget_money=wanted.money,
        budget_tokens=wanted.tokens,
        budget_minutes=wanted.minutes,
    )
    budget = {name: getattr(wanted, name) for name in ("money", "tokens", "minutes")}
    sent = {"sent_to": tryout.settings["url"]} if tryout.settings["url"] else {}
    record_audit(actor, "asked", witness, after={"purpose": wanted.purpose} | budget | sent)
    return hearing


def _new_witness(actor: Actor, of: Benchmark, tryout: Tryout, digest: str) -> Witness:
    if of.witnesses.filter(name__iexact=tryout.name).exists():
        refuse_name(of, tryout.name)
    facts = witness_facts(tryout)
    return Witness.objects.create(
        benchmark=of, digest=digest, config=tryout.config, created_by=actor.user, **facts
    )


def _close_what_died(witness: Witness) -> None:
    """A hearing stays open while its job may go on with it. One whose job is over for good, as a
    command's is that was killed, makes room for the next."""
    for hearing in witness.hearings.filter(is_open=True):
        if standings([hearing])[hearing.pk].state == "open":
            raise BeingHeard
        hearing.is_open, hearing.why = False, "It was cancelled, or failed, and another was begun."
        hearing.save(update_fields=["is_open", "why"])
