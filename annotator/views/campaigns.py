"""Campaigns, for their leads: what there is, how far it is, and the moves that its state allows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from annotator.actions.adjudicate import send_to_adjudication
from annotator.actions.change_state import CAMPAIGN_MOVES, change_campaign_state, measure_pace
from annotator.actions.goals import goal_of, look_now
from annotator.actions.start_campaign import begin_campaign, policy_digest
from annotator.forms import CampaignFilterForm, MemberForm
from annotator.models import Campaign
from annotator.queries import progress as queries
from annotator.queries.listed import CAMPAIGNS, CampaignFilter, campaign_rows
from annotator.queries.overview import overview_of
from annotator.views.doors import button_about
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from people.actor import actor_of, person_of
from people.guards import button, form_view, page_view
from pooling.queries.pools import missed_by

# By the state that a move leads to: what its button says.
MOVES = {"open": _lazy("Go on"), "paused": _lazy("Pause"), "closed": _lazy("Close")}
MOVED = {
    Campaign.State.OPEN: _lazy("%(campaign)s is open."),
    Campaign.State.PAUSED: _lazy("%(campaign)s is paused."),
    Campaign.State.CLOSED: _lazy("%(campaign)s is closed."),
}


@page_view
def campaigns(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = CampaignFilterForm(request.GET, person=asking)
    wanted = form.asked if form.is_valid() else CampaignFilter()
    page = CAMPAIGNS.page(wanted.of(queries.access_led_campaigns(asking)), request.GET)
    context = {"form": form, "rows": campaign_rows(page.rows), "page": page}
    return with_form(request, "annotator/campaigns.html", context)


@page_view
def campaign(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return show(request, queries.access_led_campaign(person_of(request), campaign_id))


def show(
    request: HttpRequest, of: Campaign, form: MemberForm | None = None, status: int = 200
) -> HttpResponse:
    moves = [
        (move, words)
        for move, words in MOVES.items()
        if of.state in CAMPAIGN_MOVES[Campaign.State(move)]
    ]
    context = overview_of(of) | {"moves": moves, "form": form or MemberForm()}
    context["shown"] = policy_digest(of)
    context["goal"] = goal_of(of)
    context["missed_by"] = missed_by(of.pool) if of.pool else []
    return render(request, "annotator/campaign.html", context, status=status)


@button_about(queries.access_led_campaign)
def open_draft(request: HttpRequest, of: Campaign) -> HttpResponse:
    without_clips = "without_clips" in request.POST
    with refusals_shown(request):
        shown = request.POST.get("shown")
        begun = begin_campaign(actor_of(request), of.pk, without_clips=without_clips, shown=shown)
        if begun.job:
            return redirect("jobs:detail", begun.job.pk)
        count = begun.campaign.items_count
        waiting = ngettext(
            "Open: %(count)s pair waits for its raters.",
            "Open: %(count)s pairs wait for their raters.",
            count,
        )
        messages.success(request, waiting % {"count": f"{count:,}"})
    return redirect("annotator:campaign", of.pk)


@button_about(queries.access_led_campaign)
def measure(request: HttpRequest, of: Campaign) -> HttpResponse:
    if measure_pace(actor_of(request), of.pk) is None:
        messages.info(
            request, _("There is nothing to measure yet: no rater has given two answers.")
        )
    return redirect("annotator:campaign", of.pk)


@button_about(queries.access_led_campaign)
def look(request: HttpRequest, of: Campaign) -> HttpResponse:
    with refusals_shown(request):
        look_now(of)
    return redirect(f"{reverse('annotator:campaign', args=[of.pk])}#goal")


@button_about(queries.access_led_campaign)
def send(request: HttpRequest, of: Campaign) -> HttpResponse:
    with refusals_shown(request):
        sent = send_to_adjudication(actor_of(request), of.pk)
        done = ngettext(
            "%(count)s pair sent to adjudication.", "%(count)s pairs sent to adjudication.", sent
        )
        messages.success(request, done % {"count": f"{sent:,}"})
    return redirect("annotator:campaign", of.pk)


@button()
def move(request: HttpRequest, campaign_id: int, state: str) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    with refusals_shown(request):
        moved = change_campaign_state(actor_of(request), of.pk, Campaign.State(state))
        messages.success(request, MOVED[Campaign.State(moved.state)] % {"campaign": moved})
    return redirect("annotator:campaign", campaign_id)


@form_view
def close(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """It asks first, by showing what is lost."""
    if request.method == "POST":
        return move(request, campaign_id, Campaign.State.CLOSED)
    of = queries.access_led_campaign(person_of(request), campaign_id)
    return render(
        request, "annotator/close.html", {"campaign": of, "lost": queries.lost_by_closing(of)}
    )
