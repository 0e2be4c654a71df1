"""What a network learns from. Plain arrays."""

from collections.abc import Iterator, Mapping
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from foundation.refused import Refused
from measures.arrays import Integers
from retrieval.networks.kinds import NETWORKS, Sizes
from retrieval.training.relevance import RelevanceSource, digest_of
from retrieval.training.settings import Settings

Vectors = NDArray[np.float32]


class UnfitMaterial(Refused):
    """This is not what the network can be trained on."""


@frozen
class Sequences:
    """Captions word by word, as rows of a table of words' vectors. Its first row is zeros: it fills
    the places behind a caption's last word. kinds: which words are verbs and which nouns, as
    retrieval.networks.kinds numbers them."""

    rows: Integers  # (captions, places)
    kinds: Integers  # (captions, places)
    table: Vectors  # (words + 1, d)


@frozen
class TextVectors:
    """Captions as vectors: of all their words, and of their words of each part of speech. A
    caption without a word of a part has zeros there. words: for a network that reads them in their
    order."""

    whole: Vectors  # (captions, d)
    parts: Mapping[str, Vectors] = field(default_factory=dict)  # (captions, d_part)
    words: Sequences | None = None

    def __len__(self) -> int:
        return len(self.whole)

    def named(self) -> Iterator[tuple[str, Vectors]]:
        yield "captions", self.whole
        for part in sorted(self.parts):
            yield f"captions' {part} words", self.parts[part]

    def chosen(self, captions: slice | Integers) -> "TextVectors":
        parts = {part: vectors[captions] for part, vectors in self.parts.items()}
        words = self.words and Sequences(
            self.words.rows[captions], self.words.kinds[captions], self.words.table
        )
        return TextVectors(self.whole[captions], parts, words)

    def check_for(self, network: str) -> None:
        if NETWORKS[network].words and self.words is None:
            raise UnfitMaterial(f"{network} needs the captions word by word, found none.")


@frozen
class Split:
    """Videos with their captions, and which are relevant to which."""

    videos: Vectors  # (videos, d)
    texts: TextVectors
    video_of: Integers  # (captions,), the row of each caption's own video
    relevance: RelevanceSource

    def check(self) -> None:
        for name, vectors in (("videos", self.videos), *self.texts.named()):
            _check_vectors(name, vectors)
        for name, vectors in self.texts.named():
            if len(vectors) != len(self.video_of):
                raise UnfitMaterial(
                    f"Expected {len(self.video_of)} rows for the {name}, found {len(vectors)}."
                )
        self._check_words()
        if not len(self.video_of):
            raise UnfitMaterial("Expected at least one caption, found none.")
        outside = (self.video_of < 0) | (self.video_of >= len(self.videos))
        if outside.any():
            caption = int(outside.argmax())
            raise UnfitMaterial(
                f"Caption {caption} is of video {self.video_of[caption]}; expected one of the"
                f" {len(self.videos)} videos, from 0."
            )

    def _check_words(self) -> None:
        words, captions = self.texts.words, len(self.video_of)
        if words is None:
            return
        _check_vectors("words", words.table)
        width = self.texts.whole.shape[1]
        if words.table.shape[1] != width or words.table[:1].any():
            raise UnfitMaterial(
                f"Expected a table of words of {width} numbers, the first of zeros."
            )
        inside = (words.rows >= 0) & (words.rows < len(words.table))
        whole = len(words.rows) == captions and words.kinds.shape == words.rows.shape
        if not (whole and inside.all()):
            raise UnfitMaterial(
                f"Expected the words of {captions} captions as rows from 0 to"
                f" {len(words.table) - 1}, and as many kinds."
            )

    def digest(self) -> str:
        arrays: list[NDArray[np.generic]] = [
            self.videos,
            *(vectors for _, vectors in self.texts.named()),
            self.video_of,
        ]
        if self.texts.words is not None:
            words = self.texts.words
            arrays += [words.rows, words.kinds, words.table]
        return digest_of(*arrays) + self.relevance.digest()


@frozen
class TrainingMaterial:
    """parts: what is relevant in the space of a part of speech (Wray et al. 2019, Section 3.2), by
    its name. A part that is not named there is trained by the joint space alone (Wray et al. 2019,
    Section 4.2). experts: how many numbers of a video each has, where the network reads them apart;
    a video of which an expert knows nothing has zeros alone there."""

    training: Split
    validation: Split | None = None
    parts: Mapping[str, RelevanceSource] = field(default_factory=dict)
    experts: tuple[int, ...] = ()

    @property
    def splits(self) -> tuple[Split, ...]:
        return (self.training,) if self.validation is None else (self.training, self.validation)

    def check(self, settings: Settings) -> None:
        for split in self.splits:
            split.check()
        texts = self.training.texts
        texts.check_for(settings.network)
        if NETWORKS[settings.network].parts and not texts.parts:
            raise UnfitMaterial(
                f"{settings.network} needs vectors for at least one part of speech, found none."
            )
        if unknown := set(self.parts) - set(texts.parts):
            raise UnfitMaterial(
                f"There is relevance, but no vectors, for the parts {', '.join(sorted(unknown))}."
            )
        shapes = [_shapes(split) for split in self.splits]
        if shapes[0] != shapes[-1]:
            raise UnfitMaterial(
                f"Vectors for validation are {shapes[-1]} long; expected those of training,"
                f" {shapes[0]}."
            )
        numbers = self.training.videos.shape[1]
        if self.experts and sum(self.experts) != numbers:
            raise UnfitMaterial(
                f"Experts of {self.experts} numbers are {sum(self.experts)} of a video; expected"
                f" {numbers}, as videos have."
            )

    def sizes(self, settings: Settings) -> Sizes:
        texts = self.training.texts
        parts = {part: vectors.shape[1] for part, vectors in sorted(texts.parts.items())}
        video, text = self.training.videos.shape[1], texts.whole.shape[1]
        return Sizes(video, text, parts, settings.space, settings.hidden, self.experts)

    def digest(self) -> str:
        parts = (f"{part} {source.digest()}" for part, source in sorted(self.parts.items()))
        experts = [f"experts {self.experts}"] if self.experts else []
        return "\n".join([*(split.digest() for split in self.splits), *parts, *experts])


def _check_vectors(name: str, vectors: Vectors) -> None:
    if vectors.ndim != 2 or not vectors.shape[1]:
        raise UnfitMaterial(
            f"Expected one vector for each of the {name}, found shape {vectors.shape}."
        )
    finite = np.isfinite(vectors).all(1)
    if not finite.all():
        raise UnfitMaterial(f"Row {int(finite.argmin())} of the {name} has nan or infinity.")


def _shapes(split: Split) -> dict[str, int]:
    return {
        "videos": split.videos.shape[1],
        **{name: vectors.shape[1] for name, vectors in split.texts.named()},
    }
