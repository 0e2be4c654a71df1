"""Losses by name."""

from retrieval.losses.kinds import MININGS, LossOptions
from retrieval.losses.log_ratio import LogRatioLoss
from retrieval.losses.nce import NCERANP, NCELoss
from retrieval.losses.pair_loss import PairLoss
from retrieval.losses.threshold_triplets import ThresholdTriplets
from retrieval.losses.triplets import TripletLoss, TripletRAN, TripletRANP, TripletRAP
from retrieval.miners.negatives import make_miner

GRADED = {"triplet-ran": TripletRAN, "triplet-rap": TripletRAP, "triplet-ranp": TripletRANP}


def make_loss(name: str, o: LossOptions) -> PairLoss:
    """The loss of one of the names in retrieval.losses.kinds.LOSSES."""
    mining = name.removeprefix("triplet-")
    if mining in MININGS:
        return TripletLoss(make_miner(mining), o.margin)
    if name in GRADED:
        return GRADED[name](o.threshold, make_miner(o.mining), o.margin)
    match name:
        case "nce":
            return NCELoss(o.temperature)
        case "nce-ranp":
            return NCERANP(o.threshold, o.temperature)
        case "triplet-svr":
            return ThresholdTriplets(o.threshold, o.margin, o.triplets)
        case "log-ratio":
            return LogRatioLoss()
    raise KeyError(name)
