"""What a campaign would be: its pool, its policy, and what that costs; until it is opened, all of
it may still be changed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotator.actions.change_policy import PolicyFixed, change_policy
from annotator.actions.create_campaign import create_campaign
from annotator.forms import ChoosePoolForm
from annotator.models import Campaign
from annotator.pacing import per_hour
from annotator.policy_forms import LARGEST_PACE, CampaignForm, PolicyForm
from annotator.queries import progress as queries
from annotator.queries.pace import last_pace_in
from foundation.asking.forms import refusals_of
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.actions.build_pool import ASSUMED_PACE
from pooling.models import Pool
from pooling.queries.pools import access_pool, access_pools


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest) -> HttpResponse:
    """First the pool, in the address; then the policy, whose cost is said as often as one asks
    before a draft is made."""
    asking = person_of(request)
    choice = ChoosePoolForm(access_pools(asking), request.GET or None)
    if not choice.is_valid():
        status = 400 if choice.is_bound else 200
        return render(request, "annotator/choose_pool.html", {"form": choice}, status=status)
    pool = access_pool(asking, choice.cleaned_data["pool"].pk)
    if request.method != "POST":
        return _plan(request, Campaign(pool=pool), CampaignForm(initial={"pace": known_pace(pool)}))
    form = CampaignForm(request.POST)
    if not form.is_valid():
        return _plan(request, Campaign(pool=pool), form, status=422)
    if "cost" in request.POST:
        return _plan(request, Campaign(pool=pool), form)
    with refusals_of(form):
        made = create_campaign(actor_of(request), pool, form.cleaned_data["name"], **form.policy())
        messages.success(request, f"{made} is a draft. Write its guidelines next.")
        return redirect("annotator:campaign", made.pk)
    return _plan(request, Campaign(pool=pool), form, status=422)


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def policy(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The same form, of a draft."""
    asking = person_of(request)
    of = queries.access_led_campaign(asking, campaign_id)
    if of.state != Campaign.State.DRAFT or of.pool is None:
        messages.error(request, str(PolicyFixed()))
        return redirect("annotator:campaign", campaign_id)
    pools = access_pools(asking).filter(benchmark=of.benchmark_id)
    sent = request.POST if request.method == "POST" else None
    form = PolicyForm(of, pools, sent, initial={"pace": known_pace(of.pool)})
    if sent is None or not form.is_valid() or "cost" in sent:
        return _plan(request, of, form, status=422 if form.errors else 200)
    with refusals_of(form):
        changed = change_policy(actor_of(request), campaign_id, **form.changes())
        messages.success(request, f"{changed} has the policy below.")
        return redirect("annotator:campaign", campaign_id)
    return _plan(request, of, form, status=422)


def known_pace(pool: Pool) -> int:
    """Labels an hour: as measured in this benchmark, if anything was."""
    measured = last_pace_in(pool.benchmark_id)
    pace = per_hour(measured.mean_seconds) if measured else None
    return min(round(pace), LARGEST_PACE) if pace else ASSUMED_PACE


def _plan(
    request: HttpRequest, of: Campaign, form: CampaignForm, status: int = 200
) -> HttpResponse:
    """What it costs as it is, or as the form would have it."""
    asked: dict[str, Any] = {
        "pool": of.pool,
        "double_share": of.double_share,
        "ask_again": of.ask_again,
        "pace": form.get_initial_for_field(form.fields["pace"], "pace"),
    }
    if form.is_valid():
        asked |= form.cleaned_data
    cost = queries.cost_of_campaign(
        asked["pool"], double_share=asked["double_share"], ask_again=asked["ask_again"]
    )
    context = {"campaign": of, "pool": asked["pool"], "form": form, "cost": cost}
    costs = {"pace": asked["pace"], "hours": cost.slots / asked["pace"]}
    return render(request, "annotator/plan.html", context | costs, status=status)
