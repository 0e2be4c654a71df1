"""Each loss equals its slow twin, and its gradient finite differences; small and odd batches have
defined losses."""

import numpy as np
import pytest
import torch

from retrieval.losses import smooth_ranks
from retrieval.losses.kinds import LOSSES, MININGS, LossOptions
from retrieval.losses.registry import make_loss
from retrieval.losses.threshold_triplets import ThresholdTriplets, draw
from retrieval.losses.triplets import TripletLoss, TripletRAN, TripletRANP
from retrieval.miners.negatives import Picked, make_miner, set_progress
from retrieval.protocols.directions import mean_average_precision
from tests.retrieval.with_torch.batches import BATCHES, OPTIONS, batch
from tests.retrieval.with_torch.slow_losses import (
    MARGIN,
    SLOW,
    THRESHOLD,
    both,
    graded,
    mined,
    positives_of,
    triplet,
    within,
)

every_loss = pytest.mark.parametrize("name", LOSSES)
every_batch = pytest.mark.parametrize(("similarity", "relevance", "own"), BATCHES)


def test_every_loss_has_a_twin():
    assert set(SLOW) == set(LOSSES)


@every_loss
@every_batch
def test_equals_its_slow_twin(name, similarity, relevance, own):
    fast = make_loss(name, OPTIONS)(similarity, relevance, own)
    slow = both(SLOW[name], similarity.tolist(), relevance.tolist(), own.tolist())
    assert float(fast) == pytest.approx(slow, abs=1e-12)


@every_loss
@every_batch
def test_gradient_equals_finite_differences(name, similarity, relevance, own):
    loss = make_loss(name, OPTIONS)
    assert torch.autograd.gradcheck(
        lambda s: loss(s, relevance, own), similarity.clone().requires_grad_(), atol=1e-6
    )


@pytest.mark.parametrize("mining", ["all", "semi-hard", "hard"])
@every_batch
def test_ranp_with_every_mining_equals_its_slow_twin(mining, similarity, relevance, own):
    slow = graded(mining, own_term=True, positive_term=True)
    fast = TripletRANP(THRESHOLD, make_miner(mining), MARGIN)(similarity, relevance, own)
    expected = both(slow, similarity.tolist(), relevance.tolist(), own.tolist())
    assert float(fast) == pytest.approx(expected, abs=1e-12)


@every_batch
def test_triplets_within_a_modality_equal_their_slow_twin(similarity, relevance, own):
    loss = ThresholdTriplets(THRESHOLD, MARGIN)
    expected = within(similarity.tolist(), relevance.tolist(), own.tolist())
    assert float(loss.within(similarity, relevance, own)) == pytest.approx(expected, abs=1e-12)
    assert torch.autograd.gradcheck(
        lambda s: loss.within(s, relevance, own), similarity.clone().requires_grad_(), atol=1e-6
    )


@every_loss
def test_a_single_pair_has_nothing_to_learn(name):
    similarity = torch.full((1, 1), 0.3, dtype=torch.float64, requires_grad=True)
    loss = make_loss(name, OPTIONS)(similarity)
    loss.backward()
    assert loss.item() == pytest.approx(0, abs=1e-12)
    assert similarity.grad.item() == pytest.approx(0, abs=1e-12)


@every_loss
def test_where_all_are_its_own_only_nce_has_something_to_tell_apart(name):
    similarity, _, _ = batch(6, 4)
    similarity.requires_grad_()
    everything = torch.ones(6, 6, dtype=torch.bool)
    loss = make_loss(name, OPTIONS)(similarity, everything.double(), everything)
    loss.backward()
    assert torch.isfinite(similarity.grad).all()
    assert (loss.item() > 0) == name.startswith("nce")


@pytest.mark.parametrize("name", ["triplet-ran", "triplet-rap", "triplet-ranp", "triplet-svr"])
def test_where_all_are_relevant_there_is_no_negative(name):
    similarity, _, _ = batch(6, 4)
    assert float(make_loss(name, OPTIONS)(similarity, torch.ones(6, 6).double())) == 0


@every_loss
def test_without_relevance_only_pairs_belong_together(name):
    similarity, _, _ = batch(7, 5)
    alone = torch.eye(7, dtype=torch.float64)
    loss = make_loss(name, OPTIONS)
    assert float(loss(similarity)) == float(loss(similarity, alone, alone.bool()))


@every_loss
def test_the_order_of_the_pairs_is_of_no_matter(name):
    similarity, relevance, own = batch(8, 6)
    loss = make_loss(name, OPTIONS)
    order = torch.randperm(8, generator=torch.Generator().manual_seed(1))
    shuffled = (matrix[order][:, order] for matrix in (similarity, relevance, own))
    assert float(loss(*shuffled)) == pytest.approx(float(loss(similarity, relevance, own)))


@pytest.mark.parametrize("shape", [(0, 0), (2, 3)])
@every_loss
def test_what_is_no_batch_of_pairs_is_refused(name, shape):
    with pytest.raises(ValueError, match=f"Expected .* Found {shape[0]} x {shape[1]}"):
        make_loss(name, OPTIONS)(torch.zeros(shape))


@pytest.mark.parametrize("seed", range(5))
def test_smooth_ranks_come_to_the_true_measures_as_the_temperature_falls(seed):
    similarity, relevance, own = batch(12, seed)
    cold = LossOptions(threshold=THRESHOLD, temperature=1e-5)
    gains = torch.where(own, 1.0, relevance.clamp(0, 1)).numpy()
    precision = mean_average_precision(similarity.numpy(), gains >= THRESHOLD)
    found = float(make_loss("smooth-ap", cold)(similarity, relevance, own))
    assert found == pytest.approx(2 - precision.tv - precision.vt, abs=1e-6)
    # Over the whole of each row, which the protocols' nDCG is not.
    whole = sum(whole_ndcg(*side) for side in ((similarity, gains), (similarity.T, gains.T)))
    found = float(make_loss("approx-ndcg", cold)(similarity, relevance, own))
    assert found == pytest.approx(2 - whole, abs=1e-6)


@pytest.mark.parametrize("name", ["smooth-ap", "approx-ndcg"])
def test_a_batch_in_blocks_has_the_same_loss_and_gradient(name, monkeypatch):
    similarity, relevance, own = batch(11, 3)
    found = []
    for cells in (smooth_ranks.CELLS, 300):  # two rows of 11 x 11
        monkeypatch.setattr(smooth_ranks, "CELLS", cells)
        given = similarity.clone().requires_grad_()
        loss = make_loss(name, OPTIONS)(given, relevance, own)
        loss.backward()
        found.append((loss.item(), given.grad.tolist()))
    (whole, slope), (loss, in_blocks) = found
    assert loss == pytest.approx(whole, abs=1e-14)
    assert np.allclose(in_blocks, slope, atol=1e-14, rtol=0)


def whole_ndcg(similarity, gains) -> float:
    shares = 1 / np.log2(np.arange(2, len(gains) + 2))
    ranked = np.take_along_axis(gains, np.argsort(-similarity.numpy(), 1), 1) @ shares
    return float(np.mean(ranked / (-np.sort(-gains, 1) @ shares)))


def test_perfect_similarities_have_finite_gradients():
    """The arc cosine's slope is infinite at 1 and -1."""
    similarity = (torch.eye(4, dtype=torch.float64) * 2 - 1).requires_grad_()
    make_loss("log-ratio", OPTIONS)(similarity, torch.zeros(4, 4).double()).backward()
    assert torch.isfinite(similarity.grad).all()


@pytest.mark.parametrize(("name", "then"), [("semi-then-all", "all"), ("semi-then-hard", "hard")])
def test_the_second_miner_takes_over_half_way(name, then):
    similarity, relevance, own = batch(10, 7)
    loss = TripletLoss(make_miner(name), MARGIN)
    found = []
    for progress in (0, 0.49, 0.5, 1):
        set_progress(loss, progress)
        found.append(float(loss(similarity, relevance, own)))
    expected = [
        both(triplet(mining), similarity.tolist(), relevance.tolist(), own.tolist())
        for mining in ("semi-hard", "semi-hard", then, then)
    ]
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("mining", MININGS)
@every_batch
def test_weights_of_a_row_add_up_to_one_or_none(mining, similarity, relevance, own):
    weights = make_miner(mining)(similarity, similarity.diagonal(), ~own)
    assert bool((weights[own] == 0).all())
    assert set(np.round(weights.sum(1).tolist(), 12)) <= {0.0, 1.0}


def test_drawn_triplets_are_those_of_the_pools_and_average_to_all():
    similarity, relevance, own = batch(12, 8)
    drawn = ThresholdTriplets(THRESHOLD, MARGIN, drawn=20_000)
    drawn.generator = torch.Generator().manual_seed(0)
    everything = make_loss("triplet-svr", OPTIONS)(similarity, relevance, own)
    assert float(drawn(similarity, relevance, own)) == pytest.approx(float(everything), rel=0.02)


def test_what_is_drawn_is_in_the_pool_and_spread_evenly():
    pool = torch.tensor([[0, 1, 0, 1, 1], [0, 0, 0, 0, 1]]).bool()
    columns = draw(pool, 3000, torch.Generator().manual_seed(0))
    assert pool.gather(1, columns).all()
    counts = torch.bincount(columns[0], minlength=5)
    assert counts.tolist() == pytest.approx([0, 1000, 0, 1000, 1000], abs=100)


def test_drawn_triplets_differ_by_seed_alone():
    similarity, relevance, own = batch(12, 9)
    loss = make_loss("triplet-svr", LossOptions(margin=MARGIN, threshold=THRESHOLD, triplets=5))

    def drawn(seed: int) -> float:
        loss.generator = torch.Generator().manual_seed(seed)
        return float(loss(similarity, relevance, own))

    assert drawn(1) == drawn(1) != drawn(2)


@pytest.mark.parametrize("mining", ["all", "semi-hard", "hard"])
@every_batch
def test_what_is_picked_is_counted_with_its_relevance(mining, similarity, relevance, own):
    loss = TripletRAN(THRESHOLD, make_miner(mining), MARGIN)
    loss.picked = Picked()
    loss(similarity, relevance, own)
    found = []
    for s, r, o in ((similarity, relevance, own), (similarity.T, relevance.T, own.T)):
        rows = [one.tolist() for one in (s, r, o)]
        for q in range(len(s)):
            near = positives_of(rows[1], rows[2], q)
            far = [n for n in range(len(s)) if n not in near]
            picked = mined(mining, rows[0], q, q, far)
            found += [(rows[1][q][n], 1 / len(picked)) for n in picked]
    expected = None
    if found:
        total = sum(weight for _, weight in found)
        expected = pytest.approx(sum(one * weight for one, weight in found) / total)
    assert loss.picked.take() == expected
    assert loss.picked.take() is None
