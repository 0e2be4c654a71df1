"""What networks are held against: canonical correlations, and chance. Neither is trained."""

import hashlib

import numpy as np

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, Embedded, Network, TextTensors, unit
from retrieval.tensors import Tensor, nn, torch

RIDGE = 0.01  # of the mean variance of a side's numbers, added to each
BLOCK = 4096  # pairs whose products are added up at a time


class CCA(Network):
    """Canonical correlation analysis: the axes of both sides along which pairs agree most, each
    multiplied by its correlation (Gong et al. 2014 take a power of it). Axes beyond the numbers of
    the smaller side are 0."""

    within = False

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.f = nn.Linear(sizes.video, sizes.space)
        self.g = nn.Linear(sizes.text, sizes.space)

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {JOINT: Embedded(unit(self.f(videos)), unit(self.g(texts.whole)))}

    def solve(self, videos: Tensor, texts: Tensor, video_of: Tensor) -> None:
        mean, products = moments(videos, texts, video_of)
        cut = videos.shape[1]
        whitening = [inverse_root(products[side, side]) for side in (slice(cut), slice(cut, None))]
        left, correlations, right = torch.linalg.svd(
            whitening[0] @ products[:cut, cut:] @ whitening[1], full_matrices=False
        )
        # The sign of an axis is open: its largest part is made positive.
        largest = left.gather(0, left.abs().argmax(0, keepdim=True)).sign()
        for layer, whiten, axes, of in (
            (self.f, whitening[0], left, mean[:cut]),
            (self.g, whitening[1], right.T, mean[cut:]),
        ):
            kept = (whiten @ axes * (correlations * largest)).T[: layer.out_features]
            with torch.no_grad():
                layer.weight.zero_()
                layer.weight[: len(kept)] = kept
                layer.bias.copy_(-(layer.weight.double() @ of))


def moments(videos: Tensor, texts: Tensor, video_of: Tensor) -> tuple[Tensor, Tensor]:
    """The mean (d,) of pairs, a video's numbers before its caption's, and their covariance
    (d, d). In double precision, and never all pairs at once."""
    size = videos.shape[1] + texts.shape[1]
    total, products = torch.zeros(size).double(), torch.zeros(size, size).double()
    for start in range(0, len(texts), BLOCK):
        chosen = slice(start, start + BLOCK)
        rows = torch.cat([videos[video_of[chosen]], texts[chosen]], 1).double()
        total += rows.sum(0)
        products += rows.T @ rows
    mean = total / len(texts)
    return mean, products / len(texts) - torch.outer(mean, mean)


def inverse_root(covariance: Tensor) -> Tensor:
    """Of a covariance (d, d) with the ridge on its diagonal."""
    ridge = RIDGE * covariance.diagonal().mean().clamp(min=1e-12)
    values, axes = torch.linalg.eigh(covariance + ridge * torch.eye(len(covariance)))
    return axes / values.clamp(min=ridge).sqrt() @ axes.T


class AtRandom(Network):
    """A place drawn for each video and each caption, from the seed and its numbers alone: the lower
    bound. What has the same numbers has the same place."""

    within = False

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.space = sizes.space
        self.key = nn.Parameter(torch.randint(2**31, (1,)), requires_grad=False)

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {JOINT: Embedded(self.drawn(videos), self.drawn(texts.whole))}

    def drawn(self, rows: Tensor) -> Tensor:
        places = np.zeros((len(rows), self.space), np.float32)
        for place, row in zip(places, rows.cpu().numpy(), strict=True):
            seed = hashlib.sha256(b"%d " % int(self.key) + row.tobytes()).digest()
            place[:] = np.random.default_rng(int.from_bytes(seed)).normal(size=self.space)
        return unit(torch.from_numpy(places).to(rows.device))
