"""Pages of what runs rank, beside what people found."""

from explorer.views import explored, explorer
from foundation.pages import page

app_name = "explorer"
urlpatterns = [
    page("explorer/", explorer.explorer, "explorer", name="benchmarks"),
    page("explorer/<int:benchmark_id>/", explorer.captions, "explorer#finding-captions"),
    page(
        "explorer/<int:benchmark_id>/captions/<int:number>/",
        explored.caption,
        "explorer#a-caption",
        tab="scores",
    ),
    page(
        "explorer/<int:benchmark_id>/videos/<int:number>/",
        explored.video,
        "explorer#a-video",
        tab="scores",
    ),
    page(
        "explorer/<int:benchmark_id>/pairs/<int:caption_number>/<int:video_number>/",
        explored.pair,
        "explorer#a-pair",
        tab="scores",
    ),
]
