"""Pages of what runs rank, beside what people found."""

from django.urls import path

from explorer.views import explored, explorer

app_name = "explorer"
urlpatterns = [
    path("explorer/", explorer.explorer, name="benchmarks"),
    path("explorer/<int:benchmark_id>/", explorer.captions, name="captions"),
    path(
        "explorer/<int:benchmark_id>/captions/<int:number>/",
        explored.caption,
        name="caption",
    ),
    path("explorer/<int:benchmark_id>/videos/<int:number>/", explored.video, name="video"),
    path(
        "explorer/<int:benchmark_id>/pairs/<int:caption_number>/<int:video_number>/",
        explored.pair,
        name="pair",
    ),
]
