"""Proxies of the small world in the database, kept as the product keeps them."""

import numpy as np

from semantics.models import Proxy
from tests.metrics.worlds import make_world
from tests.semantics.made import make_proxy

# Captions x videos of the small world; a caption's own video has 1.
SYN = [
    [1.0, 0.0, 0.25, 1.0, 0.0, 0.5],
    [0.0, 1.0, 0.5, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.5, 0.25, 0.0],
    [1.0, 0.0, 0.25, 1.0, 0.0, 0.5],
    [0.5, 0.0, 0.0, 0.0, 1.0, 0.0],
    [0.0, 0.75, 0.0, 0.0, 0.0, 0.0],
]
BOW = [
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0, 0.25, 0.0],
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.25, 0.0, 0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
]


def make_proxied_world():
    """With two proxies and runs of both directions. Their files go where the settings say."""
    world = make_world(backwards=True)
    make_proxy(world, "syn", np.array(SYN))
    make_proxy(world, "bow", np.array(BOW))
    return world


def proxy_of(world, name: str) -> Proxy:
    return Proxy.objects.get(benchmark=world, name=name)
