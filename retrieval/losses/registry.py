"""Losses by name."""

from collections.abc import Callable, Mapping

from retrieval.losses.kinds import MININGS, LossOptions
from retrieval.losses.log_ratio import LogRatioLoss
from retrieval.losses.nce import NCERANP, NCELoss
from retrieval.losses.pair_loss import PairLoss
from retrieval.losses.smooth_ranks import ApproxNDCGLoss, SmoothAPLoss
from retrieval.losses.threshold_triplets import ThresholdTriplets
from retrieval.losses.triplets import TripletLoss, TripletRAN, TripletRANP, TripletRAP
from retrieval.miners.negatives import make_miner

GRADED = {"triplet-ran": TripletRAN, "triplet-rap": TripletRAP, "triplet-ranp": TripletRANP}
OTHERS: Mapping[str, Callable[[LossOptions], PairLoss]] = {
    "nce": lambda o: NCELoss(o.temperature),
    "nce-ranp": lambda o: NCERANP(o.threshold, o.temperature),
    "triplet-svr": lambda o: ThresholdTriplets(o.threshold, o.margin, o.triplets),
    "log-ratio": lambda _: LogRatioLoss(),
    "smooth-ap": lambda o: SmoothAPLoss(o.threshold, o.temperature),
    "approx-ndcg": lambda o: ApproxNDCGLoss(o.temperature),
}


def make_loss(name: str, o: LossOptions) -> PairLoss:
    """The loss of one of the names in retrieval.losses.kinds.LOSSES."""
    mining = name.removeprefix("triplet-")
    if mining in MININGS:
        return TripletLoss(make_miner(mining), o.margin)
    if name in GRADED:
        return GRADED[name](o.threshold, make_miner(o.mining), o.margin)
    return OTHERS[name](o)
