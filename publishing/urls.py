"""Pages of what leaves the house: leaderboards, submissions, releases, printed reports."""

from django.urls import path

from publishing.views import board, leaderboard, printing, releases, submissions

app_name = "publishing"
urlpatterns = [
    path(
        "evaluations/<int:report_id>/print/<str:ending>/",
        printing.print_report,
        name="print_evaluation",
    ),
    path("submissions/", submissions.submissions, name="submissions"),
    path("submissions/new/<int:benchmark_id>/", submissions.submit, name="submit"),
    path("submissions/tried/<int:job_id>/", submissions.submit_tried, name="submit_tried"),
    path("submissions/open/<int:benchmark_id>/", submissions.take, name="take_submissions"),
    path("submissions/<int:run_id>/", submissions.submission, name="submission"),
    path("submissions/<int:run_id>/ask/", submissions.ask_state, name="ask_state"),
    path("submissions/<int:run_id>/approve/", submissions.approve, name="approve_submission"),
    path("submissions/<int:run_id>/refuse/", submissions.refuse, name="refuse_submission"),
    path("benchmarks/<int:benchmark_id>/score/", submissions.score, name="score"),
    path("submissions/<int:run_id>/state/", submissions.change_state, name="change_state"),
    path("benchmarks/<int:benchmark_id>/leaderboard/", board.settings, name="board"),
    path("benchmarks/<int:benchmark_id>/leaderboard/runs/", board.runs, name="board_runs"),
    path("benchmarks/<int:benchmark_id>/leaderboard/make/", board.make, name="board_make"),
    path("benchmarks/<int:benchmark_id>/leaderboard/show/", board.show, name="board_show"),
    path("leaderboard/<str:slug>/", leaderboard.page, name="leaderboard"),
    path("leaderboard/<str:slug>/embed/", leaderboard.embed, name="leaderboard_embed"),
    path("leaderboard/<str:slug>.json", leaderboard.as_json, name="leaderboard_json"),
    path("leaderboard/<str:slug>.csv", leaderboard.FILES["csv"].view, name="leaderboard_csv"),
    path(
        "leaderboard/<str:slug>/scores.svg",
        leaderboard.FILES["light"].view,
        name="leaderboard_light",
    ),
    path(
        "leaderboard/<str:slug>/scores-dark.svg",
        leaderboard.FILES["dark"].view,
        name="leaderboard_dark",
    ),
    path(
        "leaderboard/<str:slug>/report.json",
        leaderboard.FILES["report"].view,
        name="leaderboard_report",
    ),
    path(
        "leaderboard/<str:slug>/bundle.zip",
        leaderboard.FILES["bundle"].view,
        name="leaderboard_bundle",
    ),
    path("releases/", releases.releases, name="releases"),
    path("releases/<int:release_id>/", releases.release, name="release"),
    path("releases/<int:release_id>/delete/", releases.delete, name="delete_release"),
]
