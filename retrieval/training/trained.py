"""A trained network, with what is needed to use it."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from foundation.frozen import frozen
from measures.arrays import Floats
from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, Embedded, Network, similarity_of
from retrieval.networks.registry import build
from retrieval.tensors import Tensor, torch
from retrieval.training import files
from retrieval.training.batches import as_tensor, text_tensors
from retrieval.training.embeddings import Embeddings
from retrieval.training.material import TextVectors, UnfitMaterial
from retrieval.training.progress import Point
from retrieval.training.settings import Settings

KIND = "trained network, version 1"
BLOCK = 4096  # rows embedded at a time


@frozen
class Trained:
    network: Network
    settings: Settings
    sizes: Sizes
    curve: tuple[Point, ...]
    best: int  # the epoch whose weights these are

    def similarity(self, videos: Floats, texts: TextVectors) -> Floats:
        """(captions, videos): how alike they are in the joint space."""
        return alike(self.embed(videos, texts))

    def embed(self, videos: Floats, texts: TextVectors) -> Embeddings:
        """Where they are in the joint space."""
        self._check(videos, texts)
        # A network embeds both sides at once; neither side depends on the other.
        of_videos = [
            _embed(self.network, videos[start : start + BLOCK], texts.chosen(slice(1)))
            for start in range(0, max(len(videos), 1), BLOCK)
        ]
        of_texts = [
            _embed(self.network, videos[:1], texts.chosen(slice(start, start + BLOCK)))
            for start in range(0, max(len(texts), 1), BLOCK)
        ]
        return Embeddings(
            _joined([one.texts for one in of_texts]),
            _joined([one.videos for one in of_videos]),
            of_texts[0].experts,
        )

    def _check(self, videos: Floats, texts: TextVectors) -> None:
        texts.check_for(self.settings.network)
        parts = {part: vectors.shape[1] for part, vectors in texts.parts.items()}
        found = (videos.shape[1], texts.whole.shape[1], parts)
        wanted = (self.sizes.video, self.sizes.text, dict(self.sizes.parts))
        if found != wanted:
            raise UnfitMaterial(
                f"Expected vectors of videos, captions and parts of speech as long as those of"
                f" training, {wanted}; found {found}."
            )

    def save(self, path: Path) -> None:
        """Atomically: a file of that name is whole."""
        files.write(path, {**self.card(), "kind": KIND, "weights": self.network.state_dict()})

    def card(self) -> dict[str, Any]:
        """All but the weights, as plain values."""
        return {
            "settings": asdict(self.settings),
            "sizes": asdict(self.sizes),
            "curve": [asdict(point) for point in self.curve],
            "best": self.best,
            "torch": str(torch.__version__),
        }

    @classmethod
    def load(cls, path: Path) -> "Trained":
        """Loads tensors and plain values alone: a file from a stranger runs nothing."""
        values = files.read(path, KIND)
        settings, sizes = Settings(**values["settings"]), Sizes(**values["sizes"])
        network = build(settings.network, sizes, settings.seed)
        network.load_state_dict(values["weights"])
        curve = tuple(Point(**point) for point in values["curve"])
        return cls(network.eval(), settings, sizes, curve, values["best"])


def alike(embedded: Embeddings) -> Floats:
    """(captions, videos)."""
    return similarity_of(embedded.texts, embedded.videos, embedded.experts)


def _embed(network: Network, videos: Floats, texts: TextVectors) -> Embedded:
    device = next(network.parameters()).device
    with torch.no_grad():
        embedded: Embedded = network(as_tensor(videos, device), text_tensors(texts, device))[JOINT]
    return embedded


def _joined(blocks: list[Tensor]) -> Floats:
    array: Floats = torch.cat(blocks).cpu().numpy()
    return array
