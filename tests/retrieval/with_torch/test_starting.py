"""A training begins with the weights of a model, and nothing else of it."""

from dataclasses import replace

import pytest
import torch
from django.core.files.uploadedfile import SimpleUploadedFile

from foundation.refused import Refused
from pooling.models import Provenance, RetrievalModel, Run
from retrieval.models import TrainedModel
from retrieval.queries.trained import FOLDER
from retrieval.training.checkpoints import OtherTraining
from retrieval.training.loop import train
from tests.api.conftest import check_problem
from tests.commands import home_of_commands, run_command
from tests.pooling.api.conftest import work_on
from tests.retrieval.with_torch.small import a_file, make_scored
from tests.retrieval.with_torch.test_training import Cancelled, cancel_after, weights
from tests.retrieval.with_torch.test_training_jobs import ask
from tests.retrieval.with_torch.worlds import QUICK, material

DATABASE = pytest.mark.django_db(transaction=True)
STILL = replace(QUICK, epochs=1, rate=1e-7)  # a training that moves weights by next to nothing


@pytest.mark.parametrize("network", ["jpose", "moee", "gru"])
def test_it_begins_with_the_weights_of_a_model(network):
    """The shared layer of JPoSE, too, which else begins as principal components."""
    first = train(material(), replace(QUICK, network=network))
    still = train(material(), replace(STILL, network=network, seed=9), start=first)
    other = train(material(), replace(STILL, network=network, seed=9))
    begun = first.network.state_dict()
    for name, weights_ in still.network.state_dict().items():
        torch.testing.assert_close(weights_, begun[name], atol=1e-5, rtol=0)
    assert any(
        not torch.allclose(one, begun[name], atol=1e-3)
        for name, one in other.network.state_dict().items()
    )


def test_a_training_that_starts_from_a_model_is_resumed_and_is_another(tmp_path):
    first, checkpoint = train(material(), STILL), tmp_path / "checkpoint"
    whole = train(material(), QUICK, start=first)
    with pytest.raises(Cancelled):
        train(material(), QUICK, cancel_after(7), checkpoint, first)
    with pytest.raises(OtherTraining):
        train(material(), QUICK, checkpoint=checkpoint)
    with pytest.raises(OtherTraining):
        train(material(), QUICK, checkpoint=checkpoint, start=whole)
    assert weights(train(material(), QUICK, checkpoint=checkpoint, start=first)) == weights(whole)


def test_a_model_of_another_network_or_size_is_not_started_from():
    first = train(material(), replace(QUICK, network="mmen", epochs=1, space=8))
    with pytest.raises(Refused, match="it has network mmen, not jpose; space 8, not 12") as refused:
        train(material(), QUICK, start=first)
    assert refused.value.field == "start_from"


@DATABASE
def test_a_training_starts_from_a_model(api, signed_in, lead):
    scored = make_scored()
    work_on(ask(api, scored, name="first", epochs=30, patience=30, rate=0.01))
    first = TrainedModel.objects.get()
    done = work_on(ask(api, scored, start_from=first.pk, epochs=1, rate=1e-7))
    assert done["state"] == "done", done["error"]
    second = TrainedModel.objects.get(model__name="ours")
    told = {"id": first.pk, "name": "first", "sha256": first.sha256}
    assert second.card["start_from"] == told
    ranks = [
        list(
            Run.objects.get(name=name).rankings.order_by("item").values_list("own_rank", flat=True)
        )
        for name in ("first", "ours")
    ]
    assert ranks[0] == ranks[1]
    assert Provenance.objects.filter(run__model=second.pk, captions=32).count() == 2
    page = signed_in(lead).get(f"/models/{second.pk}/training/").text
    assert f'<a href="/models/{first.pk}/training/">first</a>' in page
    third = work_on(ask(api, scored, name="third", start_from=second.pk, space=16))
    assert "it has space 8, not 16" in third["error"]["message"]


@DATABASE
def test_a_command_names_the_model_to_start_from(tmp_path):
    make_scored()
    path = tmp_path / "features.npz"
    path.write_bytes(a_file().read())

    def train(name: str, *more: str):
        words = ("--model", "mmen", "--features", path, "--epochs", "1")
        return run_command("train_model", "scored", name, *words, *more)

    assert train("first").status == 0
    assert train("second", "--start-from", "first").status == 0
    assert TrainedModel.objects.get(model__name="second").card["start_from"]["name"] == "first"
    RetrievalModel.objects.create(name="elsewhere")
    assert "elsewhere was not trained here" in train("third", "--start-from", "elsewhere").err
    assert "no model is called 'frist'" in train("third", "--start-from", "frist").err
    for file in (home_of_commands() / "media" / FOLDER).glob("*.pt"):
        file.unlink()
    assert "cannot be read as a trained network" in train("third", "--start-from", "first").err


@DATABASE
def test_a_model_that_cannot_be_started_from_is_a_problem(api, tmp_path):
    scored = make_scored()
    for name, network in (("first", "mme"), ("computed", "cca")):
        work_on(ask(api, scored, name=name, network=network, epochs=1))
    first = TrainedModel.objects.get(model__name="first")
    check_problem(ask(api, scored, start_from=first.pk), 400, "a trained model of the same network")
    computed = TrainedModel.objects.get(model__name="computed")
    check_problem(ask(api, scored, start_from=computed.pk, network="cca"), 400)
    path = tmp_path / "words.txt"
    path.write_text("red 1 0\nblue 0 1\n")
    vectors = SimpleUploadedFile("words.txt", path.read_bytes())
    other = work_on(ask(api, scored, start_from=first.pk, network="mme", vectors=vectors))
    assert "first read captions by other word vectors" in other["error"]["message"]
    assert not TrainedModel.objects.filter(model__name="ours").exists()
