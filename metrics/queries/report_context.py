"""What some parts of a report look at besides the snapshot: how fast labels come, a pool as a
sample, what was pooled.

The pace is kept in the report's inputs, and so are the runs of all pools. One pool is only named
there, with a checksum: it never changes.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from metrics.frozen import unpack_array
from metrics.models import Report
from metrics.queries.label_evidence import read_label_evidence
from metrics.queries.pace import labels_an_hour
from metrics.queries.pooled import pools_told, read_pooled
from metrics.queries.proxied import (
    current_proxies,
    find_named,
    proxy_told,
    read_named,
    take_again,
    take_all,
)
from metrics.queries.samples import read_sample, sample_sha256
from metrics.queries.texts import read_texts
from metrics.snapshot import Snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import Need, ReportContext
from metrics.studies.label_evidence import PREFIX, LabelEvidence
from metrics.studies.proxied import take_proxied
from metrics.studies.registry import PARTS
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Pool, Run


def read_report_context(
    benchmark: Benchmark, asked: EvaluationAsked, snapshot: Snapshot, runs: Sequence[Run]
) -> tuple[ReportContext, dict[str, Any]]:
    """And what of it belongs to the inputs, nothing if no part looks. runs: the snapshot's."""
    context, seen = ReportContext(), dict[str, Any]()
    needs = {need for study in PARTS.values() if study.is_asked(asked) for need in study.needs}
    if Need.PACE in needs:
        pace, pace_from = labels_an_hour(benchmark)
        seen["pace"] = {"labels_an_hour": pace, "from": pace_from}
        context = replace(context, pace=pace, pace_from=pace_from)
    if Need.SAMPLE in needs:
        pool = _find_pool(benchmark, asked.estimate)
        sample = read_sample(pool, snapshot, runs)
        seen["pool"] = {"id": pool.pk, "name": pool.name, "sha256": sample_sha256(pool, sample)}
        context = replace(context, sample=sample)
    if Need.POOLED in needs:
        told = pools_told(
            benchmark, [run for run in runs if run.direction == Run.Direction.TEXT_TO_VIDEO]
        )
        context, seen["leave_out"] = (
            replace(context, pooled=read_pooled(told, snapshot, [run.pk for run in runs])),
            told,
        )
    if Need.TEXTS in needs:
        texts = read_texts(benchmark)
        seen["texts"] = {"captions": len(texts.captions), "training": len(texts.training)}
        context = replace(context, texts=texts)
    if Need.PROXY in needs:
        proxy = find_named(benchmark, asked.relevance)
        seen["relevance"] = proxy_told(proxy)
        context = replace(context, proxied=take_proxied(read_named(proxy), snapshot, ranks=True))
    if Need.PROXIES in needs:
        proxies, outdated = current_proxies(benchmark)
        seen["proxies"] = {"of": [proxy_told(one) for one in proxies], "outdated": outdated}
        taken = take_all(proxies, snapshot)
        context = replace(context, proxies=taken, outdated=tuple(outdated))
    if Need.LABELS in needs:
        context = replace(context, labels=read_label_evidence(benchmark, snapshot.videos))
    return context, seen


def frozen_report_context(report: Report, snapshot: Snapshot) -> ReportContext:
    """snapshot: as the report saw it. Raises NothingToStudy where the pool is not there any more,
    or is another one."""
    was, context = report.inputs, ReportContext()
    if pace := was.get("pace"):
        context = replace(context, pace=pace["labels_an_hour"], pace_from=pace["from"])
    keys = [run.get("id", 0) for run in was["runs"]]  # a leaderboard's report names no id
    if pooled := was.get("leave_out"):
        context = replace(context, pooled=read_pooled(pooled, snapshot, keys))
    if read := was.get("texts"):
        texts = read_texts(report.benchmark, read["captions"], read["training"])
        context = replace(context, texts=texts)
    if told := was.get("pool"):
        pool = _find_pool(report.benchmark, told["id"])
        rows = Run.objects.in_bulk(keys)
        sample = read_sample(pool, snapshot, [rows[key] for key in keys])
        context = replace(context, sample=sample)
        if sample_sha256(pool, sample) != told["sha256"]:
            raise NothingToStudy(
                f"pool {told['name']} is not what it was when the report was frozen"
            )
    return _with_proxies(report, snapshot, replace(context, labels=_frozen_labels(report)))


def _frozen_labels(report: Report) -> LabelEvidence | None:
    """Who said what is among the report's own arrays: labels may have been given since."""
    rows = report.arrays.filter(name__startswith=PREFIX)
    arrays = {row.name: unpack_array(row.packed) for row in rows}
    return LabelEvidence.from_arrays(arrays) if arrays else None


def _with_proxies(report: Report, snapshot: Snapshot, context: ReportContext) -> ReportContext:
    was, of = report.inputs, report.benchmark
    if told := was.get("relevance"):
        proxied = take_again(of, told, snapshot, ranks=True)
        context = replace(context, proxied=proxied)
    if told := was.get("proxies"):
        taken = tuple(take_again(of, one, snapshot) for one in told["of"])
        context = replace(context, proxies=taken, outdated=tuple(told["outdated"]))
    return context


def _find_pool(benchmark: Benchmark, key: int) -> Pool:
    pool = Pool.objects.select_related("benchmark").filter(benchmark=benchmark, pk=key).first()
    if pool is None:
        raise NothingToStudy(f"{benchmark} has no pool {key}: choose another")
    return pool
