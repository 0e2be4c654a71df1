"""A training gives the same weights again, also when it was killed in between; it stops early, can
be cancelled, and refuses what it cannot learn from."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from foundation.refused import Refused, WrongValues
from retrieval.losses.kinds import LOSSES
from retrieval.networks.kinds import NETWORKS
from retrieval.training.checkpoints import OtherTraining
from retrieval.training.files import Unreadable
from retrieval.training.loop import Diverged, train
from retrieval.training.material import UnfitMaterial
from retrieval.training.relevance import MatrixRelevance
from retrieval.training.settings import CHOICES, LIMITS
from retrieval.training.trained import Trained
from semantics.proxies.relevance import Relevance
from tests.retrieval.with_torch.worlds import QUICK, material, split

REPOSITORY = Path(__file__).parents[3]


def weights(trained: Trained) -> dict[str, list[float]]:
    return {name: tensor.tolist() for name, tensor in trained.network.state_dict().items()}


def similarity(trained: Trained) -> np.ndarray:
    data = material().validation
    return trained.similarity(data.videos, data.texts)


class Cancelled(Exception):
    pass


def cancel_after(batches: int):
    def report(progress):
        if progress.batches == batches:
            raise Cancelled

    return report


@pytest.mark.parametrize("network", NETWORKS)
def test_the_same_seed_gives_the_same_weights(network):
    settings = replace(QUICK, network=network)
    first, again = train(material(), settings), train(material(), settings)
    other = train(material(), replace(settings, seed=1))
    assert weights(first) == weights(again)
    assert (weights(first) == weights(other)) == (network == "cca")  # which draws nothing
    assert first.curve == again.curve


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_learns(loss):
    """More than chance of what the vectors leave open, from all losses alike."""
    settings = replace(QUICK, loss=loss, epochs=10, network="mmen")
    trained = train(material(), settings)
    untrained = train(material(), replace(settings, epochs=1, rate=1e-7))
    assert len(trained.curve) >= 2
    best = trained.curve[trained.best - 1].validation["ndcg"]
    assert best > untrained.curve[0].validation["ndcg"] + 0.03


def graded_material():
    """What shares a verb with a caption is half relevant to it."""
    given = material()
    verbs = given.parts["verb"]
    cells = 0.3 * verbs.of(np.arange(len(given.training.texts)), np.arange(60))
    cells[np.arange(len(cells)), given.training.video_of] = 1
    relevance = MatrixRelevance(Relevance(cells.astype(np.float16)))
    return replace(given, training=replace(given.training, relevance=relevance))


def test_the_curve_has_how_relevant_picked_negatives_were(tmp_path):
    graded = replace(QUICK, loss="triplet-ran", mining="hard")
    first = train(graded_material(), graded, checkpoint=tmp_path / "c").curve
    assert [0 < point.negatives < 0.3 for point in first] == [True] * len(first)
    assert train(graded_material(), graded).curve == first
    for settings in (replace(QUICK, loss="log-ratio"), replace(QUICK, loss="nce")):
        curve = train(graded_material(), settings).curve
        assert [point.negatives for point in curve] == [None] * len(curve)
    # Where only a caption's own video is relevant, no negative is.
    assert train(material(), graded).curve[0].negatives is None


def test_what_is_less_relevant_than_the_threshold_is_picked_by_all_alike():
    """With every negative picked alike, it is the mean of what is below the threshold."""
    data, settings = graded_material(), replace(QUICK, loss="triplet-ran", mining="all", batch=70)
    of = data.training.video_of
    every = data.training.relevance.of(np.arange(len(of)), of)
    far = (every < settings.threshold) & (of[:, None] != of)
    shares = [(row * mask).sum() / mask.sum() for row, mask in zip(every, far, strict=True)]
    shares += [(row * mask).sum() / mask.sum() for row, mask in zip(every.T, far.T, strict=True)]
    (point,) = train(data, replace(settings, epochs=1)).curve
    assert point.negatives == pytest.approx(np.mean(shares), rel=1e-4)


def test_other_draws_before_do_not_matter():
    expected = weights(train(material(), QUICK))
    torch.manual_seed(99)
    np.random.seed(99)  # noqa: NPY002
    before = torch.random.get_rng_state()
    assert weights(train(material(), QUICK)) == expected
    assert torch.equal(torch.random.get_rng_state(), before)


@pytest.mark.parametrize("batches", [1, 5, 12])
def test_a_cancelled_training_resumes_to_the_same_result(tmp_path, batches):
    checkpoint = tmp_path / "checkpoint"
    whole = train(material(), QUICK)
    with pytest.raises(Cancelled):
        train(material(), QUICK, cancel_after(batches), checkpoint)
    assert checkpoint.exists() == (batches > 5)  # five batches are an epoch
    resumed = train(material(), QUICK, checkpoint=checkpoint)
    assert weights(resumed) == weights(whole)
    assert resumed.curve == whole.curve
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint"]


def test_a_killed_training_resumes_to_the_same_result(tmp_path):
    """Killed for good, in the middle of its third epoch, by the kernel."""
    checkpoint = tmp_path / "checkpoint"
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from retrieval.training.loop import train\n"
        "from tests.retrieval.with_torch.worlds import QUICK, material\n"
        "def report(progress):\n"
        "    if progress.batches == 12: os.kill(os.getpid(), signal.SIGKILL)\n"
        "train(material(), QUICK, report, Path(sys.argv[1]))\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", script, str(checkpoint)],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert killed.returncode < 0
    resumed = train(material(), QUICK, checkpoint=checkpoint)
    assert weights(resumed) == weights(train(material(), QUICK))


def test_a_finished_training_is_not_trained_again(tmp_path):
    checkpoint = tmp_path / "checkpoint"
    first = train(material(), QUICK, checkpoint=checkpoint)
    assert weights(train(material(), QUICK, cancel_after(1), checkpoint)) == weights(first)


@pytest.mark.parametrize("optimiser", CHOICES["optimiser"])
@pytest.mark.parametrize("schedule", CHOICES["schedule"])
def test_every_optimiser_and_schedule_is_resumed_to_the_same_result(tmp_path, optimiser, schedule):
    settings = replace(QUICK, optimiser=optimiser, schedule=schedule, epochs=4, rate=0.01)
    path = tmp_path / "checkpoint.pt"
    per_epoch = []
    whole = train(material(), settings, lambda progress: per_epoch.append(progress.of))
    with pytest.raises(Cancelled):
        train(material(), settings, cancel_after(per_epoch[0] // 2 + 1), path)
    resumed = train(material(), settings, checkpoint=path)
    assert weights(resumed) == weights(whole)
    usual = train(material(), replace(QUICK, epochs=4, rate=0.01))
    as_usual = (optimiser, schedule) == ("adam", "constant")
    assert (weights(whole) == weights(usual)) == as_usual


def test_a_training_of_before_there_were_schedules_is_found_again():
    identity = QUICK.identity()
    assert "schedule" not in identity
    assert "optimiser" not in identity
    assert replace(QUICK, schedule="step").identity() == identity | {"schedule": "step"}
    assert replace(QUICK, optimiser="sgd").identity() == identity | {"optimiser": "sgd"}


@pytest.mark.parametrize(
    ("schedule", "rates"),
    [
        ("constant", [0.1] * 6),
        ("cosine", [0.1, 0.0933, 0.075, 0.05, 0.025, 0.0067]),
        ("step", [0.1, 0.1, 0.01, 0.01, 0.001, 0.001]),
    ],
)
def test_a_schedule_says_the_rate_of_each_epoch(schedule, rates):
    settings = replace(QUICK, schedule=schedule, epochs=6, rate=0.1)
    found = [settings.rate_in(epoch) for epoch in range(1, 7)]
    assert found == pytest.approx(rates, abs=1e-4)


def test_a_checkpoint_of_another_training_is_refused(tmp_path):
    checkpoint = tmp_path / "checkpoint"
    train(material(), QUICK, checkpoint=checkpoint)
    with pytest.raises(OtherTraining, match="checkpoint: is of a training with other settings"):
        train(material(), replace(QUICK, seed=3), checkpoint=checkpoint)
    with pytest.raises(OtherTraining):
        train(material(captions=80), QUICK, checkpoint=checkpoint)


def test_it_stops_early_and_keeps_the_best_weights():
    """At the least rate no epoch ranks otherwise than the first."""
    trained = train(material(), replace(QUICK, rate=1e-7, epochs=50, patience=3))
    assert (len(trained.curve), trained.best) == (4, 1)


def test_without_validation_the_last_weights_are_kept():
    trained = train(material(validated=False), QUICK)
    assert (len(trained.curve), trained.best) == (4, 4)
    assert trained.curve[0].validation == {}


@pytest.mark.parametrize("measure", ["ndcg", "map", "recalls"])
def test_the_curve_has_the_measure_asked_for(measure):
    curve = train(material(), replace(QUICK, validate_by=measure)).curve
    assert [point.epoch for point in curve] == [1, 2, 3, 4]
    assert all(list(point.validation) == [measure] for point in curve)
    assert curve[-1].loss < curve[0].loss


def test_progress_counts_every_batch():
    seen = []
    train(material(), QUICK, seen.append)
    assert [progress.batches for progress in seen] == list(range(1, 21))
    assert {progress.of for progress in seen} == {20}
    assert [len(progress.curve) for progress in seen[::5]] == [0, 1, 2, 3]


def test_saved_and_loaded_it_says_the_same(tmp_path):
    trained = train(material(), QUICK)
    trained.save(tmp_path / "model.pt")
    loaded = Trained.load(tmp_path / "model.pt")
    np.testing.assert_array_equal(similarity(loaded), similarity(trained))
    assert loaded.card() == trained.card()
    assert similarity(loaded).dtype == np.float32
    assert similarity(loaded).shape == (30, 25)
    assert np.abs(similarity(loaded)).max() <= 1 + 1e-6


class Trap:
    def __reduce__(self):
        return os.system, ("touch sprung",)


def test_a_file_with_code_in_it_runs_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    torch.save({"kind": Trap()}, tmp_path / "model.pt")
    with pytest.raises(Unreadable, match=r"model\.pt: cannot be read as a trained network"):
        Trained.load(tmp_path / "model.pt")
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("content", [b"", b"no such thing", b"PK\x03\x04 cut short"])
def test_a_file_that_is_none_is_refused(tmp_path, content):
    (tmp_path / "model.pt").write_bytes(content)
    with pytest.raises(Unreadable, match=r"model\.pt"):
        Trained.load(tmp_path / "model.pt")


def test_a_file_of_another_kind_is_refused(tmp_path):
    train(material(), QUICK, checkpoint=tmp_path / "checkpoint")
    with pytest.raises(Unreadable, match="expected a trained network, version 1, found checkpoint"):
        Trained.load(tmp_path / "checkpoint")


def test_blocks_of_captions_and_videos_join_up(monkeypatch):
    trained = train(material(), QUICK)
    whole = similarity(trained)
    monkeypatch.setattr("retrieval.training.trained.BLOCK", 7)
    np.testing.assert_allclose(similarity(trained), whole, atol=1e-6)


def test_of_no_captions_or_videos_there_are_no_similarities():
    trained = train(material(), QUICK)
    data = material().validation
    none = data.texts.chosen(slice(0))
    assert trained.similarity(data.videos, none).shape == (0, 25)
    assert trained.similarity(data.videos[:0], data.texts).shape == (30, 0)


def test_settings_are_checked_together():
    with pytest.raises(WrongValues) as refused:
        train(material(), replace(QUICK, network="jpsoe", threshold=1.5, rate=float("nan")))
    assert refused.value.by_field == {
        "network": f"Expected one of {', '.join(NETWORKS)}; found 'jpsoe'.",
        "threshold": "Expected 0 to 1, found 1.5.",
        "rate": "Expected 1e-07 to 1, found nan.",
    }


def spoil(**changed):
    data = material()
    return replace(data, training=replace(data.training, **changed))


def test_what_it_cannot_learn_from_is_refused():
    data = material()
    holed = data.training.videos.copy()
    holed[7, 2] = np.nan
    bare = replace(data.training.texts, parts={})
    cases = {
        "Row 7 of the videos has nan": spoil(videos=holed),
        "Caption 3 is of video 99": spoil(
            video_of=np.where(np.arange(70) == 3, 99, data.training.video_of)
        ),
        "Expected 69 rows for the captions, found 70": spoil(video_of=data.training.video_of[:69]),
        "needs vectors for at least one part": replace(
            spoil(texts=bare), validation=None, parts={}
        ),
        "no vectors, for the parts adverb": replace(data, parts={"adverb": data.parts["verb"]}),
        "Vectors for validation are": replace(
            data, validation=replace(data.validation, videos=data.validation.videos[:, :5])
        ),
    }
    for message, unfit in cases.items():
        with pytest.raises(UnfitMaterial, match=message):
            train(unfit, QUICK)


def test_vectors_of_other_lengths_are_refused_by_a_trained_network():
    trained = train(material(), QUICK)
    data = split(5, 5, 3)[0]
    with pytest.raises(UnfitMaterial, match="as long as those of training"):
        trained.similarity(data.videos[:, :4], data.texts)


def test_a_loss_that_is_no_number_ends_the_training(monkeypatch):
    monkeypatch.setitem(LIMITS, "rate", (0, None))
    with pytest.raises(Diverged, match="lower the rate"):
        train(material(), replace(QUICK, rate=1e20, epochs=20))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_refused():
    with pytest.raises(Refused, match="no GPU"):
        train(material(), replace(QUICK, device="cuda"))
