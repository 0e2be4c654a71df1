"""What a model may learn from, held against what it is scored on."""

import pytest

from annotator.models import Label
from pooling.models import Benchmark, JudgedPair, Query, TrainingCaption, Video
from retrieval.queries.collected import read_labels
from retrieval.queries.learnt import NothingToLearn, SawEvaluated, learn_from
from retrieval.queries.training_captions import read_evaluated, read_training_captions
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db


@pytest.fixture
def scored() -> Benchmark:
    """A benchmark with two captions to be scored on, and three to learn from."""
    made = make_benchmark([("A cat sleeps.", "e0"), ("a dog runs", "e1")], name="scored")
    train(made, ("a bird sings", "t0"), ("a cat sleeps", "t1"), ("a fish swims", "t0"))
    return made


def train(benchmark, *captions: tuple[str, str]) -> None:
    first = benchmark.training_count
    TrainingCaption.objects.bulk_create(
        TrainingCaption(benchmark=benchmark, key=f"t{first + n}", text=text, video_key=video)
        for n, (text, video) in enumerate(captions)
    )
    benchmark.training_count += len(captions)
    benchmark.save()


def labelled(name: str, captions, *relevant: tuple[str, str], irrelevant=()) -> Benchmark:
    """A benchmark on whose captions people found videos."""
    made = make_benchmark(captions, name=name)
    for verdict, pairs in (("relevant", relevant), ("irrelevant", irrelevant)):
        for text, video in pairs:
            JudgedPair.objects.create(
                query=Query.objects.get(benchmark=made, text=text),
                video=Video.objects.get(benchmark=made, key=video),
                verdict=verdict,
            )
    return made


def learn(benchmark, labels_of=None, *, allowed=False):
    evaluated = read_evaluated(benchmark)
    labels = labels_of and read_labels(labels_of, evaluated)
    return learn_from(
        benchmark, read_training_captions(benchmark), evaluated, labels, allowed=allowed
    )


TRAINING = [("a bird sings", "t0"), ("a fish swims", "t0"), ("a cow eats", "t1")]


def test_training_captions_are_in_their_order_with_their_videos_once(scored):
    found = learn(scored)
    assert found.captions.texts == ["a bird sings", "a cat sleeps", "a fish swims"]
    assert found.videos == ("t0", "t1")
    assert found.video_of.tolist() == [0, 1, 0]
    assert (found.shared_texts, found.evaluated_videos, found.used) == (1, 0, 0)


def test_positives_are_found_by_text_and_key(scored):
    found = learn(scored, labelled("other", TRAINING, ("a fish swims", "t1"), ("a cow eats", "t0")))
    assert found.positives.tolist() == [[2, 1]]
    assert (found.used, found.evaluated_labels) == (1, 0)


def test_what_people_found_irrelevant_is_no_positive(scored):
    other = labelled("other", TRAINING, ("a fish swims", "t1"), irrelevant=[("a bird sings", "t1")])
    assert learn(scored, other).positives.tolist() == [[2, 1]]


def test_a_benchmark_without_training_captions_says_what_to_do():
    with pytest.raises(NothingToLearn, match="import_benchmark bare --captions FILE --training"):
        learn(make_benchmark([("a", "v")], name="bare"))


def test_a_training_video_that_is_evaluated_is_refused_unless_allowed(scored):
    train(scored, ("a dog barks", "e1"))
    with pytest.raises(SawEvaluated, match="1 of 3 videos"):
        learn(scored)
    assert learn(scored, allowed=True).evaluated_videos == 1


@pytest.mark.parametrize(
    ("captions", "pair", "cause"),
    [
        # The text of an evaluated caption, but for case and punctuation.
        ([("a CAT sleeps", "t1")], ("a CAT sleeps", "t1"), "by their text"),
        # An evaluated video is what was found.
        ([("a fish swims", "t0"), ("x", "e0")], ("a fish swims", "e0"), "by their video"),
        # The caption was written for an evaluated video.
        ([("a fish swims", "e1"), ("x", "t1")], ("a fish swims", "t1"), "by their video"),
    ],
)
def test_labels_that_touch_what_is_evaluated_are_refused_with_their_cause(
    scored, captions, pair, cause
):
    other = labelled("other", captions, pair)
    with pytest.raises(SawEvaluated, match="1 of 1 collected positives") as refused:
        learn(scored, other)
    assert cause in str(refused.value)
    assert "--allow-evaluated" in str(refused.value)


def test_a_video_is_known_by_its_file_under_another_key(scored):
    other = labelled("other", TRAINING, ("a fish swims", "t1"))
    Video.objects.filter(key__in=("e0", "t1")).update(source_sha256="5" * 64)
    with pytest.raises(SawEvaluated, match="by their file"):
        learn(scored, other)


def test_what_is_allowed_is_counted(scored):
    captions = [("a cat sleeps", "t1"), ("a fish swims", "t0")]
    other = labelled("other", captions, ("a cat sleeps", "t0"), ("a fish swims", "t1"))
    found = learn(scored, other, allowed=True)
    assert (found.used, found.evaluated_labels) == (2, 1)
    seen = found.provenance(scored, "collected", 0.5)
    assert (seen.labels, seen.evaluated_labels, seen.shared_texts) == (2, 1, 1)
    assert seen.saw_evaluated


def test_its_own_labels_are_all_refused_and_join_the_captions_where_allowed(scored):
    video, query = Video.objects.get(key="e1"), Query.objects.get(text="A cat sleeps.")
    JudgedPair.objects.create(query=query, video=video, verdict="relevant")
    with pytest.raises(SawEvaluated, match="its own"):
        learn(scored, scored)
    train(scored, ("a dog barks", "e1"))
    found = learn(scored, scored, allowed=True)
    assert found.captions.texts[4:] == ["A cat sleeps."] * 2
    assert found.captions.videos[4:] == ["e0", "e1"]  # its own, and what people found
    assert found.positives.tolist() == [[row, found.videos.index("e1")] for row in (4, 5)]
    assert (found.evaluated_labels, found.evaluated_videos) == (1, 2)


def test_labels_of_nothing_that_is_learnt_from_are_refused(scored):
    with pytest.raises(NothingToLearn, match="None of the 1 collected positives"):
        learn(scored, labelled("other", TRAINING, ("a cow eats", "t0")))


def test_the_place_of_the_label_log_is_kept(scored):
    other = labelled("other", TRAINING, ("a fish swims", "t1"))
    assert learn(scored, other).labels.log_position == 0
    assert not Label.objects.exists()
