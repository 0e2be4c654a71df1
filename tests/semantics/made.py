"""Proxies for tests, kept as the product keeps them."""

import numpy as np

from people.actor import SYSTEM
from pooling.queries.axes import read_axes
from semantics.actions.keep_proxy import Identity, Made, keep_proxy, stored_matrix
from semantics.formats.stored import arrange
from semantics.models import Proxy
from semantics.proxies.relevance import Relevance


def make_proxy(benchmark, name: str = "theirs", cells=None, actor=SYSTEM, content="") -> Proxy:
    """Of these cells; of the captions' own videos alone, if none are given. content: of the file
    that it is of; a file's name is its content if not given."""
    axes = read_axes(benchmark)
    if cells is None:
        cells = np.zeros((len(axes.caption_keys), len(axes.video_keys)))
        cells[np.arange(len(cells)), axes.own_videos] = 1
    identity = Identity(benchmark, "imported", {"sha256": content or name}, cells.shape)
    made = Made(identity, name, {"file": f"{name}.npz", "sha256": name})
    arranged = arrange(Relevance(np.asarray(cells, np.float16)))
    with stored_matrix(arranged) as file:
        proxy, _ = keep_proxy(actor, "imported", made, arranged, file)
    return proxy
