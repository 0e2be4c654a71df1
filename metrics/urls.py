"""Pages of what the labels do to the scores."""

from django.urls import path

from metrics.downloads import files
from metrics.views import agreement, audit, changes, evaluations, kept

app_name = "metrics"
urlpatterns = [
    path("agreement/", agreement.benchmarks, name="agreement_list"),
    path("agreement/<int:benchmark_id>/", agreement.agreement, name="agreement"),
    *files("agreement/<int:benchmark_id>/", "agreement", agreement.drawn),
    path(
        "agreement/<int:benchmark_id>/pairs.<str:ending>",
        agreement.agreement_pairs,
        name="agreement_pairs",
    ),
    path(
        "agreement/<int:benchmark_id>/raters/<int:a>/<int:b>/",
        agreement.two_raters,
        name="two_raters",
    ),
    path("benchmarks/<int:benchmark_id>/originals/", audit.audit, name="audit"),
    *kept.DOCTOR.addresses("benchmarks/<int:benchmark_id>/doctor/"),
    *kept.PROXIES.addresses("benchmarks/<int:benchmark_id>/proxies/people/"),
    *kept.STUDY.addresses("benchmarks/<int:benchmark_id>/studies/<slug:study>/"),
    path("evaluations/", evaluations.evaluations, name="evaluations"),
    path("evaluations/new/", evaluations.new_evaluation, name="new_evaluation"),
    path("evaluations/selected/delete/", evaluations.delete_picked, name="delete_evaluations"),
    path("evaluations/<int:report_id>/", evaluations.evaluation, name="evaluation"),
    path(
        "evaluations/<int:report_id>/report.json",
        evaluations.evaluation_json,
        name="evaluation_json",
    ),
    *files("evaluations/<int:report_id>/", "evaluation", evaluations.drawn),
    path("evaluations/<int:report_id>/verify/", evaluations.verify, name="verify"),
    path("evaluations/<int:report_id>/delete/", evaluations.delete, name="delete_evaluation"),
    path("evaluations/<int:report_id>/compare/", changes.choose, name="choose_changes"),
    path("evaluations/<int:report_id>/compare/<int:other_id>/", changes.changes, name="changes"),
    *files("evaluations/<int:report_id>/compare/<int:other_id>/", "changes", changes.drawn),
]
