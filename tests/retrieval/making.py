"""A model that was trained here, without a training: for what only shows one."""

from pooling.models import Provenance, Run
from retrieval.models import TrainedModel

CARD = {
    "data": {
        "benchmark": "scored",
        "captions": 30,
        "videos": 20,
        "held_back": {"captions": 3, "videos": 2},
        "sha256": "1" * 64,
        "shared_texts": 1,
        "evaluated_videos": 0,
    },
    "features": {"source": "features.npz", "sha256": "2" * 64, "numbers": 12},
    "texts": {
        "source": "learnt on the training captions",
        "sha256": "3" * 64,
        "numbers": 20,
        "words": 40,
        "captions_without_a_word": 0,
    },
    "relevance": {"relevance": "instance"},
    "parameters": {"network": "mmen", "loss": "triplet-hard", "seed": 0},
    "versions": {"truepool": "0.1.0", "torch": "2.13.0"},
}
CURVE = [
    {"epoch": 1, "loss": 0.5, "validation": {"ndcg": 0.4}},
    {"epoch": 2, "loss": 0.3, "validation": {"ndcg": 0.6}},
]


def make_trained(run: Run, **seen) -> TrainedModel:
    """seen: what of the run's provenance is not as usual."""
    made = TrainedModel.objects.create(
        model=run.model,
        benchmark=run.benchmark,
        network="mmen",
        loss="triplet-hard",
        seed=0,
        card=CARD,
        curve=CURVE,
        best=2,
        seconds=1.5,
        path=f"models/{run.model_id}.pt",
        sha256="4" * 64,
    )
    usual = {"captions": 30, "videos": 20, "captions_sha256": "1" * 64, "relevance": "instance"}
    Provenance.objects.create(run=run, trained_on=run.benchmark, **usual | seen)
    return made
