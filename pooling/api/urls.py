"""The API's addresses of benchmarks, runs and pools; config/api_urls.py puts them under
/api/v1/."""

from django.urls import path

from pooling.api import benchmarks, runs

urlpatterns = [
    path("benchmarks", benchmarks.Benchmarks.as_view()),
    path("benchmarks/<int:benchmark_id>", benchmarks.OneBenchmark.as_view()),
    path("benchmarks/<int:benchmark_id>/captions", benchmarks.Captions.as_view()),
    path("benchmarks/<int:benchmark_id>/videos", benchmarks.Videos.as_view()),
    path(
        "benchmarks/<int:benchmark_id>/videos/fingerprints", benchmarks.TakeFingerprints.as_view()
    ),
    path("benchmarks/<int:benchmark_id>/overlap", benchmarks.Overlap.as_view()),
    path("captions/<int:caption_id>", benchmarks.OneCaption.as_view()),
    path("videos/<int:video_id>", benchmarks.OneVideo.as_view()),
    path("models", runs.Models.as_view()),
    path("models/<int:model_id>", runs.OneModel.as_view()),
    path("runs", runs.Runs.as_view()),
    path("runs/<int:run_id>", runs.OneRun.as_view()),
    path("runs/<int:run_id>/rankings", runs.RunRankings.as_view()),
    path("pools", runs.Pools.as_view()),
    path("pools/<int:pool_id>", runs.OnePool.as_view()),
    path("pools/<int:pool_id>/pairs", runs.Pairs.as_view()),
]
