"""Captions to learn from and captions to be scored on, as they are in the database."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pooling.models import Benchmark, Query, TrainingCaption, Video
from pooling.queries.axes import Axes, query_texts, read_axes
from semantics.paraphrase.plain_text import plain


@dataclass(frozen=True, slots=True)
class TrainingCaptions:
    """Captions in the order of import; each list has an entry a caption."""

    keys: Sequence[str]
    videos: Sequence[str]
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def sha256(self) -> str:
        whole = hashlib.sha256()
        for row in zip(self.keys, self.videos, self.texts, strict=True):
            whole.update(repr(row).encode())
        return whole.hexdigest()

    def with_more(self, more: "TrainingCaptions") -> "TrainingCaptions":
        return TrainingCaptions(
            [*self.keys, *more.keys], [*self.videos, *more.videos], [*self.texts, *more.texts]
        )


@dataclass(frozen=True, slots=True)
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
    rows = list(
        TrainingCaption.objects.filter(benchmark=benchmark)
        .exclude(video_key="")
        .order_by("pk")
        .values_list("key", "video_key", "text")
    )
    keys, videos, texts = ([row[place] for row in rows] for place in range(3))
    return TrainingCaptions(keys, videos, texts)


def read_evaluated(benchmark: Benchmark) -> Evaluated:
    axes, texts = read_axes(benchmark), query_texts(benchmark)
    files = Video.objects.filter(benchmark=benchmark).exclude(source_sha256="")
    return Evaluated(
        axes,
        texts,
        frozenset(map(plain, texts)),
        frozenset(axes.video_keys),
        frozenset(files.values_list("source_sha256", flat=True)),
    )


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
