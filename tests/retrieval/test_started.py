"""What a model saw that a training starts from counts as seen by the new one."""

import pytest

from pooling.models import Provenance, TrainingCaption
from retrieval.models import TrainedModel
from retrieval.queries.learnt import SawEvaluated, learn_from
from retrieval.queries.started import NotKnown, captions_before
from retrieval.queries.training_captions import read_evaluated, read_training_captions
from tests.factories import make_run
from tests.retrieval.making import CARD, make_trained
from tests.retrieval.test_learnt import labelled, train

pytestmark = pytest.mark.django_db

HERE = [("a bird sings", "h0"), ("a fish swims", "h1")]


@pytest.fixture
def scored():
    """Two captions to be scored on, two to learn from."""
    made = labelled("scored", [("a cat sleeps", "e0"), ("a dog runs", "e1")])
    train(made, *HERE)
    return made


@pytest.fixture
def other():
    """Its training captions have a video and a text that `scored` evaluates."""
    made = labelled("other", [("x", "o0"), ("y", "o1")])
    train(made, ("a lion", "e1"), ("A cat sleeps!", "t1"), ("a horse", "t1"))
    return made


def started(benchmark, *, name="first", earlier=None, **seen) -> TrainedModel:
    made = make_trained(make_run(benchmark, {0: [0, 1], 1: [0, 1]}, name=name), **seen)
    data = CARD["data"] | {"sha256": read_training_captions(benchmark).sha256}
    made.card = CARD | {"data": data} | ({"start_from": {"id": earlier.pk}} if earlier else {})
    made.save()
    return made


def learn(benchmark, start, *, allowed):
    evaluated, captions = read_evaluated(benchmark), read_training_captions(benchmark)
    before = captions_before(start, evaluated)
    return learn_from(benchmark, captions, evaluated, None, allowed=allowed, before=before)


def test_what_the_first_saw_is_refused_unless_allowed_and_then_counted(scored, other):
    first = started(other)
    with pytest.raises(
        SawEvaluated, match="1 of 4 videos that this training or the model to start"
    ):
        learn(scored, first, allowed=False)
    found = learn(scored, first, allowed=True)
    seen = found.provenance(scored, Provenance.INSTANCE, 0)
    assert (seen.captions, seen.videos) == (5, 4)
    assert (seen.evaluated_videos, seen.shared_texts) == (1, 1)
    assert len(found.captions) == 2  # which it learns from now


def test_the_same_captions_are_seen_once(scored):
    seen = learn(scored, started(scored), allowed=False).provenance(scored, "instance", 0)
    assert (seen.captions, seen.videos, seen.evaluated_videos) == (2, 2, 0)


def test_what_the_first_was_itself_started_from_counts(scored, other):
    second = started(scored, name="second", earlier=started(other))
    assert learn(scored, second, allowed=True).evaluated_videos == 1


def test_captions_that_changed_since_are_not_known(scored, other):
    first = started(other)
    TrainingCaption.objects.filter(benchmark=other, video_key="e1").delete()
    with pytest.raises(NotKnown, match="What first learnt from are not the training captions"):
        learn(scored, first, allowed=True)


def test_labels_of_what_is_evaluated_are_not_passed_on(scored, other):
    found = labelled("found", [("a cat sleeps", "t0"), ("a horse", "t1")], ("a horse", "t1"))
    seen = {"relevance": "collected", "labels_of": found, "log_position": 0, "labels": 1}
    first = started(other, **seen)
    assert learn(scored, first, allowed=True)  # what was found there is of nothing evaluated
    train(other, ("a cat sleeps", "t0"))
    first.card["data"]["sha256"] = read_training_captions(other).sha256
    first.save()
    labelled("again", [("a cat sleeps", "t0")], ("a cat sleeps", "t0"))
    Provenance.objects.update(labels_of=type(found).objects.get(name="again"))
    with pytest.raises(SawEvaluated, match="first learnt from 1 collected positives of again"):
        learn(scored, first, allowed=True)
