"""`python -m metrics`: the same numbers as elsewhere, from files alone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from django.core.management import call_command, load_command_class

from foundation.home import CHECKOUT
from metrics.standalone.command import make_parser, run

CAPTIONS, VIDEOS, DEPTH = 40, 15, 12


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    """Two runs with gaps, short rankings and ties, an original video for each caption, and what
    people found."""
    folder, rng = tmp_path_factory.mktemp("files"), np.random.default_rng(5)
    for name in ("first", "second"):
        with (folder / f"{name}.trec").open("w") as out:
            for caption in range(CAPTIONS):
                size = rng.integers(0, DEPTH) if caption % 5 else 0
                for rank, video in enumerate(rng.choice(VIDEOS, size, replace=False), start=1):
                    out.write(f"c{caption} Q0 v{video} {rank} {rng.integers(0, 6) / 4} tag\n")
    own = rng.integers(0, VIDEOS, CAPTIONS)
    rows = [f"c{caption},v{video},caption {caption}\n" for caption, video in enumerate(own)]
    # A video that no caption was written for is no video of captions.csv, so the last captions are
    # about each in turn.
    rows += [f"c{CAPTIONS + video},v{video},about {video}\n" for video in range(VIDEOS)]
    (folder / "captions.csv").write_text("caption_id,video_id,caption\n" + "".join(rows))
    pairs = rng.choice(CAPTIONS * VIDEOS, 150, replace=False)
    verdicts = [f"c{pair // VIDEOS} 0 v{pair % VIDEOS} {rng.integers(0, 2)}\n" for pair in pairs]
    (folder / "collected.qrels").write_text("".join(verdicts))
    return folder


def told(capsys, *arguments) -> dict:
    assert run([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def values(result: dict, which: str = "all") -> dict[tuple[str, str], float]:
    return {(row["run"], row["measure"]): row[which] for row in result["rows"]}


def test_the_numbers_are_those_of_pytrec_eval_from_the_same_files(files, capsys):
    with (files / "collected.qrels").open() as lines:
        qrels = pytrec_eval.parse_qrel(lines)
    qrels = {
        caption: found for caption, found in qrels.items() if any(found.values())
    }  # the others have no value with us
    with (files / "first.trec").open() as lines:
        theirs = pytrec_eval.RelevanceEvaluator(
            qrels, {"map", "P_5", "recall_5", "success_1", "success_5", "recip_rank"}
        ).evaluate(pytrec_eval.parse_run(lines))
    names = {
        "AP": "map",
        "P@5": "P_5",
        "R@5": "recall_5",
        "C@1": "success_1",
        "C@5": "success_5",
        "RR": "recip_rank",
    }
    ours = told(
        capsys,
        files / "first.trec",
        "--collected",
        files / "collected.qrels",
        "--measures",
        ",".join(names),
    )
    for measure, name in names.items():
        # What the run does not rank is not in their result, and counts 0 with us.
        expected = sum(of_caption[name] for of_caption in theirs.values()) / len(qrels)
        assert values(ours)["first", measure] == pytest.approx(expected, abs=1e-9)
        assert expected > 0
    assert {(row["n"], row["missing"]) for row in ours["rows"]} == {
        (len(qrels), len(qrels.keys() - theirs.keys()))
    }


@pytest.mark.django_db
def test_the_numbers_are_those_of_manage_py_evaluate(files, capsys):
    call_command("import_benchmark", "same", captions=str(files / "captions.csv"), verbosity=0)
    for name in ("first", "second"):
        call_command("import_run", "same", name, str(files / f"{name}.trec"), verbosity=0)
    call_command(
        "import_labels", "same", str(files / "collected.qrels"), format="qrels", verbosity=0
    )
    capsys.readouterr()
    call_command("evaluate", "same", intervals=True, json=True)
    stored = json.loads(capsys.readouterr().out)
    runs = files / "first.trec", files / "second.trec"
    ours = told(
        capsys,
        *runs,
        "--captions",
        files / "captions.csv",
        "--collected",
        files / "collected.qrels",
        "--intervals",
    )
    assert ours.pop("comparison")["comparisons"] == 4
    assert (stored.pop("benchmark"), ours.pop("benchmark")) == ("same", "captions")
    assert ours == stored


def test_several_runs_are_compared_and_one_is_not(files, capsys):
    collected = "--collected", files / "collected.qrels", "--resamples", 50, "--permutations", 50
    both = told(
        capsys, files / "first.trec", files / "second.trec", *collected, "--measures", "C@1,MedR"
    )
    (row,) = both["comparison"]["rows"]  # MedR has no mean to compare
    assert (row["a"], row["b"], row["measure"]) == ("first", "second", "C@1")
    of = values(both)
    assert row["difference"] == pytest.approx(of["first", "C@1"] - of["second", "C@1"])
    assert "comparison" not in told(capsys, files / "first.trec", *collected)


def test_original_and_collected_positives_may_come_from_two_files(files, capsys):
    qrels = files / "original.qrels"
    qrels.write_text(
        "".join(f"c{caption} 0 v{caption % VIDEOS} 1\n" for caption in range(CAPTIONS))
    )
    result = told(
        capsys, files / "first.trec", "--original", qrels, "--collected", files / "collected.qrels"
    )
    alone = told(capsys, files / "first.trec", "--original", qrels)
    assert result["positives"]["rule"] == "both"
    assert alone["positives"]["rule"] == "original"
    assert values(result, "original") == values(alone, "original")
    assert values(result)["first", "C@10"] > values(result, "original")["first", "C@10"]


def test_what_a_file_of_originals_calls_irrelevant_is_judged(tmp_path, capsys):
    (tmp_path / "r.trec").write_text("a Q0 v1 1 2 m\na Q0 v2 2 1 m\nb Q0 v3 1 2 m\nb Q0 v2 2 1 m\n")
    (tmp_path / "o.qrels").write_text("a 0 v1 1\na 0 v2 0\nb 0 v3 0\n")
    result = told(
        capsys, tmp_path / "r.trec", "--original", tmp_path / "o.qrels", "--measures", "Judged@2"
    )
    assert values(result, "original") == {("r", "Judged@2"): 0.75}
    assert result["positives"]["judged"] == 3


def test_grades_count_in_ndcg_as_in_pytrec_eval_and_nowhere_else(files, tmp_path, capsys):
    rng = np.random.default_rng(7)
    graded = {
        f"c{caption}": {f"v{video}": int(rng.integers(0, 4)) for video in range(VIDEOS)}
        for caption in range(CAPTIONS)
    }
    flat = {
        caption: {video: min(grade, 1) for video, grade in grades.items()}
        for caption, grades in graded.items()
    }
    names = ("graded", graded), ("flat", flat)
    for name, qrels in names:
        rows = [
            f"{caption} 0 {video} {grade}\n"
            for caption, grades in qrels.items()
            for video, grade in grades.items()
        ]
        (tmp_path / name).write_text("".join(rows))
    asked = "--measures", "nDCG@5,nDCG-exp@5,AP,P@5,R@5,RR"
    of = {
        name: values(told(capsys, files / "first.trec", "--collected", tmp_path / name, *asked))
        for name, _ in names
    }
    with (files / "first.trec").open() as lines:
        ranked = pytrec_eval.parse_run(lines)
    for name, qrels in names:
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_5"}).evaluate(ranked)
        expected = sum(of_caption["ndcg_cut_5"] for of_caption in theirs.values()) / CAPTIONS
        assert of[name]["first", "nDCG@5"] == pytest.approx(expected, abs=1e-9)
    assert (
        len(
            {
                of["graded"]["first", "nDCG@5"],
                of["graded"]["first", "nDCG-exp@5"],
                of["flat"]["first", "nDCG@5"],
            }
        )
        == 3
    )
    assert of["flat"]["first", "nDCG-exp@5"] == pytest.approx(of["flat"]["first", "nDCG@5"])
    for measure in ("AP", "P@5", "R@5", "RR"):
        assert of["graded"]["first", measure] == of["flat"]["first", measure]


def test_clusters_widen_the_intervals_of_captions_that_are_alike(tmp_path, capsys):
    """Ten clusters of twenty captions, each right or wrong as a whole."""
    (tmp_path / "r.trec").write_text(
        "".join(f"c{n} Q0 {'good' if n // 20 % 2 else 'bad'} 1 1 m\n" for n in range(200))
    )
    (tmp_path / "q.qrels").write_text("".join(f"c{n} 0 good 1\n" for n in range(200)))
    (tmp_path / "k.csv").write_text(
        "caption_id,cluster\n" + "".join(f"c{n},{n // 20}\n" for n in range(200))
    )
    asked = (
        tmp_path / "r.trec",
        "--collected",
        tmp_path / "q.qrels",
        "--intervals",
        "--measures",
        "C@1",
        "--resamples",
        500,
    )
    (alone,), (clustered,) = (
        told(capsys, *asked)["rows"],
        told(capsys, *asked, "--clusters", tmp_path / "k.csv")["rows"],
    )
    assert alone["all"] == clustered["all"] == 0.5
    widths = [row["interval"][1] - row["interval"][0] for row in (alone, clustered)]
    assert widths[1] > 3 * widths[0]


def test_the_order_of_the_rows_changes_no_interval_and_no_p(files, tmp_path, capsys):
    """A caption has no, one or several originals here, and captions share videos."""
    rng = np.random.default_rng(3)
    rows = [
        f"c{c} 0 v{v} 1\n"
        for c in range(CAPTIONS)
        for v in rng.choice(VIDEOS, c % 4, replace=False)
    ]
    clusters = [f"c{n},k{n // 4}\n" for n in range(CAPTIONS)]
    asked = (
        files / "first.trec",
        files / "second.trec",
        "--intervals",
        "--resamples",
        200,
        "--permutations",
        200,
    )
    found, clustered = [], []
    for order in (range(len(rows)), range(len(rows))[::-1], rng.permutation(len(rows))):
        (tmp_path / "o.qrels").write_text("".join(rows[n] for n in order))
        (tmp_path / "k.csv").write_text(
            "caption_id,cluster\n" + "".join(clusters[n] for n in order if n < CAPTIONS and n % 4)
        )
        found.append(told(capsys, *asked, "--original", tmp_path / "o.qrels"))
        clustered.append(
            told(
                capsys, *asked, "--original", tmp_path / "o.qrels", "--clusters", tmp_path / "k.csv"
            )
        )
    assert found[0]["rows"][0]["interval"]
    assert found[0] == found[1] == found[2]
    assert clustered[0] == clustered[1] == clustered[2]
    assert clustered[0]["clusters"] < found[0]["clusters"]


def test_the_output_says_where_originals_came_from_and_nothing_of_labels_that_were_not_given(
    files, tmp_path, capsys
):
    (tmp_path / "o.qrels").write_text("c1 0 v1 1\nc2 0 v1 1\n")
    asked = [str(files / "first.trec"), "--original", str(tmp_path / "o.qrels")]
    assert run(asked) == 0
    alone = capsys.readouterr().out
    assert "With the 2 original positives (from a file) only." in alone
    assert "own video" not in alone
    assert "People found" not in alone
    assert run([*asked, "--collected", str(files / "collected.qrels")]) == 0
    both = capsys.readouterr().out
    assert "A with the 2 original positives (from a file) and " in both
    assert "People found " in both
    assert run([str(files / "first.trec"), "--captions", str(files / "captions.csv")]) == 0
    assert "(each caption's own video) only" in capsys.readouterr().out


def test_of_one_nothing_is_said_in_the_plural(tmp_path, capsys):
    (tmp_path / "a.trec").write_text("c Q0 v 1 2 t\nc Q0 w 2 1 t\n")
    (tmp_path / "b.trec").write_text("c Q0 w 1 2 t\nc Q0 v 2 1 t\n")
    (tmp_path / "q").write_text("c 0 v 1\n")
    runs = str(tmp_path / "a.trec"), str(tmp_path / "b.trec")
    assert run([*runs, "--original", str(tmp_path / "q"), "--measures", "C@1", "--intervals"]) == 0
    said = capsys.readouterr().out
    assert re.findall(r"\b1 (?:clusters|groups|captions|tests|resamples)\b", said) == []
    assert "Holm's p is p itself: this table has 1 test." in said
    assert "1 cluster by video, 1 by text, 1 group with neither in common" in said


def test_the_output_says_what_a_cluster_is(files, tmp_path, capsys):
    (tmp_path / "o.qrels").write_text("c1 0 v1 1\nc1 0 v2 1\nc2 0 v1 1\n")
    (tmp_path / "k.csv").write_text("caption_id,cluster\nc1,x\nc2,x\n")
    asked = [str(files / "first.trec"), "--original", str(tmp_path / "o.qrels"), "--intervals"]
    assert run(asked) == 0
    assert "a caption's only original one in the file is its source" in capsys.readouterr().out
    assert run([*asked, "--clusters", str(tmp_path / "k.csv")]) == 0
    assert "A cluster is what the file of clusters names so" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shape", "first"), [("--csv", "measure,first_all"), ("--latex", r"\begin{table}")]
)
def test_tables_come_as_csv_and_latex_too(files, capsys, shape, first):
    asked = [
        files / "first.trec",
        "--captions",
        files / "captions.csv",
        "--collected",
        files / "collected.qrels",
        shape,
    ]
    assert run([*map(str, asked)]) == 0
    assert capsys.readouterr().out.startswith(first)


def test_csv_on_standard_output_is_for_tools_and_exact(files, tmp_path, capsys):
    run_file = tmp_path / "=cmd().trec"
    run_file.write_text((files / "first.trec").read_text())
    assert run([str(run_file), "--collected", str(files / "collected.qrels"), "--csv"]) == 0
    assert capsys.readouterr().out.startswith("measure,=cmd()")
    assert "nothing escaped, for tools" in " ".join(make_parser().format_help().split())


def test_the_queries_beside_exported_qrels_are_no_benchmark_file_and_which_is(
    files, tmp_path, capsys
):
    queries = tmp_path / "queries.tsv"
    queries.write_text("id\tcaption\tsource_video\nc0\tcaption 0\tv0\n")
    assert run([str(files / "first.trec"), "--captions", str(queries)]) == 1
    said = capsys.readouterr().err
    assert "queries.tsv: this lists what the keys of exported qrels mean" in said
    assert "expected caption_id,video_id,caption" in said


def test_default_measures_are_those_of_manage_py():
    evaluate = load_command_class("metrics", "evaluate").create_parser("manage.py", "evaluate")
    assert make_parser().get_default("measures") == evaluate.get_default("measures")


def as_program(*arguments) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_runs_as_a_program_and_knows_no_django(files):
    code = (
        "import runpy, sys\ntry: runpy.run_module('metrics', run_name='__main__',"
        " alter_sys=True)\nexcept SystemExit as end: status = end.code\nknown = {'django',"
        " 'psycopg', 'celery', 'rest_framework', 'people', 'jobs'} &"
        " set(sys.modules)\nsys.exit(f'status {status}, {known}' if status or known else 0)"
    )
    done = as_program("-c", code, files / "first.trec", "--collected", files / "collected.qrels")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Table 1: files\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--collected", "collected.qrels"],
            "error: expected a run, or --query-embeddings and --video-embeddings",
        ),
        (
            ["--collected", "collected.qrels", "--video-embeddings", "first.trec"],
            "error: expected both --query-embeddings and --video-embeddings",
        ),
        (
            ["first.trec"],
            "error: nothing tells what is relevant: give --original, --collected or --captions",
        ),
        (
            ["nowhere.trec", "--collected", "collected.qrels"],
            "error: cannot read {}/nowhere.trec: No such file or directory",
        ),
        (
            ["first.trec", "--collected", "collected.qrels", "--measures", "R10"],
            "error: no measure is called 'R10'; the nearest is R@10",
        ),
        (
            ["first.trec", "--collected", "collected.qrels", "--depth", "0"],
            "error: argument --depth: expected 1 to 1000, found 0",
        ),
        (
            ["first.trec", "--collected", "collected.qrels", "--seed", "-1"],
            "error: a seed is a whole number from 0, not -1",
        ),
        (
            ["first.trec", "--collected", "first.trec"],
            "{}/first.trec:1:1: expected `qid 0 docid rel`",
        ),
        (
            ["collected.qrels", "--collected", "collected.qrels"],
            "{}/collected.qrels:1:1: this looks like qrels",
        ),
    ],
)
def test_what_is_wrong_is_one_line_and_status_1(files, capsys, monkeypatch, arguments, said):
    named = [str(files / argument) if "." in argument else argument for argument in arguments]
    assert run(named) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-1 if "error" in said else 0].startswith(said.format(files))


def test_two_files_of_embeddings_score_as_their_matrix(files, tmp_path, capsys):
    rng = np.random.default_rng(8)
    captions, videos = (rng.standard_normal((rows, 6)) for rows in (CAPTIONS + VIDEOS, VIDEOS))
    paths = {name: tmp_path / f"{name}.npy" for name in ("whole", "q", "v")}
    for path, array in zip(paths.values(), (captions @ videos.T, captions, videos), strict=True):
        np.save(path, array)
    shared = ["--captions", files / "captions.csv", "--measures", "C@1,AP,MedR"]
    named = ["--query-embeddings", paths["q"], "--video-embeddings", paths["v"]]
    both = told(capsys, paths["whole"], *named, *shared)["rows"]
    mine, theirs = (
        [{**row, "run": ""} for row in both if row["run"] == name] for name in ("whole", "q")
    )
    assert mine == theirs
    assert len(mine) == 3
    alone = told(capsys, *named, *shared)["rows"]
    assert [row["all"] for row in alone] == [row["all"] for row in theirs]
