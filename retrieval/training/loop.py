"""Training: seeded, resumable, cancellable."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from foundation.refused import Refused
from retrieval.miners.negatives import set_progress
from retrieval.networks.kinds import NETWORKS
from retrieval.networks.registry import build
from retrieval.protocols.directions import mean_average_precision, ndcg, recalls
from retrieval.tensors import Tensor, torch
from retrieval.training import checkpoints
from retrieval.training.batches import Batches, as_tensor
from retrieval.training.material import Split, TrainingMaterial
from retrieval.training.objective import Objective
from retrieval.training.progress import EpochProgress, Point, Report
from retrieval.training.relevance import InstanceRelevance
from retrieval.training.settings import Settings
from retrieval.training.trained import Trained

OPTIMISERS: Mapping[str, Callable[..., Any]] = {
    "adam": lambda weights, rate: torch.optim.Adam(weights, lr=rate, fused=True),
    "adamw": lambda weights, rate: torch.optim.AdamW(weights, lr=rate, fused=True),
    "sgd": lambda weights, rate: torch.optim.SGD(weights, lr=rate, momentum=0.9, fused=True),
}
PREPARED = 4096  # pairs that a network may look at before it is trained


class Diverged(Refused):
    """The loss is no longer a number."""


def train(
    material: TrainingMaterial,
    settings: Settings,
    report: Report = lambda _: None,
    checkpoint: Path | None = None,
    start: Trained | None = None,
) -> Trained:
    """checkpoint: a file written after every epoch. Where there is one already, the training
    continues from it, to the same weights as one that was never interrupted. start: a network of
    the same sizes, whose weights it begins with."""
    settings.check()
    material.check(settings)
    if start is not None:
        _check_start(start, material, settings)
    mark = checkpoints.fingerprint(material, settings, start) if checkpoint else ""
    with _threads(settings.threads):
        if not NETWORKS[settings.network].learns:
            return _solved(material, settings)
        training = _Training(material, settings, start)
        if checkpoint and checkpoint.exists():
            training.restore(checkpoint, mark)
        while not training.ended:
            training.epoch(report)
            if checkpoint:
                training.keep(checkpoint, mark)
        return training.result()


def _check_start(start: Trained, material: TrainingMaterial, settings: Settings) -> None:
    found = {"network": start.settings.network, **asdict(start.sizes)}
    wanted = {"network": settings.network, **asdict(material.sizes(settings))}
    wrong = [
        f"{name} {found[name]}, not {wanted[name]}"
        for name in wanted
        if found[name] != wanted[name]
    ]
    if wrong:
        raise Refused(
            "Expected a model to start from with the network and the sizes of this training; it has"
            f" {'; '.join(wrong)}.",
            field="start_from",
        )


def _solved(material: TrainingMaterial, settings: Settings) -> Trained:
    """A network that is not trained: it has no curve, and is the same on every device."""
    sizes, training = material.sizes(settings), material.training
    network = build(settings.network, sizes, settings.seed)
    arrays = training.videos, training.texts.whole, training.video_of
    network.solve(*(as_tensor(array, torch.device("cpu")) for array in arrays))
    return Trained(network.eval(), settings, sizes, (), best=1)


class _Training:
    """Everything that changes while a network is trained."""

    def __init__(
        self, material: TrainingMaterial, settings: Settings, start: Trained | None
    ) -> None:
        self.material, self.settings = material, settings
        self.sizes = material.sizes(settings)
        self.device = torch.device(_device(settings.device))
        self.network = build(settings.network, self.sizes, settings.seed).to(self.device)
        self.objective = Objective(settings, within=self.network.within)
        is_graded = not isinstance(material.training.relevance, InstanceRelevance)
        self.picked = self.objective.watch() if is_graded else None
        parts = self.network.parts
        self.batches = Batches(material, parts, settings.batch, self.device)
        if start is None:
            self._prepare()
        else:
            self.network.load_state_dict(start.network.state_dict())
        self.optimiser = OPTIMISERS[settings.optimiser](self.network.parameters(), settings.rate)
        self.curve: tuple[Point, ...] = ()
        self.best = 0  # the epoch of the best weights, and these
        self.best_score = -math.inf
        self.best_weights: dict[str, Tensor] = {}

    def _prepare(self) -> None:
        """Prepares with a few thousand pairs, evenly spread: principal components need no more."""
        captions = len(self.material.training.texts)
        chosen = np.unique(np.linspace(0, captions - 1, min(captions, PREPARED)).astype(np.int64))
        batch = self.batches.batch(chosen)
        self.network.prepare(batch.videos, batch.texts)

    @property
    def ended(self) -> bool:
        done = len(self.curve)
        stale = self.material.validation and done - self.best >= self.settings.patience
        return done >= self.settings.epochs or bool(stale)

    def epoch(self, report: Report) -> None:
        """Draws from the seed and the epoch's number alone: it matters not in which process the
        epochs before it were."""
        number = len(self.curve) + 1
        random = np.random.default_rng([self.settings.seed, number])
        self.objective.seed(int(random.integers(2**63)), self.device)
        set_progress(self.objective, (number - 1) / self.settings.epochs)
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate_in(number)
        total, captions = 0.0, random.permutation(len(self.material.training.texts))
        self.network.train()
        for done, batch in enumerate(self.batches.of(captions), 1):
            spaces = self.network(batch.videos, batch.texts)
            loss = self.objective(spaces, batch.relevance, batch.own)
            total += self._step(loss, number) * len(batch.own)
            report(self._progress(done))
        self._close(number, total / len(captions))

    def _step(self, loss: Tensor, number: int) -> float:
        value = loss.item()
        if not math.isfinite(value):
            raise Diverged(f"In epoch {number} the loss is {value}: lower the rate.")
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return float(value)

    def _progress(self, done: int) -> EpochProgress:
        count = self.batches.count
        return EpochProgress(
            len(self.curve) * count + done, self.settings.epochs * count, self.curve
        )

    def _close(self, number: int, loss: float) -> None:
        """Ends an epoch: without validation the latest weights are the best."""
        self.network.eval()
        validation = self.material.validation
        if validation is None:
            scores, better = {}, True
        else:
            score = _validate(self._trained(number), validation, self.settings)
            scores, better = {self.settings.validate_by: score}, score > self.best_score
            self.best_score = max(score, self.best_score)
        negatives = None if self.picked is None else self.picked.take()
        self.curve = (*self.curve, Point(number, loss, scores, negatives))
        if better:
            weights = self.network.state_dict()
            self.best = number
            self.best_weights = {name: one.detach().clone() for name, one in weights.items()}

    def result(self) -> Trained:
        self.network.load_state_dict(self.best_weights)
        self.network.to("cpu").eval()
        return self._trained(self.best)

    def _trained(self, epoch: int) -> Trained:
        return Trained(self.network, self.settings, self.sizes, self.curve, epoch)

    def keep(self, path: Path, mark: str) -> None:
        checkpoints.write(
            path,
            mark,
            {
                "weights": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "curve": [asdict(point) for point in self.curve],
                "best": self.best,
                "best_score": self.best_score,
                "best_weights": self.best_weights,
            },
        )

    def restore(self, path: Path, mark: str) -> None:
        values = checkpoints.read(path, mark)
        self.network.load_state_dict(values["weights"])
        self.optimiser.load_state_dict(values["optimiser"])
        self.curve = tuple(Point(**point) for point in values["curve"])
        self.best, self.best_score = values["best"], values["best_score"]
        self.best_weights = values["best_weights"]


def _validate(trained: Trained, split: Split, settings: Settings) -> float:
    """How good a network is on what it does not learn from: the mean of both directions, 0 where
    nothing is to be found."""
    similarity = trained.similarity(split.videos, split.texts)
    if settings.validate_by == "recalls":
        tv, vt = recalls(similarity, split.video_of)
        return (tv.total + vt.total) / 2
    everything = np.arange(len(split.texts)), np.arange(len(split.videos))
    relevance = split.relevance.of(*everything)
    if settings.validate_by == "map":
        score = mean_average_precision(similarity, relevance >= settings.threshold).mean
    else:
        score = ndcg(similarity, relevance).mean
    return 0.0 if math.isnan(score) else score


def _device(asked: str) -> str:
    if asked == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if asked == "cuda" and not torch.cuda.is_available():
        raise Refused("There is no GPU that PyTorch can use here.", field="device")
    return asked


@contextmanager
def _threads(count: int) -> Iterator[None]:
    """Sums over several threads differ in their last digits with the number of threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
