"""The page that asks for a training: what it offers, and what it refuses before a job is queued.
None of it needs PyTorch."""

from html import unescape

import pytest

from jobs.models import Job
from pooling.models import Benchmark, JudgedPair, TrainingCaption, Video
from retrieval.forms import TrainingForm
from retrieval.queries.clips import count_unplayable
from semantics.models import Proxy
from tests.factories import make_benchmark
from tests.semantics.made import make_proxy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def scored():
    made = make_benchmark([("a cat sleeps", "v0"), ("a dog runs", "v1")], name="scored")
    rows = [("a bird sings", "t0"), ("a horse jumps", "t1"), ("a bird flies", "t0")]
    TrainingCaption.objects.bulk_create(
        TrainingCaption(benchmark=made, key=f"t{n}", video_key=video, text=text)
        for n, (text, video) in enumerate(rows)
    )
    Benchmark.objects.update(training_count=len(rows))
    made.refresh_from_db()
    return made


@pytest.fixture
def asked(lead, scored):
    """The form as it comes, sent with more."""

    def ask(**more) -> TrainingForm:
        values = {one.name: one.value() for one in TrainingForm(scored, lead)}
        usual = {name: one for name, one in values.items() if one is not None and one is not False}
        return TrainingForm(scored, lead, usual | {"name": "ours", "relevance": "instance"} | more)

    return ask


def test_only_proxies_that_can_be_computed_of_training_captions_are_offered(
    signed_in, lead, scored
):
    for name in ("theirs", "bow", "near"):
        make_proxy(scored, name)
    Proxy.objects.filter(name="bow").update(kind="bow")
    Proxy.objects.filter(name="near").update(kind="angular", parameters={"vectors": {"sha256": ""}})
    form = signed_in(lead).get(f"/benchmarks/{scored.pk}/train/").context["form"]
    offered = [value for value, _ in form.fields["relevance"].choices]
    assert offered == ["instance", "collected", "bow"]


def test_a_loss_that_does_not_fit_is_refused_in_the_menus_own_words(asked):
    (said,) = asked(relevance="collected").errors["loss"]
    assert said.startswith("Triplets, hardest negatives looks at a caption's own video alone:")
    assert "Triplet-RANP, NCE-RANP, Log-ratio of similarities" in said
    assert said.endswith("under What is relevant, A caption's own video alone.")
    assert "triplet-" not in said


def with_clips(benchmark, *keys: str) -> None:
    for number, key in enumerate(keys, start=benchmark.video_count):
        of = {"benchmark": benchmark, "key": key}
        Video.objects.get_or_create(**of, defaults={"number": number})
        Video.objects.filter(**of).update(state=Video.State.READY, path=f"videos/{key}.mp4")


def test_videos_without_a_clip_are_counted_up_front_and_refused_beside_the_field(
    signed_in, lead, scored, asked
):
    address = f"/benchmarks/{scored.pk}/train/"
    page = " ".join(signed_in(lead).get(address).text.split())
    assert "2 of 2 training videos have no clip of scored that plays: a file of features" in page
    assert "2 of 2 evaluated videos have no clip that plays" in page
    with_clips(scored, "v0", "v1")
    elsewhere = make_benchmark([("a fish swims", "x0")], name="elsewhere")
    with_clips(elsewhere, "t0")
    for more, said in (
        ({}, "2 of 2 training videos have no clip of scored that plays: choose a file of"),
        ({"clips_of": elsewhere.pk}, "1 of 2 training videos have no clip of elsewhere that"),
    ):
        form = asked(**more)
        (wrong,) = form.errors["features"]
        assert wrong.startswith(said)
        assert wrong.endswith("or another benchmark under Clips of.")
    answer = signed_in(lead).post(address, form.data)
    assert answer.status_code == 422
    assert wrong in unescape(answer.text)
    assert not Job.objects.exists()


def test_where_all_clips_play_nothing_is_refused(scored, asked):
    with_clips(scored, "v0", "v1")
    elsewhere = make_benchmark([("a fish swims", "x0")], name="elsewhere")
    with_clips(elsewhere, "t0", "t1")
    missing = count_unplayable(scored, elsewhere)
    assert not missing
    assert (missing.of_training, missing.of_evaluated) == (2, 2)
    assert asked(clips_of=elsewhere.pk).is_valid()


def test_labels_of_what_is_evaluated_are_refused_with_the_pages_own_words(scored, asked):
    with_clips(scored, "v0", "v1")
    elsewhere = make_benchmark([("a fish swims", "x0")], name="elsewhere")
    with_clips(elsewhere, "t0", "t1")
    query, video = scored.queries.get(text="a cat sleeps"), scored.videos.get(key="v1")
    JudgedPair.objects.create(query=query, video=video, verdict="relevant")
    choice = {"relevance": "collected", "loss": "nce-ranp", "clips_of": elsewhere.pk}
    (wrong,) = asked(**choice).errors["labels_of"]
    assert wrong.startswith("1 of 1 collected positives of scored are of captions that scored is")
    assert wrong.endswith(
        "choose another benchmark under Labels of, or tick Allow what is evaluated."
    )
    assert "--" not in wrong
    assert asked(**choice, allow_evaluated="on").is_valid()
