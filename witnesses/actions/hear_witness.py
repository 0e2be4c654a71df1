"""Hear a witness: read what a source says of pairs, and keep what is new of it.

A witness is known by its digest: the same file, proxy or run again is the same one, whatever name
was asked for. What it says of pairs that it was not asked about before, because a pool came
meanwhile, is another hearing.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db import connection, transaction

from foundation.checksum import digest_of
from foundation.database.copy import fixed_rows
from foundation.database.rows import lock_row
from foundation.database.statistics import analyze
from foundation.frozen import frozen
from foundation.progress import Report
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark, Pool
from pooling.queries.axes import Axes, read_axes
from witnesses.asked.witnesses import refuse_name
from witnesses.models import Hearing, Opinion, Witness
from witnesses.opinions import STATUSES, Asked, Opinions
from witnesses.queries.pairs import heard_pairs, pairs_of
from witnesses.registry import ADAPTERS


class NothingSaid(Refused):
    """The witness says nothing of the pairs that it is asked about."""


@frozen
class Heard:
    """facts: of the witness's row, without its digest."""

    benchmark: Benchmark
    facts: Mapping[str, Any]
    pool: Pool | None
    axes: Axes
    opinions: Opinions

    @property
    def digest(self) -> str:
        return witness_digest(self.facts["adapter"], self.facts["config"])


def witness_digest(adapter: str, config: Mapping[str, Any]) -> str:
    return digest_of([adapter, config])


def hear(
    benchmark: Benchmark,
    source: Any,
    facts: Mapping[str, Any],
    pool: Pool | None,
    report: Report,
) -> Heard:
    """source: as the adapter takes it. facts: of the row; in `config`, what is known of the witness
    besides its source. Raises Unreadable, and what else reading it raises."""
    adapter, axes = ADAPTERS[facts["adapter"]], read_axes(benchmark)
    config = adapter.identity(source) | facts.get("config", {})
    facts = {**facts, "source": source.name[-255:], "config": config}
    wanted = pairs_of(axes, benchmark, pool)
    only = wanted if pool else None
    asked = Asked(axes.keys, axes.caption_queries, only, wanted)
    return Heard(benchmark, facts, pool, axes, adapter.read(source, asked, report))


@transaction.atomic
def keep_witness(actor: Actor, heard: Heard) -> tuple[Witness, Hearing | None]:
    """The hearing: None where all was known. The benchmark's row is locked, so that of two who
    bring the same witness the second finds it. Raises WitnessNameTaken or NothingSaid."""
    of = lock_row(Benchmark, heard.benchmark.pk)
    witness = of.witnesses.filter(digest=heard.digest).first()
    said = heard.opinions
    if witness is not None:
        known = heard_pairs(heard.axes, witness)
        said = said.only(~np.isin(said.pairs, known))
        if not len(said.pairs):
            return witness, None
    elif not len(said.pairs):
        raise NothingSaid
    else:
        witness = _new_witness(actor, of, heard)
    given = int((said.statuses == 0).sum())
    hearing = Hearing.objects.create(
        witness=witness, pool=heard.pool, given=given, failed=len(said.pairs) - given
    )
    _write(hearing, heard.axes, said)
    after = {"given": given, "failed": hearing.failed}
    record_audit(
        actor, "heard", witness, after=after | ({"pool": heard.pool.name} if heard.pool else {})
    )
    return witness, hearing


def _new_witness(actor: Actor, of: Benchmark, heard: Heard) -> Witness:
    if of.witnesses.filter(name__iexact=heard.facts["name"]).exists():
        refuse_name(of, heard.facts["name"])
    witness = Witness.objects.create(
        benchmark=of, digest=heard.digest, created_by=actor.user, **heard.facts
    )
    names = ("kind", "adapter", "source", "family", "digest")
    facts = {name: getattr(witness, name) for name in names}
    record_audit(actor, "imported", witness, after={"benchmark": of.name} | facts)
    return witness


def _write(hearing: Hearing, axes: Axes, said: Opinions) -> None:
    """What has a value is copied as it is; what has none is seldom much."""
    queries, videos = axes.query_ids[said.pairs >> 32], axes.video_ids[said.pairs & 0xFFFFFFFF]
    given = said.statuses == 0
    columns = (
        *(np.full(int(given.sum()), hearing.pk), queries[given], videos[given]),
        *(said.samples[given].astype(np.int16), said.values[given]),
    )
    statement = (
        "COPY witnesses_opinion (hearing_id, query_id, video_id, sample, value)"
        " FROM STDIN (FORMAT BINARY)"
    )
    with connection.cursor() as cursor:
        with cursor.copy(statement) as copy:
            for piece in fixed_rows(columns):
                copy.write(piece)
        failed = zip(
            *(column[~given].tolist() for column in (queries, videos, said.samples, said.statuses)),
            strict=True,
        )
        Opinion.objects.bulk_create(
            (
                Opinion(
                    hearing=hearing,
                    query_id=query,
                    video_id=video,
                    sample=sample,
                    status=STATUSES[status],
                )
                for query, video, sample, status in failed
            ),
            batch_size=10_000,
        )
        analyze(cursor, Opinion, rows=len(said.pairs))
