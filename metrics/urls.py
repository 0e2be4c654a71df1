"""Pages of what the labels do to the scores."""

from django.urls import path

from metrics.views import agreement, changes, evaluations

app_name = "metrics"
urlpatterns = [
    path("agreement/", agreement.benchmarks, name="agreement_list"),
    path("agreement/<int:benchmark_id>/", agreement.agreement, name="agreement"),
    path(
        "agreement/<int:benchmark_id>/tables/<slug:key>.<str:ending>",
        agreement.agreement_table,
        name="agreement_table",
    ),
    path(
        "agreement/<int:benchmark_id>/raters/<int:a>/<int:b>/",
        agreement.two_raters,
        name="two_raters",
    ),
    path("evaluations/", evaluations.evaluations, name="evaluations"),
    path("evaluations/new/", evaluations.new_evaluation, name="new_evaluation"),
    path("evaluations/<int:report_id>/", evaluations.evaluation, name="evaluation"),
    path(
        "evaluations/<int:report_id>/report.json",
        evaluations.evaluation_json,
        name="evaluation_json",
    ),
    path(
        "evaluations/<int:report_id>/tables/<slug:key>.<str:ending>",
        evaluations.evaluation_table,
        name="evaluation_table",
    ),
    path("evaluations/<int:report_id>/verify/", evaluations.verify, name="verify"),
    path("evaluations/<int:report_id>/delete/", evaluations.delete, name="delete_evaluation"),
    path("evaluations/<int:report_id>/compare/", changes.choose, name="choose_changes"),
    path("evaluations/<int:report_id>/compare/<int:other_id>/", changes.changes, name="changes"),
]
