"""A report as a file to print: asked for, waited for, fetched."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from metrics.queries.reports import access_report
from people.actor import actor_of, person_of
from people.guards import form_view
from pooling.media_links import media_link
from publishing.actions.print_report import ENDINGS as PRINTED
from publishing.actions.print_report import find_printed, find_printing, start_printing


@form_view
def print_evaluation(request: HttpRequest, report_id: int, ending: str) -> HttpResponse:
    """POST has it made. GET reads: the file, or a page that says how far it is."""
    shown = access_report(person_of(request), report_id)
    if ending not in PRINTED:
        raise Http404(f"expected {' or '.join(PRINTED)}")
    if request.method == "POST":
        start_printing(actor_of(request), shown, ending)
        return redirect("publishing:print_evaluation", shown.pk, ending)
    path = find_printed(shown).get(ending)
    if path:
        link = media_link(person_of(request), path)
        waited = "HX-Request" in request.headers  # a script asks for the page: it is not swapped in
        return HttpResponse(headers={"HX-Redirect": link}) if waited else redirect(link)
    job = find_printing(shown, ending)
    context = {"report": shown, "job": job, "waits": job is not None and not job.is_finished}
    return render(request, "publishing/printing.html", context)
