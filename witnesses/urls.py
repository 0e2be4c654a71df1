"""Pages of witnesses."""

from foundation.pages import page
from witnesses.views import witnesses

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
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/",
        witnesses.witness,
        "witnesses#coverage",
        tab="data",
    ),
]
