"""What is minimised: Wray et al. 2019 Eq. 5 in every space, added up by Eq. 7."""

from collections.abc import Mapping

from retrieval.losses.registry import make_loss
from retrieval.losses.threshold_triplets import ThresholdTriplets
from retrieval.losses.triplets import TripletLoss
from retrieval.miners.negatives import Picked
from retrieval.networks.network import JOINT, Embedded
from retrieval.tensors import Tensor, nn, torch
from retrieval.training.settings import Settings

SHARED = 0.5  # relevant in the space of a part of speech: half of the classes in common


class Objective(nn.Module):
    """What training minimises: in the joint space the chosen loss across modalities, both ways; in
    the spaces of parts of speech Wray et al. 2019's triplets by what is relevant within that part;
    in all of them Wray et al. 2019's triplets within modalities, with their small weight."""

    def __init__(self, settings: Settings, *, within: bool) -> None:
        super().__init__()
        self.across, self.part_weight = settings.across, settings.part_weight
        self.within = settings.within if within else 0.0
        self.loss = make_loss(settings.loss, settings)
        self.triplets, self.part_triplets = (
            ThresholdTriplets(threshold, settings.margin, settings.triplets)
            for threshold in (settings.threshold, SHARED)
        )

    def forward(
        self, spaces: Mapping[str, Embedded], relevance: Mapping[str, Tensor], own: Tensor
    ) -> Tensor:
        """relevance: by space, (captions, videos) of the batch's pairs; a space that has none is
        not trained by itself."""
        total = self._space(self.loss, self.triplets, spaces[JOINT], relevance[JOINT], own)
        # In the order given: the order of sums shows in their last digits.
        for part in (space for space in relevance if space != JOINT):
            total = total + self.part_weight * self._space(
                self.part_triplets, self.part_triplets, spaces[part], relevance[part], own
            )
        return total

    def _space(
        self,
        loss: nn.Module,
        triplets: ThresholdTriplets,
        space: Embedded,
        relevance: Tensor,
        own: Tensor,
    ) -> Tensor:
        total = self.across * loss(space.similarity, relevance, own)
        if not self.within:
            return total
        texts = triplets.within(space.texts @ space.texts.T, relevance, own)
        videos = triplets.within(space.videos @ space.videos.T, relevance.T, own.T)
        return total + self.within * (texts + videos)

    def watch(self) -> Picked | None:
        """Counts the negatives that the loss across modalities picks, if it has a miner."""
        if not isinstance(self.loss, TripletLoss):
            return None
        self.loss.picked = Picked()
        return self.loss.picked

    def seed(self, seed: int, device: torch.device) -> None:
        """Seeds all that is drawn from here on."""
        generator = torch.Generator(device).manual_seed(seed)
        for module in self.modules():
            if isinstance(module, ThresholdTriplets):
                module.generator = generator
