"""Small benchmarks to study: one in the database whose numbers can be worked out by hand, and any
number as bare snapshots."""

from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from measures.hits import Pairs
from metrics.snapshot import Snapshot, StoredRun
from pooling.models import Benchmark, JudgedPair, Query, Run, Video
from tests.factories import make_benchmark, make_run
from tests.measures.ranked import padded

# The benchmark in the database. Captions 0 and 3 have the same text and other videos; nobody knows
# the video of caption 5.
VIDEOS = [f"v{number}" for number in range(6)]
CAPTIONS = [
    ("a dog runs", "v0"), ("a red ball", "v1"), ("a man cooks rice", "v2"),
    ("a dog runs", "v3"), ("somebody sings", "v4"), ("it snows", "unknown"),
]  # fmt: skip
RUNS = {
    "strong": {0: [0, 3, 1], 1: [1, 2, 0], 2: [3, 2, 5], 3: [3, 0, 1], 4: [5, 0, 4], 5: [0, 1, 2]},
    "weak": {
        0: [5, 0, 1],
        1: [2, 1, 0],
        2: [4, 0, 3],
        3: [5, 0, 1],
        4: [4, 5, 0],
    },  # no ranking for caption 5
    "weak again": {
        0: [5, 4, 1],
        1: [2, 0, 1],
        2: [4, 3, 0],
        3: [5, 4, 1],
        4: [4, 0, 5],
        5: [2, 1, 0],
    },
}
FAMILIES = {"weak": "small", "weak again": "small"}
BACKWARDS = {
    0: [0, 3, 1],
    1: [1, 2, 5],
    2: [4, 2, 0],
    3: [0, 3, 2],
    4: [5, 4, 3],
}  # no ranking for video 5
RELEVANT, IRRELEVANT, DISAGREEMENT = (
    JudgedPair.Verdict.RELEVANT,
    JudgedPair.Verdict.IRRELEVANT,
    JudgedPair.Verdict.DISAGREEMENT,
)
VERDICTS = {
    ("a dog runs", 5): RELEVANT, ("a dog runs", 1): IRRELEVANT, ("a dog runs", 4): DISAGREEMENT,
    ("a red ball", 2): RELEVANT, ("a man cooks rice", 3): RELEVANT,
    ("a man cooks rice", 4): IRRELEVANT,
    ("somebody sings", 0): IRRELEVANT, ("it snows", 1): RELEVANT,
}  # fmt: skip


def make_world(name: str = "toy", *, backwards: bool = False) -> Benchmark:
    """The benchmark above, with its runs and verdicts; `backwards` adds the run of that name, from
    video to text."""
    benchmark = make_benchmark(CAPTIONS, name, VIDEOS)
    for run, rankings in RUNS.items():
        made = make_run(benchmark, rankings, run, depth=3)
        made.model.family = FAMILIES.get(run, "")
        made.model.save()
    if backwards:
        make_run(benchmark, BACKWARDS, "backwards", depth=3, direction=Run.Direction.VIDEO_TO_TEXT)
    judge(benchmark, VERDICTS)
    return benchmark


def judge(benchmark: Benchmark, verdicts: dict[tuple[str, int], JudgedPair.Verdict]) -> None:
    """verdicts: (a caption's text, a video's number) -> what people found."""
    query_of = {query.text: query for query in Query.objects.filter(benchmark=benchmark)}
    video_of = {video.number: video for video in Video.objects.filter(benchmark=benchmark)}
    JudgedPair.objects.bulk_create(
        JudgedPair(query=query_of[text], video=video_of[video], verdict=verdict)
        for (text, video), verdict in verdicts.items()
    )


@dataclass(frozen=True)
class Bare:
    """A benchmark as lists, for slow twins; `snapshot()` is the same as a study gets it."""

    videos: int
    queries: list[int]  # of each caption
    own: list[int]  # video of each caption, -1 where it is not known
    verdicts: dict[tuple[int, int], bool]  # (query, video) -> whether relevant
    rankings: list[list[list[int]]]  # of each run, of each caption
    characters: list[int] = field(default_factory=list)
    same_text: bool = False

    def original(self, caption: int) -> set[int]:
        """By the definition, caption by caption."""
        siblings = (
            [n for n, query in enumerate(self.queries) if query == self.queries[caption]]
            if self.same_text
            else [caption]
        )
        return {self.own[n] for n in siblings if self.own[n] >= 0}

    def positives(self, caption: int) -> set[int]:
        query = self.queries[caption]
        return self.original(caption) | {
            video for (of, video), relevant in self.verdicts.items() if relevant and of == query
        }

    def judged(self, caption: int) -> set[int]:
        query = self.queries[caption]
        return self.original(caption) | {video for of, video in self.verdicts if of == query}

    def snapshot(self, depth: int = 8) -> Snapshot:
        shape = (max(self.queries) + 1, self.videos)
        relevant = [pair for pair, found in self.verdicts.items() if found]
        characters = np.array(
            self.characters or [10 + 7 * n for n in range(len(self.queries))], np.int64
        )
        return Snapshot(
            benchmark="bare",
            caption_queries=np.array(self.queries, np.int64),
            own_videos=np.array(self.own, np.int64),
            characters=characters,
            words=characters // 5,
            queries=shape[0],
            videos=shape[1],
            collected=Pairs.of(
                [q for q, _ in relevant], [v for _, v in relevant], shape, rule="collected"
            ),
            judged=Pairs.of(
                [q for q, _ in self.verdicts], [v for _, v in self.verdicts], shape, rule="judged"
            ),
            log_position=0,
            runs=tuple(
                StoredRun(f"run{n}", f"model{n}", f"family{n // 2}", "t2v", padded(rankings, depth))
                for n, rankings in enumerate(self.rankings)
            ),
            same_text=self.same_text,
        )


@st.composite
def bare_worlds(draw, runs: int = 2) -> Bare:
    """Captions that share texts or have no known video, empty rankings, nothing judged: all of it
    happens."""
    videos, captions = draw(st.integers(8, 12)), draw(st.integers(1, 7))
    queries = draw(st.lists(st.integers(0, captions - 1), min_size=captions, max_size=captions))
    pair = st.tuples(st.integers(0, max(queries)), st.integers(0, videos - 1))
    ranking = st.lists(st.integers(0, videos - 1), unique=True, max_size=8)
    return Bare(
        videos,
        queries,
        draw(st.lists(st.integers(-1, videos - 1), min_size=captions, max_size=captions)),
        draw(st.dictionaries(pair, st.booleans(), max_size=20)),
        draw(
            st.lists(
                st.lists(ranking, min_size=captions, max_size=captions),
                min_size=runs,
                max_size=runs,
            )
        ),
        same_text=draw(st.booleans()),
    )
