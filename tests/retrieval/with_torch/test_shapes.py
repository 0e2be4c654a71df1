"""The shapes of papers' ablations, each ordered whole on a little data."""

import pytest

from jobs.actions.attempt import claim_job
from jobs.actions.request import start_job
from jobs.models import State
from jobs.running import Attempt, run_attempt
from people.actor import COMMAND
from retrieval.asked.grid import GridAsked
from retrieval.asked.shapes import SHAPES
from retrieval.models import GridCell, TrainingGrid
from retrieval.queries.grid_table import read_table
from semantics.models import Proxy
from tests.retrieval.with_torch.small import SETTINGS, a_file, make_scored
from tests.semantics.made import make_proxy

pytestmark = pytest.mark.django_db(transaction=True)
# Of each shape the cells, of a single seed.
CELLS = {
    "svr-fig6": 41,
    "ranp-table1": 8,
    "ranp-table2": 6,
    "ranp-table3": 8,
    "jpose-table4": 3,
    "jpose-table10": 1,
}


def test_every_shape_is_tried_here():
    assert set(CELLS) == set(SHAPES)


@pytest.mark.parametrize("shape", CELLS)
def test_a_shape_is_one_order(shape, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    scored, path = make_scored(), tmp_path / "features.npz"
    path.write_bytes(a_file().read())
    for kind in ("bow", "pos", "syn", "meteor", "ranp"):
        make_proxy(scored, kind)
        Proxy.objects.filter(name=kind).update(kind=kind, parameters={})
    asked = {"benchmark": scored.pk, "name": shape, "shape": shape, "features": [str(path)]}
    job = start_job("retrieval.train_grid", actor=COMMAND, **asked | SETTINGS | {"epochs": 1})
    run_attempt(Attempt(claim_job(job.pk, worker="a test")))
    job.refresh_from_db()
    assert job.state == State.DONE, job.error
    assert (job.result["done"], job.result["failed"]) == (CELLS[shape], 0), job.result["failures"]
    table = read_table(TrainingGrid.objects.get())
    expected = [f"{kind}({name})" for name in SHAPES[shape].score_by for kind in ("nDCG", "mAP")]
    assert list(table.measures) == [*expected, "R@1", "R@5", "R@10", "GMR"]
    assert len(table.rows) == GridCell.objects.count() == CELLS[shape]


def test_ones_own_axes_are_added_or_take_the_place_of_the_shapes():
    of = GridAsked(benchmark=None, name="g", shape="svr-fig6", vary="seed=0,1; tau=0.5")
    assert of.varied == ["loss", "relevance", "seed", "tau"]
    assert len(of.cells()) == 2 * 5
    assert of.scored_by() == SHAPES["svr-fig6"].score_by
    other = GridAsked(benchmark=None, name="g", shape="svr-fig6", vary="loss=nce")
    assert other.varied == ["tau", "loss"]
