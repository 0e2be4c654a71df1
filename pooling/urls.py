"""Pages of benchmarks, models, runs and pools, and the media they show."""

from foundation.pages import page
from pooling.views import benchmarks, imports, pools, runs
from pooling.views.media import media

OF = "benchmarks/<int:benchmark_id>/"

app_name = "pooling"
urlpatterns = [
    page("media/<str:signed>/<str:name>", media, "videos"),
    page("benchmarks/", benchmarks.benchmarks, "pooling#1-the-benchmark"),
    page("benchmarks/import/", imports.import_captions, "formats#benchmarks"),
    page("benchmarks/import/<int:job_id>/", imports.import_tried, "formats#benchmarks", tab="data"),
    page(OF, benchmarks.benchmark, "pooling#1-the-benchmark", tab="overview"),
    page(OF + "lengths/download/", benchmarks.lengths, "pooling#1-the-benchmark"),
    page(OF + "captions/", benchmarks.captions, "pooling#1-the-benchmark"),
    page(OF + "captions/<int:number>/", benchmarks.caption, "pooling#1-the-benchmark", tab="data"),
    page(OF + "videos/", benchmarks.videos, "videos"),
    page(OF + "videos/import/", imports.import_videos, "videos#what-is-accepted"),
    page(OF + "videos/take/", imports.take_videos, "videos#what-is-accepted"),
    page(OF + "videos/fingerprints/", imports.take_fingerprints, "videos#fingerprints"),
    page(OF + "videos/retry/", imports.retry_videos, "videos#reasons-no-playable-copy"),
    page(
        OF + "videos/selected/retry/",
        imports.retry_picked_videos,
        "videos#reasons-no-playable-copy",
    ),
    page(OF + "videos/<int:number>/", benchmarks.video, "videos#what-is-changed", tab="data"),
    page(OF + "runs/import/", imports.import_run, "formats#runs"),
    page(OF + "overlap/", runs.overlap, "pooling#2-models-and-their-runs"),
    page(OF + "overlap/download/", runs.overlap_download, "pooling#2-models-and-their-runs"),
    page(OF + "pools/new/", pools.new_pool, "pooling#3-the-pool"),
    page("models/", runs.models, "pooling#2-models-and-their-runs"),
    page("models/register/", runs.register_model, "pooling#2-models-and-their-runs"),
    page("models/<int:model_id>/", runs.model, "pooling#2-models-and-their-runs"),
    page("runs/", runs.runs, "pooling#2-models-and-their-runs"),
    page("runs/import/", imports.import_run_of_any, "formats#runs"),
    page("runs/<int:run_id>/", runs.run, "pooling#2-models-and-their-runs", tab="runs"),
    page("runs/<int:run_id>/state/", runs.run_state, "submissions#private-blinded-published"),
    page("pools/", pools.pools, "pooling#3-the-pool"),
    page("pools/new/", imports.new_pool_of_any, "pooling#3-the-pool"),
    page("pools/<int:pool_id>/", pools.pool, "pooling#3-the-pool", tab="labels"),
    page("pools/<int:pool_id>/pairs/download/", pools.pool_pairs, "pooling#3-the-pool"),
    page("pools/<int:pool_id>/captions/download/", pools.pool_captions, "pooling#3-the-pool"),
]
