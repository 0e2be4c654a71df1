"""The API's addresses of what follows from labels; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from metrics.api import (
    agreement,
    audit,
    doctor,
    evaluations,
    explorer,
    leaderboard,
    proxies,
    releases,
    submissions,
)

urlpatterns = [
    path("agreement", agreement.Agreement.as_view()),
    path("agreement/pairs", agreement.CountedPairs.as_view()),
    path("benchmarks/<int:benchmark_id>/audit", audit.BenchmarkAudit.as_view()),
    path("benchmarks/<int:benchmark_id>/doctor", doctor.BenchmarkDoctor.as_view()),
    path("benchmarks/<int:benchmark_id>/proxies/people", proxies.BenchmarkProxyStudy.as_view()),
    path("benchmarks/<int:benchmark_id>/explore", explorer.Explore.as_view()),
    path("captions/<int:caption_id>/ranked", explorer.RankedCaption.as_view()),
    path("videos/<int:video_id>/ranked", explorer.RankedVideo.as_view()),
    path("captions/<int:caption_id>/videos/<int:video_id>/history", explorer.History.as_view()),
    path("evaluations", evaluations.Evaluations.as_view()),
    path("evaluations/<int:report_id>", evaluations.OneEvaluation.as_view()),
    path("evaluations/<int:report_id>/verify", evaluations.Verify.as_view()),
    path(
        "evaluations/<int:report_id>/tables/<slug:key>.<str:ending>", evaluations.OneTable.as_view()
    ),
    path("evaluations/<int:report_id>/compare/<int:other_id>", evaluations.Compare.as_view()),
    path("submissions", submissions.Submissions.as_view()),
    path("submissions/benchmarks", submissions.OpenBenchmarks.as_view()),
    path("submissions/checks", submissions.Checks.as_view()),
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
