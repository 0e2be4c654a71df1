"""The API's addresses of the explorer, below /api/v1/."""

from django.urls import path

from explorer.api.explorer import EXPLORED, Explore

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/explore", Explore.as_view()),
    *EXPLORED.urls,
]
