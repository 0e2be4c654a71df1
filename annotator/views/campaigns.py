"""Campaigns, for their leads: what there is, what one would cost, how far it is, and the moves that its state allows."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.actions.change_state import CAMPAIGN_MOVES, change_campaign_state
from annotator.actions.create_campaign import create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.forms import CampaignForm, ChoosePoolForm, MemberForm
from annotator.models import Campaign, LabelImport
from annotator.queries import progress as queries
from people.actor import actor_of, person_of
from people.paging import page_by_key
from people.refused import Refused
from pooling.forms import ASSUMED_PACE
from pooling.models import Pool
from pooling.queries.pools import access_pool, access_pools

# By the state that a move leads to: what its button says.
MOVES = {"open": "Go on", "paused": "Pause", "closed": "Close"}


@login_required
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    page = page_by_key(queries.access_led_campaigns(person_of(request)), request.GET)
    context = {"campaigns": page.rows, "labels": queries.labels_by_campaign(page.rows), "older": page.older, "newer": page.newer}
    return render(request, "annotator/campaigns.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest) -> HttpResponse:
    """First the pool, in the address; then the policy, whose cost is said as often as one asks before a draft is made."""
    asking = person_of(request)
    choice = ChoosePoolForm(access_pools(asking), request.GET or None)
    if not choice.is_valid():
        return render(request, "annotator/choose_pool.html", {"form": choice}, status=400 if choice.is_bound else 200)
    pool = access_pool(asking, choice.cleaned_data["pool"].pk)
    if request.method != "POST":
        return _plan(request, pool, CampaignForm())
    form = CampaignForm(request.POST)
    if not form.is_valid():
        return _plan(request, pool, form, status=422)
    if "cost" in request.POST:
        return _plan(request, pool, form)
    try:
        made = create_campaign(actor_of(request), pool, form.cleaned_data["name"], **form.policy())
    except ValidationError as wrong:
        form.add_error(None, wrong)
        return _plan(request, pool, form, status=422)
    messages.success(request, f"{made} is a draft. Write its guidelines next.")
    return redirect("annotator:campaign", made.pk)


def _plan(request: HttpRequest, pool: Pool, form: CampaignForm, status: int = 200) -> HttpResponse:
    usual = Campaign()
    asked: dict[str, Any] = {"double_share": usual.double_share, "ask_again": usual.ask_again, "pace": ASSUMED_PACE}
    if form.is_valid():
        asked = form.cleaned_data
    cost = queries.cost_of_campaign(pool, double_share=asked["double_share"], ask_again=asked["ask_again"])
    context = {"pool": pool, "form": form, "cost": cost, "pace": asked["pace"], "hours": cost.slots / asked["pace"]}
    return render(request, "annotator/new_campaign.html", context, status=status)


@login_required
@require_safe
def campaign(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return show(request, queries.access_led_campaign(person_of(request), campaign_id))


def show(request: HttpRequest, of: Campaign, form: MemberForm | None = None, status: int = 200) -> HttpResponse:
    paces = queries.paces_of(of)
    draft = of.state == Campaign.State.DRAFT
    context = {
        "campaign": of,
        "progress": queries.progress_of(of),
        "members": [(member, paces.get(member.person_id, queries.Pace())) for member in queries.members_of(of)],
        "labels": sum(pace.labels for pace in paces.values()),
        "guideline": queries.guidelines_of(of).first(),
        "moves": [(move, said) for move, said in MOVES.items() if of.state in CAMPAIGN_MOVES[Campaign.State(move)]],
        "cost": queries.cost_of_campaign(of.pool, double_share=of.double_share, ask_again=of.ask_again)
        if draft and of.pool
        else None,
        "imported": LabelImport.objects.filter(campaign=of).select_related("imported_by").first(),
        "form": form or MemberForm(),
    }
    return render(request, "annotator/campaign.html", context, status=status)


@login_required
@require_POST
def open_draft(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    try:
        opened = open_campaign(actor_of(request), of.pk)
        messages.success(request, f"Open: {opened.items_count:,} pairs wait for their raters.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_POST
def move(request: HttpRequest, campaign_id: int, state: str) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    try:
        moved = change_campaign_state(actor_of(request), of.pk, Campaign.State(state))
        messages.success(request, f"{moved} is {moved.get_state_display().lower()}.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """It asks first, by showing what is lost."""
    if request.method == "POST":
        return move(request, campaign_id, Campaign.State.CLOSED)
    of = queries.access_led_campaign(person_of(request), campaign_id)
    return render(request, "annotator/close.html", {"campaign": of, "lost": queries.lost_by_closing(of)})
