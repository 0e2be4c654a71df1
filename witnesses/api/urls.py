"""The API's addresses of witnesses; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from witnesses.api import tryouts, witnesses

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/witnesses", witnesses.Witnesses.as_view()),
    path("benchmarks/<int:benchmark_id>/witnesses/import", witnesses.ImportWitness.as_view()),
    path("benchmarks/<int:benchmark_id>/witnesses/try", tryouts.TryWitness.as_view()),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/tryouts/<int:tryout_id>",
        tryouts.OneTryout.as_view(),
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/tryouts/<int:tryout_id>/hear",
        tryouts.HearTryout.as_view(),
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/hear",
        tryouts.HearWitness.as_view(),
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>", witnesses.OneWitness.as_view()
    ),
]
