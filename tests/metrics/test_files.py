"""Files become the snapshot that a study looks at; what is wrong with one is said with its
place."""

import numpy as np
import pytest

from metrics.standalone.files import FilesGiven, read_snapshot
from metrics.studies.study import NothingToStudy
from pooling.formats.problem import Unreadable

CAPTIONS = "caption_id,video_id,caption\na,v1,a dog runs\nb,v2,a cat\nc,v3,a dog runs\n"
RUN = "a Q0 v1 1 0.9 m\na Q0 v2 2 0.8 m\nb Q0 v3 1 0.7 m\nb Q0 v2 2 0.6 m\n"
QRELS = "a 0 v3 1\nb 0 v3 0\n"


@pytest.fixture
def write(tmp_path):
    def written(name: str, content: str):
        path = tmp_path / name
        path.write_text(content)
        return path

    return written


def read(*runs, **files):
    warnings: list[str] = []
    return read_snapshot(FilesGiven(runs, **files), warnings.append), warnings


def pairs_of(pairs) -> set[tuple[int, int]]:
    return {divmod(int(key), pairs.columns) for key in pairs.keys}


def gains_of(pairs) -> dict[tuple[int, int], float]:
    return {
        divmod(int(key), pairs.columns): float(gain)
        for key, gain in zip(pairs.keys, pairs.gains, strict=True)
    }


def test_captions_tell_queries_own_videos_and_lengths(write):
    snapshot, _ = read(
        write("r.trec", RUN),
        captions=write("msvd.csv", CAPTIONS),
        collected=write("q.qrels", QRELS),
    )
    assert (snapshot.benchmark, snapshot.queries, snapshot.videos) == ("msvd", 2, 3)
    assert snapshot.caption_queries.tolist() == [0, 1, 0]
    assert snapshot.own_videos.tolist() == [0, 1, 2]
    assert (snapshot.characters.tolist(), snapshot.words.tolist()) == ([10, 5, 10], [3, 2, 3])
    assert pairs_of(snapshot.original()) == {(0, 0), (1, 1), (2, 2)}
    assert pairs_of(snapshot.positives("all")) == {
        (0, 0),
        (1, 1),
        (2, 2),
        (0, 2),
    }  # c has v3 by itself
    assert pairs_of(snapshot.judged) == {(0, 2), (1, 2)}
    run = snapshot.runs[0]
    assert (run.name, run.targets[:, :3].tolist(), run.own_ranks) == (
        "r",
        [[0, 1, -1], [2, 1, -1], [-1, -1, -1]],
        None,
    )


def test_without_captions_whatever_a_file_names_is_one(write):
    run = write("r.csv", "caption_id,video_id,score\nd,v1,0.5\nd,v9,0.4\n")
    snapshot, _ = read(
        run,
        collected=write("t.csv", "caption_id,video_id,label\nc,v7,disagreement\nd,v9,relevant\n"),
    )
    assert (snapshot.captions, snapshot.queries, snapshot.videos) == (2, 2, 3)
    assert snapshot.runs[0].targets[:, :3].tolist() == [[-1, -1, -1], [0, 2, -1]]  # v1, v7, v9
    assert pairs_of(snapshot.positives("all")) == {(1, 2)}
    assert pairs_of(snapshot.judged_pairs()) == {(0, 1), (1, 2)}
    assert (snapshot.own_videos == -1).all()
    assert len(set(snapshot.clusters().tolist())) == 2


def test_relevance_may_be_graded_and_what_is_not_judged_is_left_out(write):
    qrels = write("q.qrels", "a 0 v1 3\na 0 v2 1\nb 0 v2 0\nb 0 v3 -1\n")
    for option in ("original", "collected"):
        snapshot, _ = read(write("r.trec", RUN), **{option: qrels})
        assert gains_of(snapshot.positives("all")) == {(0, 0): 3, (0, 1): 1}
        assert pairs_of(snapshot.judged_pairs()) >= {(0, 0), (0, 1)}


def test_captions_with_the_same_text_may_each_have_their_rows(write):
    files = {
        "captions": write("c.csv", CAPTIONS),
        "collected": write("q.qrels", "a 0 v2 2\nc 0 v2 2\nc 0 v1 0\na 0 v1 0\n"),
    }
    snapshot, _ = read(write("r.trec", RUN), **files)
    assert pairs_of(snapshot.collected) == {(0, 1)}
    assert pairs_of(snapshot.judged) == {(0, 0), (0, 1)}
    triplets = write("t.csv", "caption_id,video_id,label\na,v2,disagreement\nc,v2,disagreement\n")
    snapshot, _ = read(write("r.trec", RUN), **files | {"collected": triplets})
    assert (pairs_of(snapshot.collected), pairs_of(snapshot.judged)) == (set(), {(0, 1)})


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("q.qrels", "a 0 v2 1\nb 0 v2 1\nc 0 v2 0\n", 3),
        ("q.qrels", "a 0 v2 1\nc 0 v2 2\n", 2),
        ("t.csv", "caption_id,video_id,label\na,v2,irrelevant\nc,v2,disagreement\n", 3),
    ],
)
def test_captions_with_the_same_text_must_not_contradict_each_other(write, name, content, line):
    path = write(name, content)
    with pytest.raises(Unreadable) as caught:
        read(write("r.trec", RUN), captions=write("c.csv", CAPTIONS), collected=path)
    first = 2 if name == "t.csv" else 1
    assert caught.value.lines() == [
        (
            f"{path}:{line}:1: line {first} says otherwise of a caption with the same text;"
            " expected the same answer"
        )
    ]


def test_a_file_of_originals_may_name_several_for_a_caption(write):
    original = write(
        "o.jsonl",
        '{"caption_id":"a","video_id":"v2","label":"relevant"}\n'
        '{"caption_id":"a","video_id":"v1","label":"relevant"}\n',
    )
    snapshot, _ = read(write("r.trec", RUN), original=original)
    assert pairs_of(snapshot.original()) == {(0, 0), (0, 1)}
    assert snapshot.own_videos.tolist() == [-1, -1]  # none of several is the source
    assert len(set(snapshot.clusters().tolist())) == 2


def test_originals_from_a_file_take_the_place_of_the_captions_own_videos(write):
    snapshot, _ = read(
        write("r.trec", RUN),
        captions=write("c.csv", CAPTIONS),
        original=write("o.qrels", "a 0 v1 1\na 0 v2 1\nc 0 v1 1\n"),
    )
    assert pairs_of(snapshot.original()) == {(0, 0), (0, 1), (2, 0)}
    assert snapshot.clusters().tolist() == [0, 1, 2]  # source videos are what they were


def test_a_pair_that_a_file_of_originals_calls_irrelevant_is_judged(write):
    original = write("o.qrels", "a 0 v1 1\na 0 v2 0\nb 0 v3 0\nc 0 v2 1\n")
    files = {"captions": write("c.csv", CAPTIONS), "original": original}
    snapshot, _ = read(write("r.trec", RUN), **files)
    assert pairs_of(snapshot.original()) == {(0, 0), (2, 1)}
    assert pairs_of(snapshot.judged_pairs()) == {(0, 0), (0, 1), (1, 2), (2, 1)}
    assert pairs_of(snapshot.verdicts()) == {
        (0, 0),
        (0, 1),
        (1, 2),
    }  # a and c share a text, and what is asked of it
    both, _ = read(
        write("r.trec", RUN), **files, collected=write("q.qrels", "b 0 v3 1\nb 0 v2 0\n")
    )
    assert pairs_of(both.judged_pairs()) == {(0, 0), (0, 1), (1, 1), (1, 2), (2, 1)}
    assert pairs_of(both.verdicts()) == {(0, 0), (0, 1), (1, 1), (1, 2)}


def matrix(tmp_path, name: str, values) -> object:
    np.save(tmp_path / name, np.array(values, np.float32))
    return tmp_path / name


SCORES = [[3, 2, 1], [3, 1, 2], [1, 3, 2]]


def test_a_matrix_stands_in_the_captions_order_and_knows_ranks_below_its_depth(write, tmp_path):
    snapshot, _ = read(
        matrix(tmp_path, "m.npy", SCORES), captions=write("c.csv", CAPTIONS), depth=1
    )
    assert snapshot.runs[0].targets.tolist() == [[0], [0], [1]]
    assert snapshot.runs[0].own_ranks.tolist() == [1, 3, 2]


def test_ranks_of_own_videos_are_not_those_of_other_originals(write, tmp_path):
    files = {"captions": write("c.csv", CAPTIONS), "depth": 1}
    same = write("same.qrels", "a 0 v1 1\nb 0 v2 1\nc 0 v3 1\n")
    other = write("other.qrels", "a 0 v2 1\nb 0 v2 1\nc 0 v3 1\n")
    run = matrix(tmp_path, "m.npy", SCORES)
    for original, expected in ((same, [1, 3, 2]), (other, [0, 3, 2])):
        snapshot, _ = read(run, original=original, **files)
        assert snapshot.full_ranks(snapshot.runs[0], snapshot.original()).tolist() == expected


def test_side_files_name_a_matrix(write, tmp_path):
    names = {
        "rows": write("rows.txt", "c\nb\na\n"),
        "columns": write("columns.txt", "v3\nv2\nv1\n"),
    }
    snapshot, _ = read(
        matrix(tmp_path, "m.npy", SCORES),
        collected=write("q.qrels", "a 0 v2 1\n"),
        depth=1,
        **names,
    )
    assert snapshot.runs[0].targets.tolist() == [[1], [2], [2]]
    assert pairs_of(snapshot.positives("all")) == {(0, 1)}


def test_a_matrix_without_names_is_refused_with_what_to_do(write, tmp_path):
    with pytest.raises(NothingToStudy, match=r"give --captions, or both --rows and --columns"):
        read(matrix(tmp_path, "m.npy", SCORES), collected=write("q.qrels", QRELS))


def test_from_video_to_text_videos_have_the_rankings(write):
    run = write("r.trec", "v1 Q0 b 1 0.9 m\nv1 Q0 a 2 0.8 m\nv3 Q0 a 1 0.7 m\n")
    snapshot, _ = read(run, collected=write("q.qrels", QRELS), direction="v2t")
    assert snapshot.captions == 2
    assert snapshot.runs[0].targets[:, :2].tolist() == [[1, 0], [0, -1]]  # v1, then v3


def test_clusters_come_from_a_file_and_the_others_stand_alone(write):
    clusters = write("k.csv", "caption_id,cluster\na,x\nc,x\n")
    snapshot, warnings = read(
        write("r.trec", RUN), captions=write("c.csv", CAPTIONS), clusters=clusters
    )
    a, b, c = snapshot.clusters().tolist()
    assert a == c != b
    assert f"{clusters}:0:0: warning: 1 of 3 captions have no cluster and stand alone" in warnings


def test_captions_with_the_same_text_come_from_a_file_before_those_that_captions_tell(write):
    texts = write("t.csv", "caption_id,cluster\na,x\nc,x\n")
    clusters = write("k.csv", "caption_id,cluster\na,1\nb,1\nc,2\n")
    snapshot, _ = read(
        write("r.trec", RUN), captions=write("c.csv", CAPTIONS), clusters=clusters, texts=texts
    )
    dependence = snapshot.dependence()
    assert dependence.captions == 3
    assert dependence.shared.tolist() == [1, 0, 1]
    assert dependence.connected.tolist() == [0, 0, 0]


def test_runs_of_the_same_name_are_told_apart_by_their_folders(write, tmp_path):
    (tmp_path / "old").mkdir()
    paths = write("r.trec", RUN), write("old/r.trec", RUN), write("s.trec", RUN)
    snapshot, _ = read(*paths, collected=write("q.qrels", QRELS))
    assert [run.name for run in snapshot.runs] == [str(paths[0]), str(paths[1]), "s"]


@pytest.mark.parametrize(
    ("name", "content", "option", "said"),
    [
        ("q.qrels", "a 0 v1 1\na 0 v1\n", "collected", ":2:1: expected `qid 0 docid rel`"),
        (
            "q.qrels",
            "a 0 v1 1\nb 0 v1 1.5\n",
            "original",
            ":2:8: the relevance '1.5' is not known; expected 0 to 100, -1 or -2",
        ),
        ("q.qrels", "a 0 v1 1\nb 0 v1 101\n", "original", ":2:8: the relevance '101' is not known"),
        ("q.qrels", "a 0 v1 1\nb 0 v1 -3\n", "original", ":2:8: the relevance '-3' is not known"),
        (
            "q.qrels",
            "a 0 v1 1\na 0 v1 1\n",
            "collected",
            ":2:1: this pair stands in line 1 already",
        ),
        ("q.qrels", "", "collected", ":0:0: the file is empty"),
        (
            "t.csv",
            "caption_id,video_id,label\na,v1,maybe\n",
            "collected",
            ":2:1: the label 'maybe' is not known",
        ),
        (
            "c.csv",
            "caption_id,video\n",
            "captions",
            ":1:1: expected the header caption_id,video_id,caption",
        ),
        (
            "k.csv",
            "caption_id,cluster\nz,1\n",
            "clusters",
            ":2:1: 'z' is no caption of these files",
        ),
        (
            "k.csv",
            "caption_id,cluster\na,1\na,1\n",
            "clusters",
            ":3:1: the caption 'a' stands twice",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(write, name, content, option, said):
    path = write(name, content)
    with pytest.raises(Unreadable) as caught:
        read(write("r.trec", RUN), **{option: path})
    assert caught.value.lines()[0].startswith(f"{path}{said}")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a Q0 v1 1 0.9 m\na Q0 v2 2 high m\n", ":2:11: 'high' is no score"),
        ("a Q0 v1 1 0.9\n", ":1:14: expected 6 columns"),
        ("caption_id,video_id,score\na,v1,nan\n", ":2:1: 'nan' is no score"),
        ("# nothing\n", ":0:0: the file has no rows"),
        ("a 0 v1 1\n", ":1:1: this looks like qrels"),
    ],
)
def test_what_is_wrong_with_a_run_is_said_with_its_place(write, content, said):
    path = write("broken", content)
    for files in ({"captions": write("c.csv", CAPTIONS)}, {"collected": write("q.qrels", QRELS)}):
        with pytest.raises(Unreadable) as caught:
            read(path, **files)
        assert caught.value.lines()[0].startswith(f"{path}{said}")
