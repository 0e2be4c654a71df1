"""Collected positives, as a model may learn from them: by texts and keys of videos, for training
captions have no rows that labels could name."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.queries.campaigns import log_position
from pooling.models import Benchmark, JudgedPair
from retrieval.queries.training_captions import Evaluated, files_of, sources_of_queries
from semantics.paraphrase.plain_text import plain


@dataclass(frozen=True, slots=True)
class Collected:
    """A pair that people found relevant. evaluated: why it touches what a model is scored on, empty
    if it does not."""

    text: str
    video: str
    evaluated: str = ""


@dataclass(frozen=True, slots=True)
class CollectedLabels:
    benchmark: Benchmark
    pairs: tuple[Collected, ...]
    log_position: int

    @property
    def evaluated(self) -> tuple[Collected, ...]:
        return tuple(pair for pair in self.pairs if pair.evaluated)

    def by_text(self) -> Mapping[str, list[str]]:
        """text -> the videos that are relevant to it."""
        found: dict[str, list[str]] = {}
        for pair in self.pairs:
            found.setdefault(pair.text, []).append(pair.video)
        return found


def read_labels(of: Benchmark, evaluated: Evaluated) -> CollectedLabels:
    """The labels in the order of queries, then of videos."""
    files, sources = files_of(of), sources_of_queries(of)
    rows = JudgedPair.objects.filter(
        query__benchmark=of, verdict=JudgedPair.Verdict.RELEVANT
    ).order_by("query__number", "video__number")
    pairs = []
    for query, text, video in rows.values_list("query_id", "query__text", "video__key"):
        videos = {video, *sources.get(query, ())}
        pairs.append(Collected(text, video, _touches(text, videos, files, evaluated)))
    return CollectedLabels(of, tuple(pairs), log_position(list(of.campaigns.only("pk"))))


def _touches(text: str, videos: set[str], files: Mapping[str, str], evaluated: Evaluated) -> str:
    """The first of these that is true of a label; of one on an evaluated caption, all are."""
    if plain(text) in evaluated.plain_texts:
        return "text"
    if not videos.isdisjoint(evaluated.videos):
        return "video"
    same = {files[video] for video in videos if video in files}
    return "" if same.isdisjoint(evaluated.files) else "file"
