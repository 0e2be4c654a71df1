"""A grid's table: means and intervals over seeds, and paired tests, against loops and SciPy."""

import csv
import io
import json

import numpy as np
import pytest
from scipy import stats

from foundation.refused import Refused
from retrieval.queries.grid_lines import csv_of, lines_of
from retrieval.queries.grid_table import over_seeds, read_table
from tests.commands import run_command
from tests.factories import make_benchmark
from tests.retrieval.grids_made import make_grid

pytestmark = pytest.mark.django_db
CAPTIONS = 24


@pytest.fixture
def benchmark_of():
    return make_benchmark([(f"text {n}", f"v{n}") for n in range(CAPTIONS)], name="scored")


@pytest.fixture
def grid(benchmark_of):
    """Two losses and two seeds each; the second is 0.2 better at every caption but one."""
    rng = np.random.default_rng(3)
    first, second = rng.random((2, CAPTIONS)) / 2
    better = np.full(CAPTIONS, 0.2)
    better[0] = -0.1
    return make_grid(
        benchmark_of,
        {"loss": "nce", "seed": 0, "ndcg": first},
        {"loss": "nce", "seed": 1, "ndcg": second},
        {"loss": "triplet-ranp", "seed": 0, "ndcg": first + better},
        {"loss": "triplet-ranp", "seed": 1, "ndcg": second + better},
    )


def test_an_interval_over_seeds_is_students():
    values = [0.31, 0.35, 0.30, 0.38]
    found = over_seeds(values)
    low, high = stats.t.interval(0.95, 3, loc=np.mean(values), scale=stats.sem(values))
    assert (found.mean, found.low, found.high) == pytest.approx((np.mean(values), low, high))


def test_one_seed_or_seeds_that_are_alike_have_no_interval():
    for values in ([0.4], [0.4, None], [0.4, 0.4]):
        assert (over_seeds(values).mean, over_seeds(values).low) == (0.4, None)
    assert over_seeds([None]).mean is None


def test_rows_are_cells_without_their_seed(grid):
    table = read_table(grid)
    assert [(row.title, row.seeds) for row in table.rows] == [
        ("loss=nce", (0, 1)),
        ("loss=triplet-ranp", (0, 1)),
    ]
    assert table.measures == ("nDCG(syn)", "GMR")


def test_means_are_of_the_direction_that_was_asked_for(grid):
    there, back, both = (
        read_table(grid, direction=way).rows[0].scores["nDCG(syn)"].mean
        for way in ("tv", "vt", "both")
    )
    assert there - back == pytest.approx(0.1)
    assert both == pytest.approx((there + back) / 2)
    assert read_table(grid).rows[0].scores["GMR"].mean is None  # one direction has none


def test_a_row_is_held_against_the_first_by_its_captions(grid):
    table = read_table(grid)
    assert table.rows[0].against is None
    held = table.rows[1].against
    assert held.difference == pytest.approx((0.2 * (CAPTIONS - 1) - 0.1) / CAPTIONS)
    assert held.low < held.difference < held.high
    assert held.p == held.p_holm < 0.001
    assert table.captions == CAPTIONS


def test_p_is_that_of_all_sign_flips(benchmark_of):
    """Ten captions that differ: all 1,024 flips are counted."""
    rng = np.random.default_rng(11)
    differences = np.zeros(CAPTIONS)
    differences[:10] = rng.normal(0.05, 0.1, 10).round(3)
    base = np.full(CAPTIONS, 0.5)
    grid = make_grid(
        benchmark_of, {"tau": 0.1, "ndcg": base}, {"tau": 0.2, "ndcg": base + differences}
    )
    flips = np.array([[1 - 2 * (n >> bit & 1) for bit in range(10)] for n in range(1024)])
    reached = np.abs(flips @ differences[:10]) >= abs(differences.sum()) - 1e-9
    assert read_table(grid).rows[1].against.p == pytest.approx(reached.mean(), abs=0.02)


def test_p_is_corrected_for_the_rows_of_the_table(benchmark_of):
    rng = np.random.default_rng(5)
    base = rng.random(CAPTIONS) / 2
    cells = [{"tau": tau, "ndcg": base + rng.normal(0.03, 0.08, CAPTIONS)} for tau in (0.2, 0.3)]
    rows = read_table(make_grid(benchmark_of, {"tau": 0.1, "ndcg": base}, *cells)).rows
    p = sorted(row.against.p for row in rows[1:])
    assert sorted(row.against.p_holm for row in rows[1:]) == pytest.approx(
        [min(2 * p[0], 1), max(min(2 * p[0], 1), p[1])]
    )


def test_another_row_can_be_the_one_that_others_are_held_against(grid):
    table = read_table(grid, against=2)
    assert table.rows[1].against is None
    assert table.rows[0].against.difference < 0
    with pytest.raises(Refused, match="no row 3: expected one from 1 to 2"):
        read_table(grid, against=3)
    with pytest.raises(Refused, match=r"called GMR: expected one of nDCG\(syn\)"):
        read_table(grid, measure="GMR")


def test_what_failed_and_what_is_left_is_in_the_table(benchmark_of):
    grid = make_grid(
        benchmark_of,
        {"loss": "nce", "seed": 0, "ndcg": np.full(CAPTIONS, 0.5)},
        {"loss": "nce", "seed": 1},
        {"loss": "log-ratio", "seed": 0, "error": "The loss is no number."},
    )
    table = read_table(grid)
    assert [(row.left, row.failures) for row in table.rows] == [
        (1, ()),
        (0, ("The loss is no number.",)),
    ]
    assert table.rows[1].scores["nDCG(syn)"].mean is None
    lines = lines_of(table.as_json())
    assert "failed: loss=log-ratio: The loss is no number." in lines
    assert lines[-1] == "1 cells are still to be trained: order the grid again."


def test_a_grid_of_which_nothing_is_done_is_an_empty_table(benchmark_of):
    table = read_table(make_grid(benchmark_of, {"seed": 0}))
    assert (table.measures, table.tested, table.rows[0].title) == ((), "", "all seeds")


def test_the_csv_has_full_digits(grid):
    table = read_table(grid).as_json()
    out = io.StringIO()
    header, rows = csv_of(table)
    csv.writer(out).writerows([header, *rows])
    first, second = csv.DictReader(io.StringIO(out.getvalue()))
    assert float(first["nDCG(syn)"]) == table["rows"][0]["scores"]["nDCG(syn)"]["mean"]
    assert float(second["nDCG(syn) p_holm"]) == table["rows"][1]["against"]["p_holm"]
    assert (first["loss"], first["seeds"], first["nDCG(syn) p"]) == ("nce", "0 1", "")


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_it(grid):
    table = json.loads(run_command("show_grid", "scored", "G1", "--json").out)
    assert table == json.loads(json.dumps(read_table(grid).as_json()))
    text = run_command("show_grid", "scored", "g1", "--direction", "tv").out
    assert "| 2 | loss=triplet-ranp | 2 | " in text
    assert "means of text to video" in text
    wrong = run_command("show_grid", "scored", "g2")
    assert wrong.err.startswith("error: no grid of scored is called 'g2': ")
