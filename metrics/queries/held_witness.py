"""What the study of a witness looks at besides the snapshot: what the witness says, which pairs
people disagree about, and how a pool drew what they were asked."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np
from django.db.models import Max, Sum

from foundation.words import sentence
from measures.arrays import Integers
from metrics.queries.file_columns import arrays
from metrics.queries.kept import LogState, log_state
from metrics.queries.numbers import Numbers
from metrics.queries.opinions import read_opinions
from metrics.queries.snapshot import QUERIES, VIDEOS
from metrics.snapshot import Snapshot
from metrics.studies.held_witness import Drawing, HeldWitness
from pooling.models import Benchmark, PoolCaption, Run
from pooling.queries.visible import readers_pools
from witnesses.models import Kind, Witness

CIRCULAR = sentence("it says what a run says, and runs are what is measured")
LEARNT = sentence("it has learnt from this benchmark's labels, so agreeing with them shows nothing")
DISPUTED = (
    "SELECT array_agg(j.query_id), array_agg(j.video_id) FROM pooling_judgedpair j"
    " JOIN pooling_query q ON q.id = j.query_id"
    " WHERE q.benchmark_id = %s AND j.verdict = 'disagreement'"
)


def held_witness(witness: Witness, snapshot: Snapshot) -> HeldWitness:
    """As of the moment of the snapshot, if both are read in one."""
    shape = snapshot.queries, snapshot.videos
    (said,) = read_opinions(witness.benchmark, [witness], shape)
    return HeldWitness(
        witness.name,
        witness.get_kind_display(),
        witness.family,
        said.keys,
        said.values,
        threshold=witness.config.get("threshold"),
        no_agreement=why_no_agreement(witness),
        own_run=witness.source if witness.kind == Kind.RUN else "",
    )


def why_no_agreement(witness: Witness) -> str:
    if witness.is_circular:
        return CIRCULAR
    return LEARNT if witness.has_learnt else ""


def disputed_pairs(benchmark: Benchmark, snapshot: Snapshot) -> Integers:
    """queries x videos, ascending: those without a resolved verdict."""
    query_ids, video_ids = arrays(DISPUTED, (benchmark.pk,), 2)
    queries, videos = (
        Numbers(*arrays(statement, (benchmark.pk,), columns)[:2])
        for statement, columns in ((QUERIES, 4), (VIDEOS, 2))
    )
    return np.sort(queries.of(query_ids) * snapshot.videos + videos.of(video_ids))


def drawing_of(benchmark: Benchmark, snapshot: Snapshot) -> Drawing | None:
    """None where there are several pools, or none: then nobody can tell how likely a pair was to be
    asked about; and where the pool took every caption."""
    pools = list(readers_pools().filter(benchmark=benchmark)[:2])
    if len(pools) != 1:
        return None
    rows = PoolCaption.objects.filter(pool=pools[0]).order_by("caption__number")
    read = list(rows.values_list("caption__number", "inclusion"))
    if not read or all(inclusion >= 1 for _, inclusion in read):
        return None
    numbers, inclusion = (np.array(column) for column in zip(*read, strict=True))
    weights = np.full(snapshot.queries, np.nan)
    # A text is asked about once, whichever of its captions were drawn.
    np.fmin.at(weights, snapshot.caption_queries[numbers], 1 / inclusion)
    return Drawing(pools[0].name, weights)


def witness_state(witness: Witness, runs: Sequence[Run]) -> LogState:
    """The state of all that the study follows from: labels, captions, runs, pools, and what the
    witness was asked, each written once."""
    of = witness.benchmark
    log = log_state(list(of.campaigns.all()))
    asked = witness.hearings.aggregate(last=Max("pk"), given=Sum("given"), failed=Sum("failed"))
    heard = sorted(asked.items())
    pools = list(readers_pools().filter(benchmark=of).order_by("pk").values_list("pk", flat=True))
    parts = [log.digest, of.caption_count, of.video_count, pools, witness.digest, heard]
    parts += [(run.pk, run.name, run.model.family) for run in runs]
    return replace(log, digest=sha256(repr(parts).encode()).hexdigest())
