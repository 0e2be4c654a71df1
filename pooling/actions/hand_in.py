"""Keep the files that somebody hands in, and ask for the job that reads them."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from django.core.files.base import File
from django.db import transaction

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.kinds import find_kind
from jobs.models import Job, State
from jobs.quota import check_quota
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.uploads import keep_upload
from pooling.formats.guess import BENCHMARK_FORMATS
from pooling.formats.keys import WITHIN
from pooling.formats.runs import DEPTH_LIMIT, RUN_FORMATS
from pooling.formats.units import UNITS, Unit
from pooling.models import Benchmark, RetrievalModel, Run, Video
from pooling.queries.benchmarks import access_benchmarks

if TYPE_CHECKING:
    AnyFile: TypeAlias = File[Any]
else:  # only the checker knows what is in one
    AnyFile = File
HandedIn: TypeAlias = "AnyFile | Sequence[AnyFile] | None"


# Labels are of an app above, which says what reads judgements that come with captions.
_readers_of_labels: list[str] = []


def read_labels_by(job: str) -> None:
    _readers_of_labels.append(job)


def reader_of_labels() -> str:
    """The kind of job, as `import_labels` has it."""
    (job,) = _readers_of_labels
    return job


def asked_format(formats: Sequence[str]) -> Any:
    return asked(
        "The format of the file. It is guessed from the content if it is not given.",
        default="",
        choices=formats,
    )


@frozen
class CaptionsAsked:
    """Captions for a new benchmark, or for one that there is."""

    name: str = asked(
        "A short name, as in msvd-test. The name of a benchmark that exists adds to it; nothing in"
        " it is changed.",
        label="Benchmark",
        longest=60,
        checks=Benchmark._meta.get_field("name").validators,
    )
    captions: AnyFile = asked(
        "The file with the captions: CSV, JSON Lines, or a data set's own file, packed or not.",
        label="Captions",
        page="file",
        option="--captions",
    )
    format: str = asked_format(BENCHMARK_FORMATS)
    split: str = asked(
        "The split to take from a file that has several; all takes every one. test takes the"
        " validation split of a file that has no other to evaluate on.",
        default="test",
        longest=40,
    )
    dataset: str | None = asked(
        "The data set to take from a FIRE release that has several.",
        default=None,
        longest=60,
        label="Data set",
    )
    list: AnyFile | None = asked(
        "A list of the only videos to take, one id on each line, as test_list.txt.",
        default=None,
        label="Only these videos",
        page="keep",
        option="--list",
    )
    unit: Unit = asked(
        "What is looked for, where videos are pieces of longer ones: the pieces (clips), the whole"
        " videos (films), or the whole videos by all that is said of them (paragraphs).",
        default="clips",
        choices=UNITS,
    )
    training: bool = asked(
        "Keep them as training captions, to compare test captions with. They are never judged.",
        default=False,
        label="Training captions",
    )
    dry_run: bool = asked("Only say what would happen, and keep nothing.", default=False)

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the files."""
        names = ("format", "split", "dataset", "unit", "training", "dry_run")
        return {"benchmark": self.name} | {name: getattr(self, name) for name in names}


@frozen
class RunAsked:
    """A model's predictions on a benchmark."""

    benchmark: Benchmark = asked(
        "The benchmark that the predictions are about.", rows=access_benchmarks
    )
    model: RetrievalModel | str = asked(
        "The model, by its id or its name. A new name is registered together with the run.",
        option=None,
    )
    file: AnyFile | None = asked(
        "The file with the predictions: a matrix (.npy, .pt), a TREC run, CSV, JSON.",
        default=None,
        label="Predictions",
        option="FILE",
    )
    query_embeddings: AnyFile | None = asked(
        "Instead of that file, one of the captions' embeddings: an .npy with a row for each.",
        default=None,
        label="Embeddings of the captions",
        option="--query-embeddings",
    )
    video_embeddings: AnyFile | None = asked(
        "The videos' embeddings, as wide as those of the captions. A score is their inner product.",
        default=None,
        label="Embeddings of the videos",
        option="--video-embeddings",
    )
    normalise: bool = asked(
        "Scale every embedding to length 1, so that a score is a cosine.", default=False
    )
    name: str = asked(
        "The name of the run. It is the model's name if it is not given.",
        default="",
        longest=120,
        label="Name of the run",
        checks=Run._meta.get_field("name").validators,
    )
    format: str = asked_format(RUN_FORMATS)
    depth: int = asked(
        "How many ranks of each ranking are kept for pages and pools.",
        default=100,
        at_least=1,
        at_most=DEPTH_LIMIT,
    )
    direction: Run.Direction = asked(
        "What is ranked: videos for captions, captions for videos, or either for its own kind."
        " Only runs from text to video can be pooled and judged; one of videos for videos or of"
        " captions for captions is scored under proxies alone.",
        default=Run.Direction.TEXT_TO_VIDEO,
    )
    captions: AnyFile | None = asked(
        "The captions of a matrix's rows (and columns, where captions are ranked for captions), one"
        " id on each line. They are in the benchmark's own order if it is not given.",
        default=None,
        label="Names of the rows",
        option="--captions",
    )
    videos: AnyFile | None = asked(
        "The videos of a matrix's columns (and rows, where videos are ranked for videos), one id on"
        " each line. They are in the benchmark's own order if it is not given.",
        default=None,
        label="Names of the columns",
        option="--videos",
    )

    @property
    def called(self) -> str:
        return self.name or str(self.model)

    def check(self) -> None:
        pair = [bool(self.query_embeddings), bool(self.video_embeddings)]
        if self.direction in WITHIN:
            self._check_within()
        elif any(pair) and not all(pair):
            missing = "query" if pair[1] else "video"
            raise Refused(
                "Expected the embeddings of both the captions and the videos.",
                field=f"{missing}_embeddings",
            )
        if bool(self.file) == any(pair):
            raise Refused(
                "Expected either one file with the predictions or two of embeddings.", field="file"
            )
        if self.normalise and self.file:
            raise Refused("Only embeddings can be scaled to length 1.", field="normalise")

    def _check_within(self) -> None:
        """One kind is ranked for itself by its own embeddings, and named by its own names."""
        if self.direction == Run.Direction.TEXT_TO_TEXT:
            if self.video_embeddings and not self.query_embeddings:
                raise Refused(
                    "Captions are ranked for captions: expected the captions' embeddings.",
                    field="query_embeddings",
                )
            if self.videos:
                raise Refused(
                    "Captions are ranked for captions: expected no names of videos.",
                    field="videos",
                )
            return
        if self.query_embeddings and not self.video_embeddings:
            raise Refused(
                "Videos are ranked for videos: expected the videos' embeddings.",
                field="video_embeddings",
            )
        if self.captions:
            raise Refused(
                "Videos are ranked for videos: expected no names of captions.", field="captions"
            )

    def files(self) -> dict[str, AnyFile | None]:
        """The files, by the names of the job's arguments."""
        embeddings = {"query_upload": self.query_embeddings, "video_upload": self.video_embeddings}
        kept = {"captions_upload": self.captions, "videos_upload": self.videos}
        return {"upload": self.file} | embeddings | kept

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the files."""
        model = self.model.pk if isinstance(self.model, RetrievalModel) else self.model
        about = {"benchmark": self.benchmark.pk, "model": model, "name": self.called}
        names = ("normalise", "format", "depth", "direction")
        return about | {name: getattr(self, name) for name in names}


# The directions of runs that people's labels tell of.
BETWEEN = {
    way.value: way.label for way in (Run.Direction.TEXT_TO_VIDEO, Run.Direction.VIDEO_TO_TEXT)
}


@frozen
class BetweenAsked(RunAsked):
    """A run that is scored by positives, so that it ranks videos for captions, or the reverse."""

    direction: Run.Direction = asked(
        "Whether videos are ranked for captions, or captions for videos.",
        default=Run.Direction.TEXT_TO_VIDEO,
        choices=BETWEEN,
    )


@frozen
class VideosAsked:
    """Video files for a benchmark, or addresses to fetch them from."""

    benchmark: Benchmark = asked("The benchmark of the videos.", rows=access_benchmarks)
    videos: tuple[AnyFile, ...] = asked(
        "Files named by their video's key, as in video7010.mp4, or archives (.zip, .tar) of such"
        " files.",
        default=(),
    )
    links: AnyFile | None = asked(
        "A list of addresses to fetch instead: CSV with the columns key and url.",
        default=None,
        label="Or a list of links",
    )

    def check(self) -> None:
        if not self.videos and not self.links:
            raise Refused("Expected videos, an archive of them, or a list of links.")


def hand_in_captions(actor: Actor, wanted: CaptionsAsked) -> Job:
    title = f"{'Try importing' if wanted.dry_run else 'Import'} captions into {wanted.name}"
    files = {"upload": wanted.captions, "keep": wanted.list}
    return hand_in(actor, "pooling.import_captions", files, title=title, **wanted.arguments())


def hand_in_run(actor: Actor, wanted: RunAsked) -> Job:
    title = f"Import run {wanted.called} into {wanted.benchmark}"
    return hand_in(actor, "pooling.import_run", wanted.files(), title=title, **wanted.arguments())


def hand_in_videos(actor: Actor, wanted: VideosAsked) -> Job:
    title, of = f"Import videos into {wanted.benchmark}", wanted.benchmark.pk
    files = {"uploads": wanted.videos, "links": wanted.links}
    return hand_in(actor, "pooling.import_videos", files, title=title, benchmark=of)


@transaction.atomic
def hand_in(
    actor: Actor, kind: str, files: Mapping[str, HandedIn], *, title: str, **arguments: Any
) -> Job:
    """files: the job's argument -> a file, several, or none; the job gets the uploads' ids in
    their place."""
    # Before the files are kept, for start_job would leave them behind.
    check_quota(actor, find_kind(kind))
    kept = {name: _keep(actor, handed) for name, handed in files.items()}
    return start_job(kind, actor=actor, title=title[:200], **arguments, **kept)


def _keep(actor: Actor, handed: HandedIn) -> Any:
    if handed is None:
        return None
    if isinstance(handed, File):
        return keep_upload(actor, handed).pk
    return [_keep(actor, file) for file in handed]


class NoTrial(Refused):
    """This job was no dry run of an import, or has not ended well: there is nothing to do for
    good."""


def import_after_trial(actor: Actor, trial: Job) -> Job:
    """Does for good what a dry run has tried: the same files, the same arguments."""
    tried = trial.kind == "pooling.import_captions" and trial.arguments.get("dry_run")
    if not tried or trial.state != State.DONE:
        raise NoTrial
    title = f"Import captions into {trial.arguments['benchmark']}"
    return start_job(trial.kind, actor=actor, title=title, **{**trial.arguments, "dry_run": False})


class NothingToRetry(Refused):
    """No video of this benchmark failed with its file still here."""


@transaction.atomic
def retry_videos(actor: Actor, benchmark: Benchmark, videos: Collection[int] | None = None) -> Job:
    """Those that failed: their files are still there. videos: only these, by their ids."""
    failed = benchmark.videos.filter(state=Video.State.FAILED).exclude(source="")
    if videos is not None:
        failed = failed.filter(pk__in=videos)
    count = failed.update(state=Video.State.WAITING, reason="", explanation="")
    if not count:
        raise NothingToRetry
    record_audit(actor, "tried failed videos again in", benchmark, after={"videos": count})
    return start_maker(actor, benchmark)


def start_maker(actor: Actor, benchmark: Benchmark) -> Job:
    """A job that makes playable what waits."""
    title = f"Make videos of {benchmark} playable"
    return start_job("pooling.make_playable", actor=actor, title=title, benchmark=benchmark.pk)
