"""Losses by name."""

from collections.abc import Callable, Mapping

from retrieval.losses.kinds import LOSSES, LossKind, LossOptions
from retrieval.losses.log_ratio import LogRatioLoss
from retrieval.losses.nce import NCERANP, NCELoss
from retrieval.losses.pair_loss import PairLoss
from retrieval.losses.threshold_triplets import ThresholdTriplets
from retrieval.losses.triplets import TripletLoss, TripletRAN, TripletRANP, TripletRAP
from retrieval.miners.negatives import make_miner

__all__ = ["LOSSES", "LossKind", "LossOptions", "make_loss"]


def make_loss(name: str, options: LossOptions) -> PairLoss:
    return _MAKERS[name](options)


def _triplets(mining: str) -> Callable[[LossOptions], PairLoss]:
    return lambda options: TripletLoss(make_miner(mining), options.margin)


def _mined(kind: type[TripletRAN | TripletRAP | TripletRANP]) -> Callable[[LossOptions], PairLoss]:
    return lambda o: kind(o.threshold, make_miner(o.mining), o.margin)


_MAKERS: Mapping[str, Callable[[LossOptions], PairLoss]] = {
    "triplet-all": _triplets("all"),
    "triplet-semi-hard": _triplets("semi-hard"),
    "triplet-hard": _triplets("hard"),
    "triplet-semi-then-all": _triplets("semi-then-all"),
    "triplet-semi-then-hard": _triplets("semi-then-hard"),
    "nce": lambda o: NCELoss(o.temperature),
    "triplet-svr": lambda o: ThresholdTriplets(o.threshold, o.margin, o.triplets or None),
    "triplet-ran": _mined(TripletRAN),
    "triplet-rap": _mined(TripletRAP),
    "triplet-ranp": _mined(TripletRANP),
    "nce-ranp": lambda o: NCERANP(o.threshold, o.temperature),
    "log-ratio": lambda _: LogRatioLoss(),
}
