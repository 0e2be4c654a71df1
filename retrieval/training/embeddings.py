"""Where a model puts what is evaluated, as a file: arrays with the names of their rows. Plain
arrays."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Values


@frozen
class Embeddings:
    """texts, videos: (rows, numbers). experts: how many of the last numbers say how much each
    expert counts, see retrieval.networks.network.Embedded."""

    texts: Floats
    videos: Floats
    experts: int = 0

    @property
    def places(self) -> tuple[Floats, Floats]:
        """Without those numbers."""
        end = self.texts.shape[1] - self.experts
        return self.texts[:, :end], self.videos[:, :end]


@frozen
class NamedEmbeddings:
    """As its file has them: queries by their texts, videos by their keys."""

    embedded: Embeddings
    queries: Sequence[str]
    videos: Sequence[str]

    def save(self, path: Path) -> None:
        """An .npz, whose arrays NumPy reads without running anything."""
        np.savez(
            path,
            queries=self.embedded.texts,
            videos=self.embedded.videos,
            query_texts=np.array(self.queries, str),
            video_keys=np.array(self.videos, str),
            experts=np.array(self.embedded.experts),
        )

    @classmethod
    def load(cls, path: Path) -> "NamedEmbeddings":
        with np.load(path, allow_pickle=False) as file:
            embedded = Embeddings(file["queries"], file["videos"], int(file["experts"]))
            return cls(embedded, file["query_texts"].tolist(), file["video_keys"].tolist())


def principal_plane(rows: Floats) -> Values:
    """(rows, 2): on the two directions in which the rows vary most; a direction's largest entry is
    positive, since nothing else says which way it points. What varies in fewer has zeros."""
    centred = rows.astype(np.float64) - rows.mean(axis=0, dtype=np.float64)
    _, directions = np.linalg.eigh(centred.T @ centred)  # weakest first
    plane = directions[:, ::-1][:, :2]
    largest = np.abs(plane).argmax(axis=0)
    plane = plane * np.sign(plane[largest, np.arange(plane.shape[1])])
    found = np.zeros((len(rows), 2))
    found[:, : plane.shape[1]] = centred @ plane
    return found
