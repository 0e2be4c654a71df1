"""Pages of training."""

from foundation.pages import page
from retrieval.views import grids, training

BENCHMARK = "benchmarks/<int:benchmark_id>/"
GRID = f"{BENCHMARK}grids/<int:grid_id>/"

app_name = "retrieval"
urlpatterns = [
    page(f"{BENCHMARK}train/", training.train, "retrieval#training"),
    page(f"{BENCHMARK}grids/", grids.grids, "retrieval#grids", tab="runs"),
    page(GRID, grids.grid, "retrieval#grids", tab="runs"),
    page(f"{GRID}csv/", grids.grid_csv, "retrieval#grids", tab="runs"),
    page("models/<int:model_id>/training/", training.model, "retrieval#what-a-model-saw"),
]
