"""How alike proxies are: each number against a plain computation, video by video."""

import numpy as np
import pytest
from scipy import sparse, stats

from metrics.studies import proxies_alone
from metrics.studies.proxied import NamedProxy
from metrics.studies.proxies_alone import correlate
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from semantics.proxies.relevance import Relevance


def proxy(name: str, cells: np.ndarray) -> NamedProxy:
    return NamedProxy(name, name, Relevance(cells.astype(np.float16)))


def scattered(name: str, cells: np.ndarray) -> NamedProxy:
    return NamedProxy(name, name, Relevance(sparse.csr_array(cells.astype(np.float32))))


@pytest.mark.parametrize("cells", [1, 40, 1 << 21])
def test_it_is_what_columns_one_by_one_give_in_blocks_of_any_size(monkeypatch, cells):
    monkeypatch.setattr(proxies_alone, "CELLS", cells)
    draws = np.random.default_rng(7)
    levels = np.array([0, 0, 0.25, 0.5, 1])
    matrices = {name: draws.choice(levels, (20, 9)) for name in ("syn", "bow", "pos")}
    matrices["bow"][:, 4] = 0.25  # one value for all captions of this video
    makers = (proxy, scattered, proxy)
    named = [make(name, one) for make, (name, one) in zip(makers, matrices.items(), strict=True)]
    found = correlate("bare", named, ["old"])
    assert [(row.a, row.b) for row in found.rows] == [
        ("syn", "bow"), ("syn", "pos"), ("bow", "pos"),
    ]  # fmt: skip
    for row in found.rows:
        pairs = [
            (matrices[row.a][:, video], matrices[row.b][:, video])
            for video in range(9)
            if video != 4 or "bow" not in (row.a, row.b)
        ]
        assert row.n == len(pairs)
        pearson = [np.corrcoef(a, b)[0, 1] for a, b in pairs]
        spearman = [stats.spearmanr(a, b).statistic for a, b in pairs]
        assert row.pearson == pytest.approx(sum(pearson) / len(pairs))
        assert row.spearman == pytest.approx(sum(spearman) / len(pairs))
    assert any("old" in note for note in tables_of(found)[0].notes)


def test_a_proxy_that_does_not_vary_is_named_in_place_of_nan():
    varied, still = proxy("syn", np.eye(4)), proxy("flat", np.full((4, 4), 0.1))
    (row,) = correlate("bare", [varied, still]).rows
    assert (row.pearson, row.spearman, row.n) == (None, None, 0)
    assert row.why.startswith("flat has the same value")
    (same,) = correlate("bare", [varied, proxy("again", np.eye(4))]).rows
    assert same.pearson == pytest.approx(1)


def test_one_proxy_has_nothing_to_be_compared_with():
    with pytest.raises(NothingToStudy, match="1 of the two proxies"):
        correlate("bare", [proxy("syn", np.eye(4))])
