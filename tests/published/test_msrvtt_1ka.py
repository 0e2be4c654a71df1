"""MSR-VTT 1k-A with two matrices that were published with their scores: `python -m metrics` prints
the same."""

import csv
import json

import numpy as np
import pytest

from metrics.snapshot import StoredRun
from metrics.standalone.command import run
from metrics.studies.doctor_others import look_at_others
from semantics.paraphrase.near_texts import Vocabulary
from semantics.paraphrase.plain_text import plain
from tests.metrics.worlds import Bare
from tests.published import published

# R@1, R@5, R@10, median and mean rank, as printed; None where the paper prints none.
PRINTED = {
    "video": (48.0, 73.0, 82.9, 2, 13.1),
    "titles": (29.7, 55.8, 66.6, 4, 26.7),
    "mixed": (49.1, 74.8, 83.0, 2, 12.5),
    "from video to text": (46.0, 74.1, 82.8, None, None),
}
MEASURES = ("C@1", "C@5", "C@10", "MedR", "MeanR")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The two matrices, and their mixture, 0.73 of video and 0.27 of titles."""
    folder = tmp_path_factory.mktemp("msrvtt-1ka")
    for name in ("video", "titles"):
        matrix = published(f"msrvtt-1ka/msrvtt_{name}_matrix.npy")
        (folder / f"{name}.npy").symlink_to(matrix.resolve())
    video, titles = (np.load(folder / f"{name}.npy") for name in ("video", "titles"))
    np.save(folder / "mixed.npy", 0.73 * video + 0.27 * titles)
    return folder


def scores(capsys, runs: list, *words: str) -> dict[str, tuple[float, ...]]:
    """By run: as many scores as there are measures; shares in percent."""
    asked = [*map(str, runs), "--measures", ",".join(MEASURES), "--resamples", "20", "--json"]
    assert run([*asked, "--permutations", "20", *words]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    found = {(row["run"], row["measure"]): row["original"] for row in rows}
    return {
        path.stem: tuple(
            round(found[path.stem, one] * (100 if one.startswith("C@") else 1), 1)
            for one in MEASURES
        )
        for path in runs
    }


@pytest.mark.parametrize("name", ["video", "titles", "mixed"])
def test_scores_from_text_to_video(files, capsys, name):
    captions = published("msrvtt-1ka/MSRVTT_JSFUSION_test.csv")
    found = scores(capsys, [files / f"{name}.npy"], "--captions", str(captions))
    assert found[name] == PRINTED[name]


def test_scores_from_video_to_text(files, tmp_path, capsys):
    """Nine captions share a text with others. The paper's count takes any of a text for right, and
    so the qrels here name, for each caption, the videos of all captions with its text."""
    with published("msrvtt-1ka/MSRVTT_JSFUSION_test.csv").open() as file:
        rows = list(csv.DictReader(file))
    videos: dict[str, list[str]] = {}
    for row in rows:
        videos.setdefault(row["sentence"], []).append(row["video_id"])
    (tmp_path / "original.qrels").write_text(
        "".join(f"{row['key']} 0 {video} 1\n" for row in rows for video in videos[row["sentence"]])
    )
    (tmp_path / "rows").write_text("".join(f"{row['key']}\n" for row in rows))
    (tmp_path / "columns").write_text("".join(f"{row['video_id']}\n" for row in rows))
    words = ["--original", str(tmp_path / "original.qrels"), "--direction", "v2t"]
    words += ["--rows", str(tmp_path / "rows"), "--columns", str(tmp_path / "columns")]
    found = scores(capsys, [files / "video.npy"], *words)["video"]
    assert found[:3] == PRINTED["from video to text"][:3]


@pytest.mark.parametrize("seed", range(2))
def test_a_permuted_list_of_videos_is_found_and_the_matrices_are_fine(files, seed):
    """The diagonal is kept, so that every score is that of the good matrix."""
    with published("msrvtt-1ka/MSRVTT_JSFUSION_test.csv").open() as file:
        given = [plain(row["sentence"]) for row in csv.DictReader(file)]
    texts = Vocabulary(list(dict.fromkeys(given))).read(given)
    queries = {text: number for number, text in enumerate(dict.fromkeys(given))}
    own = list(range(1_000))
    snapshot = Bare(1_000, [queries[text] for text in given], own, {}, []).snapshot()
    tables = {name: np.load(files / f"{name}.npy") for name in ("video", "titles", "mixed")}
    for name in ("video", "titles"):
        ruined = tables[name][:, np.random.default_rng(seed).permutation(1_000)]
        np.fill_diagonal(ruined, tables[name].diagonal())
        tables[f"{name}, permuted"] = ruined
    runs = [
        StoredRun(name, name, name, "t2v", np.argsort(-table, axis=1)[:, :50].astype(np.int32))
        for name, table in tables.items()
    ]
    found = {one.run: one.kind for one in look_at_others(snapshot, runs, texts)}
    assert found == dict.fromkeys(["video, permuted", "titles, permuted"], "off_diagonal_chance")
    # Each pair by itself, without the help of words.
    for pair in (runs[0], runs[4]), (runs[1], runs[3]):
        silent = Vocabulary(["a"]).read(["a"] * 1_000)
        kinds = [one.kind for one in look_at_others(snapshot, pair, silent)]
        assert kinds == ["shares_only_originals"] * 2
    assert list(look_at_others(snapshot, runs[:3], Vocabulary(["a"]).read(["a"] * 1_000))) == []
