"""Pages of what leaves the house: leaderboards, submissions, releases, printed reports."""

from django.urls import path

from foundation.pages import page
from publishing.views import board, leaderboard, printing, releases, submissions

app_name = "publishing"
urlpatterns = [
    page("evaluations/<int:report_id>/print/<str:ending>/", printing.print_evaluation),
    page("submissions/", submissions.submissions),
    page("submissions/new/<int:benchmark_id>/", submissions.submit),
    page("submissions/tried/<int:job_id>/", submissions.submit_tried),
    path("submissions/open/<int:benchmark_id>/", submissions.take, name="take_submissions"),
    page("submissions/<int:run_id>/", submissions.submission),
    page("submissions/<int:run_id>/ask/", submissions.ask_state),
    path("submissions/<int:run_id>/approve/", submissions.approve, name="approve_submission"),
    path("submissions/<int:run_id>/refuse/", submissions.refuse, name="refuse_submission"),
    page("benchmarks/<int:benchmark_id>/score/", submissions.score),
    page("submissions/<int:run_id>/state/", submissions.change_state),
    page("benchmarks/<int:benchmark_id>/leaderboard/", board.board),
    page("benchmarks/<int:benchmark_id>/leaderboard/runs/", board.board_runs),
    page("benchmarks/<int:benchmark_id>/leaderboard/make/", board.board_make),
    page("benchmarks/<int:benchmark_id>/leaderboard/show/", board.board_show),
    page("leaderboard/<str:slug>/", leaderboard.leaderboard),
    page("leaderboard/<str:slug>/embed/", leaderboard.leaderboard_embed),
    page("leaderboard/<str:slug>.json", leaderboard.leaderboard_json),
    *(
        path(f"leaderboard/<str:slug>{one.address}", one.view, name=f"leaderboard_{name}")
        for name, one in leaderboard.FILES.items()
    ),
    page("releases/", releases.releases),
    page("releases/<int:release_id>/", releases.release),
    path("releases/<int:release_id>/delete/", releases.delete, name="delete_release"),
]
