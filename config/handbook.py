"""Documents served by the product itself, and which of them explains a page.

Every page links to what explains it: `EXPLAINED` is the one place that says which document that is.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.documents import all_documents, read_document
from people.guards import page_view

# Documents by who reads them; those that are not named here come last.
GROUPS = (
    (_("First steps"), ("walkthrough",)),
    (_("Judging pairs"), ("for-raters", "rating", "adjudication")),
    (
        _("Leading a campaign"),
        (
            "pooling",
            "videos",
            "formats",
            "campaigns",
            "submissions",
            "people",
            "lists",
            "jobs",
            "glossary",
        ),
    ),
    (
        _("Figures"),
        (
            "doctor",
            "semantics",
            "retrieval",
            "metrics",
            "measures",
            "explorer",
            "leaderboard",
            "releases",
        ),
    ),
    (_("Scripts"), ("api",)),
    (_("Running Truepool"), ("operations", "settings", "integrity")),
)

EXPLAINED = {
    "home": "lists#the-first-page",
    "search": "lists#search",
    "help": "lists#documents",
    "document": "lists#documents",
    # The API
    "api-docs": "api",
    "api-try": "api#signing-in",
    # People
    "people:list": "people#roles",
    "people:choose_language": "people#language-time-and-look",
    "people:choose_reading": "people#language-time-and-look",
    "people:person": "people#roles",
    "people:change_role": "people#roles",
    "people:deactivate": "people#roles",
    "people:reactivate": "people#roles",
    "people:deactivate_picked": "lists#several-at-once",
    "people:reactivate_picked": "lists#several-at-once",
    "people:change_role_of_picked": "lists#several-at-once",
    "people:invitations": "people#invitations",
    "people:withdraw_invitation": "people#invitations",
    "people:withdraw_picked": "lists#several-at-once",
    "people:join": "people#invitations",
    "people:new_password": "people#a-forgotten-password",
    "people:make_password_link": "people#a-forgotten-password",
    "people:withdraw_password_link": "people#a-forgotten-password",
    "people:sign_in": "people#signing-in-and-the-lock-out",
    "people:sign_out": "people#signing-in-and-the-lock-out",
    "people:lift_lock_out": "people#signing-in-and-the-lock-out",
    "people:lift_lock_out_of_address": "people#signing-in-and-the-lock-out",
    "people:account": "people#tokens",
    "people:change_password": "people#signing-in-and-the-lock-out",
    "people:end_sessions": "people#signing-in-and-the-lock-out",
    "people:make_token": "people#tokens",
    "people:revoke_token": "people#tokens",
    "people:audit": "people#the-audit-log",
    "people:audit_download": "people#the-audit-log",
    # Jobs
    "jobs:list": "jobs",
    "jobs:detail": "jobs#the-life-of-a-job",
    "jobs:cancel": "jobs#cancelling",
    "jobs:cancel_picked": "jobs#cancelling",
    "jobs:retry": "jobs#the-life-of-a-job",
    "jobs:start": "jobs",
    # Benchmarks, models, runs, pools
    "pooling:benchmarks": "pooling#1-the-benchmark",
    "pooling:benchmark": "pooling#1-the-benchmark",
    "pooling:lengths": "pooling#1-the-benchmark",
    "pooling:import_captions": "formats#benchmarks",
    "pooling:import_tried": "formats#benchmarks",
    "pooling:captions": "pooling#1-the-benchmark",
    "pooling:caption": "pooling#1-the-benchmark",
    "pooling:videos": "videos",
    "pooling:video": "videos#what-is-changed",
    "pooling:media": "videos",
    "pooling:import_videos": "videos#what-is-accepted",
    "pooling:take_fingerprints": "videos#fingerprints",
    "pooling:retry_videos": "videos#reasons-no-playable-copy",
    "pooling:retry_picked_videos": "videos#reasons-no-playable-copy",
    "pooling:models": "pooling#2-models-and-their-runs",
    "pooling:model": "pooling#2-models-and-their-runs",
    "pooling:register_model": "pooling#2-models-and-their-runs",
    "pooling:runs": "pooling#2-models-and-their-runs",
    "pooling:run": "pooling#2-models-and-their-runs",
    "pooling:import_run": "formats#runs",
    "pooling:import_run_of_any": "formats#runs",
    "pooling:overlap": "pooling#2-models-and-their-runs",
    "pooling:overlap_download": "pooling#2-models-and-their-runs",
    "pooling:pools": "pooling#3-the-pool",
    "pooling:pool": "pooling#3-the-pool",
    "pooling:pool_pairs": "pooling#3-the-pool",
    "pooling:pool_captions": "pooling#3-the-pool",
    "pooling:new_pool": "pooling#3-the-pool",
    "pooling:new_pool_of_any": "pooling#3-the-pool",
    # What captions say
    "semantics:proxies": "semantics#proxies",
    "semantics:new_proxy": "semantics#making-a-proxy",
    "semantics:import_proxy": "semantics#importing-and-exporting",
    "semantics:proxy": "semantics#proxies",
    "semantics:proxy_matrix": "semantics#importing-and-exporting",
    "semantics:delete_proxy": "semantics#files-and-rows",
    # Models that are trained here
    "retrieval:train": "retrieval#training",
    "retrieval:model": "retrieval#what-a-model-saw",
    # Campaigns, for their leads
    "annotator:campaigns": "campaigns",
    "annotator:new_campaign": "campaigns#planning-it",
    "annotator:campaign": "campaigns#what-is-stuck",
    "annotator:policy": "campaigns#changing-the-policy-of-a-draft",
    "annotator:open_draft": "campaigns#opening-it",
    "annotator:measure_pace": "campaigns#the-lease-follows-the-pace",
    "annotator:look": "campaigns#asking-until-something-is-known",
    "annotator:comments": "campaigns#comments-and-clips-that-do-not-play-for-a-rater",
    "annotator:reported_clips": "campaigns#comments-and-clips-that-do-not-play-for-a-rater",
    "annotator:send_to_adjudication": "campaigns#pairs-that-every-rater-has-seen",
    "annotator:move_open": "campaigns#opening-it",
    "annotator:move_paused": "campaigns#opening-it",
    "annotator:move_closed": "campaigns#opening-it",
    "annotator:add_member": "campaigns#adding-people",
    "annotator:member": "campaigns#a-raters-page",
    "annotator:quality": "campaigns#hidden-gold",
    "annotator:write_guidelines": "campaigns#guidelines-and-their-examples",
    "annotator:priorities": "campaigns",
    "annotator:known": "campaigns#training",
    "annotator:known_file": "campaigns#training",
    "annotator:known_draw": "campaigns#training",
    "annotator:known_use": "campaigns#training",
    "annotator:training_answers": "campaigns#training",
    "annotator:training_review": "campaigns#training",
    "annotator:add_members": "campaigns#adding-people",
    "annotator:member_search": "campaigns#adding-people",
    "annotator:invite": "campaigns#adding-people",
    "annotator:hours": "campaigns#hours-worked",
    "annotator:hours_download": "campaigns#hours-worked",
    "annotator:known_example": "campaigns#guidelines-and-their-examples",
    "annotator:known_explain": "campaigns#training",
    "annotator:training_decide": "campaigns#training",
    "annotator:questions": "campaigns#questions-from-raters",
    "annotator:answer_question": "campaigns#questions-from-raters",
    "annotator:note_question": "campaigns#questions-from-raters",
    "annotator:remarks_read": "campaigns#comments-and-clips-that-do-not-play-for-a-rater",
    "annotator:exports": "formats#labels",
    "annotator:import_labels": "formats#labels",
    # Rating, training, adjudication
    "annotator:rate_list": "for-raters",
    "annotator:rate": "for-raters#answers",
    "annotator:answer": "for-raters#answers",
    "annotator:not_counted": "for-raters#when-an-answer-is-not-counted",
    "annotator:later": "for-raters#later-and-undo",
    "annotator:undo": "for-raters#later-and-undo",
    "annotator:keys": "rating#keys",
    "annotator:standing": "for-raters#answers",
    "annotator:answers_list": "for-raters#later-and-undo",
    "annotator:my_answers": "for-raters#later-and-undo",
    "annotator:my_answer": "for-raters#later-and-undo",
    "annotator:train": "for-raters#training",
    "annotator:train_answer": "for-raters#training",
    "annotator:guidelines": "for-raters#guidelines",
    "annotator:guideline": "for-raters#guidelines",
    "annotator:disputes_list": "adjudication#the-queue",
    "annotator:disputes": "adjudication#the-queue",
    "annotator:dispute": "adjudication#a-dispute",
    "annotator:decide": "adjudication#a-dispute",
    "annotator:reopen": "adjudication#a-dispute",
    "annotator:mistakes": "adjudication#kinds-of-mistakes",
    "annotator:mistakes_download": "adjudication#kinds-of-mistakes",
    "annotator:give_feedback": "adjudication#feedback-to-raters",
    "annotator:feedback": "for-raters#questions-and-feedback",
    "annotator:ask": "for-raters#questions-and-feedback",
    "annotator:ask_answer": "for-raters#questions-and-feedback",
    "annotator:ask_training": "for-raters#questions-and-feedback",
    "annotator:my_questions": "for-raters#questions-and-feedback",
    # Agreement and reports
    "publishing:submissions": "submissions",
    "publishing:submit": "submissions#handing-in",
    "publishing:submit_tried": "submissions#handing-in",
    "publishing:take_submissions": "submissions#opening-a-benchmark",
    "publishing:submission": "submissions#what-its-page-says",
    "publishing:score": "submissions#trying-a-run",
    "publishing:ask_state": "submissions#private-blinded-published",
    "pooling:run_state": "submissions#private-blinded-published",
    "publishing:change_state": "submissions#private-blinded-published",
    "publishing:approve_submission": "submissions#approving",
    "publishing:refuse_submission": "submissions#approving",
    "metrics:agreement_list": "metrics#agreement",
    "metrics:agreement": "metrics#agreement",
    "metrics:agreement_table": "measures#agreement",
    "metrics:agreement_chart": "metrics#agreement",
    "metrics:agreement_pairs": "metrics#which-pairs-count",
    "metrics:audit": "metrics#wrong-original-pairs",
    "metrics:two_raters": "metrics#agreement",
    "metrics:proxies": "semantics#studies",
    "metrics:proxies_table": "semantics#studies",
    "metrics:proxies_chart": "semantics#studies",
    "metrics:doctor": "doctor",
    "metrics:doctor_table": "doctor#what-each-finding-is",
    "metrics:doctor_chart": "doctor#differences-that-can-be-seen",
    "explorer:benchmarks": "explorer",
    "explorer:captions": "explorer#finding-captions",
    "explorer:caption": "explorer#a-caption",
    "explorer:video": "explorer#a-video",
    "explorer:pair": "explorer#a-pair",
    "metrics:evaluations": "metrics#reports",
    "metrics:new_evaluation": "metrics#evaluate",
    "metrics:evaluation": "metrics#reports",
    "metrics:evaluation_json": "metrics#reports",
    "metrics:evaluation_table": "metrics#reports",
    "metrics:evaluation_chart": "metrics#reports",
    "metrics:verify": "metrics#reports",
    "metrics:delete_evaluation": "metrics#reports",
    "metrics:delete_evaluations": "metrics#reports",
    "publishing:print_evaluation": "releases#a-printed-report",
    "publishing:releases": "releases",
    "publishing:release": "releases#one-release",
    "publishing:delete_release": "releases#one-release",
    "metrics:choose_changes": "metrics#compare",
    "metrics:changes": "metrics#compare",
    # Leaderboards
    "publishing:board": "leaderboard#switching-it-on",
    "publishing:board_runs": "leaderboard#which-runs",
    "publishing:board_make": "leaderboard#its-reports",
    "publishing:board_show": "leaderboard#its-reports",
    "publishing:leaderboard": "leaderboard",
    "publishing:leaderboard_embed": "leaderboard#embedding-it",
    "publishing:leaderboard_json": "leaderboard#the-json",
    "publishing:leaderboard_csv": "leaderboard#the-json",
    "publishing:leaderboard_light": "leaderboard",
    "publishing:leaderboard_dark": "leaderboard",
    "publishing:leaderboard_report": "leaderboard#computing-it-again",
    "publishing:leaderboard_bundle": "leaderboard#computing-it-again",
    "metrics:changes_chart": "metrics#compare",
    "metrics:changes_table": "metrics#compare",
}


def explained_at(url_name: str) -> str:
    """The address of what explains the page of this name; the list of documents where nothing
    does."""
    name, _, anchor = EXPLAINED.get(url_name, "").partition("#")
    if not name:
        return reverse("help")
    return reverse("document", args=[name]) + (f"#{anchor}" if anchor else "")


def help_on_page(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `help_address`, for the frame of every page."""
    match = getattr(request, "resolver_match", None)
    return {"help_address": explained_at(match.view_name if match else "")}


@page_view
def index(request: HttpRequest) -> HttpResponse:
    documents = {one.name: one for one in all_documents() if "/" not in one.name}
    groups = [(label, [documents.pop(name) for name in names]) for label, names in GROUPS]
    groups.append((_("For programmers"), list(documents.values())))
    decisions = read_document("decisions/README")
    return render(request, "help/index.html", {"groups": groups, "decisions": decisions})


@page_view
def document(request: HttpRequest, name: str) -> HttpResponse:
    found = read_document(name)
    if found is None:
        raise Http404("no such document")
    contents = [section for section in found.sections if section.level == 2]
    return render(request, "help/document.html", {"document": found, "contents": contents})
