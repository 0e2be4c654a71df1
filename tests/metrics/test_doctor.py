"""The doctor, on benchmarks small enough to count by hand."""

import json

import pytest
from django.core.management import CommandError, call_command
from scipy import stats

from foundation.plain import from_plain, to_plain
from metrics.actions.doctor_kept import DoctorAsked
from metrics.models import KeptResult
from metrics.studies.doctor_found import Doctor
from people.models import Role
from pooling.models import Run, TrainingCaption, Video
from tests.factories import make_benchmark, make_run, make_user

pytestmark = pytest.mark.django_db

CAPTIONS = [
    ("a dog runs", "v0"),
    ("A dog runs.", "v1"),  # the same but for case and a full stop
    ("a man plays a guitar", "v1"),
    ("a guy is playing the guitar", "v2"),  # in other words
    ("a man plays a guitar", "v1"),  # the same, of the same video
    ("a man plays a guitar on a boat", "v3"),
    ("it is", "v4"),  # says nothing
    ("two &amp; three <br> cats", "v5"),
]
KEYS = [f"v{n}" for n in range(7)]  # nobody wrote a caption for v6


@pytest.fixture
def toy():
    return make_benchmark(CAPTIONS, "toy", KEYS)


def look(benchmark, **options) -> dict:
    return DoctorAsked(benchmark=benchmark, **options).keep().result.as_json()


def kinds(told: dict) -> dict[str, int]:
    return {one["kind"]: one["count"] for one in told["findings"]}


def test_doubled_captions_are_counted_by_whose_they_are(toy):
    told = look(toy)["duplicated_texts"]
    assert (told["texts"], told["captions"], told["share"]) == (2, 4, 0.5)
    assert (told["same_video"], told["different_videos"], told["exact"]) == (2, 2, 2)
    assert [one["captions"] for one in told["examples"]] == [["c0", "c1"], ["c2", "c4"]]


def test_captions_in_other_words_are_near(toy):
    told = look(toy)["near_duplicates"]
    assert [sorted(one["captions"]) for one in told["pairs"]] == [["c2", "c3"]]
    assert told["pairs"][0]["similarity"] == 1.0
    assert (told["captions"], told["different_videos"], told["same_video"]) == (3, 3, 0)


def test_a_caption_fits_a_video_whose_caption_says_all_of_it(toy):
    told = look(toy)["ambiguous_captions"]
    by_key = {one["captions"][0]: int(one["note"]) for one in told["examples"]}
    assert by_key["c2"] == 2  # v2 and v3
    assert by_key["c0"] == 1
    assert "c5" not in by_key  # nothing else says "on a boat"
    assert told["captions"] == 5


def test_what_is_odd_about_single_captions_and_videos(toy):
    told = look(toy)
    assert kinds(told)["empty_captions"] == 1
    assert kinds(told)["text_debris"] == 1
    assert kinds(told)["videos_without_captions"] == 1
    assert kinds(told)["no_runs"] == 0
    assert told["train_overlap"] is None
    assert told["train_overlap_why"] == "there are no training captions"


def test_what_is_to_mend_comes_first_and_is_counted(toy):
    told = look(toy)
    order = [one["severity"] for one in told["findings"]]
    assert order == sorted(order, key=["mend", "know"].index)
    mend, know = order.count("mend"), order.count("know")
    assert (told["mend"], told["know"]) == (mend, know)
    assert told["sentence"] == f"Before any label: {mend} things to mend, {know} to know."


def test_training_captions_word_for_word_and_nearly(toy):
    for number, (text, video) in enumerate(
        [("a dog runs", "t0"), ("a man is playing a guitar on the boat", "v3"), ("it rains", "t1")]
    ):
        TrainingCaption.objects.create(benchmark=toy, key=f"t{number}", video_key=video, text=text)
    toy.training_count = 3
    toy.save()
    told = look(toy)["train_overlap"]
    assert (told["training"], told["exact"], told["near"], told["videos"]) == (3, 2, 1, 1)
    assert told["share"] == 3 / 8
    assert {one["captions"][0]: one["note"] for one in told["examples"] if "note" in one} == {
        "c5": "a man is playing a guitar on the boat"
    }


def test_a_clean_benchmark_has_nothing_to_mend():
    clean = make_benchmark([("a dog runs", "v0"), ("a red ball", "v1"), ("it snows", "v2")])
    told = look(clean)
    assert told["mend"] == 0
    assert told["sentence"].startswith("Before any label: nothing to mend")
    assert not told["near_duplicates"]["pairs"]


@pytest.fixture
def large():
    """Sixty captions that have nothing in common, one for each video."""
    letters = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in "lmn"]
    return make_benchmark([(f"{word}ak {word}ok", f"v{n}") for n, word in enumerate(letters)])


def right(n: int, videos: int = 60) -> list[int]:
    return [n, *(video for video in range(videos) if video != n)][:10]


def test_runs_are_suspected_by_name(large):
    make_run(large, {n: right(n) for n in range(60)}, "right")
    make_run(large, {n: right(n) for n in range(60)}, "again")
    make_run(large, {n: right((n + 7) % 60) for n in range(60)}, "shifted")
    make_run(large, {}, "empty")
    made = make_run(large, {n: right(n) for n in range(50)}, "flat")
    made.rankings.update(scores=[1.0] * 10)
    told = look(large)
    suspects = {one["run"]: one["kind"] for one in told["suspect_runs"]}
    assert suspects == {
        "again": "same_run",
        "shifted": "rows_shifted",
        "empty": "ranks_nothing",
        "flat": "same_run",  # as well: it begins as the right ones do
    }
    assert "constant_scores" in [one["kind"] for one in told["suspect_runs"]]
    assert kinds(told)["suspect_runs"] == 4
    assert kinds(told)["incomplete_runs"] == 10
    shifted = next(one for one in told["suspect_runs"] if one["run"] == "shifted")
    assert (shifted["mended"], abs(shifted["offset"])) == (1.0, 7)
    assert shifted["share"] < 0.05


def test_saturated_scores_and_pairs_that_cannot_be_told_apart(large):
    make_run(large, {n: right(n) for n in range(60)}, "all")
    almost = {n: right(n) if n else right(1) for n in range(60)}
    make_run(large, almost, "almost")
    told = look(large)
    assert {(one["run"], one["measure"]) for one in told["saturated"]} == {
        (run, measure) for run in ("all", "almost") for measure in ("C@1", "C@5", "C@10")
    }
    first = next(one for one in told["detectable"]["pairs"] if one["measure"] == "C@1")
    assert (first["a"], first["b"], first["told_apart"]) == ("all", "almost", False)
    assert first["difference"] == pytest.approx(1 / 60)
    assert "C@1 of all and almost, 100.0 against 98.3, cannot be told apart" in first["verdict"]
    assert kinds(told)["indistinct_runs"] == 1


def test_without_runs_the_smallest_difference_has_two_ends(toy):
    """sqrt(2 x 1/2 x 1/2 x (1 - 1/2) / n) x (t + t) with captions alone, and with whole videos."""
    typical = look(toy)["detectable"]["typical"]
    assert not typical["seen_in_runs"]
    multiple = stats.t.ppf(0.975, 5) + stats.t.ppf(0.8, 5)
    assert typical["detectable"] == pytest.approx(multiple * (0.25 / 8) ** 0.5, abs=1e-5)
    assert typical["at_worst"] == pytest.approx(multiple * (0.25 / 6) ** 0.5, abs=1e-5)


def test_two_clips_of_the_same_file_are_copies(toy):
    Video.objects.filter(number__in=(1, 3)).update(
        state="ready", path="videos/x.mp4", sha256="a" * 64, fingerprint=b""
    )
    told = look(toy)["similar_clips"]
    assert [one["videos"] for one in told["pairs"]] == [["v1", "v3"]]
    assert (told["compared"], told["nothing_to_compare"]) == (0, 2)


def test_what_was_found_is_kept_for_captions_clips_and_runs_as_they_were(toy):
    asked = DoctorAsked(benchmark=toy)
    assert asked.find().kept is None
    asked.keep()
    assert asked.find().kept.current
    run = make_run(toy, {0: [0]}, "new")
    assert not asked.find().kept.current
    asked.keep()
    assert asked.find().kept.current
    assert KeptResult.objects.count() == 1
    Run.objects.filter(pk=run.pk).update(name="renamed")
    assert not asked.find().kept.current


def test_it_is_the_same_after_it_was_kept(toy):
    make_run(toy, {n: [n % 7] for n in range(8)}, "one")
    found = DoctorAsked(benchmark=toy).keep().result
    again = from_plain(Doctor, json.loads(json.dumps(to_plain(found))))
    assert again.as_json() == found.as_json()
    assert json.loads(json.dumps(found.as_json())) == found.as_json()


def test_a_private_submission_is_looked_at_only_where_it_is_named(toy):
    make_run(toy, {0: [0]}, "ours")
    theirs = make_run(
        toy, {0: [1]}, "theirs", submitted_by=make_user(Role.SUBMITTER), state="private"
    )
    assert look(toy)["runs"] == ["ours"]
    assert look(toy, runs=(theirs,))["runs"] == ["theirs"]


def test_the_command_tells_people_what_its_json_tells_programs(toy, capsys):
    make_run(toy, {n: [n % 7] for n in range(8)}, "one")
    call_command("doctor", "toy", "--json")
    told = json.loads(capsys.readouterr().out)
    call_command("doctor", "toy")
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"toy: {told['sentence']}")
    for one in told["findings"]:
        assert one["detail"] in printed
        assert one["next"] in printed
    call_command("doctor", "toy", "--csv")
    assert "duplicated_texts,mend,4" in capsys.readouterr().out
    with pytest.raises(CommandError, match="did you mean one"):
        call_command("doctor", "toy", "--runs", "onne")
