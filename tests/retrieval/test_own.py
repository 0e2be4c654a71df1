"""One's own code, as a class and as a command: what becomes a model, and what is refused."""

import html
import re
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from config.documents import read_document
from foundation.checksum import sha256_of
from pooling.models import Provenance, RetrievalModel, Run, TrainingCaption
from retrieval.models import TrainedModel
from retrieval.queries.integrity import benchmark_differences
from retrieval.queries.trained import stored_files
from tests.commands import run_command
from tests.retrieval.with_torch.small import a_file, make_scored

pytestmark = pytest.mark.django_db(transaction=True)

START = "import sys, time, os, numpy as np\nfrom pathlib import Path\nfolder = Path(sys.argv[1])\n"
FINE = START + (
    "np.save(folder / 'query_embeddings.npy', np.ones((16, 3)))\n"
    "np.save(folder / 'video_embeddings.npy', np.ones((16, 3)))\n"
)
CLASS = """
class Own:
    def __init__(self, seed): pass
    def fit(self, material): {fit}
    def embed_texts(self, texts): return np.ones((len(texts), 3))
    def embed_videos(self, features, keys): return {videos}
"""


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def scored():
    return make_scored()


@pytest.fixture
def shown(tmp_path):
    """The files that docs/retrieval.md shows, and one of features."""
    page = read_document("retrieval").html
    section = page.partition('id="your-own-network"')[2].partition("<h2")[0]
    blocks = re.findall(r"<pre><code>(.*?)</code></pre>", section, re.DOTALL)[-2:]
    for name, block in zip(("own.py", "run.py"), blocks, strict=True):
        (tmp_path / name).write_text(html.unescape(block))
    (tmp_path / "features.npz").write_bytes(a_file().read())
    return tmp_path


def train(folder: Path, *words: str, name: str = "mine") -> str:
    out = StringIO()
    given = ["train_own", "scored", name, "--features", folder / "features.npz", *words]
    call_command(*map(str, given), stdout=out)
    return out.getvalue()


def by_class(folder: Path, text: str, *words: str) -> str:
    (folder / "theirs.py").write_text(text)
    return train(folder, "--class", f"{folder}/theirs.py:Own", *words)


def by_command(folder: Path, text: str, *words: str) -> str:
    (folder / "theirs.py").write_text(text)
    return train(folder, "--command", f"{sys.executable} {folder}/theirs.py", *words)


def refused(door, *given: object) -> str:
    """Nothing is kept then, neither rows nor files."""
    with pytest.raises(CommandError) as wrong:
        door(*given)
    assert not any(kind.objects.exists() for kind in (TrainedModel, RetrievalModel, Run))
    assert not list(Path(settings.MEDIA_ROOT).glob("models/*"))
    return str(wrong.value)


def problems(capsys) -> str:
    return capsys.readouterr().err


def test_both_doors_of_the_example_come_to_the_same_runs(scored, shown, signed_in, lead):
    card = shown / "card.json"
    card.write_bytes(b'\xef\xbb\xbf{\r\n"paper": "least squares",\r\n"layers": 1\r\n}\r\n')
    said = run_command(
        *("train_own", "scored", "one", "--class", shown / "own.py:Own"),
        *("--features", shown / "features.npz", "--card", card, "--options", '{"ridge": 0.5}'),
    )
    assert said.status == 0, said.err
    assert "Its runs: one and one v2t." in said.out
    command = f"{sys.executable} {shown / 'run.py'}"
    train(shown, "--command", command, "--options", '{"ridge": 0.5}', name="two")
    runs = {run.name: run for run in Run.objects.all()}
    assert runs["one"].sha256 == runs["two"].sha256
    ranks = [row.own_rank for row in runs["one"].rankings.all()]
    assert sum(rank <= 3 for rank in ranks) >= 12  # by chance it would be 3
    assert [run.provenance.captions for run in runs.values()] == [32] * 4
    one, two = TrainedModel.objects.order_by("pk")
    assert one.model.family == two.model.family == "Own code"
    assert one.card["own"] == {
        "code": f"{shown}/own.py:Own",
        "files": [{"name": "own.py", "sha256": sha256_of(shown / "own.py")}],
        "card": {"paper": "least squares", "layers": 1},
    }
    assert {"name": "run.py", "sha256": sha256_of(shown / "run.py")} in two.card["own"]["files"]
    assert one.card["parameters"]["ridge"] == 0.5
    assert {file.sha256 for file in stored_files()} == {one.sha256, two.sha256}
    client = signed_in(lead)
    page = client.get(f"/models/{one.pk}/training/").text
    for words in ("Own code (", "paper least squares", sha256_of(shown / "own.py"), "Machine"):
        assert words in page
    assert "Vectors of words" not in page
    assert "Loss and validation" not in page
    assert client.get(f"/models/{two.pk}/training/").status_code == 200


def test_rankings_are_those_of_a_plain_loop(scored, tmp_path):
    (tmp_path / "features.npz").write_bytes(a_file().read())
    rng = np.random.Generator(np.random.PCG64(4))
    queries, videos = (rng.choice([-2, -1, 1, 2], (16, 2)) for _ in range(2))  # with ties
    np.save(tmp_path / "q.npy", queries)
    np.save(tmp_path / "v.npy", videos)
    text = START + "".join(
        f"(folder / '{name}_embeddings.npy').write_bytes(Path('{tmp_path}/{of}').read_bytes())\n"
        for name, of in (("query", "q.npy"), ("video", "v.npy"))
    )
    by_command(tmp_path, text, "--depth", "5")
    keys = list(scored.videos.order_by("number").values_list("key", flat=True))
    there, back = Run.objects.order_by("direction")
    assert (there.direction, back.direction) == ("t2v", "v2t")
    for row in there.rankings.all():
        scores = [sum(a * b for a, b in zip(queries[row.item], v, strict=True)) for v in videos]
        best = sorted(range(16), key=lambda n: (scores[n], keys[n]), reverse=True)[:5]
        assert row.targets == best
    assert np.load(Path(settings.MEDIA_ROOT) / there.whole).shape == (16, 16)


def test_a_class_keeps_its_own_weights(scored, shown):
    extra = "\n    def save(self): return b'weights of mine'\n"
    text = "import numpy as np\n" + CLASS.format(fit="pass", videos="np.ones((len(keys), 3))")
    by_class(shown, (text + extra).replace("\n", "\r\n"))
    trained = TrainedModel.objects.get()
    assert (Path(settings.MEDIA_ROOT) / trained.path).read_bytes() == b"weights of mine"
    assert list(benchmark_differences(scored)) == []  # it has no epochs, and needs none


def test_what_is_evaluated_is_refused_and_marked_if_it_is_allowed(scored, shown):
    TrainingCaption.objects.create(benchmark=scored, key="x", video_key="e3", text="a leak")
    assert "1 of 33 videos of the training captions are videos of scored" in refused(
        by_command, shown, FINE
    )
    by_command(shown, FINE, "--allow-evaluated")
    assert [one.evaluated_videos for one in Provenance.objects.all()] == [1, 1]
    assert TrainedModel.objects.get().card["data"]["evaluated_videos"] == 1


def test_a_command_sees_no_video_of_an_evaluated_caption(scored, shown):
    by_command(
        shown,
        FINE + f"import shutil; shutil.copytree(folder, '{shown}/seen')\n",
    )
    seen = shown / "seen"
    captions = (seen / "captions.csv").read_text().splitlines()
    assert captions[0] == "key,text"
    assert len(captions) == 17
    assert len((seen / "train_relevance.csv").read_text().splitlines()) == 33
    held = [line.split(",")[2] for line in (seen / "train_captions.csv").read_text().splitlines()]
    assert sorted(set(held[1:])) == ["0"]  # a tenth of 32 videos would be too few
    assert np.load(seen / "train_features.npy").shape == (32, 12)


@pytest.mark.parametrize(
    ("fit", "videos", "words"),
    [
        ("raise ValueError('too cold')", "1", "fit raised ValueError: too cold"),
        ("sys.exit(3)", "1", "fit raised SystemExit: 3"),
        ("pass", "np.array([None])", "embed_videos returned values of the type object"),
        ("pass", "[[1, 2], [3]]", "embed_videos raised ValueError"),
    ],
)
def test_a_class_that_fails_leaves_nothing(scored, shown, fit, videos, words):
    text = "import sys, numpy as np\n" + CLASS.format(fit=fit, videos=videos)
    assert words in refused(by_class, shown, text)


@pytest.mark.parametrize(
    ("videos", "words"),
    [
        ("np.full((len(keys), 3), np.nan)", "nan"),
        ("np.ones((len(keys), 4))", "have 4 numbers, those of the captions in"),
        ("np.ones((1_000_000, 3))", "= 16 rows, found 1,000,000 x 3"),
        ("np.ones(len(keys))", "= 16 rows, found 16"),
    ],
)
def test_embeddings_that_do_not_fit_are_refused_with_their_file(
    scored, shown, capsys, videos, words
):
    text = "import numpy as np\n" + CLASS.format(fit="pass", videos=videos)
    assert "error" in refused(by_class, shown, text)
    said = problems(capsys)
    assert words in said
    assert "video_embeddings.npy" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FINE + "sys.exit(7)", "expected the exit status 0, found 7"),
        (START, "query_embeddings.npy: the command did not write it"),
        (
            FINE + "(folder / 'weights.bin').symlink_to('/etc/hostname')",
            "weights.bin: found a link or a folder; expected a regular file",
        ),
        (FINE + "(folder / 'card.json').write_text('[1]')", "card.json: expected a JSON object"),
    ],
)
def test_a_command_that_fails_leaves_nothing(scored, shown, text, words):
    assert words in refused(by_command, shown, text)


def test_a_command_that_hangs_is_ended_with_what_it_started(scored, shown):
    text = START + (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"Path('{shown}/child').write_text(str(child.pid))\n"
        "child.wait()\n"
    )
    assert "it was ended after 5 s (--time-limit)" in refused(
        by_command, shown, text, "--time-limit", "5"
    )
    status = Path(f"/proc/{(shown / 'child').read_text()}/status")
    assert not status.exists() or "State:\tZ" in status.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Expected either --class FILE.py:ClassName or --command COMMAND."),
        (("--class", "own.py"), "expected a file of this machine and a class"),
        (("--command", "no-such-program"), "--command no-such-program: No such file"),
        (("--command", "true", "--options", "[1]"), "--options: expected a JSON object"),
        (("--command", "true", "--relevance", "syn"), "no proxy of scored is called 'syn'"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_it_is_run(scored, shown, words, said):
    assert said in refused(train, shown, *words)


def test_a_class_without_a_method_is_refused(scored, shown):
    assert "Own has no method fit" in refused(by_class, shown, "class Own: pass")
