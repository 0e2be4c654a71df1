"""Folders as BEIR and hubs have them: the same captions however their tables are written."""

import gzip
import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pooling.formats.hub import read_hub
from pooling.formats.problem import Unreadable

QUERIES = [("q1", "a dog"), ("q2", "a cat"), ("q3", "nobody asked"), ("q4", "two clips")]
CORPUS = ["v1", "v2", "v3"]
QRELS = [("q1", "v2", 1), ("q2", "v1", 1), ("q4", "v1", 1), ("q4", "v3", 2), ("q9", "v1", 1)]
FOUND = [("q1", "v2", "a dog"), ("q2", "v1", "a cat"), ("q4", "v3", "two clips")]


def lines(rows: list[dict]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def table(rows: list[dict], mark: str) -> str:
    return "\r\n".join(
        mark.join(map(str, row)) for row in [rows[0].keys(), *(r.values() for r in rows)]
    )


def put(path: Path, rows: list[dict]) -> None:
    """Written as its ending says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.name
    if name.endswith(".parquet"):
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif name.endswith(".jsonl.gz"):
        path.write_bytes(gzip.compress(lines(rows).encode()))
    elif name.endswith(".jsonl"):
        path.write_text(lines(rows))
    elif name.endswith(".json"):
        path.write_text(json.dumps(rows))
    else:
        path.write_text(table(rows, "\t" if name.endswith(".tsv") else ","))


def columns(names: str, rows: list[tuple]) -> list[dict]:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


BEIR = (
    "corpus.jsonl",
    "queries.jsonl",
    "qrels/test.tsv",
    "_id text",
    "_id",
    "query-id corpus-id score",
)
MTEB = (
    "corpus/test-00000-of-00001.parquet",
    "queries/test-00000-of-00001.parquet",
    "data/test-00000-of-00001.parquet",
    "id text",
    "id",
    "query_id corpus_id score",
)
OTHERS = (
    "corpus.csv",
    "queries.tsv",
    "default/test.jsonl",
    "query_id text",
    "corpus-id",
    "Query-ID Corpus_ID score",
)
PACKED = ("corpus.json", "queries.jsonl.gz", "qrels.jsonl.gz", "_id text", "_id", "qid docid score")


def write(folder: Path, layout, *, qrels=QRELS, corpus=CORPUS) -> Path:
    for_corpus, for_queries, for_qrels, query, document, judged = layout
    put(folder / for_corpus, columns(document, [(key,) for key in corpus]))
    put(folder / for_queries, columns(query, QUERIES))
    put(folder / for_qrels, columns(judged, qrels))
    return folder


def captions(found) -> list[tuple]:
    return [(row.key, row.video, row.text) for row in found.file.captions]


@pytest.mark.parametrize(
    "layout", [BEIR, MTEB, OTHERS, PACKED], ids=["beir", "mteb", "others", "packed"]
)
def test_a_query_is_a_caption_of_its_best_document(tmp_path, layout):
    found = read_hub(write(tmp_path, layout))
    assert captions(found) == FOUND
    assert found.file.videos == ("v1", "v2", "v3")
    judged = [(one.query, one.document, one.score) for one in found.judgements]
    assert judged == QRELS[:4]
    messages = [one.message for one in found.file.problems.warnings]
    assert any("1 of 4 judged queries are not among the queries" in one for one in messages)
    assert "1 queries without a judgement were left out" in found.file.notes


def test_tables_in_parts_are_one_table_and_bytes_of_clips_are_left(tmp_path):
    write(tmp_path, BEIR)
    (tmp_path / "corpus.jsonl").unlink()
    for number, key in enumerate(CORPUS):
        clip = {"bytes": b"\0" * 100, "path": f"{key}.mp4"}
        put(tmp_path / f"corpus/part-{number:05}-of-00003.parquet", [{"id": key, "video": clip}])
    assert captions(read_hub(tmp_path)) == FOUND


def test_judgements_of_one_positive_each_are_the_originals_alone(tmp_path):
    found = read_hub(write(tmp_path, BEIR, qrels=QRELS[:2]))
    assert (captions(found), found.judgements) == (FOUND[:2], ())


def scored(folder: Path, *scores: int) -> Path:
    """Query n, as often as it is named, with so many points for another clip each."""
    rows = [("q1", "v1"), ("q2", "v1"), ("q2", "v2"), ("q4", "v3")]
    put(folder / "corpus.jsonl", columns("_id text", [(one, "") for one in CORPUS]))
    put(folder / "queries.jsonl", columns("_id text", QUERIES))
    judged = [(*row, score) for row, score in zip(rows, scores, strict=True)]
    put(folder / "qrels/test.tsv", columns("query-id corpus-id score", judged))
    return folder


def test_scores_that_are_all_one_high_number_say_relevant_and_no_more(tmp_path):
    found = read_hub(scored(tmp_path, 100, 0, 100, 100))
    assert [one.score for one in found.judgements] == [1, 0, 1, 1]
    assert [one.video for one in found.file.captions] == ["v1", "v2", "v3"]
    assert "every score above 0 is 100: such documents were read as relevant" in " ".join(
        found.file.notes
    )


def test_several_scores_above_the_longest_scale_are_each_named_with_what_to_do(tmp_path):
    with pytest.raises(Unreadable) as refused:
        read_hub(scored(tmp_path, 100, 10, 70, 100))
    first, *others = refused.value.lines()
    assert first.startswith("qrels/test.tsv:2:1: the score 100 of query 'q1' and document 'v1' is")
    assert "Write lower grades in a copy of this table" in first
    assert [one.partition(" of")[0] for one in others] == [
        "qrels/test.tsv:4:1: the score 70",
        "qrels/test.tsv:5:1: the score 100",
    ]


def test_ten_is_a_grade(tmp_path):
    assert [one.score for one in read_hub(scored(tmp_path, 10, 0, 3, 1)).judgements] == [
        10,
        0,
        3,
        1,
    ]


def test_trec_rows_without_a_header_and_a_folder_without_a_corpus(tmp_path):
    write(tmp_path, BEIR)
    (tmp_path / "corpus.jsonl").unlink()
    rows = "".join(f"{query}\t_\t{document}\t{score}\n" for query, document, score in QRELS)
    (tmp_path / "qrels/test.tsv").write_text(rows)
    found = read_hub(tmp_path)
    assert captions(found) == FOUND
    assert any("only the 3 documents that judgements name" in note for note in found.file.notes)


def test_the_split_is_chosen(tmp_path):
    write(tmp_path, BEIR)
    put(tmp_path / "qrels/train.tsv", columns(BEIR[5], [("q3", "v3", 1)]))
    assert captions(read_hub(tmp_path)) == FOUND
    assert captions(read_hub(tmp_path, split="train")) == [("q3", "v3", "nobody asked")]
    (tmp_path / "qrels/train.tsv").unlink()
    with pytest.raises(Unreadable, match="nothing is of the split 'train'; there are qrels/test"):
        read_hub(tmp_path, split="train")


def test_a_judged_query_stays_though_its_document_is_not_there(tmp_path):
    found = read_hub(write(tmp_path, BEIR, corpus=CORPUS[:2]))
    assert captions(found) == [*FOUND[:2], ("q4", "v1", "two clips")]
    gone = read_hub(
        write(tmp_path, BEIR, qrels=[("q1", "v2", 1), ("q2", "v9", 1), ("q4", "v1", 0)])
    )
    assert captions(gone) == [FOUND[0], ("q2", None, "a cat"), ("q4", None, "two clips")]
    message = "0 of 3 judged queries are not among the queries, and 1 judgements name"
    assert any(message in one.message for one in gone.file.problems.warnings)


@pytest.mark.parametrize(
    "name", ["test.parquet", "data/test-00000-of-00001.parquet", "test.jsonl", "all.csv"]
)
def test_one_table_of_videos_and_captions(tmp_path, name):
    rows = [
        {"video_id": "v1", "caption": "a dog", "category": "animals"},
        {"video_id": "v1", "caption": "a puppy", "category": "animals"},
        {"video_id": "v2", "caption": "a car", "category": "vehicles"},
    ]
    put(tmp_path / name, rows)
    (tmp_path / "README.md").write_text("# A data set\n")
    found = read_hub(tmp_path)
    expected = [("v1#0", "v1", "a dog"), ("v1#1", "v1", "a puppy"), ("v2#0", "v2", "a car")]
    assert captions(found) == expected
    assert found.file.captions[2].groups == {"category": "vehicles"}


def test_several_captions_in_a_cell(tmp_path):
    put(tmp_path / "test.parquet", [{"video": "v1.mp4", "caption": ["one", "two"]}])
    assert captions(read_hub(tmp_path)) == [
        ("v1.mp4#0", "v1.mp4", "one"),
        ("v1.mp4#1", "v1.mp4", "two"),
    ]


HEADER = "query-id\tcorpus-id\tscore\n"
FAULTS = {
    "several tables would do, corpus and de-corpus": ("de-corpus.jsonl", '{"_id": "x"}'),
    "qrels/test.tsv:2:.*expected a column of queries": ("qrels/test.tsv", "a\tb\nc\td\n"),
    "qrels/test.tsv:2:.*score: expected a whole": ("qrels/test.tsv", f"{HEADER}q1\tv1\thigh\n"),
    "qrels/test.tsv:2:.*expected 3 columns, found 2": ("qrels/test.tsv", f"{HEADER}q1\tv1\n"),
    "queries.jsonl:1:": ("queries.jsonl", '{"_id": "q1", "text": "a"\n'),
    "queries.jsonl:2:.*expected a column with ids": (
        "queries.jsonl",
        '{"_id": 1, "text": "a"}\n{"x": 2}',
    ),
    "corpus.parquet.*damaged or cut off": ("corpus.parquet", "PAR1"),
}


@pytest.mark.parametrize(("said", "file"), FAULTS.items())
def test_what_cannot_be_read_names_its_file(tmp_path, said, file):
    write(tmp_path, BEIR)
    name, content = file
    (tmp_path / name).write_text(content)
    with pytest.raises(Unreadable) as refused:
        read_hub(tmp_path)
    assert re.search(said, "\n".join(refused.value.lines())), refused.value.lines()


def test_half_a_folder_is_refused(tmp_path):
    write(tmp_path, BEIR)
    (tmp_path / "queries.jsonl").unlink()
    with pytest.raises(Unreadable, match="there is no queries; expected corpus, queries and qrels"):
        read_hub(tmp_path)


def test_a_folder_without_tables_or_none_at_all(tmp_path):
    for folder, said in ((tmp_path, "there is no table"), (tmp_path / "gone", "expected a folder")):
        with pytest.raises(Unreadable, match=said):
            read_hub(folder)
