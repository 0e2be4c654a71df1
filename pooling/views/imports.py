"""Handing in captions, videos and runs: each keeps the files and leads to the page of the job that
reads them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from foundation.refused import Refused
from jobs.queries import access_job
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.actions import retry_videos as retrying
from pooling.actions.hand_in import hand_in
from pooling.actions.import_after_trial import import_after_trial
from pooling.forms import ImportCaptionsForm, ImportRunForm, ImportVideosForm
from pooling.queries.benchmarks import access_benchmark, access_benchmarks
from pooling.queries.runs import access_models

MOST_NAMES = 200


def _asked(request: HttpRequest, *names: str) -> dict[str, str]:
    """With what a form begins: what the address says, and the usual where it says nothing."""
    return {name: request.GET[name] for name in names if name in request.GET}


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_captions(request: HttpRequest) -> HttpResponse:
    names = access_benchmarks(person_of(request)).order_by("name").values_list("name", flat=True)
    if request.method != "POST":
        asked = _asked(request, "format", "split", "dataset", "training")
        form = ImportCaptionsForm(initial=asked | {"name": request.GET.get("benchmark", "")})
    elif (form := ImportCaptionsForm(request.POST, request.FILES)).is_valid():
        told, dry_run = form.arguments(), "try" in request.POST
        title = f"{'Try importing' if dry_run else 'Import'} captions into {told['benchmark']}"
        job = hand_in(
            actor_of(request),
            "pooling.import_captions",
            form.handed_in(),
            title=title,
            dry_run=dry_run,
            **told,
        )
        return redirect("jobs:detail", job.pk)
    context = {"form": form, "names": names[:MOST_NAMES]}
    return render(
        request, "pooling/import_captions.html", context, status=422 if form.errors else 200
    )


@leads_only
@require_POST
def import_tried(request: HttpRequest, job_id: int) -> HttpResponse:
    """For good, after a dry run has shown what would happen."""
    trial = access_job(person_of(request), job_id)
    try:
        job = import_after_trial(actor_of(request), trial)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("jobs:detail", trial.pk)
    return redirect("jobs:detail", job.pk)


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    form = (
        ImportVideosForm(request.POST, request.FILES)
        if request.method == "POST"
        else ImportVideosForm()
    )
    if form.is_bound and form.is_valid():
        files = {"uploads": form.cleaned_data["videos"], "links": form.cleaned_data["links"]}
        title = f"Import videos into {of}"
        job = hand_in(
            actor_of(request), "pooling.import_videos", files, title=title, benchmark=of.pk
        )
        return redirect("jobs:detail", job.pk)
    return render(
        request,
        "pooling/import_videos.html",
        {"benchmark": of, "form": form},
        status=422 if form.errors else 200,
    )


@leads_only
@require_POST
def retry_videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    try:
        job = retrying.retry_videos(actor_of(request), of)
    except Refused as refused:
        messages.warning(request, str(refused))
        return redirect("pooling:videos", of.pk)
    return redirect("jobs:detail", job.pk)


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_run(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of, models = access_benchmark(asking, benchmark_id), access_models(asking)
    if request.method != "POST":
        asked = _asked(request, "model", "name", "format", "depth", "direction")
        if not asked.get(
            "model", "0"
        ).isdigit():  # not an id, but the name of a model that was to be registered
            asked["new_model"] = asked.pop("model")
        form = ImportRunForm(of, models, initial=asked)
    elif (form := ImportRunForm(of, models, request.POST, request.FILES)).is_valid():
        told = form.arguments()
        job = hand_in(
            actor_of(request),
            "pooling.import_run",
            form.handed_in(),
            title=f"Import run {told['name']} into {of}",
            **told,
        )
        return redirect("jobs:detail", job.pk)
    context = {"benchmark": of, "form": form}
    return render(request, "pooling/import_run.html", context, status=422 if form.errors else 200)
