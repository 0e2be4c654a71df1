"""The API's addresses of leaderboards, submissions and releases, below /api/v1/."""

from django.urls import path

from publishing.api import leaderboard, releases, submissions

OF_SUBMISSIONS = (submissions.DOOR, submissions.LEADS, submissions.RUNS)
urlpatterns = [
    *(one for addresses in OF_SUBMISSIONS for one in addresses.urls),
    path("leaderboard/<str:slug>", leaderboard.PublicLeaderboard.as_view()),
    *leaderboard.BOARDS.urls,
    *releases.RELEASES.urls,
]
