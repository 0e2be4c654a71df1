"""The API's addresses of training; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from retrieval.api.grids import OneGrid, OrderGrid
from retrieval.api.training import ModelEmbeddings, OneTraining, Train

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/train", Train.as_view()),
    path("benchmarks/<int:benchmark_id>/grids", OrderGrid.as_view()),
    path("benchmarks/<int:benchmark_id>/grids/<int:grid_id>", OneGrid.as_view()),
    path("models/<int:model_id>/training", OneTraining.as_view()),
    path("models/<int:model_id>/embeddings", ModelEmbeddings.as_view()),
]
