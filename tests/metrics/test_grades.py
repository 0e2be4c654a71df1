"""Grades that people gave: some measures read them all, the others and tables begin at a level.
Against slow twins, and trec_eval."""

import random
from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval

from measures.hits import Pairs
from measures.names import parse
from metrics.snapshot import Grades
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import label_errors
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.leave_one_out import leave_one_out
from metrics.studies.registry import tables_of
from metrics.studies.scored import at_level, score_runs
from metrics.studies.study import NothingToStudy
from tests.measures.ranked import slow
from tests.metrics.worlds import Bare

WORDS = ("bad", "poor", "fair", "good", "perfect")
GRADED = ("nDCG@5", "nDCG-exp", "nDCG-whole", "ERR(max=4)", "gRBP(p=0.8,max=4)@4")
BINARY = ("C@1", "C@3", "AP", "P@3", "RR")
LEVELS = ("AP(rel=2)", "C(rel=4)@3", "P(rel=3)@5")


def graded_world(seed: int, begins: int = 3):
    """A bare world of nine captions, some with one text, and the grade of each judged pair; some
    relevant pairs have none."""
    draw = random.Random(seed)
    own = [draw.randrange(10) for _ in range(9)]
    own[4] = -1
    queries = [0, 1, 2, 3, 4, 5, 6, 0, 1]
    rankings = [[draw.sample(range(10), draw.randrange(9)) for _ in own] for _ in range(2)]
    rankings[0][3] = rankings[0][3] or [own[3]]
    rankings[1][3] = rankings[1][3] or [own[3]]
    said = {
        (query, video): draw.randrange(5)
        for query in range(7)
        for video in draw.sample(range(10), 6)
    }
    plain = {pair for pair in said if draw.random() < 0.2}
    verdicts = {pair: grade >= begins for pair, grade in said.items()}
    gains = {
        pair: begins if pair in plain else grade
        for pair, grade in said.items()
        if grade and (pair not in plain or verdicts[pair])
    }
    bare = Bare(10, queries, own, verdicts, rankings)
    snapshot = bare.snapshot()
    pairs = Pairs.of(
        *np.array(list(gains)).T, (7, 10), gains=list(gains.values()), rule="collected"
    )
    grades = Grades(WORDS, begins, pairs)
    return bare, gains, replace_grades(snapshot, grades)


def replace_grades(snapshot, grades):
    return replace(snapshot, grades=grades, collected=grades.relevant())


def labels_of(snapshot) -> LabelEvidence:
    """Two raters, who agree with the verdicts."""
    keys, none = np.repeat(snapshot.judged.keys, 2), np.empty(0, np.int64)
    rater = np.tile([0, 1], len(snapshot.judged.keys))
    value = np.isin(keys, snapshot.collected.keys).astype(np.int64)
    return LabelEvidence.of(keys, rater, value, np.full(len(keys), -1), (none, none, none))


def gains_of(bare: Bare, gains, caption: int) -> dict[int, int]:
    query = bare.queries[caption]
    found = {video: grade for (of, video), grade in gains.items() if of == query}
    return found | dict.fromkeys(bare.original(caption), 4)


@pytest.mark.parametrize("seed", range(12))
def test_every_value_is_what_the_definitions_say(seed):
    bare, gains, snapshot = graded_world(seed)
    names = (*GRADED, *BINARY, *LEVELS)
    measures = [parse(name) for name in names]
    scored = score_runs(snapshot, measures, {"all": snapshot.positives("all")})
    for number, one in enumerate(scored):
        values = one.by_rule["all"].values
        for measure in measures:
            for caption, ranking in enumerate(bare.rankings[number]):
                of = gains_of(bare, gains, caption)
                if not measure.kind.graded and measure.level is None:
                    of = {video: 1 for video, grade in of.items() if grade >= 3}
                expected = slow(measure, ranking[:8], of)
                found = values[measure][caption]
                assert found == pytest.approx(expected, nan_ok=True), (str(measure), caption)


@pytest.mark.parametrize("seed", range(4))
def test_trec_eval_finds_the_same_gains(seed):
    bare, gains, snapshot = graded_world(seed)
    measure = parse("nDCG@5")
    scored = score_runs(snapshot, [measure], {"all": snapshot.positives("all")})
    for number, one in enumerate(scored):
        qrels = {
            f"c{n}": {f"v{video}": grade for video, grade in gains_of(bare, gains, n).items()}
            for n in range(9)
        }
        run = {
            f"c{n}": {f"v{video}": float(-place) for place, video in enumerate(ranking[:8])}
            for n, ranking in enumerate(bare.rankings[number])
        }
        theirs = pytrec_eval.RelevanceEvaluator(
            {query: of for query, of in qrels.items() if of}, {"ndcg_cut_5"}
        ).evaluate({query: of for query, of in run.items() if of})
        for query, values in theirs.items():
            ours = one.by_rule["all"].values[measure][int(query[1:])]
            assert ours == pytest.approx(values["ndcg_cut_5"])


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_table_from_a_grade_on_is_that_of_the_pairs_with_this_grade(level):
    """As if nobody had said more than relevant or not. Originals stay, whatever the level."""
    bare, gains, snapshot = graded_world(5)
    names = [parse(name) for name in BINARY]
    found = evaluate(at_level(snapshot, level), names)
    chosen = {pair: gains.get(pair, 0) >= level for pair in bare.verdicts}
    other = Bare(10, bare.queries, bare.own, chosen, bare.rankings).snapshot()
    expected = evaluate(other, names)
    for mine, theirs in zip(found.cells, expected.cells, strict=True):
        assert mine.all.value == theirs.all.value
        assert mine.original.value == theirs.original.value
    assert found.counts == expected.counts
    table = tables_of(found)[0]
    assert table.title == f"Table 1 from grade {level}: bare"
    notes = " ".join(table.notes)
    assert "Grades: 0 (bad); 1 (poor); 2 (fair); 3 (good); 4 (perfect)." in notes
    assert f"Relevant from grade {level}" in notes


def test_the_scales_own_level_is_the_usual_one():
    _, _, snapshot = graded_world(5)
    names = [parse(name) for name in (*BINARY, *GRADED)]
    usual, named = evaluate(snapshot, names), evaluate(at_level(snapshot, 3), names)
    assert [cell.as_json() | {"notes": []} for cell in usual.cells] == [
        cell.as_json() | {"notes": []} for cell in named.cells
    ]


def test_measures_that_read_grades_are_the_same_at_every_level():
    _, _, snapshot = graded_world(7)
    names = [parse(name) for name in GRADED]
    values = [
        [cell.all.value for cell in evaluate(at_level(snapshot, level), names).cells]
        for level in (1, 2, 3, 4)
    ]
    assert values[0] == values[1] == values[2] == values[3]


def test_the_highest_grade_is_the_scales_and_not_that_of_any_positive():
    _, _, snapshot = graded_world(2)
    few = snapshot.grades.gains.only(snapshot.grades.gains.gains < 3)
    low = replace_grades(snapshot, Grades(WORDS, 1, few))
    scored = evaluate(low, [parse("ERR")], "all")
    named = evaluate(low, [parse("ERR(max=4)")], "all")
    assert [cell.all.value for cell in scored.cells] == [cell.all.value for cell in named.cells]
    assert "the highest grade is 4, the highest of the scale" in scored.cells[0].notes()[0]
    assert len(scored.runs) > 1
    notes = [note for note in tables_of(scored)[0].notes if "the highest grade" in note]
    assert notes == ["ERR: the highest grade is 4, the highest of the scale."]


def test_verdicts_of_two_values_have_no_level():
    bare, _, _ = graded_world(3)
    with pytest.raises(NothingToStudy, match="two values"):
        at_level(bare.snapshot(), 2)


def test_a_level_above_the_scale_is_refused_with_its_highest():
    _, _, snapshot = graded_world(3)
    with pytest.raises(NothingToStudy, match=r"up to 4 \(perfect\).*from 1 to 4, found 5"):
        at_level(snapshot, 5)


def test_what_one_run_alone_found_is_left_out_with_its_grade():
    _, _, snapshot = graded_world(9)
    measure = parse("nDCG@5")
    found = leave_one_out(snapshot, [measure], depth=5)
    usual = {
        one.run.name: one.summary(measure, "all")
        for one in score_runs(snapshot, [measure], {"all": snapshot.positives("all")})
    }
    for row in found.rows:
        assert row.all.value == usual[row.run.name].value


def test_errors_of_labels_are_of_relevant_and_irrelevant_alone():
    _, _, snapshot = graded_world(11)
    names = [parse(name) for name in ("C@1", "nDCG@5", "AP(rel=4)")]
    scored, labels = evaluate(snapshot, names, "all"), labels_of(snapshot)
    found = label_errors(snapshot, labels, scored, resamples=60, draws=10)
    rows = {str(row.measure): row for row in found.rows}
    assert rows["C@1"].drawn.value is not None
    assert found.as_json()["relevant_from"] == 3
    assert any("from grade 3 on" in note for note in tables_of(found)[0].notes)
    for name in ("nDCG@5", "AP(rel=4)"):
        assert rows[name].drawn.value is None
        assert "not of each grade" in rows[name].as_json()["label_why"]
    other = at_level(snapshot, 2)
    with pytest.raises(NothingToStudy, match="another grade"):
        label_errors(other, labels, evaluate(other, names, "all"), resamples=60, draws=10)
