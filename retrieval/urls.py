"""Pages of training."""

from foundation.pages import page
from retrieval.views import training

app_name = "retrieval"
urlpatterns = [
    page("benchmarks/<int:benchmark_id>/train/", training.train, "retrieval#training"),
    page("models/<int:model_id>/training/", training.model, "retrieval#what-a-model-saw"),
]
