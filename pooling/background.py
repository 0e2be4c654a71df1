"""The kinds of jobs that pooling has: each reads what it was handed, makes one call, and says what
came of it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

from foundation.refused import Refused
from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.one_by_one import NotItsFault
from media.ffmpeg import MediaTrouble
from media.reasons import Refusal
from people.actor import Actor
from people.models import Role
from pooling.actions.build_pool import build_pool, cost_of_pool
from pooling.actions.check_video import check_video
from pooling.actions.draw_captions import PoolParameters
from pooling.actions.import_captions import NotImported, Source, import_captions
from pooling.actions.make_video_playable import make_video_playable
from pooling.actions.register_model import known_model
from pooling.actions.store_run import HandedRun, store_run
from pooling.actions.take_files import start_makers
from pooling.actions.take_fingerprints import take_fingerprints
from pooling.actions.take_video import VideosTaken
from pooling.actions.tidy_files import tidy_files
from pooling.actions.uploads import discard_upload
from pooling.formats.benchmark_file import BenchmarkFile
from pooling.formats.captions import read_benchmark, read_video_list
from pooling.formats.hub import read_hub
from pooling.formats.problem import Problems, Unreadable
from pooling.formats.units import Unit
from pooling.input_files import UploadOrPath, handed, handed_or_none
from pooling.models import Benchmark, RetrievalModel, Video
from pooling.models import Run as StoredRun
from pooling.offers import name_of, offers_of, offers_of_links
from pooling.queries.axes import same_run

# Warnings of what was taken as it was meant.
PETTY = frozenset({"bom", "line-ends", "blank", "space", "excel"})


@job_kind("pooling.check_video", title="Check video tools", least_role=Role.ADMIN, offered=True)
def _check_video(run: Run) -> Result:
    try:
        return asdict(check_video(run.report))
    except (MediaTrouble, Refusal, OSError) as trouble:
        raise JobFailure(str(trouble)) from trouble


# Long by its parameters, one line for each.
@job_kind("pooling.import_captions", title="Import captions", asked_anew=True)
def _import_captions(  # noqa: PLR0913  (what a job may be given, by name)
    run: Run,
    *,
    upload: UploadOrPath,
    benchmark: str,
    format: str = "",  # noqa: A002  (the contract's word)
    training: bool = False,
    dry_run: bool = False,
    split: str = "test",
    keep: UploadOrPath | None = None,
    dataset: str | None = None,
    unit: Unit = "clips",
) -> Result:
    with refused_files_go(upload, keep), in_plain_words():
        source, listed = handed(upload), handed_or_none(keep)
        run.report(0, 2, f"Reading {source.name}")
        wanted = "all" if training and split == "test" else split
        kept = None
        if listed is not None:
            with listed.path.open("rb") as lines:
                kept = read_video_list(lines, listed.name)
        with source.path.open("rb") as opened:
            file = read_benchmark(
                opened,
                source.name,
                format or None,
                split=wanted,
                keep=kept,
                dataset=dataset,
                unit=unit,
            )
        about = Source(source.name, source.sha256)
        result = _write_captions(run, benchmark, file, about, training=training, dry_run=dry_run)
    if not dry_run:
        discard_uploads((upload, keep))
    return result


@job_kind("pooling.import_hub", title="Import a data set's folder", asked_anew=True)
def _import_hub(
    run: Run, *, hub: str, benchmark: str, split: str, training: bool, dry_run: bool
) -> Result:
    """For commands: hub is a folder of this machine."""
    with in_plain_words():
        run.report(0, 2, f"Reading {hub}")
        found = read_hub(Path(hub), split=split)
        source = Source(hub, found.sha256)
        return _write_captions(
            run, benchmark, found.file, source, training=training, dry_run=dry_run
        )


def _write_captions(
    run: Run, benchmark: str, file: BenchmarkFile, source: Source, *, training: bool, dry_run: bool
) -> Result:
    run.report(1, 2, "Writing")
    with run.effect() as result:
        done = import_captions(
            actor=actor_of_job(run),
            name=benchmark,
            file=file,
            source=source,
            warnings=(*file.notes, *warnings_of(file.problems, source.name)),
            dry_run=dry_run,
            training=training,
        )
        result.update(asdict(done))
    return result


@job_kind("pooling.import_run", title="Import a run", asked_anew=True)
def _import_run(run: Run, /, *, model: int | str, **arguments: Any) -> Result:
    """model: its id, or a name; a name that is not known yet is registered together with the run,
    or not at all. arguments: of HandedRun."""
    given = HandedRun(**arguments)
    of = Benchmark.objects.get(pk=given.benchmark)
    with refused_files_go(*given.uploads), in_plain_words():
        by = known_model(model) if isinstance(model, str) else RetrievalModel.objects.get(pk=model)
        source = given.source()
        if by and (earlier := same_run(of, by, source.sha256, given.direction, given.depth)):
            with run.effect() as result:
                result.update(run=earlier.pk, already=True, **summary_of(earlier))
        else:

            def report(done: int, total: int) -> None:
                run.report(done, total, f"Reading {source.name}")

            file, _ = given.read(of, source, report)
            warnings = warnings_of(file.problems, source.name)
            about = given.about(of, by or str(model), file, source, warnings)
            with run.effect() as result:
                stored = store_run(actor_of_job(run), about, file.rankings)
                result.update(run=stored.pk, already=False, **summary_of(stored))
    discard_uploads(given.uploads)
    return result


def summary_of(run: StoredRun) -> Result:
    facts = ("name", "direction", "format", "items", "depth", "ties", "full_ranks", "warnings")
    return {name: getattr(run, name) for name in facts} | {"whole": bool(run.whole)}


@job_kind("pooling.import_videos", title="Import videos", asked_anew=True)
def _import_videos(
    run: Run,
    *,
    benchmark: int,
    uploads: list[UploadOrPath] | None = None,
    links: UploadOrPath | None = None,
    then_make: bool = True,
) -> Result:
    """Each file is taken by itself: one that is refused does not keep the others out, and nothing
    is taken twice.

    So is each source: an archive that is unsafe gives nothing, and the other uploads are still
    read. Only where that leaves nothing at all does the job fail.
    """
    of = Benchmark.objects.get(pk=benchmark)
    videos = VideosTaken(of, run.report)
    with in_plain_words():
        for source in uploads or ():
            videos.take_all(name_of(source), offers_of(source))
        if links is not None:
            videos.take_all(name_of(links), offers_of_links(links))
        videos.require_some()
    discard_uploads([*(uploads or ()), links])
    if videos.taken and then_make:
        start_makers(actor_of_job(run), of)
    return videos.as_json()


@job_kind("pooling.make_playable", title="Make videos playable", attempts=10)
def _make_playable(run: Run, *, benchmark: int) -> Result:
    """Works until no video waits. Several of these share the work; each video is one transaction: a
    stop loses only the last."""
    of = Benchmark.objects.get(pk=benchmark)
    waiting = Video.objects.filter(benchmark=of, state=Video.State.WAITING)
    total, ready, failed = waiting.count(), 0, 0
    while True:
        # Of all that waited, and not of its own share: whoever waits looks at one of them.
        run.report(max(0, total - waiting.count()), total, "")
        try:
            video = make_video_playable(of)
        except NotItsFault as trouble:
            left = waiting.count()
            raise JobFailure(
                f"{trouble}: {left:,} video{' still waits' if left == 1 else 's still wait'}; try"
                " again when this is mended"
            ) from trouble
        if video is None:
            return {"ready": ready, "failed": failed}
        plays = video.state == Video.State.READY
        ready, failed = ready + plays, failed + (not plays)


@job_kind("pooling.take_fingerprints", title="Take fingerprints of clips")
def _take_fingerprints(run: Run, *, benchmark: int) -> Result:
    return {"fingerprints": take_fingerprints(Benchmark.objects.get(pk=benchmark), run.report)}


@job_kind(
    "pooling.tidy_files", title="Tidy up files", least_role=Role.ADMIN, offered=True, daily=True
)
def _tidy_files(run: Run) -> Result:
    return asdict(tidy_files(run.report))


@job_kind("pooling.build_pool", title="Freeze a pool")
def _build_pool(
    run: Run, *, benchmark: int, name: str, parameters: dict[str, Any], dry_run: bool = False
) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    lists = {one: tuple(parameters.get(one, ())) for one in ("runs", "beyond", "misses", "spread")}
    wanted = PoolParameters(**{**parameters, **lists})
    with in_plain_words():
        if dry_run:
            return {"pool": None, **asdict(cost_of_pool(of, wanted))}
        with run.effect() as result:
            pool = build_pool(actor=actor_of_job(run), benchmark=of, name=name, parameters=wanted)
            facts = ("captions", "pairs", "unjudged", "by_run")
            result.update({name: getattr(pool, name) for name in facts}, pool=pool.name, id=pool.pk)
            result.update(population=pool.parameters.get("population", of.caption_count))
    return result


def actor_of_job(run: Run) -> Actor:
    """What a job does is done by who asked for it."""
    return Actor(run.job.requested_by, "page" if run.job.requested_by else "command")


@contextmanager
def in_plain_words(nothing: str = "nothing was imported") -> Iterator[None]:
    """What is wrong with a file or a request is no defect of ours: the job ends with where, what
    and what was expected. nothing: what came of it."""
    try:
        yield
    except Unreadable as unreadable:
        count = unreadable.problems.error_count
        raise JobFailure(
            f"{count:,} error{'s' if count != 1 else ''} in {unreadable.file}: {nothing}",
            {"problems": unreadable.lines(), "total": count},
        ) from None
    except NotImported as refusal:
        lines = [problem.at(refusal.file) for problem in refusal.problems]
        raise JobFailure(str(refusal), {"problems": lines, "total": len(lines)}) from None
    except Refusal as refusal:
        raise JobFailure(refusal.sentence) from None
    except ValidationError as invalid:
        raise JobFailure(" ".join(invalid.messages)) from None
    except Refused as refused:
        raise JobFailure(str(refused)) from None


def warnings_of(problems: Problems, name: str) -> list[str]:
    """The first of each kind, those first that may change what scores mean; then how many more
    there are."""
    firsts = {one.code: one for one in reversed(problems.warnings)}
    shown = sorted(firsts.values(), key=lambda one: (one.code in PETTY, one.line, one.column))
    more = problems.warning_count - len(shown)
    sentences = [one.at(name) for one in shown]
    return [*sentences, f"and {more:,} more warnings"] if more > 0 else sentences


@contextmanager
def refused_files_go(*sources: UploadOrPath | None) -> Iterator[None]:
    """What was refused is refused again however often it is read, so its files do not wait for the
    tidying. Those of a job that failed for another reason stay: it may be tried again."""
    try:
        yield
    except JobFailure:
        discard_uploads(sources)
        raise


def discard_uploads(sources: Iterable[UploadOrPath | None]) -> None:
    """Discards the uploads a job was handed: a command's own files stay where they are."""
    for source in sources:
        if isinstance(source, int):
            discard_upload(source)
