"""Guidelines, for those who rate by them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.actions.write_guideline import confirm_guideline
from annotator.forms import ConfirmForm
from annotator.models import Member
from annotator.queries import raters as queries
from annotator.queries.known_answers import examples_of
from annotator.views.doors import form_about
from foundation.pages import refusals_shown
from people.actor import person_of
from people.guards import page_view


@page_view
def guidelines(request: HttpRequest) -> HttpResponse:
    memberships = list(queries.access_memberships(person_of(request)))
    if len(memberships) == 1:
        return redirect("annotator:guideline", memberships[0].campaign_id)
    return render(request, "annotator/guidelines.html", {"memberships": memberships})


@form_about(queries.access_membership)
def guideline(request: HttpRequest, member: Member) -> HttpResponse:
    if request.method == "POST":
        form = ConfirmForm(request.POST)
        with refusals_shown(request):
            confirm_guideline(member, form.asked.version if form.is_valid() else 0)
            return redirect("annotator:rate", member.campaign_id)
        return redirect("annotator:guideline", member.campaign_id)
    context = {
        "campaign": member.campaign,
        "guideline": queries.current_guideline(member.campaign_id),
        "must_confirm": queries.must_confirm(member),
        "in_training": member.state == Member.State.TRAINING,
        "examples": examples_of(member.campaign),
    }
    return render(request, "annotator/guideline.html", context)
