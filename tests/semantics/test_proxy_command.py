"""The command `proxy`: makes, imports, exports and says what came of it; and refuses in a line,
leaving nothing."""

import json
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from people.models import AuditEvent
from semantics.models import Proxy, StoredClasses
from semantics.queries.proxies import find_proxy, read_relevance
from tests.factories import make_benchmark
from tests.semantics.conftest import CAPTIONS, OWN
from tests.semantics.matrices import dense

pytestmark = pytest.mark.django_db

VERBS = "class,instances\nrun,run\nsleep,sleep\ncook,cook\ncook,boil\n"
NOUNS = "class,instances\ndog,dog\ndog,puppy\nbeach,beach\nbeach,sand\nman,man\nman,chef\n"


def proxy(*words, **options) -> dict:
    return json.loads(call_command("proxy", *map(str, words), json=True, **options))


def refusal(*words) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("proxy", *map(str, words))
    return str(refused.value)


def files_kept() -> list[Path]:
    return [path for path in (Path(settings.MEDIA_ROOT) / "proxies").rglob("*") if path.is_file()]


@pytest.fixture
def tables(tmp_path) -> list[str]:
    for name, content in (("verbs.csv", VERBS), ("nouns.csv", NOUNS)):
        (tmp_path / name).write_text(content)
    return ["--verbs", str(tmp_path / "verbs.csv"), "--nouns", str(tmp_path / "nouns.csv")]


@pytest.mark.parametrize("kind", ["bow", "pos", "syn", "meteor", "ranp", "angular"])
def test_every_kind_is_made_with_its_parameters_and_a_baseline(benchmark, kind):
    told = proxy("talk", kind, "--baseline")
    row = Proxy.objects.get()
    assert (told["proxy"], told["kind"], told["already"]) == (kind, kind, False)
    assert (told["pairs"], told["parameters"]) == (row.pairs, row.parameters)
    assert set(told["random"]) == {"t2v", "v2t", "both"}
    assert told["random"]["both"] == (told["random"]["t2v"] + told["random"]["v2t"]) / 2
    relevance = read_relevance(row)
    cells = dense(relevance)
    assert relevance.shape == (7, 4)
    assert np.count_nonzero(cells) == row.pairs
    assert (cells[np.arange(7), OWN] == 1).all()
    assert (cells[0] > 0).tolist()[3], "a caption with the same text is of the dunes"


def test_captions_without_words_are_counted(benchmark):
    told = proxy("talk", "pos")
    assert told["without_words"] == Proxy.objects.get().without_words == 1
    said = call_command("proxy", "talk", "pos")
    assert "1 captions have no word that it looks at" in said


def test_the_same_kind_and_parameters_are_stored_once(benchmark):
    first = proxy("talk", "syn")
    for words in (
        ("talk", "syn"),
        ("talk", "syn", "--name", "syn"),
        ("talk", "syn", "--name", "x"),
    ):
        again = proxy(*words)
        assert again["already"]
        assert (again["id"], again["proxy"]) == (first["id"], "syn")
    other = proxy("talk", "syn", "--rho", "0.6")
    assert (other["already"], other["proxy"], other["parameters"]["rho"]) == (False, "syn-2", 0.6)
    assert (Proxy.objects.count(), len(files_kept())) == (2, 2)


def test_a_file_is_one_proxy_whatever_its_name_and_another_file_another(benchmark, tmp_path, cells):
    np.save(tmp_path / "a.npy", cells)
    np.save(tmp_path / "b.npy", cells)
    np.savez(tmp_path / "c.npz", cells)
    first = proxy("talk", "--import", tmp_path / "a.npy", "--name", "first")
    same = proxy("talk", "--import", tmp_path / "b.npy", "--name", "same")
    other = proxy("talk", "--import", tmp_path / "c.npz", "--name", "other")
    assert (same["proxy"], same["already"], other["already"]) == ("first", True, False)
    assert other["id"] != first["id"]


def test_the_tables_are_stored_so_that_it_can_be_made_again(benchmark, tables):
    told = proxy("talk", "syn", *tables)
    row = Proxy.objects.get()
    about = told["parameters"]["verbs"]
    assert (Path(about["file"]).name, about["classes"]) == ("verbs.csv", 3)
    assert about["sha256"] == row.verbs.sha256
    assert row.verbs.instances["boil"] == row.verbs.names.index("cook")
    assert "wordnet" not in told["parameters"]
    cells = dense(read_relevance(row))
    assert cells[3, 2] == 1
    assert cells[5, 2] == 1
    # Another file with the same classes is the same table, and so the same proxy.
    Path(tables[1]).rename(Path(tables[1]).with_name("others.csv"))
    again = proxy("talk", "syn", "--verbs", Path(tables[1]).with_name("others.csv"), *tables[2:])
    assert again["already"]
    proxy("talk", "ranp", "--verbs", Path(tables[1]).with_name("others.csv"), *tables[2:])
    assert StoredClasses.objects.count() == 2


def test_vectors_of_a_file_are_what_is_compared(benchmark, tmp_path):
    vectors = np.eye(7)
    vectors[1] = vectors[0]
    np.save(tmp_path / "vectors.npy", vectors)
    told = proxy("talk", "angular", "--vectors", tmp_path / "vectors.npy")
    assert told["parameters"]["vectors"]["dimensions"] == 7
    fitted = proxy("talk", "angular")
    assert fitted["parameters"]["vectors"] == "fitted"
    assert not fitted["already"]


def test_a_matrix_is_imported_and_exported_as_it_was(benchmark, matrix_file, cells, tmp_path):
    told = proxy("talk", "--import", matrix_file, "--name", "theirs")
    assert (told["proxy"], told["kind"], told["pairs"]) == ("theirs", "imported", 9)
    assert told["without_words"] is None
    for ending in ("npy", "npz"):
        out = tmp_path / f"out.{ending}"
        assert proxy("talk", "--name", "theirs", "--export", out)["file"] == str(out)
        again = make_benchmark(CAPTIONS, name=f"again-{ending}")
        proxy(again.name, "--import", out, "--name", "back")
        assert (dense(read_relevance(find_proxy(again, "back"))) == cells).all()
    assert np.load(tmp_path / "out.npy").tolist() == cells.tolist()
    assert proxy("talk", "--import", matrix_file, "--name", "theirs")["already"]


def test_a_proxy_is_made_and_exported_in_one_call(benchmark, tmp_path):
    proxy("talk", "bow", "--export", tmp_path / "bow.npy")
    kept = dense(read_relevance(find_proxy(benchmark, "BOW")))
    assert (np.load(tmp_path / "bow.npy") == kept).all()


def test_what_is_done_is_in_the_audit_log(benchmark, matrix_file):
    proxy("talk", "bow")
    proxy("talk", "--import", matrix_file, "--name", "theirs")
    events = AuditEvent.objects.filter(object_type="proxy").order_by("pk")
    assert [(one.verb, one.object_name) for one in events] == [
        ("made", "bow"),
        ("imported", "theirs"),
    ]
    assert events[0].after["sha256"] == find_proxy(benchmark, "bow").sha256


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("talk",), "expected KIND, --import FILE, or --export FILE with --name"),
        (("talk", "syn", "--import", "x.npy"), "expected KIND or --import FILE, not both"),
        (("talk", "--import", "x.npy"), "expected --name with --import"),
        (("talk", "--import", "x.npy", "--name", "a"), "x.npy: expected a file, found nothing"),
        (("talk", "bow", "--verbs", "x.csv"), "The proxy Bag of words does not look at verbs"),
        (("talk", "pos", "--vectors", "x.npy"), "does not look at vectors: leave it out"),
        (("talk", "syn", "--verbs", "x.csv"), "x.csv: expected a file, found nothing"),
        (("talk", "bow", "--export", "x.csv"), "A proxy is exported as .npy or .npz, not as 'csv'"),
        (("talk", "bow", "--export", "no/folder/x.npy"), "in a folder that exists"),
        (
            ("talk", "--name", "nothing", "--export", "x.npy"),
            "no proxy of talk is called 'nothing'",
        ),
        (("talk", "bow", "--name", "instance"), "instance means another kind of relevance"),
        (("talk", "bow", "--name", "a,b"), "no comma"),
        (("talks", "bow"), "no benchmark is called 'talks': did you mean talk?"),
        (("talk", "bag"), "invalid choice: 'bag'"),
        (("talk", "bow", "--rho", "2"), "expected a number from 0 to 1, found 2"),
    ],
)
def test_what_cannot_be_done_is_refused_and_leaves_nothing(
    benchmark, tmp_path, monkeypatch, words, says
):
    monkeypatch.chdir(tmp_path)
    assert says in refusal(*words)
    assert (Proxy.objects.count(), StoredClasses.objects.count(), files_kept()) == (0, 0, [])


def test_a_name_is_taken_whatever_its_case(benchmark, matrix_file):
    proxy("talk", "bow", "--name", "First")
    assert "talk has a proxy called first" in refusal("talk", "pos", "--name", "first")
    assert "has a proxy called FIRST" in refusal("talk", "--import", matrix_file, "--name", "FIRST")
    assert "has a proxy called first" in refusal("talk", "bow", "--name", "first", "--rho", "0.9")
    assert len(files_kept()) == Proxy.objects.count() == 1


def test_a_bad_file_is_named_with_its_line_and_nothing_is_stored(benchmark, tmp_path, capsys):
    bad = tmp_path / "vectors.txt"
    bad.write_text("c0 1 2\nc1 1 nan\n")
    assert refusal("talk", "angular", "--vectors", bad).endswith("nothing was made")
    assert f"{bad}:2:6: 'nan' is no finite number" in capsys.readouterr().err
    table = tmp_path / "verbs.csv"
    table.write_text("class,instances\nrun,run\ngo,run\n")
    refusal("talk", "syn", "--verbs", table)
    assert f"{table}:3:" in capsys.readouterr().err
    np.save(tmp_path / "turned.npy", np.ones((4, 7)))
    refusal("talk", "--import", tmp_path / "turned.npy", "--name", "a")
    assert "it is transposed: save matrix.T" in capsys.readouterr().err
    assert (Proxy.objects.count(), StoredClasses.objects.count(), files_kept()) == (0, 0, [])


def test_captions_without_a_source_have_no_proxy(db):
    make_benchmark([("a dog", ""), ("a cat", "v0")], name="half", videos=["v0"])
    assert "1 of 2 captions have no source video" in refusal("half", "bow")


def test_an_empty_benchmark_has_no_proxy(db):
    make_benchmark([], name="empty")
    assert "The benchmark has no captions" in refusal("empty", "bow")


def test_a_file_that_is_there_is_not_written_over(benchmark, tmp_path):
    (tmp_path / "mine.npy").write_text("mine")
    assert "expected a new file" in refusal("talk", "bow", "--export", tmp_path / "mine.npy")
    assert (tmp_path / "mine.npy").read_text() == "mine"
