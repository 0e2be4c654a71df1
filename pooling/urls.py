"""Pages of benchmarks, models, runs and pools, and the media they show."""

from django.urls import path

from pooling.views import (
    benchmarks,
    choosing,
    contents,
    imports,
    models,
    overlap,
    pool_builder,
    pools,
    runs,
)
from pooling.views.media import media

app_name = "pooling"
urlpatterns = [
    path("media/<str:signed>/<str:name>", media, name="media"),
    path("benchmarks/", benchmarks.benchmarks, name="benchmarks"),
    path("benchmarks/import/", imports.import_captions, name="import_captions"),
    path("benchmarks/import/<int:job_id>/", imports.import_tried, name="import_tried"),
    path("benchmarks/<int:benchmark_id>/", benchmarks.benchmark, name="benchmark"),
    path("benchmarks/<int:benchmark_id>/lengths/download/", benchmarks.lengths, name="lengths"),
    path("benchmarks/<int:benchmark_id>/captions/", contents.captions, name="captions"),
    path("benchmarks/<int:benchmark_id>/captions/<int:number>/", contents.caption, name="caption"),
    path("benchmarks/<int:benchmark_id>/videos/", contents.videos, name="videos"),
    path(
        "benchmarks/<int:benchmark_id>/videos/import/", imports.import_videos, name="import_videos"
    ),
    path(
        "benchmarks/<int:benchmark_id>/videos/fingerprints/",
        imports.take_fingerprints,
        name="take_fingerprints",
    ),
    path("benchmarks/<int:benchmark_id>/videos/retry/", imports.retry_videos, name="retry_videos"),
    path(
        "benchmarks/<int:benchmark_id>/videos/selected/retry/",
        imports.retry_picked_videos,
        name="retry_picked_videos",
    ),
    path("benchmarks/<int:benchmark_id>/videos/<int:number>/", contents.video, name="video"),
    path("benchmarks/<int:benchmark_id>/runs/import/", imports.import_run, name="import_run"),
    path("benchmarks/<int:benchmark_id>/overlap/", overlap.overlap, name="overlap"),
    path(
        "benchmarks/<int:benchmark_id>/overlap/download/",
        overlap.overlap_download,
        name="overlap_download",
    ),
    path("benchmarks/<int:benchmark_id>/pools/new/", pool_builder.new_pool, name="new_pool"),
    path("models/", models.models, name="models"),
    path("models/register/", models.register, name="register_model"),
    path("models/<int:model_id>/", models.model, name="model"),
    path("runs/", runs.runs, name="runs"),
    path("runs/import/", choosing.import_run, name="import_run_of_any"),
    path("runs/<int:run_id>/", runs.run, name="run"),
    path("runs/<int:run_id>/state/", runs.change_state, name="run_state"),
    path("pools/", pools.pools, name="pools"),
    path("pools/new/", choosing.new_pool, name="new_pool_of_any"),
    path("pools/<int:pool_id>/", pools.pool, name="pool"),
    path("pools/<int:pool_id>/pairs/download/", pools.pool_pairs, name="pool_pairs"),
    path("pools/<int:pool_id>/captions/download/", pools.pool_captions, name="pool_captions"),
]
