"""`python -m metrics --scale 0-4 --relevant-from 3`: grades of files, against pytrec_eval, and
against the same labels in a database."""

import json

import pytest
import pytrec_eval

from measures.names import parse
from metrics.queries.snapshot import take_snapshot
from metrics.standalone.command import run
from metrics.studies.evaluation import evaluate
from tests.factories import make_run
from tests.metrics.test_grades_of_campaigns import SAID, THREE, graded  # noqa: F401  (a fixture)

RUN = {"c0": ["v1", "v2", "v0", "v3"], "c1": ["v3", "v0", "v1"], "c2": ["v2", "v1"]}
GRADES = {
    "c0": {"v0": 4, "v1": 2, "v2": 3, "v3": 0},
    "c1": {"v0": 1, "v1": 4, "v2": 3},
    "c2": {"v1": 2, "v3": 4},
}
SCALE = ("--scale", "0-4", "--relevant-from", "3")


@pytest.fixture
def files(tmp_path):
    lines = [
        f"{caption} Q0 {video} {rank} {9 - rank} tag\n"
        for caption, ranked in RUN.items()
        for rank, video in enumerate(ranked, start=1)
    ]
    (tmp_path / "r.trec").write_text("".join(lines))
    write(tmp_path / "g.qrels", GRADES)
    return tmp_path


def write(path, grades) -> None:
    rows = (f"{c} 0 {v} {grade}\n" for c, of in grades.items() for v, grade in of.items())
    path.write_text("".join(rows))


def scored(capsys, files, *arguments) -> dict[str, dict]:
    assert run([str(files / "r.trec"), *map(str, arguments), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {row["measure"]: row for row in found["rows"]} | {"grades": found.get("grades")}


def theirs(measure: str, level: int = 1) -> float:
    run_of = {c: {v: float(-rank) for rank, v in enumerate(ranked)} for c, ranked in RUN.items()}
    found = pytrec_eval.RelevanceEvaluator(GRADES, {measure}, relevance_level=level)
    values = found.evaluate(run_of).values()
    return sum(one[measure] for one in values) / len(RUN)


def test_grades_and_levels_are_those_of_pytrec_eval(files, capsys):
    names = "nDCG@3,nDCG-whole,AP,P@5,RR,C@1,AP(rel=2),ERR"
    found = scored(capsys, files, "--collected", files / "g.qrels", *SCALE, "--measures", names)
    for name, measure, level in [
        ("nDCG@3", "ndcg_cut_3", 1), ("nDCG-whole", "ndcg", 1), ("AP", "map", 3), ("P@5", "P_5", 3),
        ("RR", "recip_rank", 3), ("C@1", "success_1", 3), ("AP(rel=2)", "map", 2),
    ]:  # fmt: skip
        assert found[name]["all"] == pytest.approx(theirs(measure, level)), name
    assert "the highest grade is 4, the highest of the scale" in found["ERR"]["notes"][-1]
    assert found["grades"] == {
        "words": ["0", "1", "2", "3", "4"], "relevant_from": 3, "level": 3,
        "verdicts": [1, 1, 2, 2, 3],
    }  # fmt: skip


def test_without_a_scale_every_grade_is_relevant_as_before(files, capsys):
    found = scored(capsys, files, "--collected", files / "g.qrels", "--measures", "AP,nDCG@3")
    assert found["AP"]["all"] == pytest.approx(theirs("map"))
    assert found["nDCG@3"]["all"] == pytest.approx(theirs("ndcg_cut_3"))
    assert found["grades"] is None


def test_originals_of_0_and_1_have_the_highest_grade_and_triplets_count_from_relevant_on(
    files, capsys
):
    write(files / "o.qrels", {"c0": {"v0": 1}, "c1": {"v0": 1}, "c2": {"v0": 1}})
    (files / "t.csv").write_text(
        "caption_id,video_id,label\nc0,v1,relevant\nc0,v3,irrelevant\nc1,v1,relevant\n"
    )
    asked = ("--original", files / "o.qrels", "--collected", files / "t.csv", *SCALE)
    found = scored(capsys, files, *asked, "--measures", "ERR@1,C(rel=4)@1,C@1")
    # First are v1 of c0, a verdict without a grade, and v3 and v2, which nobody judged.
    assert found["ERR@1"]["all"] == pytest.approx((2**3 - 1) / 2**4 / 3)
    assert found["C@1"]["all"] == pytest.approx(1 / 3)
    assert found["C(rel=4)@1"]["all"] == 0


def test_a_graded_file_of_originals_counts_with_what_it_says(files, capsys):
    asked = ("--original", files / "g.qrels", *SCALE)
    found = scored(capsys, files, *asked, "--measures", "nDCG@3,AP")
    assert found["nDCG@3"]["original"] == pytest.approx(theirs("ndcg_cut_3"))
    assert found["AP"]["original"] == pytest.approx(theirs("map", 3))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scale", "1-4"), "--scale: expected 0-N, N from 1 to 100, as in 0-4, found '1-4'"),
        (("--scale", "0-101"), "found '0-101'"),
        (("--scale", "0-4\u00a0"), "argument --scale"),
        (("--scale", "0-4", "--relevant-from", "0"), "1 to 4, found 0"),
        (("--scale", "0-4", "--relevant-from", "5"), "1 to 4, found 5"),
        (("--scale", "0-4", "--relevant-from", "2.5"), "invalid int value: '2.5'"),
        (("--relevant-from", "2"), "expected --scale too"),
    ],
)  # fmt: skip
def test_a_scale_that_is_none_is_refused(files, capsys, words, said):
    asked = [str(files / "r.trec"), "--collected", str(files / "g.qrels"), *words]
    assert run(asked) == 1
    out = capsys.readouterr()
    assert said in out.err
    assert not out.out


@pytest.mark.parametrize("grade", ["5", "-3", "2.5", "3\u00a0"])
def test_a_grade_that_is_not_on_the_scale_is_refused_with_its_line(files, capsys, grade):
    (files / "g.qrels").write_text(f"c0 0 v0 4\nc0 0 v1 {grade}\n")
    assert run([str(files / "r.trec"), "--collected", str(files / "g.qrels"), *SCALE]) == 1
    out = capsys.readouterr()
    assert "g.qrels:2:9: the relevance" in out.err
    assert "expected 0 to 4, -1 or -2" in out.err
    assert not out.out


def test_the_numbers_are_those_of_the_same_labels_in_a_campaign(graded, tmp_path, capsys):  # noqa: F811
    make_run(graded.benchmark, {0: [3, 1, 0, 2], 1: [2, 0, 1], 2: [0]}, "r", depth=4)
    snapshot = take_snapshot(graded.benchmark, [graded.benchmark.runs.get(name="r")])
    names = ("C@1", "AP", "AP(rel=2)", "nDCG@4", "nDCG-exp@4", "ERR@4", "gRBP(p=0.8)@4")
    expected = {
        str(cell.measure): cell.all.value.value
        for cell in evaluate(snapshot, [parse(name) for name in names]).cells
    }
    rows = (f"c{n} 0 v{v} {said}\n" for n, row in enumerate(SAID) for v, said in enumerate(row))
    (tmp_path / "said.qrels").write_text("".join(rows))
    keys = list(graded.benchmark.captions.order_by("number").values_list("key", flat=True))
    captions = "".join(f"{key},v{n % 4},caption {n}\n" for n, key in enumerate(keys))
    about = "".join(f"x{v},v{v},about {v}\n" for v in range(4))
    (tmp_path / "captions.csv").write_text(f"caption_id,video_id,caption\n{captions}{about}")
    ranked = {0: [3, 1, 0, 2], 1: [2, 0, 1], 2: [0]}
    run_rows = (
        f"{keys[c]} Q0 v{v} {rank} {9 - rank} t\n"
        for c, of in ranked.items()
        for rank, v in enumerate(of)
    )
    (tmp_path / "r.trec").write_text("".join(run_rows))
    assert keys == ["c0", "c1", "c2"]
    highest = len(THREE) - 1
    found = scored(
        capsys, tmp_path, "--captions", tmp_path / "captions.csv", "--collected",
        tmp_path / "said.qrels", "--scale", f"0-{highest}", "--relevant-from", "2",
        "--measures", ",".join(names),
    )  # fmt: skip
    # The captions that tell of the other videos are not ranked, and have nothing but their own.
    for name, value in expected.items():
        assert found[name]["all"] * 7 / 3 == pytest.approx(value), name
