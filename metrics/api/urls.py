"""The API's addresses of what follows from labels; config/api_urls.py puts them under /api/v1/."""

from django.urls import path

from metrics.actions.study_kept import PROXIES
from metrics.api import agreement, evaluations, judges, kept

urlpatterns = [
    path("agreement", agreement.Agreement.as_view()),
    path("agreement/pairs", agreement.AgreementPairs.as_view()),
    path("benchmarks/<int:benchmark_id>/audit", kept.BenchmarkAudit.as_view()),
    path("benchmarks/<int:benchmark_id>/doctor", kept.BenchmarkDoctor.as_view()),
    path(
        "benchmarks/<int:benchmark_id>/proxies/people",
        kept.BenchmarkProxyStudy.as_view(),
        {"study": PROXIES},
    ),
    path(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/people",
        kept.WitnessBesidePeople.as_view(),
    ),
    path("benchmarks/<int:benchmark_id>/studies/<slug:study>", kept.BenchmarkStudy.as_view()),
    *judges.urlpatterns,
    path("evaluations", evaluations.Evaluations.as_view()),
    path("evaluations/<int:report_id>", evaluations.OneEvaluation.as_view()),
    path("evaluations/<int:report_id>/verify", evaluations.Verify.as_view()),
    path(
        "evaluations/<int:report_id>/tables/<slug:key>.<str:ending>", evaluations.OneTable.as_view()
    ),
    path("evaluations/<int:report_id>/compare/<int:other_id>", evaluations.Compare.as_view()),
]
