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
    (_("First steps"), "walkthrough"),
    (_("Judging pairs"), "for-raters rating adjudication"),
    (
        _("Leading a campaign"),
        "pooling videos formats campaigns submissions people lists jobs glossary",
    ),
    (_("Figures"), "doctor semantics retrieval metrics measures explorer leaderboard releases"),
    (_("Scripts"), "api"),
    (_("Running Truepool"), "operations settings integrity"),
)

# By package and section of a document: the names of the pages that it explains.
_PAGES = {
    "": {
        "lists#the-first-page": "home",
        "lists#a-benchmarks-pages": (
            "benchmark_data benchmark_runs benchmark_labels benchmark_scores benchmark_publish"
        ),
        "lists#search": "search",
        "lists#documents": "help document",
        "api": "api-docs",
        "api#signing-in": "api-try",
    },
    "people": {
        "people#roles": "list person change_role deactivate reactivate",
        "people#language-time-and-look": "choose_language choose_reading",
        "lists#several-at-once": (
            "deactivate_picked reactivate_picked change_role_of_picked withdraw_picked"
        ),
        "people#invitations": "invitations withdraw_invitation join",
        "people#a-forgotten-password": "new_password make_password_link withdraw_password_link",
        "people#signing-in-and-the-lock-out": (
            "sign_in sign_out lift_lock_out lift_lock_out_of_address change_password end_sessions"
        ),
        "people#tokens": "account make_token revoke_token",
        "people#the-audit-log": "audit audit_download",
    },
    "jobs": {
        "jobs": "list start",
        "jobs#the-life-of-a-job": "detail retry",
        "jobs#cancelling": "cancel cancel_picked",
    },
    "pooling": {
        "pooling#1-the-benchmark": "benchmarks benchmark lengths captions caption",
        "formats#benchmarks": "import_captions import_tried",
        "videos": "videos media",
        "videos#what-is-changed": "video",
        "videos#what-is-accepted": "import_videos take_videos",
        "videos#fingerprints": "take_fingerprints",
        "videos#reasons-no-playable-copy": "retry_videos retry_picked_videos",
        "pooling#2-models-and-their-runs": (
            "models model register_model runs run overlap overlap_download"
        ),
        "formats#runs": "import_run import_run_of_any",
        "pooling#3-the-pool": "pools pool pool_pairs pool_captions new_pool new_pool_of_any",
        "submissions#private-blinded-published": "run_state",
    },
    "semantics": {
        "semantics#proxies": "proxies proxy",
        "semantics#making-a-proxy": "new_proxy",
        "semantics#importing-and-exporting": "import_proxy proxy_matrix",
        "semantics#files-and-rows": "delete_proxy",
    },
    "retrieval": {"retrieval#training": "train", "retrieval#what-a-model-saw": "model"},
    "annotator": {
        "campaigns": "campaigns priorities",
        "campaigns#planning-it": "new_campaign",
        "campaigns#what-is-stuck": "campaign",
        "campaigns#changing-the-policy-of-a-draft": "policy",
        "campaigns#opening-it": "open_draft move_open move_paused move_closed",
        "campaigns#the-lease-follows-the-pace": "measure_pace",
        "campaigns#asking-until-something-is-known": "look",
        "campaigns#comments-and-clips-that-do-not-play-for-a-rater": (
            "comments reported_clips remarks_read"
        ),
        "campaigns#pairs-that-every-rater-has-seen": "send_to_adjudication",
        "campaigns#adding-people": "add_member add_members member_search invite",
        "campaigns#a-raters-page": "member",
        "campaigns#hidden-gold": "quality",
        "campaigns#guidelines-and-their-examples": "write_guidelines known_example",
        "campaigns#training": (
            "known known_file known_draw known_use training_answers training_review known_explain"
            " training_decide"
        ),
        "campaigns#hours-worked": "hours hours_download",
        "campaigns#questions-from-raters": "questions answer_question note_question",
        "formats#labels": "exports import_labels",
        "for-raters": "rate_list",
        "for-raters#answers": "rate answer standing",
        "for-raters#when-an-answer-is-not-counted": "not_counted",
        "for-raters#later-and-undo": "later undo answers_list my_answers my_answer",
        "rating#keys": "keys",
        "for-raters#training": "train train_answer",
        "for-raters#guidelines": "guidelines guideline",
        "adjudication#the-queue": "disputes_list disputes",
        "adjudication#a-dispute": "dispute decide reopen",
        "adjudication#kinds-of-mistakes": "mistakes mistakes_download",
        "adjudication#feedback-to-raters": "give_feedback",
        "for-raters#questions-and-feedback": "feedback ask ask_answer ask_training my_questions",
    },
    "publishing": {
        "submissions": "submissions",
        "submissions#handing-in": "submit submit_tried",
        "submissions#opening-a-benchmark": "take_submissions",
        "submissions#what-its-page-says": "submission",
        "submissions#trying-a-run": "score",
        "submissions#private-blinded-published": "ask_state change_state",
        "submissions#approving": "approve_submission refuse_submission",
        "releases#a-printed-report": "print_evaluation",
        "releases": "releases",
        "releases#one-release": "release delete_release",
        "leaderboard#switching-it-on": "board",
        "leaderboard#which-runs": "board_runs",
        "leaderboard#its-reports": "board_make board_show",
        "leaderboard": "leaderboard leaderboard_light leaderboard_dark",
        "leaderboard#embedding-it": "leaderboard_embed",
        "leaderboard#the-json": "leaderboard_json leaderboard_csv",
        "leaderboard#computing-it-again": "leaderboard_report leaderboard_bundle",
    },
    "metrics": {
        "metrics#agreement": "agreement_list agreement agreement_chart two_raters",
        "measures#agreement": "agreement_table",
        "metrics#which-pairs-count": "agreement_pairs",
        "metrics#check-the-original-pairs": "audit",
        "semantics#studies": "proxies proxies_table proxies_chart",
        "metrics#studies-with-a-page-of-their-own": "study study_table study_chart",
        "doctor": "doctor",
        "doctor#what-each-finding-is": "doctor_table",
        "doctor#differences-that-can-be-seen": "doctor_chart",
        "metrics#reports": (
            "evaluations evaluation evaluation_json evaluation_table evaluation_chart verify"
            " delete_evaluation delete_evaluations"
        ),
        "metrics#evaluate": "new_evaluation",
        "metrics#compare": "choose_changes changes changes_chart changes_table",
    },
    "explorer": {
        "explorer": "benchmarks",
        "explorer#finding-captions": "captions",
        "explorer#a-caption": "caption",
        "explorer#a-video": "video",
        "explorer#a-pair": "pair",
    },
}
EXPLAINED = {
    f"{app}:{name}".removeprefix(":"): section
    for app, sections in _PAGES.items()
    for section, names in sections.items()
    for name in names.split()
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
    groups = [(label, [documents.pop(name) for name in names.split()]) for label, names in GROUPS]
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
