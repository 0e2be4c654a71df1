"""The keys of a benchmark and their numbers, as readers of runs need them; and files with one key
on each line: the videos of a split, the rows or columns of a matrix."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO, Literal

import numpy as np
from numpy.typing import NDArray

from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.text import open_text

Numbers = NDArray[np.int32]
# From text to video, from video to text, and each to its own kind.
Direction = Literal["t2v", "v2t", "vv", "tt"]
WITHIN: tuple[Direction, ...] = ("vv", "tt")  # each is ranked for all others of its kind

_EXTENSION = re.compile(r"\.(?:mp4|avi|webm|mkv|mov|m4v|flv)\Z")


@dataclass(frozen=True)
class Axis:
    """Captions or videos: a key's number is its place in the order of import."""

    noun: Literal["caption", "video"]
    keys: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.keys)}

    @cached_property
    def order(self) -> Numbers:
        """(keys,): each key's place when all are sorted by code point. The later of two wins a
        tie."""
        order = np.empty(len(self.keys), np.int32)
        order[sorted(range(len(self.keys)), key=self.keys.__getitem__)] = np.arange(
            len(self.keys), dtype=np.int32
        )
        return order

    @cached_property
    def _by_look(self) -> dict[str, str]:
        return {_look(key): key for key in self.keys}

    def hint(self, key: str) -> str:
        """What an unknown key was perhaps meant to be."""
        meant = self._by_look.get(_look(key))
        return f"; is it {meant}?" if meant is not None else ""


@dataclass(frozen=True)
class Keys:
    """own_videos: (captions,), the number of each caption's source video, -1 where the benchmark
    does not tell."""

    captions: Axis
    videos: Axis
    own_videos: Numbers

    @classmethod
    def of(
        cls, captions: tuple[str, ...], videos: tuple[str, ...], own_videos: list[int] | Numbers
    ) -> "Keys":
        own = np.asarray(own_videos, np.int32)
        if own.shape != (len(captions),) or (own >= len(videos)).any():
            raise ValueError("expected for each caption the number of a video, or -1")
        return cls(Axis("caption", captions), Axis("video", videos), own)

    def sides(self, direction: Direction) -> tuple[Axis, Axis]:
        """What has a ranking, and what is ranked."""
        captions, videos = self.captions, self.videos
        sides: dict[Direction, tuple[Axis, Axis]] = {
            "t2v": (captions, videos),
            "v2t": (videos, captions),
            "vv": (videos, videos),
            "tt": (captions, captions),
        }
        return sides[direction]

    def items(self, direction: Direction) -> Axis:
        return self.sides(direction)[0]

    def targets(self, direction: Direction) -> Axis:
        return self.sides(direction)[1]


def pair_codes(queries: NDArray[np.int64], videos: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pairs of numbers, each as one that sorts as they do."""
    return np.asarray(queries << 32 | videos, np.int64)


def stem_of(key: str) -> str:
    """A video's key without the extension that some files have and others have not."""
    return _EXTENSION.sub("", key)


def _look(key: str) -> str:
    """The same for keys that differ by case, spelling of accents, or a video's extension."""
    return stem_of(unicodedata.normalize("NFC", key.strip()).casefold())


def read_lines_once(file: BinaryIO) -> dict[str, int]:
    """Keys in the order of the file, each with its line; a key that stands twice is an error, blank
    lines are nothing."""
    problems = Problems()
    listed: dict[str, int] = {}
    for number, line in enumerate(open_text(file, problems).lines(), start=1):
        key = line.strip()
        if key in listed:
            problems.error(
                "duplicate",
                f"{excerpt(key)} stands in line {listed[key]} and again in line {number}",
                number,
            )
        elif key:
            listed[key] = number
    problems.raise_if_any()
    if not listed:
        refuse("empty", "the list names nothing")
    return listed


def read_names(file: BinaryIO, name: str, axis: Axis) -> Numbers:
    """The numbers, in the benchmark, of a matrix's rows or columns: (rows,) or (columns,), from a
    file of their keys."""
    with naming(name):
        problems = Problems()
        listed = read_lines_once(file)
        for key, line in listed.items():
            if key not in axis.numbers:
                problems.error(
                    f"unknown-{axis.noun}",
                    f"{excerpt(key)} is no {axis.noun} of this benchmark{axis.hint(key)}",
                    line,
                )
        problems.raise_if_any()
        return np.array([axis.numbers[key] for key in listed], np.int32)
