"""Pages of what the labels do to the scores."""

from foundation.pages import page
from metrics.downloads import files
from metrics.views import agreement, audit, changes, evaluations, judges, kept

app_name = "metrics"
JUDGES = "witnesses#judges-from-outside"
urlpatterns = [
    page("agreement/", agreement.benchmarks, "metrics#agreement", name="agreement_list"),
    page("agreement/<int:benchmark_id>/", agreement.agreement, "metrics#agreement"),
    *files("agreement/<int:benchmark_id>/", "agreement", agreement.drawn, "metrics#agreement"),
    page(
        "agreement/<int:benchmark_id>/pairs.<str:ending>",
        agreement.agreement_pairs,
        "metrics#which-pairs-count",
    ),
    page(
        "agreement/<int:benchmark_id>/raters/<int:a>/<int:b>/",
        agreement.two_raters,
        "metrics#agreement",
        tab="labels",
    ),
    page(
        "benchmarks/<int:benchmark_id>/originals/", audit.audit, "metrics#check-the-original-pairs"
    ),
    *kept.DOCTOR.addresses("benchmarks/<int:benchmark_id>/doctor/", "doctor"),
    *kept.PROXIES.addresses("benchmarks/<int:benchmark_id>/proxies/people/", "semantics#studies"),
    *kept.WITNESS.addresses(
        "benchmarks/<int:benchmark_id>/witnesses/<int:witness_id>/people/",
        "witnesses#beside-people",
        tab="data",
    ),
    *kept.STUDY.addresses(
        "benchmarks/<int:benchmark_id>/studies/<slug:study>/",
        "metrics#studies-with-a-page-of-their-own",
    ),
    page("evaluations/", evaluations.evaluations, "metrics#reports"),
    page("evaluations/new/", evaluations.new_evaluation, "metrics#evaluate"),
    page(
        "evaluations/selected/delete/",
        evaluations.delete_picked,
        "metrics#reports",
        name="delete_evaluations",
    ),
    page("evaluations/<int:report_id>/", evaluations.evaluation, "metrics#reports", tab="scores"),
    page("evaluations/<int:report_id>/report.json", evaluations.evaluation_json, "metrics#reports"),
    *files("evaluations/<int:report_id>/", "evaluation", evaluations.drawn, "metrics#reports"),
    page(
        "evaluations/<int:report_id>/verify/", evaluations.verify, "metrics#reports", tab="scores"
    ),
    page(
        "evaluations/<int:report_id>/delete/",
        evaluations.delete,
        "metrics#reports",
        name="delete_evaluation",
    ),
    page("submissions/judges/", judges.judges, JUDGES, tab="publish"),
    page("submissions/judges/new/<int:benchmark_id>/", judges.submit_judge, JUDGES),
    page("submissions/judges/pairs/<int:benchmark_id>.csv", judges.judge_pairs, JUDGES),
    page("submissions/judges/<int:judge_id>/", judges.judge, JUDGES, tab="publish"),
    page(
        "evaluations/<int:report_id>/compare/",
        changes.choose,
        "metrics#compare",
        name="choose_changes",
        tab="scores",
    ),
    page(
        "evaluations/<int:report_id>/compare/<int:other_id>/",
        changes.changes,
        "metrics#compare",
        tab="scores",
    ),
    *files(
        "evaluations/<int:report_id>/compare/<int:other_id>/",
        "changes",
        changes.drawn,
        "metrics#compare",
    ),
]
