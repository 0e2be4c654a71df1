"""What some parts of a report look at besides the snapshot, by need: how it is read, and how it is
read again for a frozen report.

What a need says of itself is kept in the report's inputs, under the need's value. A pool and a
proxy are only named there, with a checksum: they never change. Labels are among the report's own
arrays.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from foundation.frozen import frozen
from metrics.frozen import unpack_array
from metrics.models import Report
from metrics.queries.labels import read_label_evidence
from metrics.queries.opinions import find_witnesses, read_opinions
from metrics.queries.pace import labels_an_hour
from metrics.queries.pooled import pools_named, read_pooled, read_sample, sample_sha256
from metrics.queries.proxied import (
    current_proxies,
    find_named,
    proxy_named,
    read_named,
    take_again,
    take_all,
)
from metrics.queries.snapshot import read_texts
from metrics.snapshot import Snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import Need, ReportContext, Study
from metrics.studies.label_evidence import PREFIX, LabelEvidence
from metrics.studies.opinions import PREFIX as OPINED
from metrics.studies.opinions import opinions_of_arrays
from metrics.studies.proxied import take_proxied
from metrics.studies.registry import PARTS
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Pool, Run

Json = dict[str, Any]


@frozen
class NeedSource:
    """What needs are read from. runs: the snapshot's."""

    benchmark: Benchmark
    asked: EvaluationAsked
    snapshot: Snapshot
    runs: Sequence[Run]


# What a new report says of the need, and fields of the context.
Read = tuple[Any, Json]


def read_report_context(
    benchmark: Benchmark, asked: EvaluationAsked, snapshot: Snapshot, runs: Sequence[Run]
) -> tuple[ReportContext, Json]:
    """And what of it belongs to the inputs, nothing if no part looks. runs: the snapshot's."""
    needs = {need for study in PARTS.values() if study.is_asked(asked) for need in study.needs}
    return _read(NeedSource(benchmark, asked, snapshot, runs), dict.fromkeys(needs))


def read_needs(study: Study, source: NeedSource) -> ReportContext:
    """What one study looks at."""
    return _read(source, dict.fromkeys(study.needs))[0]


def frozen_report_context(report: Report, snapshot: Snapshot) -> ReportContext:
    """snapshot: as the report saw it. Raises NothingToStudy where the pool is not there any more,
    or is another one."""
    # A leaderboard's report names no id, and has no need.
    keys = [run["id"] for run in report.inputs["runs"] if "id" in run]
    rows = Run.objects.in_bulk(keys)
    asked = EvaluationAsked.of(report.asked)
    source = NeedSource(report.benchmark, asked, snapshot, [rows[key] for key in keys])
    was = report.inputs | {Need.LABELS.value: _arrays(report, PREFIX)}
    if shown := was.get(Need.OPINIONS.value):
        names = [one["name"] for one in shown]
        was[Need.OPINIONS.value] = opinions_of_arrays(names, _arrays(report, OPINED))
    return _read(source, {need: was[need.value] for need in Need if was.get(need.value)})[0]


def _arrays(report: Report, prefix: str) -> dict[str, NDArray[Any]]:
    rows = report.arrays.filter(name__startswith=prefix)
    return {row.name: unpack_array(row.packed) for row in rows}


def _read(source: NeedSource, was: Mapping[Need, Any]) -> tuple[ReportContext, Json]:
    """was: of each need what a frozen report says; None for a new one."""
    read = {need: reader(source, was[need]) for need, reader in READERS.items() if need in was}
    fields = {name: value for _, of in read.values() for name, value in of.items()}
    inputs = {need.value: shown for need, (shown, _) in read.items() if shown is not None}
    return ReportContext(**fields), inputs


def _pace(of: NeedSource, was: Any) -> Read:
    shown = was or dict(zip(("labels_an_hour", "from"), labels_an_hour(of.benchmark), strict=True))
    return shown, {"pace": shown["labels_an_hour"], "pace_from": shown["from"]}


def _sample(of: NeedSource, was: Any) -> Read:
    key = of.asked.estimate
    if not key:  # a part that needs one says so in its place
        return None, {"sample": None}
    rows = Pool.objects.select_related("benchmark").filter(benchmark=of.benchmark, pk=key)
    pool = rows.first()
    if pool is None:
        raise NothingToStudy(f"{of.benchmark} has no pool {key}: choose another")
    sample = read_sample(pool, of.snapshot, of.runs)
    shown = {"id": pool.pk, "name": pool.name, "sha256": sample_sha256(pool, sample)}
    if was and shown["sha256"] != was["sha256"]:
        raise NothingToStudy(f"pool {was['name']} is not what it was when the report was frozen")
    return shown, {"sample": sample}


def _pooled(of: NeedSource, was: Any) -> Read:
    ranking = [run for run in of.runs if run.direction == Run.Direction.TEXT_TO_VIDEO]
    shown = was or pools_named(of.benchmark, ranking)
    return shown, {"pooled": read_pooled(shown, of.snapshot, [run.pk for run in of.runs])}


def _texts(of: NeedSource, was: Any) -> Read:
    counts = was or {"captions": None, "training": None}
    texts = read_texts(of.benchmark, counts["captions"], counts["training"])
    counts = {"captions": len(texts.captions), "training": len(texts.training)}
    return counts, {"texts": texts}


def _proxy(of: NeedSource, was: Any) -> Read:
    if was:
        return was, {"proxied": take_again(of.benchmark, was, of.snapshot, ranks=True)}
    proxy = find_named(of.benchmark, of.asked.relevance)
    proxied = take_proxied(read_named(proxy), of.snapshot, ranks=True)
    return proxy_named(proxy), {"proxied": proxied}


def _proxies(of: NeedSource, was: Any) -> Read:
    if was:
        taken = tuple(take_again(of.benchmark, one, of.snapshot) for one in was["of"])
        return was, {"proxies": taken, "outdated": tuple(was["outdated"])}
    proxies, outdated = current_proxies(of.benchmark)
    shown = {"of": [proxy_named(one) for one in proxies], "outdated": outdated}
    return shown, {"proxies": take_all(proxies, of.snapshot), "outdated": tuple(outdated)}


def _labels(of: NeedSource, was: Any) -> Read:
    """Labels may have been given since a report was frozen: nothing of them is in its inputs."""
    if was:
        return None, {"labels": LabelEvidence.from_arrays(was)}
    return None, {"labels": read_label_evidence(of.benchmark, of.snapshot.videos)}


def _opinions(of: NeedSource, was: Any) -> Read:
    """What was said is among a report's own arrays: there may be another hearing since."""
    if was:
        return None, {"opinions": was}
    witnesses = find_witnesses(of.benchmark, of.asked.witnesses)
    shape = of.snapshot.queries, of.snapshot.videos
    shown = [{"id": one.pk, "name": one.name, "digest": one.digest} for one in witnesses]
    return shown, {"opinions": read_opinions(of.benchmark, witnesses, shape)}


READERS: Mapping[Need, Callable[[NeedSource, Any], Read]] = {
    Need.PACE: _pace,
    Need.SAMPLE: _sample,
    Need.POOLED: _pooled,
    Need.TEXTS: _texts,
    Need.PROXY: _proxy,
    Need.PROXIES: _proxies,
    Need.LABELS: _labels,
    Need.OPINIONS: _opinions,
}
