"""Captions to learn from and captions to be scored on, as they are in the database."""

import hashlib
from collections.abc import Mapping, Sequence

from foundation.frozen import frozen
from pooling.models import Benchmark, Query, TrainingCaption, Video
from pooling.queries.axes import Axes, query_texts, read_axes
from semantics.paraphrase.plain_text import plain


@frozen
class TrainingCaptions:
    """Captions in the order of import. rows: of each its key, its video's and its text."""

    rows: Sequence[tuple[str, str, str]]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def videos(self) -> list[str]:
        return [video for _, video, _ in self.rows]

    @property
    def texts(self) -> list[str]:
        return [text for *_, text in self.rows]

    @property
    def sha256(self) -> str:
        return hashlib.sha256("".join(map(repr, self.rows)).encode()).hexdigest()


@frozen
class Evaluated:
    """What a model is scored on. texts: of queries, by their numbers. plain_texts and files tell
    what is the same under another key."""

    axes: Axes
    texts: Sequence[str]
    plain_texts: frozenset[str]
    videos: frozenset[str]
    files: frozenset[str]  # checksums of the videos' files, as they came

    @property
    def caption_texts(self) -> list[str]:
        return [self.texts[query] for query in self.axes.caption_queries.tolist()]


def read_training_captions(benchmark: Benchmark) -> TrainingCaptions:
    """Those that name a video: of the others nothing can be learnt."""
    rows = TrainingCaption.objects.filter(benchmark=benchmark).exclude(video_key="")
    return TrainingCaptions(list(rows.order_by("pk").values_list("key", "video_key", "text")))


def read_evaluated(benchmark: Benchmark) -> Evaluated:
    axes, texts = read_axes(benchmark), query_texts(benchmark)
    videos, files = frozenset(axes.video_keys), frozenset(files_of(benchmark).values())
    return Evaluated(axes, texts, frozenset(map(plain, texts)), videos, files)


def files_of(benchmark: Benchmark) -> Mapping[str, str]:
    """The checksum of each video's file, where there is one."""
    rows = Video.objects.filter(benchmark=benchmark).exclude(source_sha256="")
    return dict(rows.values_list("key", "source_sha256"))


def sources_of_queries(benchmark: Benchmark) -> dict[int, set[str]]:
    """query's id -> the videos that captions with its text were written for."""
    found: dict[int, set[str]] = {}
    rows = Query.objects.filter(benchmark=benchmark, captions__video__isnull=False)
    for query, video in rows.values_list("pk", "captions__video__key"):
        found.setdefault(query, set()).add(video)
    return found
