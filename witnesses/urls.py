"""Pages of witnesses."""

from foundation.pages import page
from witnesses.views import tryouts, witnesses

app_name = "witnesses"
urlpatterns = [
    page("benchmarks/<int:benchmark_id>/witnesses/", witnesses.witnesses, "witnesses"),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/import/",
        witnesses.import_witness,
        "witnesses#importing-one",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/new/",
        tryouts.new_witness,
        "witnesses#asking-a-model",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/tryouts/<int:tryout_id>/",
        tryouts.tryout,
        "witnesses#asking-a-model",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/tryouts/<int:tryout_id>/<int:number>/<int:frame>/",
        tryouts.frame,
        "witnesses#asking-a-model",
    ),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/ask/",
        tryouts.ask_witness,
        "witnesses#budgets-and-hearings",
        tab="data",
    ),
    page(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/",
        witnesses.witness,
        "witnesses#coverage",
        tab="data",
    ),
]
