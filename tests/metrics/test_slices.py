"""Scores of groups of captions: from the command to its rows, and against the definitions written
out."""

import json
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given

from bench.bare import intervals_of_means
from measures.dependence import FEW, Dependence
from measures.names import parse_all
from measures.spread import NO_VALUE, ONE_GROUP
from metrics.charts.of_slices import charts
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.snapshot import FileColumn
from metrics.studies.asked import EvaluationAsked
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.studies.slices import MOST_VALUES, column_groups, group_captions, slices
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark
from tests.metrics.reporting import everything_since, make_report
from tests.metrics.worlds import Bare, bare_worlds, make_world

C1 = parse_all("C@1")


def asked(capsys, *words) -> dict:
    call_command("slices", "toy", *words, "--resamples", "200", "--json")
    return json.loads(capsys.readouterr().out)


def rows_of(told: dict, **wanted) -> list[dict]:
    return [row for row in told["rows"] if all(row[key] == wanted[key] for key in wanted)]


@pytest.mark.django_db
def test_columns_of_a_file_are_groups(capsys):
    make_world()
    benchmark = Benchmark.objects.get(name="toy")
    for caption in benchmark.captions.all():
        caption.groups = {"seen": "no" if caption.number in (0, 2) else "yes"}
        caption.save(update_fields=["groups"])
    Benchmark.objects.filter(pk=benchmark.pk).update(columns={"seen": 2})
    told = asked(capsys, "--runs", "strong", "--measures", "C@1", "--by", "seen")
    # As below: strong has captions 0 and 1, 2 by a collected positive, and 3 right.
    assert [(row["group"], row["all"], row["original"], row["n"]) for row in told["rows"]] == [
        ("no", 1, 0.5, 2),
        ("yes", 0.5, 2 / 3, 4),
    ]
    assert told["by"] == ["seen"]
    assert {row["by"] for row in asked(capsys, "--runs", "strong")["rows"]} == {
        *("length", "positives", "source", "seen")
    }
    with pytest.raises(CommandError, match="by seen, length, positives, source, not by 'kitchen'"):
        asked(capsys, "--by", "kitchen")


def test_of_a_column_with_many_values_the_frequent_ones_are_groups():
    values = tuple(f"v{number:02}" for number in range(MOST_VALUES + 5))
    of = np.concatenate([np.arange(len(values)), np.arange(4, len(values)), [-1]])
    groups = column_groups(FileColumn("verb", values, of))
    assert groups.names == (*values[4 : MOST_VALUES + 3], "one of 6 other values")
    assert groups.captions.tolist() == [2] * (MOST_VALUES - 1) + [8]
    assert groups.of[-1] == -1


@pytest.mark.django_db
def test_each_group_has_the_score_of_its_own_captions(capsys):
    make_world()
    told = asked(capsys, "--runs", "strong", "--measures", "C@1")
    # At rank 1 strong has the own videos of captions 0, 1 and 3, and of caption 2 one that was
    # collected. In words: 3, 3, 4, 3, 2, 2; nobody knows the video of caption 5.
    shown = [
        (row["by"], row["group"], row["all"], row["original"], row["n"], row["n_original"])
        for row in told["rows"]
    ]
    assert shown == [
        ("length", "2 words", 0, 0, 2, 1),
        ("length", "3 words", 1, 1, 3, 3),
        ("length", "4 words", 1, 0, 1, 1),
        ("positives", "1 positive", 0, 0, 2, 1),
        ("positives", "2 positives", 1, 0.75, 4, 4),
        ("source", "a text of their own", 2 / 3, 1 / 3, 3, 3),
        ("source", "a text that others have too", 1, 1, 2, 2),
        ("source", "no known source video", 0, None, 1, 0),
    ]
    assert [row["delta"] for row in told["rows"]][:3] == [0, 0, 1]
    assert (told["seed"], told["resamples"], told["level"]) == (0, 200, 0.95)


@pytest.mark.django_db
def test_what_has_no_interval_says_why(capsys):
    make_world()
    told = asked(capsys, "--runs", "strong", "--measures", "C@1")
    (alone,) = rows_of(told, group="4 words")
    assert (alone["clusters"], alone["interval"], alone["why"]) == (1, None, ONE_GROUP)
    (unknown,) = rows_of(told, group="no known source video")
    assert (unknown["original"], unknown["original_why"]) == (None, NO_VALUE)
    assert unknown["delta_why"] == NO_VALUE
    (some,) = rows_of(told, group="a text of their own")
    assert some["interval"] is not None
    assert some["why"] is None
    assert some["few"] is True
    call_command("slices", "toy", "--runs", "strong", "--measures", "C@1", "--resamples", "50")
    printed = capsys.readouterr().out
    assert f"Few: fewer than {FEW} clusters" in printed
    assert f"4 words: {ONE_GROUP}." in printed
    assert "100.0 (0.0 + 100.0) %" in printed


@pytest.mark.django_db
def test_what_they_are_sliced_by_is_chosen(capsys):
    make_world(backwards=True)
    told = asked(capsys, "--by", "source, length", "--measures", "C@1,Judged@3")
    assert told["by"] == ["source", "length"]
    assert list(dict.fromkeys(row["by"] for row in told["rows"])) == ["source", "length"]
    assert told["runs"] == ["strong", "weak", "weak again"]
    # Judged@K knows no positives.
    judged = rows_of(told, measure="Judged@3")
    assert all(row["all"] is not None and row["original"] is row["delta"] is None for row in judged)
    for words, said in (
        (("--by", "colour"), "by length, positives, source, not by 'colour'"),
        (("--measures", "GMR"), "ask for C@1,C@5,C@10 instead"),
        (("--runs", "backwards"), "no run that ranks videos"),
        (("--resamples", "0"), "resamples are 1 to"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("slices", "toy", *words)


@pytest.mark.django_db
def test_a_report_has_what_the_command_prints_and_comes_to_it_again(capsys):
    world = make_world(backwards=True)
    runs = [run.pk for run in world.runs.order_by("pk")]
    asking = EvaluationAsked(resamples=200, overlap=0, slices=True, measures=("C@1", "GMR"))
    report = make_report(world, asking, runs=runs)
    told = result_of(report)["parts"]["slices"]["found"]
    by_command = asked(capsys, "--runs", "strong,weak,weak again", "--measures", "C@1")
    assert told == by_command | {"other_direction": ["backwards"]}
    everything_since(world)
    assert verify_report(report).differences == ()
    assert "slices" not in result_of(make_report(world))["parts"]


@given(world=bare_worlds(runs=2))
def test_it_is_the_definitions_written_out(world):
    captions = range(len(world.queries))
    snapshot = world.snapshot()
    if not all(map(any, world.rankings)) or not any(map(world.positives, captions)):
        with pytest.raises(NothingToStudy):
            slices(snapshot, C1)
        return
    found = slices(snapshot, C1)
    groups = {by: group_captions(snapshot, by) for by in found.by}
    for row in found.rows:
        of = groups[row.by]
        members = [c for c in captions if of.of[c] >= 0 and of.names[of.of[c]] == row.group]
        assert row.captions == len(members)
        rankings = world.rankings[int(row.run[3:])]
        scores = {}
        for rule, positives in (("all", world.positives), ("original", world.original)):
            scores[rule] = {
                c: float(bool(set(rankings[c][:1]) & positives(c))) for c in members if positives(c)
            }
        assert (row.n, row.n_original) == (len(scores["all"]), len(scores["original"]))
        for rule, of_rule in scores.items():
            check(getattr(row, rule), world, of_rule)


def check(estimate, world: Bare, scores: dict[int, float]) -> None:
    """The interval is that of the mean of these captions alone, with their videos and texts."""
    if not scores:
        assert (estimate.value, estimate.reason) == (None, NO_VALUE)
        return
    assert estimate.value == pytest.approx(sum(scores.values()) / len(scores))
    videos = [world.own[c] if world.own[c] >= 0 else world.videos + c for c in scores]
    dependence = Dependence.of(len(scores), videos, [world.queries[c] for c in scores])
    (wanted,) = intervals_of_means(np.array([list(scores.values())]), dependence)
    assert estimate.why_not() == wanted.reason
    if wanted.ends:
        assert estimate.ends() == pytest.approx(wanted.ends)


def test_all_groups_together_are_the_whole_benchmark():
    """A group's n and sums add up to those of Table 1, whatever the captions are grouped by."""
    world = Bare(
        9,
        [*range(60), *range(20)],
        [n % 9 for n in range(80)],
        {(n, (n + 3) % 9): n % 3 == 0 for n in range(60)},
        [[[(n + m) % 9, (n + 3) % 9, (n + 5) % 9] for n in range(80)] for m in range(2)],
    )
    snapshot, measures = world.snapshot(3), parse_all("C@1,AP")
    found = slices(snapshot, measures, resamples=50)
    whole = evaluate(snapshot, measures)
    for cell in whole.cells:
        for by in found.by:
            rows = [
                row
                for row in found.rows
                if (row.by, row.run, row.measure) == (by, cell.run, cell.measure)
            ]
            assert sum(row.n for row in rows) == cell.main.n
            together = sum(row.all.value * row.n for row in rows)
            assert together / cell.main.n == pytest.approx(cell.all.value.value)
            originals = sum(row.original.value * row.n_original for row in rows)
            assert originals / cell.original.n == pytest.approx(cell.original.value.value)


def test_a_group_of_everything_has_the_interval_of_table_1():
    world = Bare(
        9,
        list(range(40)),
        [n % 9 for n in range(40)],
        {(n, (n + n % 2) % 9): n % 3 == 0 for n in range(40)},
        [[[(n + n % 2) % 9, (n + 4) % 9] for n in range(40)]],
    )
    snapshot = world.snapshot(2)
    (row,) = slices(snapshot, C1, ["source"], seed=4, resamples=80).rows
    (cell,) = evaluate(snapshot, C1, intervals=True, seed=4, resamples=80).cells
    assert row.all.ends() == pytest.approx(cell.score.ends())
    assert row.delta.ends() == pytest.approx(cell.delta.ends())


def test_tables_have_a_row_for_each_group_run_and_measure():
    world = Bare(4, [0, 1, 2, 3], [0, 1, 2, 3], {}, [[[n, (n + 1) % 4] for n in range(4)]] * 2)
    found = slices(world.snapshot(2), parse_all("C@1,AP"), resamples=20)
    for table, by in zip(tables_of(found), found.by, strict=True):
        assert table.key == f"slices_{by}"
        assert len(table.rows) == len([row for row in found.rows if row.by == by])


@pytest.mark.parametrize("apart", [False, True])
def test_a_chart_says_that_groups_differ_where_intervals_do_not_meet(apart):
    """300 videos, a caption each; where groups differ, the run finds those of long captions."""
    every = list(range(300))
    found = [n % 2 == 0 if apart else n < 141 for n in every]
    rankings = [[[n if found[n] else (n + 1) % 300] for n in every]]
    bare = Bare(300, every, every, {}, rankings)
    snapshot = replace(bare.snapshot(1), words=np.array([4 + 20 * (n % 2 == 0) for n in every]))
    study = slices(snapshot, C1, ["length"])
    (chart,) = charts(study.as_json(), tables_of(study))
    assert chart.title == (
        "C@1 of run0 is 100.0 % for captions with 24 words, 0.0 % for those with 4 words"
        if apart
        else "C@1 of run0 lies between 46.7 % and 47.3 % by group; no group stands apart"
    )
