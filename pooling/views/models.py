"""Registered models, and what each has been tried on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.form_page import with_form
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.actions.register_model import register_model
from pooling.forms import ModelForm
from pooling.queries.listed import MODELS, RUNS
from pooling.queries.runs import access_model, access_models, access_runs, runs_by_model


@page_view
def models(request: HttpRequest) -> HttpResponse:
    page = MODELS.page(access_models(person_of(request)), request.GET)
    context = {"models": page.rows, "runs": runs_by_model(page.rows), "page": page}
    return render(request, "pooling/models.html", context)


@page_view
def model(request: HttpRequest, model_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_model(asking, model_id)
    page = RUNS.page(access_runs(asking).filter(model=shown), request.GET)
    context = {"model": shown, "runs": page.rows, "page": page}
    return render(request, "pooling/model.html", context)


@leads_form
def register(request: HttpRequest) -> HttpResponse:
    form = ModelForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            made = register_model(actor_of(request), form.asked)
            messages.success(request, _("%(made)s is registered.") % {"made": made})
            return redirect("pooling:model", made.pk)
    return with_form(request, "pooling/register_model.html", {"form": form})
