"""A training is asked for by HTTP and ends as a model with its card and two runs, or as nothing."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from foundation.home import CHECKOUT
from jobs.actions.attempt import claim_job
from jobs.actions.request import retry_job, start_job
from jobs.claims import Cancelled
from jobs.models import Job, State
from jobs.running import Attempt, run_attempt, run_job
from people.actor import COMMAND
from people.models import AuditEvent, Scope
from pooling.integrity import differences as pooling_differences
from pooling.models import (
    Benchmark,
    Caption,
    JudgedPair,
    Provenance,
    Query,
    RetrievalModel,
    Run,
    Upload,
    Video,
)
from retrieval.actions.train_model import Stopwatch
from retrieval.models import TrainedModel
from retrieval.networks.kinds import NETWORKS
from retrieval.queries.integrity import benchmark_differences
from retrieval.queries.places import embeddings_of
from retrieval.queries.trained import CHECKPOINTS, FOLDER, stored_files
from retrieval.training.trained import Trained, alike
from semantics.models import Proxy
from tests.api.conftest import check_problem
from tests.commands import environment, home_of_commands, order_of, run_command
from tests.factories import make_benchmark
from tests.pooling.api.conftest import work_on
from tests.retrieval.with_torch.small import (
    KINDS,
    SETTINGS,
    a_file,
    features,
    make_scored,
    pickled_file,
    text_of,
)
from tests.semantics.made import make_proxy

# In their own transactions: a job's heart beats on another connection, and must see the job.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scored() -> Benchmark:
    return make_scored()


def ask(api, benchmark, **more):
    asked = {"name": "ours", **SETTINGS, "features": a_file()} | more
    return api.post(f"benchmarks/{benchmark.pk}/train", **asked)


def left_over() -> list[str]:
    media = Path(settings.MEDIA_ROOT)
    found = [path for name in (FOLDER, CHECKPOINTS) for path in (media / name).glob("*")]
    return [path.name for path in found]


def nothing_was_kept() -> bool:
    rows = (TrainedModel, RetrievalModel, Run, Provenance)
    return not any(kind.objects.exists() for kind in rows) and not left_over()


def judge(benchmark, text: str, *videos: str) -> None:
    for key in videos:
        JudgedPair.objects.create(
            query=Query.objects.get(benchmark=benchmark, text=text),
            video=Video.objects.get(benchmark=benchmark, key=key),
            verdict="relevant",
        )


@pytest.mark.parametrize("network", NETWORKS)
def test_a_training_ends_as_a_model_with_runs_in_both_directions(api, scored, network):
    done = work_on(ask(api, scored, network=network))
    assert done["state"] == "done", done["error"]
    result = done["result"]
    learns = NETWORKS[network].learns
    assert result["runs"] == {"t2v": "ours", "v2t": "ours v2t"}
    assert result["trained_on"]["captions"] == 32
    assert [point["epoch"] for point in result["curve"]] == ([1, 2, 3, 4] if learns else [])
    assert set(TrainedModel.objects.get().card["parameters"]) >= {"network", "seed", "space"}
    assert ("loss" in TrainedModel.objects.get().card["parameters"]) == learns
    there, back = Run.objects.order_by("direction")
    assert (there.items, back.items) == (16, 16)
    assert there.rankings.get(item=0).own_rank >= 1
    assert there.model == back.model == RetrievalModel.objects.get()
    assert AuditEvent.objects.filter(verb="trained", actor__username="lena").count() == 1
    row = TrainedModel.objects.get()
    assert [file.sha256 for file in stored_files()] == [row.sha256, row.embeddings_sha256]
    similarity = alike(embeddings_of(row).embedded)
    first = there.rankings.order_by("item").values_list("targets", flat=True)
    queries = Caption.objects.order_by("number").values_list("query__number", flat=True)
    for targets, query in zip(first, queries, strict=True):
        assert similarity[query, targets[0]] == similarity[query].max()
    assert list(pooling_differences()) == []
    assert list(benchmark_differences(scored)) == []
    assert Upload.objects.get().path == ""  # the features were read, and are gone


def test_the_better_videos_come_first(api, scored):
    """Not by chance: that would find one in sixteen."""
    work_on(ask(api, scored, epochs=60, patience=60, rate=0.01))
    ranks = Run.objects.get(direction="t2v").rankings.values_list("own_rank", flat=True)
    assert sum(rank <= 3 for rank in ranks) >= 12


def test_the_card_says_what_is_needed_to_train_it_again(api, scored):
    work_on(ask(api, scored, network="jpose", loss="triplet-all"))
    trained = TrainedModel.objects.get()
    shown = api.get(f"models/{trained.pk}/training").json()
    card = shown["card"]
    assert (shown["network"], shown["loss"], shown["seed"]) == ("jpose", "triplet-all", 3)
    assert card["parameters"]["epochs"] == 4
    assert card["parameters"]["parts"] == ["verb", "noun"]
    assert card["features"] | {"sha256": ""} == {
        "source": "features.npz",
        "sha256": "",
        "numbers": 12,
        "over_segments": "mean",
        "experts": [{"source": "features.npz", "numbers": 12, "missing": 0}],
        "notes": [],
    }
    assert set(card["versions"]) == {"truepool", "python", "numpy", "torch"}
    assert shown["seconds"] > 0
    assert shown["curve"] == trained.curve
    assert [run["provenance"]["captions"] for run in shown["runs"]] == [32, 32]
    kept = Trained.load(Path(settings.MEDIA_ROOT) / trained.path)
    assert kept.best == trained.best


def test_what_is_computed_at_once_says_so(api, scored, signed_in, lead, tmp_path):
    path = tmp_path / "features.npz"
    path.write_bytes(a_file().read())
    done = run_command("train_model", "scored", "ours", "--model", "cca", "--features", path)
    assert done.status == 0, done.err
    assert "was trained on 32 captions of 32 videos" in done.out
    assert "(0 epochs)" in done.out
    trained = TrainedModel.objects.get()
    assert (trained.loss, trained.curve, trained.card["data"]["held_back"]) == ("", [], None)
    page = signed_in(lead).get(f"/models/{trained.pk}/training/").text
    assert "cca, computed and not trained, on 32 captions of 32 videos" in page
    assert "<polyline" not in page
    ranks = Run.objects.get(direction="t2v").rankings.values_list("own_rank", flat=True)
    assert sum(rank <= 3 for rank in ranks) >= 12


def test_the_same_seed_gives_the_same_rankings(api, scored):
    for name, seed in (("one", 3), ("same", 3), ("other", 4)):
        work_on(ask(api, scored, name=name, seed=seed))
    sha = {run.name: run.sha256 for run in Run.objects.all()}
    assert sha["one"] == sha["same"] != sha["other"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"loss": "nce", "relevance": "collected"}, "instances alone"),
        ({"relevance": "instance", "tau": 2}, "less than or equal to 1"),
        ({"network": "resnet"}, "not a valid choice"),
        (
            {"network": "cca", "loss": "triplet-ranp", "relevance": "collected"},
            "A network that is not trained looks at a caption's own video alone",
        ),
        ({"name": "a,b"}, "comma"),
        ({"parts": "verb,pronoun"}, "pronoun"),
    ],
)
def test_what_cannot_be_trained_is_a_problem(api, scored, asked, words):
    check_problem(ask(api, scored, **asked), 400, words)
    assert not Job.objects.exists()


def test_a_name_that_is_taken_is_a_problem(api, scored):
    RetrievalModel.objects.create(name="OURS")
    check_problem(ask(api, scored), 409, "expected another name")


def test_a_proxy_that_there_is_not_is_said_plainly(api, scored):
    failed = work_on(ask(api, scored, loss="triplet-ranp", relevance="syn"))
    assert failed["state"] == "failed"
    assert "no proxy of scored is called 'syn'" in failed["error"]["message"]
    assert nothing_was_kept()


@pytest.mark.parametrize("kind", ["bow", "angular", "meteor"])
def test_a_proxy_says_what_is_relevant_batch_by_batch_or_from_all_pairs(api, scored, kind):
    make_proxy(scored, kind)
    Proxy.objects.update(kind=kind, parameters={"seed": 0} if kind == "angular" else {})
    done = work_on(ask(api, scored, loss="triplet-ranp", relevance=kind, tau=0.5))
    assert done["state"] == "done", done["error"]
    assert (done["result"]["trained_on"]["kind"], len(done["result"]["curve"])) == (kind, 4)


def test_two_experts_are_two_files_and_what_one_lacks_is_said_once(api, scored, signed_in, lead):
    seen, heard = features(), features()
    del heard["e3"], heard["t5-1"]
    files = [pickled_file("seen.pkl", seen), pickled_file("heard.pkl", heard)]
    done = work_on(ask(api, scored, features=files, over_segments="max"))
    assert done["state"] == "done", done["error"]
    (warning,) = done["result"]["warnings"]
    assert warning.startswith("heard.pkl: nothing of 2 of 48 videos, such as 'e3'")
    card = TrainedModel.objects.get().card["features"]
    assert [one["missing"] for one in card["experts"]] == [0, 2]
    assert (card["numbers"], card["over_segments"]) == (24, "max")
    page = signed_in(lead).get(f"/models/{TrainedModel.objects.get().pk}/training/").text
    assert "nothing of 2 of 48 videos" in page
    assert not any(Upload.objects.values_list("path", flat=True))  # both were read, and are gone


def test_a_mixture_reads_each_file_apart(api, scored):
    files = [pickled_file(name, features()) for name in ("seen.pkl", "heard.pkl")]
    done = work_on(ask(api, scored, features=files, network="moee"))
    assert done["state"] == "done", done["error"]
    kept = Trained.load(Path(settings.MEDIA_ROOT) / TrainedModel.objects.get().path)
    assert kept.sizes.experts == (12, 12)


def test_a_training_asked_for_before_there_were_experts_is_still_done(scored, tmp_path):
    path = tmp_path / "features.npz"
    path.write_bytes(a_file().read())
    asked = {"benchmark": scored.pk, "name": "ours", "epochs": 1}
    job = start_job("retrieval.train_model", actor=COMMAND, features=str(path), **asked)
    assert run_job(job.pk, worker="a test")
    assert TrainedModel.objects.get().card["features"]["numbers"] == 12


def test_a_folder_whose_files_say_nothing_is_refused_with_the_file(scored, tmp_path):
    for name in ("flow.pkl", "rgb.pkl"):
        (tmp_path / name).write_bytes(b"")
    refused = run_command("train_model", "scored", "ours", "--features", tmp_path)
    assert refused.status != 0
    assert "flow.pkl" in refused.err


def test_features_without_a_row_are_refused_and_nothing_is_kept(api, scored):
    rows = features()
    del rows["e3"], rows["t5-1"]
    failed = work_on(ask(api, scored, features=a_file(rows)))
    assert failed["error"]["message"] == "2 errors in features.npz: nothing was trained"
    assert "'e3'" in failed["error"]["details"]["problems"][0]
    assert nothing_was_kept()


def test_a_benchmark_without_training_captions_is_refused_with_what_to_do(api):
    bare = make_benchmark([("a", "v")], name="bare")
    failed = work_on(ask(api, bare))
    assert "import_benchmark bare --captions FILE --training" in failed["error"]["message"]
    assert nothing_was_kept()


def test_without_clips_and_without_a_file_it_says_so(api, scored):
    failed = work_on(api.post(f"benchmarks/{scored.pk}/train", {"name": "ours"}))
    assert "have no clip of scored that plays" in failed["error"]["message"]


def test_labels_of_evaluated_captions_are_refused_unless_asked_for_and_then_marked(
    api, script, viewer, signed_in, scored
):
    judge(scored, text_of(KINDS[0]), "e1", "e2")
    judge(scored, text_of(KINDS[5]), "e5")
    asked = {"relevance": "collected", "loss": "triplet-ranp"}
    failed = work_on(ask(api, scored, **asked))
    assert "3 of 3 collected positives" in failed["error"]["message"]
    assert nothing_was_kept()
    done = work_on(ask(api, scored, **asked, allow_evaluated=True))
    assert done["state"] == "done", done["error"]
    seen = Provenance.objects.get(run__direction="t2v")
    assert (seen.labels, seen.evaluated_labels, seen.evaluated_videos) == (3, 3, 4)
    assert (seen.captions, seen.videos) == (32 + 4, 32 + 4)  # e0, e1 and e2 for one, e5
    run = seen.run
    told = script(viewer, Scope.READ).get(f"runs/{run.pk}").json()["provenance"]
    assert (told["saw_evaluated"], told["labels_of"]["name"]) == (True, "scored")
    client = signed_in(viewer)
    for address in (f"/runs/{run.pk}/", f"/models/{run.model_id}/", "/runs/"):
        assert "saw what is evaluated" in client.get(address).content.decode()
    assert (
        "saw what is evaluated" in client.get(f"/models/{run.model_id}/training/").content.decode()
    )
    table = run_table(scored)
    assert "ours †" in table
    assert "its model learnt from 3 labels of evaluated captions" in table


def run_table(benchmark) -> str:
    from measures.names import parse_all
    from metrics.queries.snapshot import take_snapshot
    from metrics.studies.evaluation import evaluate
    from metrics.tables.evaluation import tables
    from metrics.words import as_text

    runs = list(Run.objects.filter(benchmark=benchmark, direction="t2v"))
    found = evaluate(take_snapshot(benchmark, runs), parse_all("C@1"))
    return "\n".join(as_text(table) for table in tables(found))


def test_labels_of_training_captions_are_learnt_from_without_a_mark(api, scored):
    texts = [(f"the {colour} ball now {deed}", f"t{n}-0") for n, (colour, deed) in enumerate(KINDS)]
    other = make_benchmark(texts, name="labelled")
    judge(other, texts[0][0], "t1-0", "t2-0")
    asked = {"relevance": "collected", "loss": "triplet-ranp", "labels_of": other.pk}
    done = work_on(ask(api, scored, **asked))
    assert done["state"] == "done", done["error"]
    seen = Provenance.objects.get(run__direction="v2t")
    assert (seen.labels_of, seen.labels, seen.saw_evaluated) == (other, 2, False)
    assert done["result"]["trained_on"]["labels_of"] == "labelled"
    assert "†" not in run_table(scored)


def test_a_cancelled_training_continues_where_it_was(api, scored):
    answer = ask(api, scored, epochs=6, patience=6)
    job = claim_job(answer.json()["job"]["id"], worker="a test")

    def stop_late(seen):
        if seen.done > 8:
            attempt.stop = Cancelled

    attempt = Attempt(job, watch=stop_late)
    run_attempt(attempt)
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert not TrainedModel.objects.exists()
    assert len(left_over()) == 2  # the checkpoint, and how long it took
    retry_job(job.pk, actor=COMMAND)
    steps = []
    run_attempt(Attempt(claim_job(job.pk, worker="a test"), watch=steps.append))
    job.refresh_from_db()
    assert job.state == State.DONE, job.error
    trained = [step.done for step in steps if step.message.startswith("Epoch")]
    assert trained[0] > 6  # later than the second epoch
    assert len(job.result["curve"]) == 6
    assert len(left_over()) == 2  # the weights and the embeddings


def test_a_killed_training_comes_to_the_same_model(api, scored, tmp_path):
    path = tmp_path / "features.npz"
    path.write_bytes(a_file().read())
    words = ["train_model", "scored", "killed", "--model", "jpose", "--features", path]
    words += ["--epochs", "60", "--patience", "60", "--batch", "4", "--space", "8", "--json"]
    begun = subprocess.Popen(
        order_of(tuple(words)), cwd=CHECKOUT, env=environment(), stderr=subprocess.DEVNULL
    )
    checkpoints = home_of_commands() / "media" / CHECKPOINTS
    while not list(checkpoints.glob("*.json")):
        assert begun.poll() is None
        time.sleep(0.02)
    os.kill(begun.pid, signal.SIGKILL)
    begun.wait()
    assert not TrainedModel.objects.exists()
    assert not Run.objects.exists()
    again = run_command(*words)
    assert again.status == 0, again.err
    words[2] = "whole"
    whole = run_command(*words)
    assert json.loads(again.out)["curve"] == json.loads(whole.out)["curve"]
    killed = Run.objects.get(name="killed")
    assert killed.sha256 == Run.objects.get(name="whole").sha256
    assert (killed.provenance.captions, killed.created_by) == (32, None)


def test_how_long_it_took_is_a_whole_file_at_every_moment(tmp_path):
    """One that is read while the next is written is the one before."""
    file = tmp_path / "times.json"
    Stopwatch(file).note(1)
    with file.open(encoding="utf-8") as before:
        Stopwatch(file).note(2)
        first, second = json.load(before)["seconds"], json.loads(file.read_text())["seconds"]
    assert first < second
    assert [path.name for path in tmp_path.iterdir()] == ["times.json"]


def test_viewers_read_and_do_not_train(script, viewer, scored, api):
    work_on(ask(api, scored))
    trained = TrainedModel.objects.get()
    reader = script(viewer, Scope.READ)
    assert reader.get(f"models/{trained.pk}/training").status_code == 200
    assert ask(reader, scored, name="theirs").status_code == 403


def test_a_model_that_was_not_trained_here_has_no_card(api, scored):
    other = RetrievalModel.objects.create(name="elsewhere")
    check_problem(api.get(f"models/{other.pk}/training"), 404)


def test_the_page_asks_and_shows_the_job(signed_in, lead, scored):
    client = signed_in(lead)
    address = f"/benchmarks/{scored.pk}/train/"
    page = client.get(address).content.decode()
    assert "Train a model" in page
    sent = {"name": "ours", "network": "mmen", "loss": "triplet-hard", "relevance": "instance"}
    numbers = {name: client.get(address).context["form"][name].value() for name in NUMBERS}
    answer = client.post(address, sent | numbers | {"epochs": 2, "features": a_file()})
    job = Job.objects.get()
    assert answer.status_code == 302
    assert answer["Location"].startswith(address)
    assert answer["Location"].endswith(f"job={job.pk}")
    assert run_job(job.pk, worker="a test")
    model = TrainedModel.objects.get()
    shown = client.get(f"/models/{model.pk}/training/").content.decode()
    assert "<polyline" in shown
    assert model.sha256 in shown
    assert f"/models/{model.pk}/training/" in client.get(f"/models/{model.pk}/").content.decode()


NUMBERS = ("tau", "parts", "mining", "margin", "temperature", "space", "batch", "epochs", "rate")
NUMBERS += ("patience", "validation", "depth", "seed", "over_segments", "triplets", "across")
NUMBERS += ("within", "part_weight", "hidden", "optimiser", "schedule", "validate_by", "device")


def test_similarities_are_of_what_is_evaluated(api, scored):
    """A run's rankings are those of the network that was kept."""
    work_on(ask(api, scored))
    run = Run.objects.get(direction="t2v")
    rows = {ranking.item: ranking for ranking in run.rankings.all()}
    assert all(len(set(row.targets)) == 16 for row in rows.values())
    assert all(np.all(np.diff(row.scores) <= 0) for row in rows.values())
