"""A grid's table by API and on its page, and the page that orders one. None of it needs PyTorch."""

import csv
import json
from html import unescape

import numpy as np
import pytest

from people.models import Scope
from retrieval.queries.grid_chart import curves, drawn, over_axis
from retrieval.queries.grid_table import read_table
from tests.api.conftest import check_problem
from tests.factories import make_benchmark
from tests.pooling.api.conftest import script  # noqa: F401  (a fixture)
from tests.retrieval.grids_made import make_grid

pytestmark = pytest.mark.django_db
CAPTIONS = 12


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def scored():
    return make_benchmark([(f"text {n}", f"v{n}") for n in range(CAPTIONS)], name="scored")


@pytest.fixture
def grid(scored):
    """A loss that has a threshold, at three, and one that has none."""
    cells = [
        {"loss": "triplet-ranp", "tau": tau, "seed": 0, "ndcg": np.full(CAPTIONS, mean)}
        for tau, mean in ((0.1, 0.5), (0.2, 0.7), (0.4, 0.6))
    ]
    return make_grid(scored, *cells, {"loss": "nce", "seed": 0, "ndcg": np.full(CAPTIONS, 0.55)})


def test_the_table_by_api_is_that_of_the_command(script, viewer, grid, scored):  # noqa: F811
    reader = script(viewer, Scope.READ)
    at = f"benchmarks/{scored.pk}/grids/{grid.pk}"
    assert reader.get(at).json() == json.loads(json.dumps(read_table(grid).as_json()))
    asked = reader.get(f"{at}?direction=tv&against=2").json()
    assert (asked["direction"], asked["against"]) == ("tv", 2)
    check_problem(reader.get(f"{at}?against=9"), 409, "no row 9")
    check_problem(reader.get(f"{at}?direction=up"), 400, "direction")
    other = make_benchmark([("a", "b")], name="other")
    check_problem(reader.get(f"benchmarks/{other.pk}/grids/{grid.pk}"), 404)


def test_what_an_order_lacks_is_a_problem(script, lead, scored):  # noqa: F811
    order = script(lead).post
    at = f"benchmarks/{scored.pk}/grids"
    check_problem(order(at, {"name": "g"}), 400, "Nothing is varied")
    check_problem(order(at, {"name": "g", "vary": "colour=red"}), 400, "cannot be varied")
    check_problem(order(at, {"name": "g", "shape": "fig9"}), 400, "not a valid choice")


def test_a_measure_over_the_threshold_is_a_line_for_each_loss(grid):
    chart = over_axis(read_table(grid, direction="tv"), grid.varied)
    assert (chart.title, chart.across) == ("nDCG(syn)", "tau")
    assert [(line.name, line.level) for line in chart.lines] == [
        ("loss=triplet-ranp", False),
        ("loss=nce", True),  # it has no threshold: the same all along
    ]
    assert np.allclose(chart.lines[0].values, [(0.1, 0.5), (0.2, 0.7), (0.4, 0.6)])
    assert chart.lines[0].points == "0.0,180.0 200.0,0.0 600.0,90.0"
    assert chart.lines[1].points == "0.0,135.0 600.0,135.0"
    assert [at for at, _ in chart.rows] == [0.1, 0.2, 0.4]
    assert chart.rows[1][1] == [pytest.approx(0.7), None]


def test_curves_of_several_rows_are_in_one_picture(grid):
    table = read_table(grid)
    loss, ndcg = curves(table, ())
    assert (loss.title, ndcg.title, loss.across) == ("loss", "ndcg", "epoch")
    assert [line.name for line in loss.lines] == [f"{row.row}: {row.title}" for row in table.rows]
    assert [line.number for line in curves(table, (2, 4))[0].lines] == [1, 2]
    assert loss.rows[0] == (1, [0.5] * 4)


def test_there_is_no_picture_of_nothing(scored):
    assert drawn("loss", "epoch", {"a": [(1, 0.5)]}) is None
    waiting = read_table(make_grid(scored, {"tau": 0.1}, {"tau": 0.2}))
    assert over_axis(waiting, ["tau"]) is None
    assert curves(waiting, ()) == []


def words_of(answer) -> str:
    return " ".join(unescape(answer.text).split())


def test_the_page_has_the_table_its_csv_and_its_pictures(signed_in, viewer, grid, scored):
    at = f"/benchmarks/{scored.pk}/grids/{grid.pk}/"
    page = signed_in(viewer).get(at)
    assert page.status_code == 200
    assert page.text.count("<polyline") == 2 + 4 + 4
    assert "loss=triplet-ranp, tau=0.2" in words_of(page)
    assert f'href="{at}csv/"' in page.text
    two = signed_in(viewer).get(f"{at}?direction=tv&against=2&curves=1,3")
    assert two.text.count("<polyline") == 2 + 2 + 2
    assert "from row 2: paired sign flips over 12 captions" in words_of(two)
    sent = b"".join(signed_in(viewer).get(f"{at}csv/").streaming_content).decode()
    rows = list(csv.DictReader(sent.lstrip("\ufeff").splitlines()))
    assert [row["loss"] for row in rows] == ["triplet-ranp"] * 3 + ["nce"]
    table = read_table(grid)
    assert float(rows[1]["nDCG(syn)"]) == table.rows[1].scores["nDCG(syn)"].mean


def test_a_row_that_there_is_not_is_an_error_of_the_page(signed_in, viewer, grid, scored):
    at = f"/benchmarks/{scored.pk}/grids/{grid.pk}/"
    wrong = signed_in(viewer).get(f"{at}?direction=both&against=9")
    assert wrong.status_code == 400
    assert "There is no row 9: expected one from 1 to 4." in words_of(wrong)


def test_what_failed_and_what_is_left_is_on_the_page(signed_in, viewer, scored):
    made = make_grid(
        scored, {"loss": "nce", "seed": 0}, {"loss": "log-ratio", "seed": 0, "error": "No proxy."}
    )
    page = words_of(signed_in(viewer).get(f"/benchmarks/{scored.pk}/grids/{made.pk}/"))
    assert "No cell of this grid is done yet." in page
    assert "loss=nce: 1 cell still to be trained." in page
    assert "loss=log-ratio: No proxy." in page


def test_the_page_that_orders_one_lists_those_there_are(signed_in, lead, grid, scored):
    at = f"/benchmarks/{scored.pk}/grids/"
    page = signed_in(lead).get(at)
    assert "g1</a>: 4 of 4 cells done" in words_of(page)
    sent = {one.name: one.value() for one in page.context["form"]}
    usual = {name: one for name, one in sent.items() if one is not None and one is not False}
    wrong = signed_in(lead).post(
        at, usual | {"name": "g", "relevance": "instance", "vary": "tau=2"}
    )
    assert wrong.status_code == 422
    assert "tau=2: Ensure this value is less" in words_of(wrong)
