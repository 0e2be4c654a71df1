"""Pages of training."""

from django.urls import path

from retrieval.views import training

app_name = "retrieval"
urlpatterns = [
    path("benchmarks/<int:benchmark_id>/train/", training.train, name="train"),
    path("models/<int:model_id>/training/", training.model, name="model"),
]
