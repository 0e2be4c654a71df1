"""Handing in captions, videos and runs: each keeps the files, and shows how far the job is that
reads them."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from foundation.form_page import page_of_form, picked_rows, with_form
from foundation.pages import refusals_shown
from foundation.refused import Refused
from foundation.words import translated
from jobs.begun import naming, waited_for
from jobs.queries import access_job
from people.actor import actor_of, person_of
from people.guards import leads_button, leads_form, page_view
from people.models import Role
from people.queries import require_role
from pooling.actions import hand_in
from pooling.actions.take_files import start_makers, take_files
from pooling.actions.take_fingerprints import start_fingerprints
from pooling.forms import BenchmarkChoiceForm, ImportCaptionsForm, ImportRunForm, ImportVideosForm
from pooling.queries import benchmarks as queries
from pooling.queries.benchmarks import access_benchmark, access_benchmarks, count_benchmarks
from pooling.queries.runs import access_models, access_runs

MOST_NAMES = 200
MOST_KEYS, MOST_RUNS = 100, 10  # that a form's page shows beside it


def _asked(request: HttpRequest, *names: str) -> dict[str, str]:
    """What a form begins with: what the address says, and the usual where it says nothing."""
    return {name: request.GET[name] for name in names if name in request.GET}


@leads_form
def import_captions(request: HttpRequest) -> HttpResponse:
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    initial = _asked(request, "format", "split", "dataset", "training")
    initial["name"] = request.GET.get("benchmark", "")
    form = ImportCaptionsForm(*sent, initial=initial, given={"dry_run": "try" in request.POST})
    if form.is_valid():
        job = hand_in.hand_in_captions(actor_of(request), form.asked)
        return waited_for(request, job)
    names = access_benchmarks(person_of(request)).order_by("name").values_list("name", flat=True)
    context = {"form": form, "names": names[:MOST_NAMES]}
    return with_form(request, "pooling/import_captions.html", context)


@leads_button()
def import_tried(request: HttpRequest, job_id: int) -> HttpResponse:
    """Imports for good, after a dry run has shown what would happen."""
    job = access_job(person_of(request), job_id)
    with refusals_shown(request):
        job = hand_in.import_after_trial(actor_of(request), job)
    return waited_for(request, job)


@leads_form
def import_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ImportVideosForm(*sent, given={"benchmark": of})
    if form.is_valid():
        return waited_for(request, hand_in.hand_in_videos(actor_of(request), form.asked))
    (counted,) = count_benchmarks([of])
    missing = queries.videos_without_file(of).values_list("key", flat=True)[:MOST_KEYS]
    context = {"benchmark": of, "form": form, "counted": counted, "missing": list(missing)}
    return with_form(request, "pooling/import_videos.html", context)


@leads_form
def take_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    """For scripts that send many files, some at a time: what is there already, and what came of
    those that were sent."""
    of = access_benchmark(person_of(request), benchmark_id)
    if request.method != "POST":
        return JsonResponse(queries.files_known(of))
    try:
        taken = take_files(of, request.FILES.getlist("videos"))
    except Refused as refused:
        return JsonResponse({"stopped": translated(str(refused))}, status=409)
    last = "last" in request.POST
    job = start_makers(actor_of(request), of, last=last) if taken.taken or last else None
    onward = reverse("pooling:videos", args=[of.pk])
    return JsonResponse(taken.as_json() | {"onward": naming(onward, job.pk) if job else onward})


@leads_button("pooling:videos")
def take_fingerprints(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    job = start_fingerprints(actor_of(request), of)
    return waited_for(request, job, at=page_of_form(request))


@leads_button("pooling:videos")
def retry_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    return waited_for(request, hand_in.retry_videos(actor_of(request), of))


@leads_button("pooling:videos")
def retry_picked_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    job = hand_in.retry_videos(actor_of(request), of, picked_rows(request))
    return waited_for(request, job)


@leads_form
def import_run(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of, models = access_benchmark(asking, benchmark_id), access_models(asking)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    initial = _asked(request, "model", "name", "format", "depth", "direction", "normalise")
    if not initial.get("model", "0").isdigit():  # the name of a model that was to be registered
        initial["new_model"] = initial.pop("model")
    form = ImportRunForm(of, models, *sent, initial=initial)
    if form.is_valid():
        return waited_for(request, hand_in.hand_in_run(actor_of(request), form.asked))
    context = {
        "benchmark": of,
        "form": form,
        "example": queries.example_keys(of),
        "known_runs": access_runs(asking, of).order_by("-pk")[:MOST_RUNS],
    }
    return with_form(request, "pooling/import_run.html", context)


@page_view
def import_run_of_any(request: HttpRequest) -> HttpResponse:
    return _choose(request, "pooling:import_run", _("Import a run"))


@page_view
def new_pool_of_any(request: HttpRequest) -> HttpResponse:
    return _choose(request, "pooling:new_pool", _("Plan a pool"))


def _choose(request: HttpRequest, page: str, what: str) -> HttpResponse:
    """Leads on to the page of the benchmark that was chosen, or of the only one. Whatever else was
    asked goes along."""
    asking = person_of(request)
    require_role(asking, Role.LEAD)
    known = access_benchmarks(asking)
    form = BenchmarkChoiceForm(known, request.GET if "benchmark" in request.GET else None)
    kept = request.GET.copy()
    kept.pop("benchmark", None)
    first = list(known.order_by("name")[:2])
    chosen = first[0] if len(first) == 1 and not form.is_bound else None
    if form.is_valid():
        chosen = form.cleaned_data["benchmark"]
    if chosen is not None:
        return redirect(reverse(page, args=[chosen.pk]) + (f"?{kept.urlencode()}" if kept else ""))
    context = {"form": form, "what": what, "kept": list(kept.items()), "benchmarks": bool(first)}
    return with_form(request, "pooling/choose_benchmark.html", context)
