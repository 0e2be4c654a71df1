"""Runs from files: the rankings that are in the database afterwards, and what is said of odd
files."""

import json
from hashlib import sha256

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from foundation.integrity import stored_files
from pooling.models import Ranking, RetrievalModel, Run
from pooling.queries.axes import read_targets
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db(transaction=True)

# c0 of v0, c1 of v1, c2 of v2
SCORES = np.array([[0.9, 0.1, 0.5], [0.2, 0.2, 0.2], [0.3, 0.8, 0.4]], np.float32)


@pytest.fixture
def toy():
    return make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")], name="toy")


def import_it(capsys, *words: str) -> dict:
    call_command("import_run", "toy", *words, "--json")
    return json.loads(capsys.readouterr().out)


def stored(run: Run) -> dict[int, tuple[list[int], list[float], int | None]]:
    return {
        row.item: (row.targets, row.scores, row.own_rank)
        for row in Ranking.objects.filter(run=run).order_by("item")
    }


def matrix(folder, scores=SCORES, name="sim.npy") -> str:
    np.save(folder / name, scores)
    return str(folder / name)


def test_a_matrix_becomes_rankings_with_ties_by_key_descending_and_own_ranks_of_the_whole_row(
    toy, tmp_path, capsys
):
    done = import_it(capsys, "clip", matrix(tmp_path), "--depth", "2")
    run = Run.objects.get(pk=done["run"])
    found = stored(run)
    assert {item: (targets, own) for item, (targets, _, own) in found.items()} == {
        0: ([0, 2], 1),
        1: ([2, 1], 2),  # all tied: v2 before v1 before v0
        2: ([1, 2], 2),
    }
    assert found[0][1] == pytest.approx([0.9, 0.5])
    assert (run.name, run.model.name, run.items, run.depth, run.ties, run.full_ranks) == (
        "clip",
        "clip",
        3,
        2,
        1,
        True,
    )
    assert read_targets(run, 2, 3).tolist() == [[0, 2], [2, 1], [1, 2]]


def test_rows_and_columns_may_be_named_in_any_order(toy, tmp_path, capsys):
    (tmp_path / "rows").write_text("c2\nc0\nc1\n")
    (tmp_path / "columns").write_text("v1\nv2\nv0\n")
    path = matrix(tmp_path, SCORES[[2, 0, 1]][:, [1, 2, 0]])
    done = import_it(
        capsys,
        "clip",
        path,
        "--captions",
        str(tmp_path / "rows"),
        "--videos",
        str(tmp_path / "columns"),
    )
    assert {item: row[0] for item, row in stored(Run.objects.get(pk=done["run"])).items()} == {
        0: [0, 2, 1],
        1: [2, 1, 0],
        2: [1, 2, 0],
    }


def test_the_other_direction_ranks_captions_for_videos(toy, tmp_path, capsys):
    done = import_it(capsys, "clip", matrix(tmp_path), "--direction", "v2t")
    run = Run.objects.get(pk=done["run"])
    assert run.direction == "v2t"
    assert {item: (row[0], row[2]) for item, row in stored(run).items()} == {
        0: ([0, 2, 1], 1),
        1: ([2, 1, 0], 2),
        2: ([0, 2, 1], 2),
    }


@pytest.mark.parametrize("separator", ["trec", "csv", "jsonl"])
def test_the_same_scores_in_every_format_give_the_same_rankings(toy, tmp_path, capsys, separator):
    line = {
        "trec": lambda c, v, s: f"{c} Q0 {v} 0 {s} tag\n",
        "csv": lambda c, v, s: f"{c},{v},{s}\n",
        "jsonl": lambda c, v, s: json.dumps({"caption_id": c, "video_id": v, "score": s}) + "\n",
    }[separator]
    rows = [
        line(f"c{c}", f"v{v}", round(float(SCORES[c, v]), 3)) for c in (2, 0, 1) for v in (1, 0, 2)
    ]
    (tmp_path / "run").write_text(
        ("caption_id,video_id,score\n" if separator == "csv" else "") + "".join(rows)
    )
    done = import_it(capsys, "clip", str(tmp_path / "run"))
    assert done["format"] == separator
    assert {item: row[0] for item, row in stored(Run.objects.get(pk=done["run"])).items()} == {
        0: [0, 2, 1],
        1: [2, 1, 0],
        2: [1, 2, 0],
    }


def test_short_and_missing_rankings_are_kept_as_they_are_and_said(toy, tmp_path, capsys):
    (tmp_path / "run").write_text("c0 Q0 v2 1 3.5 t\nc2 Q0 v1 1 1 t\nc2 Q0 v0 2 0.5 t\n")
    done = import_it(capsys, "clip", str(tmp_path / "run"))
    run = Run.objects.get(pk=done["run"])
    assert stored(run) == {0: ([2], [3.5], None), 2: ([1, 0], [1.0, 0.5], None)}
    assert read_targets(run, 3, 3).tolist() == [[2, -1, -1], [-1, -1, -1], [1, 0, -1]]
    assert any("no ranking" in said for said in done["warnings"])


def test_the_same_file_for_the_same_model_is_recognised(toy, tmp_path, capsys):
    first = import_it(capsys, "clip", matrix(tmp_path))
    again = import_it(capsys, "CLIP", matrix(tmp_path, name="again.npy"))
    assert (again["run"], again["already"]) == (first["run"], True)
    assert (Run.objects.count(), RetrievalModel.objects.count()) == (1, 1)


def test_a_matrix_that_scores_better_transposed_is_said_so(tmp_path, capsys):
    make_benchmark([(f"text {n}", f"v{n}") for n in range(30)], name="toy")
    rng = np.random.default_rng(3)
    shuffled = np.eye(30)[np.roll(np.arange(30), 1)] + 0.01 * rng.random((30, 30))
    done = import_it(capsys, "odd", matrix(tmp_path, shuffled.astype(np.float32)))
    assert any(
        "order" in said or "transposed" in said or "distances" in said for said in done["warnings"]
    ), done["warnings"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("c0 Q0 v9 1 1.0 t", "v9"),
        ("c9 Q0 v0 1 1.0 t", "c9"),
        ("c0 Q0 v0 1 nan t", "nan"),
        ("c0 Q0 v0 1 1_000 t", "1_000"),
        ("c0 Q0 v0 1 inf t", "inf"),
        ("c0 Q0 v1 1 1.0 t", "again"),
        ("c0 Q0 v0 1 1.0", "expected"),
    ],
)
def test_a_bad_line_is_named_with_its_place_and_nothing_is_imported(
    toy, tmp_path, capsys, line, said
):
    path = tmp_path / "run.txt"
    path.write_text(f"c0 Q0 v1 1 2.0 t\n{line}\nc1 Q0 v1 1 1.0 t\n")
    with pytest.raises(CommandError, match="nothing was imported"):
        call_command("import_run", "toy", "clip", str(path))
    errors = capsys.readouterr().err
    assert f"{path}:2:" in errors
    assert said in errors
    assert (Run.objects.count(), Ranking.objects.count()) == (0, 0)


def test_a_taken_name_and_a_wrong_depth_are_refused(toy, tmp_path, capsys):
    import_it(capsys, "clip", matrix(tmp_path))
    with pytest.raises(CommandError, match="taken"):
        call_command(
            "import_run", "toy", "other", matrix(tmp_path, SCORES * 2, "b.npy"), "--name", "Clip"
        )
    with pytest.raises(
        CommandError, match="--depth: expected a whole number from 1 to 1000, found 0"
    ):
        call_command(
            "import_run", "toy", "other", matrix(tmp_path, SCORES * 3, "c.npy"), "--depth", "0"
        )
    with pytest.raises(CommandError, match="did you mean toy"):
        call_command("import_run", "tyo", "other", matrix(tmp_path))


def test_a_refused_file_registers_no_model(toy, tmp_path, capsys):
    (tmp_path / "r.csv").write_text("caption_id,video_id,score\nc0,nowhere,1\n")
    with pytest.raises(CommandError):
        import_it(capsys, "clip", str(tmp_path / "r.csv"))
    assert not RetrievalModel.objects.exists()


def embeddings(folder, scores=SCORES) -> list[str]:
    """Of which the scores are the products."""
    np.save(folder / "q.npy", scores)
    np.save(folder / "v.npy", np.eye(3, dtype=np.float32))
    return [
        "--query-embeddings",
        str(folder / "q.npy"),
        "--video-embeddings",
        str(folder / "v.npy"),
    ]


def test_two_files_of_embeddings_are_the_run_of_their_matrix(toy, tmp_path, capsys):
    whole = import_it(capsys, "clip", matrix(tmp_path), "--depth", "2")
    done = import_it(capsys, "two", *embeddings(tmp_path), "--depth", "2")
    one, two = (Run.objects.get(pk=made["run"]) for made in (whole, done))
    assert stored(two) == stored(one)
    assert (two.format, two.full_ranks, two.ties) == ("embeddings", True, 1)
    assert two.file_name == f"{tmp_path / 'q.npy'}, {tmp_path / 'v.npy'}"


def test_every_rank_of_a_matrix_is_kept_beside_its_rows(toy, tmp_path, capsys, settings):
    """Rows go to the depth; what looks at whole rankings finds them in a file."""
    settings.MEDIA_ROOT = tmp_path / "media"
    shallow = import_it(capsys, "clip", matrix(tmp_path), "--depth", "2")
    deep = import_it(capsys, "deep", *embeddings(tmp_path), "--depth", "3")
    run, whole = (Run.objects.get(pk=made["run"]) for made in (shallow, deep))
    assert (shallow["whole"], deep["whole"], whole.whole) == (True, False, "")
    ranks = np.load(settings.MEDIA_ROOT / run.whole)
    assert ranks.tolist() == [[1, 3, 2], [3, 2, 1], [3, 1, 2]]
    files = {file.path: file.sha256 for file in stored_files()}
    content = (settings.MEDIA_ROOT / run.whole).read_bytes()
    assert files[run.whole] == sha256(content).hexdigest()


def test_a_run_that_is_not_stored_leaves_no_file(toy, tmp_path, capsys, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    import_it(capsys, "clip", matrix(tmp_path), "--depth", "2")
    with pytest.raises(CommandError, match="taken"):
        import_it(capsys, "other", matrix(tmp_path), "--depth", "1", "--name", "clip")
    assert len(list((settings.MEDIA_ROOT / "rankings").glob("*"))) == 1


def test_the_same_embeddings_are_recognised_unless_they_are_normalised(toy, tmp_path, capsys):
    first = import_it(capsys, "two", *embeddings(tmp_path))
    again = import_it(capsys, "two", *embeddings(tmp_path))
    scaled = import_it(capsys, "two", *embeddings(tmp_path), "--normalise", "--name", "cosines")
    assert (again["run"], again["already"]) == (first["run"], True)
    assert scaled["run"] != first["run"]
    scores = Ranking.objects.get(run=scaled["run"], item=1).scores
    assert scores == pytest.approx([3**-0.5] * 3)


@pytest.mark.parametrize(
    ("leave", "said"),
    [
        (slice(2), "Expected the embeddings of both"),
        (slice(2, 4), "Expected the embeddings of both"),
        (slice(0), "Expected either one file"),
    ],
)
def test_half_of_a_run_is_refused(toy, tmp_path, leave, said):
    words = embeddings(tmp_path)[leave]
    with pytest.raises(CommandError, match=said):
        call_command("import_run", "toy", "two", *words)
    with pytest.raises(CommandError, match="Expected either one file"):
        call_command("import_run", "toy", "two", matrix(tmp_path), *embeddings(tmp_path))
    assert not Run.objects.exists()


def test_embeddings_with_a_fault_import_nothing_and_say_which_file(toy, tmp_path, capsys):
    broken = np.where(SCORES[1, 0] == SCORES, np.nan, SCORES)
    with pytest.raises(CommandError, match=r"1 error in .*q\.npy: nothing was imported"):
        call_command("import_run", "toy", "two", *embeddings(tmp_path, broken))
    assert (Run.objects.count(), RetrievalModel.objects.count()) == (0, 0)
