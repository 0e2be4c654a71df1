"""The API's addresses of the explorer, below /api/v1/."""

from django.urls import path

from explorer.api import explorer

urlpatterns = [
    path("benchmarks/<int:benchmark_id>/explore", explorer.Explore.as_view()),
    path("captions/<int:caption_id>/ranked", explorer.RankedCaption.as_view()),
    path("videos/<int:video_id>/ranked", explorer.RankedVideo.as_view()),
    path("captions/<int:caption_id>/videos/<int:video_id>/history", explorer.History.as_view()),
]
