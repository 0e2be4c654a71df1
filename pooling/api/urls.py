"""The API's addresses of benchmarks, runs and pools; config/api_urls.py puts them under
/api/v1/."""

from foundation.api.addresses import patterns_of
from pooling.api import benchmarks, runs

urlpatterns = patterns_of(
    {
        "benchmarks": benchmarks.Benchmarks,
        "benchmarks/<int:benchmark_id>": benchmarks.OneBenchmark,
        "benchmarks/<int:benchmark_id>/captions": benchmarks.Captions,
        "benchmarks/<int:benchmark_id>/videos": benchmarks.Videos,
        "benchmarks/<int:benchmark_id>/videos/fingerprints": benchmarks.TakeFingerprints,
        "benchmarks/<int:benchmark_id>/overlap": benchmarks.Overlap,
        "captions/<int:caption_id>": benchmarks.OneCaption,
        "videos/<int:video_id>": benchmarks.OneVideo,
        "models": runs.Models,
        "models/<int:model_id>": runs.OneModel,
        "runs": runs.Runs,
        "runs/<int:run_id>": runs.OneRun,
        "runs/<int:run_id>/rankings": runs.RunRankings,
        "pools": runs.Pools,
        "pools/<int:pool_id>": runs.OnePool,
        "pools/<int:pool_id>/pairs": runs.Pairs,
    }
)
