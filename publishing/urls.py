"""Pages of what leaves the house: leaderboards, submissions, releases, printed reports."""

from foundation.pages import page
from publishing.views import board, leaderboard, printing, releases, submissions

app_name = "publishing"
urlpatterns = [
    page(
        "evaluations/<int:report_id>/print/<str:ending>/",
        printing.print_evaluation,
        "releases#a-printed-report",
    ),
    page("submissions/", submissions.submissions, "submissions"),
    page("submissions/new/<int:benchmark_id>/", submissions.submit, "submissions#handing-in"),
    page("submissions/tried/<int:job_id>/", submissions.submit_tried, "submissions#handing-in"),
    page(
        "submissions/open/<int:benchmark_id>/",
        submissions.take,
        "submissions#opening-a-benchmark",
        name="take_submissions",
        tab="publish",
    ),
    page(
        "submissions/<int:run_id>/",
        submissions.submission,
        "submissions#what-its-page-says",
        tab="publish",
    ),
    page(
        "submissions/<int:run_id>/ask/",
        submissions.ask_state,
        "submissions#private-blinded-published",
    ),
    page(
        "submissions/<int:run_id>/approve/",
        submissions.approve,
        "submissions#approving",
        name="approve_submission",
    ),
    page(
        "submissions/<int:run_id>/refuse/",
        submissions.refuse,
        "submissions#approving",
        name="refuse_submission",
    ),
    page("benchmarks/<int:benchmark_id>/score/", submissions.score, "submissions#trying-a-run"),
    page(
        "submissions/<int:run_id>/state/",
        submissions.change_state,
        "submissions#private-blinded-published",
    ),
    page("benchmarks/<int:benchmark_id>/leaderboard/", board.board, "leaderboard#switching-it-on"),
    page(
        "benchmarks/<int:benchmark_id>/leaderboard/runs/",
        board.board_runs,
        "leaderboard#which-runs",
    ),
    page(
        "benchmarks/<int:benchmark_id>/leaderboard/make/",
        board.board_make,
        "leaderboard#its-reports",
    ),
    page(
        "benchmarks/<int:benchmark_id>/leaderboard/show/",
        board.board_show,
        "leaderboard#its-reports",
    ),
    page("leaderboard/<str:slug>/", leaderboard.leaderboard, "leaderboard"),
    page(
        "leaderboard/<str:slug>/embed/", leaderboard.leaderboard_embed, "leaderboard#embedding-it"
    ),
    page("leaderboard/<str:slug>.json", leaderboard.leaderboard_json, "leaderboard#the-json"),
    *(
        page(
            f"leaderboard/<str:slug>{one.address}",
            one.view,
            "leaderboard",
            name=f"leaderboard_{name}",
        )
        for name, one in leaderboard.FILES.items()
    ),
    page("releases/", releases.releases, "releases"),
    page("releases/<int:release_id>/", releases.release, "releases#one-release", tab="publish"),
    page(
        "releases/<int:release_id>/delete/",
        releases.delete,
        "releases#one-release",
        name="delete_release",
    ),
]
