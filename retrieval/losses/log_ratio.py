"""The log-ratio loss with the hardest negatives of both directions (Choo et al.)."""

import math

from retrieval.losses.pair_loss import PairLoss
from retrieval.tensors import Tensor, torch

FLOOR = 0.05  # of what is taken the logarithm of
EDGE = 1e-4  # the arc cosine's slope is infinite at 1


class LogRatioLoss(PairLoss):
    """(log S(q, n) / S(q, own) - log relevance(q, n))^2, for the negative for which it is largest.

    S is the angular similarity, 1 - arccos(s) / pi, the scale on which Choo et al. measure
    captions: 0.5 is unrelated. Both S and relevance count as FLOOR where they are below it, since a
    logarithm of 0 is not defined.
    """

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        logs = angular(similarity).clamp(min=FLOOR).log()
        wanted = relevance.clamp(min=FLOOR, max=1).log()
        squares = (logs - logs.diagonal()[:, None] - wanted) ** 2
        # Squares are not negative: 0 takes no negative's place, and is what a row without has.
        return squares.masked_fill(own, 0).amax(1).mean()


def angular(similarity: Tensor) -> Tensor:
    """Angular similarities, from 0 (opposite) to 1 (the same), of cosines."""
    return 1 - torch.arccos(similarity.clamp(-1 + EDGE, 1 - EDGE)) / math.pi
