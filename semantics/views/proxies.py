"""A benchmark's proxies: what there is, what each means, and how more are made."""

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.form_page import with_form
from foundation.pages import leading_back
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.queries.benchmarks import access_benchmark
from semantics.actions.ask_for_proxies import ask_for_proxy, hand_in_proxy
from semantics.actions.delete_proxy import delete_proxy
from semantics.downloads import matrix_download
from semantics.forms import ProxyFileForm, ProxyForm
from semantics.models import Proxy
from semantics.queries.described import described_kinds, described_proxy
from semantics.queries.exports import ENDINGS
from semantics.queries.proxies import PROXIES, access_proxies, access_proxy
from semantics.queries.resting import resting_on


@page_view
def proxies(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    page = PROXIES.page(access_proxies(asking, of), request.GET, lead=asking.is_lead)
    context = {"benchmark": of, "page": page, "kinds": described_kinds()}
    return render(request, "semantics/proxies.html", context)


@leads_form
def new_proxy(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    usual = {"kind": Proxy.Kind.SYN} | request.GET.dict()
    form = ProxyForm(*sent, given={"benchmark": of}, initial=usual)
    if form.is_valid():
        return waited_for(request, ask_for_proxy(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form, "kinds": described_kinds()}
    return with_form(request, "semantics/new_proxy.html", context)


@leads_form
def import_proxy(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ProxyFileForm(*sent, given={"benchmark": of}, initial=request.GET.dict())
    if form.is_valid():
        return waited_for(request, hand_in_proxy(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form}
    return with_form(request, "semantics/import_proxy.html", context)


@page_view
def proxy(request: HttpRequest, benchmark_id: int, proxy_id: int) -> HttpResponse:
    shown = access_proxy(person_of(request), benchmark_id, proxy_id)
    context = {"proxy": shown, "about": described_proxy(shown), "endings": ENDINGS}
    return render(request, "semantics/proxy.html", context)


@page_view
def matrix(request: HttpRequest, benchmark_id: int, proxy_id: int, ending: str) -> FileResponse:
    return matrix_download(access_proxy(person_of(request), benchmark_id, proxy_id), ending)


@leads_form
@leading_back("semantics:proxy")
def delete(request: HttpRequest, benchmark_id: int, proxy_id: int) -> HttpResponse:
    """It asks first, by showing what goes."""
    shown = access_proxy(person_of(request), benchmark_id, proxy_id)
    if request.method != "POST":
        context = {"proxy": shown, "resting": list(resting_on(shown))}
        return render(request, "semantics/delete_proxy.html", context)
    delete_proxy(actor_of(request), shown)
    messages.info(request, _("The proxy %(shown)s was deleted.") % {"shown": shown})
    return redirect("semantics:proxies", benchmark_id)
