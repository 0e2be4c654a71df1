"""Small matrices of relevance, and rankings of their columns."""

import numpy as np
from hypothesis import strategies as st

from semantics.proxies.relevance import Relevance

LEVELS = [0, 0, 0, 0.25, 0.5, 0.75, 1]


@st.composite
def worlds(draw, most: int = 6):
    """A matrix, and for each row a ranking of some of its columns, padded with -1."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    level = st.sampled_from(LEVELS)
    cells = draw(
        st.lists(st.lists(level, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    orders = [draw(st.permutations(range(columns))) for _ in range(rows)]
    ends = [draw(st.integers(0, columns)) for _ in range(rows)]
    rankings = [
        [item if place < end else -1 for place, item in enumerate(order)]
        for order, end in zip(orders, ends, strict=True)
    ]
    return np.array(cells, np.float32), np.array(rankings, np.int32)


def relevance_of(cells) -> Relevance:
    matrix = np.array(cells, np.float32)
    return Relevance.of_blocks([matrix], matrix.shape)
