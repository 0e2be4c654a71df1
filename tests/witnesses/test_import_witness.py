"""Opinions from files, proxies and runs: all are kept, or none, each of the right pair."""

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair
from tests.factories import make_benchmark, make_run
from tests.semantics.made import make_proxy
from tests.witnesses.conftest import POOLED, imported, judge, refused, said
from witnesses.models import Hearing, Opinion, Witness

pytestmark = pytest.mark.django_db

TABLE = "caption,video,score\nc0,beach,0.9\nc1,sofa,0.25\nc2,sofa,-1e3\n"
EXPECTED = {(0, 0, 0): 0.9, (1, 1, 0): 0.25, (2, 1, 0): -1000.0}


def as_parquet(rows: list[dict]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


ROWS = [
    {"caption": "c0", "video": "beach", "score": 0.9},
    {"caption": "c1", "video": "sofa", "score": 0.25},
    {"caption": "c2", "video": "sofa", "score": -1000.0},
]
JSON_LINES = "".join(f"{json.dumps(row)}\n" for row in ROWS)
QRELS = "c0 0 beach 3\nc1 0 sofa 0\n"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.csv", TABLE, EXPECTED),
        ("named-otherwise", TABLE.replace("caption,video", "caption_id,video_id"), EXPECTED),
        ("a.jsonl", JSON_LINES, EXPECTED),
        ("a.tsv", TABLE.replace(",", "\t"), EXPECTED),
        ("a.parquet", as_parquet(ROWS), EXPECTED),
        ("a.qrels", QRELS, {(0, 0, 0): 3.0, (1, 1, 0): 0.0}),
        ("tabs", QRELS.replace(" ", "\t"), {(0, 0, 0): 3.0, (1, 1, 0): 0.0}),
    ],
)
def test_a_table_is_read_whatever_it_is_written_as(pool, file, name, content, expected):
    told = imported("talk", "gpt", file(name, content), "--family", "GPT")
    witness = Witness.objects.get()
    assert said(witness) == expected
    assert (told["given"], told["failed"], told["already"]) == (len(expected), 0, False)
    assert (witness.kind, witness.adapter, witness.family) == ("judge", "scores", "GPT")
    assert told["digest"] == witness.digest
    assert set(AuditEvent.objects.filter(object_type="witness").values_list("verb", flat=True)) == {
        "imported",
        "heard",
    }


def test_samples_and_failures_are_rows(pool, file):
    table = (
        "caption,video,score,sample,status\nc0,beach,1,0,given\nc0,beach,0,1,\n"
        "c1,sofa,,0,refused\nc1,sofa,,1,unparsable\nc2,sofa,,,failed\n"
    )
    told = imported("talk", "gpt", file("a.csv", table), "--kind", "labels")
    witness = Witness.objects.get()
    assert said(witness) == {
        (0, 0, 0): 1.0,
        (0, 0, 1): 0.0,
        (1, 1, 0): "refused",
        (1, 1, 1): "unparsable",
        (2, 1, 0): "failed",
    }
    assert (told["given"], told["failed"], witness.kind) == (2, 3, "labels")


def test_a_matrix_says_something_of_the_pairs_that_matter(benchmark, pool, file):
    judge(benchmark, 2, 0)  # in no pool
    matrix = np.arange(16, dtype=np.float32).reshape(4, 4) / 16
    out = io.BytesIO()
    np.savez(out, t2v=matrix)
    imported("talk", "cosines", file("a.npz", out.getvalue()))
    found = said(Witness.objects.get())
    of_query = {0: [0, 3], 1: [1], 2: [2]}  # two captions with one text: the greater counts
    assert found == {
        (query, video, 0): matrix[of_query[query], video].max()
        for query, video in POOLED | {(2, 0)}
    }


def test_a_proxy_is_seen_through_its_adapter_and_asked_again_when_there_is_more(benchmark, pool):
    cells = np.linspace(0, 1, 16).reshape(4, 4)
    proxy = make_proxy(benchmark, "theirs", cells)
    told = imported("talk", "syn", "--proxy", "theirs")
    witness = Witness.objects.get()
    kept = {pair: cells[[0, 3] if pair[0] == 0 else [pair[0]], pair[1]].max() for pair in POOLED}
    assert said(witness) == {(*pair, 0): pytest.approx(kept[pair], abs=1e-3) for pair in POOLED}
    assert (witness.kind, witness.source) == ("proxy", "theirs")
    assert witness.config == {"sha256": proxy.sha256}
    assert imported("talk", "other", "--proxy", "theirs")["already"]
    judge(benchmark, 2, 3)
    again = imported("talk", "other", "--proxy", "theirs")
    assert (again["already"], again["given"], again["witness"]) == (False, 1, "syn")
    assert told["coverage"]["pooled"] == {"pairs": 6, "covered": 6, "share": 1.0}
    assert Hearing.objects.count() == 2
    assert len(said(witness)) == 7


@pytest.mark.parametrize("direction", ["t2v", "v2t"])
def test_a_run_says_its_similarities_and_is_marked(benchmark, pool, direction):
    rankings = {0: [3], 1: [1, 2], 2: [2]}
    theirs = make_run(benchmark, rankings, "theirs", depth=2, direction=direction)
    told = imported("talk", "theirs", "--run", "theirs")
    score = {}
    for row in theirs.rankings.all():
        for target, value in zip(row.targets, row.scores, strict=True):
            caption, video = (row.item, target) if direction == "t2v" else (target, row.item)
            pair = ([0, 1, 2, 0][caption], video, 0)
            score[pair] = max(value, score.get(pair, value))
    expected = {pair: value for pair, value in score.items() if pair[:2] in POOLED | {(0, 0)}}
    assert said(Witness.objects.get()) == expected
    assert len(expected) < len(POOLED)
    assert told["circular"]
    assert "expected 80 %" in " ".join(told["warnings"])


def test_only_the_pairs_of_a_pool_are_kept_where_one_is_named(benchmark, pool, file):
    one = make_run(benchmark, {1: [2]}, "one", depth=1)
    parameters = PoolParameters((one.pk,), depth=1)
    build_pool(actor=SYSTEM, benchmark=benchmark, name="small", parameters=parameters)
    table = file("a.csv", TABLE + "c1,kitchen,0.5\n")
    told = imported("talk", "gpt", table, "--pool", "small")
    assert said(Witness.objects.get()) == {(1, 2, 0): 0.5}
    assert Hearing.objects.get().pool.name == "small"
    rest = imported("talk", "gpt", table)
    assert (told["given"], rest["given"], rest["already"]) == (1, 3, False)
    assert said(Witness.objects.get()) == EXPECTED | {(1, 2, 0): 0.5}


def test_captions_with_one_text_may_say_the_same(pool, file):
    told = imported("talk", "gpt", file("a.csv", TABLE + "c3,beach,0.9\n"))
    assert said(Witness.objects.get()) == EXPECTED
    assert "with the same text: 1. Such captions share" in told["warnings"][0]


HEAD = "caption,video,score\n"


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (TABLE + "c9,beach,1\n", ["a.csv:5:1: 'c9' is no caption of this benchmark"]),
        (TABLE + "c1,beech,1\n", ["a.csv:5:1: 'beech' is no video of this benchmark"]),
        (TABLE + "c1,beach,nan\n", ["a.csv:5:3: score: 'nan' is no score: it is not finite"]),
        (TABLE + "c1,beach,-inf\n", ["a.csv:5:3: score: '-inf' is no score: it is not finite"]),
        (TABLE + "c1,beach,high\n", ["a.csv:5:3: score: 'high' is no score"]),
        (TABLE + "c1,beach,\n", ["a.csv:5:3: score: '' is no score: it is empty"]),
        (TABLE + "c1,beach,1e39\n", ["a.csv:5:3: score: '1e39' is no score: it is too large"]),
        (
            TABLE + "c0,beach,0.9\n",
            ["a.csv:5:1: caption 'c0' and video 'beach' have an opinion in"],
        ),
        (
            TABLE + "c3,beach,0.8\n",
            [
                (
                    "a.csv:5:1: caption 'c3' and video 'beach' have an opinion in line 2 (of"
                    " caption 'c0', which has the same text: the two share opinions) and another"
                )
            ],
        ),
        ("caption,video\nc0,beach\n", ["a.csv:1:1: expected the columns caption, video, score"]),
        ("caption;video;score\n", ["a.csv:0:0: the file has no opinion"]),
        ("caption,video,score,model\nc0,beach,1,x\n", ["a.csv:1:4: expected the columns"]),
        ("caption,video,score,sample\nc0,beach,1,-1\n", ["a.csv:2:4: sample: '-1' is none"]),
        ("caption,video,score,status\nc0,beach,1,lost\n", ["a.csv:2:4: status: 'lost' is none"]),
        ("caption,video,score,status\nc0,beach,1,failed\n", ["a.csv:2:3: score: '1'; expected no"]),
        ("c0 0 beach 1\nc0 beach 1\n", ["a.csv:2:1: expected a table with the header"]),
        (HEAD, ["a.csv:0:0: the file has no opinion"]),
        ('{"caption": "c0", "video": "beach", "score": NaN}\n', ["a.csv:1:1: NaN is no JSON"]),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_nothing_is_kept(
    pool, file, capsys, content, lines
):
    path = file("a.csv", content)
    sentence = refused("talk", "gpt", path)
    told = capsys.readouterr().err.replace(str(path), "a.csv").splitlines()
    assert f"in {path}: nothing was imported" in sentence
    for line in lines:
        assert any(one.startswith(line) for one in told), told
    assert not Witness.objects.exists()
    assert not Opinion.objects.exists()


def test_a_matrix_with_what_is_no_score_is_refused_with_its_cell(pool, file, capsys):
    matrix = np.zeros((4, 4))
    matrix[2, 3] = np.nan
    out = io.BytesIO()
    np.save(out, matrix)
    refused("talk", "gpt", file("a.npy", out.getvalue()))
    assert "nan at row 2, column 3" in capsys.readouterr().err
    assert not Witness.objects.exists()


def test_what_is_asked_wrongly_is_refused(benchmark, pool, file):
    table = file("a.csv", TABLE)
    assert "one of a file, a proxy and a run" in refused("talk", "gpt")
    assert "one of a file, a proxy and a run" in refused("talk", "gpt", table, "--run", "CLIP")
    assert "no proxy of talk is called" in refused("talk", "gpt", "--proxy", "syn")
    assert "no comma" in refused("talk", "a,b", table)
    imported("talk", "gpt", table)
    other = file("b.csv", HEAD + "c0,sofa,1\n")
    assert "has a witness called GPT" in refused("talk", "GPT", other)
    assert "has a witness called gpt" in refused("talk", "gpt", "--run", "CLIP")
    assert Witness.objects.count() == 1


def test_a_witness_that_says_nothing_of_the_pairs_is_refused(db):
    bare = make_benchmark([("one", "")], name="bare", videos=["v0"])
    run = make_run(bare, {0: [0]}, "CLIP", depth=1)
    assert "says nothing of the pairs" in refused("bare", "clip", "--run", run.name)
    assert not Witness.objects.exists()


@pytest.mark.parametrize("table", ["witness", "hearing", "opinion"])
@pytest.mark.parametrize("change", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}"])
def test_what_was_said_never_changes(pool, file, table, change):
    imported("talk", "gpt", file("a.csv", TABLE))
    column = {"witness": "name", "hearing": "given", "opinion": "value"}[table]
    with pytest.raises(IntegrityError, match="does not change"), transaction.atomic():
        connection.cursor().execute(change.format(f"witnesses_{table}", column))


def test_labels_are_as_before(pool, file):
    before = list(JudgedPair.objects.order_by("query", "video").values())
    imported("talk", "gpt", file("a.csv", TABLE))
    assert list(JudgedPair.objects.order_by("query", "video").values()) == before


def test_the_list_says_what_is_covered(pool, file):
    assert call_command("witnesses", "talk") == "talk has no witness."
    imported("talk", "gpt", file("a.csv", TABLE))
    said_of = call_command("witnesses", "talk")
    assert "gpt (judge; " in said_of
    assert "3 of 6 pooled pairs, 1 of 2 judged pairs." in said_of
    assert "on 50 % of the pooled pairs; expected 80 %" in said_of
    (row,) = json.loads(call_command("witnesses", "talk", json=True))["witnesses"]
    assert row["coverage"]["judged"] == {"pairs": 2, "covered": 1, "share": 0.5}
    assert (row["opinions"]["lowest"], row["opinions"]["highest"]) == (-1000.0, 0.9)
    bins = row["opinions"]["bins"]
    assert [one["opinions"] for one in (bins[0], bins[-1])] == [1, 2]
    assert sum(one["opinions"] for one in bins) == 3
