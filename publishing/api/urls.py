"""The API's addresses of leaderboards, submissions and releases, below /api/v1/."""

from django.urls import path

from publishing.api import leaderboard, releases, submissions

ADDRESSES = (
    submissions.DOOR,
    submissions.LEADS,
    submissions.RUNS,
    leaderboard.BOARDS,
    releases.RELEASES,
)
urlpatterns = [
    path("leaderboard/<str:slug>", leaderboard.PublicLeaderboard.as_view()),
    *(one for addresses in ADDRESSES for one in addresses.urls),
]
