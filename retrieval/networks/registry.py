"""Networks by name."""

from collections.abc import Mapping

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import Network
from retrieval.networks.spaces import MME, MMEN, JPoSE, PoSMMEN
from retrieval.tensors import torch

_CLASSES: Mapping[str, type[MMEN | PoSMMEN]] = {
    "mme": MME,
    "mmen": MMEN,
    "pos-mmen": PoSMMEN,
    "jpose": JPoSE,
}


def build(name: str, sizes: Sizes, seed: int) -> Network:
    """A network whose weights are drawn with this seed, whatever was drawn before; what is drawn
    afterwards does not change."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        return _CLASSES[name](sizes)
