"""The API's addresses of witnesses; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from witnesses.api import trials, witnesses

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/witnesses", witnesses.Witnesses.as_view()),
    path("benchmarks/<int:benchmark_id>/witnesses/import", witnesses.ImportWitness.as_view()),
    path("benchmarks/<int:benchmark_id>/witnesses/try", trials.TryWitness.as_view()),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/trials/<int:trial_id>", trials.OneTrial.as_view()
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/trials/<int:trial_id>/hear",
        trials.HearTrial.as_view(),
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/hear",
        trials.HearWitness.as_view(),
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>", witnesses.OneWitness.as_view()
    ),
]
