"""The API's addresses of leaderboards, submissions and releases, below /api/v1/."""

from django.urls import path

from publishing.api import leaderboard, releases, submissions

urlpatterns = [
    path("submissions", submissions.Submissions.as_view()),
    path("submissions/benchmarks", submissions.OpenBenchmarks.as_view()),
    path("submissions/checks", submissions.SubmissionChecks.as_view()),
    path("submissions/<int:run_id>", submissions.OneSubmission.as_view()),
    path("submissions/<int:run_id>/ask", submissions.AskState.as_view()),
    path("submissions/<int:run_id>/approve", submissions.Approve.as_view()),
    path("submissions/<int:run_id>/refuse", submissions.Refuse.as_view()),
    path("benchmarks/<int:benchmark_id>/score", submissions.TryRun.as_view()),
    path("runs/<int:run_id>/state", submissions.RunState.as_view()),
    path("benchmarks/<int:benchmark_id>/submissions", submissions.TakeSubmissions.as_view()),
    path("leaderboard/<str:slug>", leaderboard.PublicLeaderboard.as_view()),
    path("benchmarks/<int:benchmark_id>/leaderboard", leaderboard.BenchmarkLeaderboard.as_view()),
    path("benchmarks/<int:benchmark_id>/leaderboard/runs", leaderboard.LeaderboardRuns.as_view()),
    path("benchmarks/<int:benchmark_id>/leaderboard/make", leaderboard.LeaderboardMake.as_view()),
    path("benchmarks/<int:benchmark_id>/leaderboard/show", leaderboard.LeaderboardShow.as_view()),
    path("releases", releases.Releases.as_view()),
    path("releases/<int:release_id>", releases.OneRelease.as_view()),
]
