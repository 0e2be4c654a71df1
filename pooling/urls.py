"""Pages of benchmarks, models, runs and pools, and the media they show."""

from foundation.pages import page
from pooling.views import benchmarks, imports, pools, runs
from pooling.views.media import media

OF = "benchmarks/<int:benchmark_id>/"

app_name = "pooling"
urlpatterns = [
    page("media/<str:signed>/<str:name>", media),
    page("benchmarks/", benchmarks.benchmarks),
    page("benchmarks/import/", imports.import_captions),
    page("benchmarks/import/<int:job_id>/", imports.import_tried),
    page(OF, benchmarks.benchmark),
    page(OF + "lengths/download/", benchmarks.lengths),
    page(OF + "captions/", benchmarks.captions),
    page(OF + "captions/<int:number>/", benchmarks.caption),
    page(OF + "videos/", benchmarks.videos),
    page(OF + "videos/import/", imports.import_videos),
    page(OF + "videos/take/", imports.take_videos),
    page(OF + "videos/fingerprints/", imports.take_fingerprints),
    page(OF + "videos/retry/", imports.retry_videos),
    page(OF + "videos/selected/retry/", imports.retry_picked_videos),
    page(OF + "videos/<int:number>/", benchmarks.video),
    page(OF + "runs/import/", imports.import_run),
    page(OF + "overlap/", runs.overlap),
    page(OF + "overlap/download/", runs.overlap_download),
    page(OF + "pools/new/", pools.new_pool),
    page("models/", runs.models),
    page("models/register/", runs.register_model),
    page("models/<int:model_id>/", runs.model),
    page("runs/", runs.runs),
    page("runs/import/", imports.import_run_of_any),
    page("runs/<int:run_id>/", runs.run),
    page("runs/<int:run_id>/state/", runs.run_state),
    page("pools/", pools.pools),
    page("pools/new/", imports.new_pool_of_any),
    page("pools/<int:pool_id>/", pools.pool),
    page("pools/<int:pool_id>/pairs/download/", pools.pool_pairs),
    page("pools/<int:pool_id>/captions/download/", pools.pool_captions),
]
