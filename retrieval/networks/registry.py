"""Networks by name."""

from collections.abc import Callable, Mapping

from retrieval.networks.baselines import CCA, AtRandom
from retrieval.networks.experts import MoEE
from retrieval.networks.kinds import Sizes
from retrieval.networks.network import Network
from retrieval.networks.readers import GRUReader, SmallHGR
from retrieval.networks.spaces import MME, MMEN, JPoSE, PoSMMEN
from retrieval.tensors import torch

_CLASSES: Mapping[str, Callable[[Sizes], Network]] = {
    "mme": MME,
    "mmen": MMEN,
    "pos-mmen": PoSMMEN,
    "jpose": JPoSE,
    "moee": MoEE,
    "gru": GRUReader,
    "hgr": SmallHGR,
    "cca": CCA,
    "random": AtRandom,
}


def build(name: str, sizes: Sizes, seed: int) -> Network:
    """A network whose weights are drawn with this seed, whatever was drawn before; what is drawn
    afterwards does not change."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        return _CLASSES[name](sizes)
