"""Pages of what runs rank, beside what people found."""

from django.urls import path

from explorer.views import explored, explorer
from foundation.pages import page

app_name = "explorer"
urlpatterns = [
    path("explorer/", explorer.explorer, name="benchmarks"),
    page("explorer/<int:benchmark_id>/", explorer.captions),
    page("explorer/<int:benchmark_id>/captions/<int:number>/", explored.caption),
    page("explorer/<int:benchmark_id>/videos/<int:number>/", explored.video),
    page(
        "explorer/<int:benchmark_id>/pairs/<int:caption_number>/<int:video_number>/", explored.pair
    ),
]
