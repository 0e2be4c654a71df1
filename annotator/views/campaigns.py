"""Campaigns, for their leads: what there is, how far it is, and the moves that its state allows;
and what one would be: its pool, its policy, and what that costs, until it is opened."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from annotator.actions.adjudicate import send_to_adjudication
from annotator.actions.change_state import CAMPAIGN_MOVES, change_campaign_state, measure_pace
from annotator.actions.create_campaign import PolicyFixed, change_policy, create_campaign
from annotator.actions.goals import goal_of, look_now
from annotator.actions.start_campaign import begin_campaign, policy_digest
from annotator.asked.presets import PRESETS
from annotator.forms import CampaignFilterForm, ChoosePoolForm, MemberForm
from annotator.models import Campaign
from annotator.policy_forms import CampaignForm, PolicyForm
from annotator.queries import progress as queries
from annotator.queries.forecast import cost_of_plan
from annotator.queries.grades import unlike_planned
from annotator.queries.listed import CAMPAIGNS, CampaignFilter, campaign_rows
from annotator.queries.overview import overview_of
from annotator.views.doors import button_about, sent
from foundation.asking.forms import refusals_of
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.words import plural
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import button, form_view, leads_form, page_view
from pooling.queries.pools import access_pool, access_pools, missed_by

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
            return waited_for(request, begun.job)
        waiting = plural(
            "Open: %(count)s pair waits for its raters.",
            "Open: %(count)s pairs wait for their raters.",
            begun.campaign.items_count,
        )
        messages.success(request, waiting)
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
        done = plural(
            "%(count)s pair sent to adjudication.", "%(count)s pairs sent to adjudication.", sent
        )
        messages.success(request, done)
    return redirect("annotator:campaign", of.pk)


@button()
def move(request: HttpRequest, campaign_id: int, state: str) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    with refusals_shown(request):
        moved = change_campaign_state(actor_of(request), of.pk, Campaign.State(state))
        messages.success(request, MOVED[Campaign.State(moved.state)] % {"campaign": moved})
    return redirect("annotator:campaign", campaign_id)


@form_view
def move_closed(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """It asks first, by showing what is lost."""
    if request.method == "POST":
        return move(request, campaign_id, Campaign.State.CLOSED)
    of = queries.access_led_campaign(person_of(request), campaign_id)
    return render(
        request, "annotator/close.html", {"campaign": of, "lost": queries.lost_by_closing(of)}
    )


@leads_form
@vary_on_headers("HX-Request")
def new_campaign(request: HttpRequest) -> HttpResponse:
    """First the pool, in the address; then the policy. What it costs is shown before a draft is
    made."""
    asking = person_of(request)
    choice = ChoosePoolForm(access_pools(asking), request.GET or None)
    if not choice.is_valid():
        status = 400 if choice.is_bound else 200
        return render(request, "annotator/choose_pool.html", {"form": choice}, status=status)
    pool = access_pool(asking, choice.cleaned_data["pool"].pk)
    form = CampaignForm.of_new(pool, sent(request))

    def make() -> HttpResponse:
        chosen = form.cleaned_data
        preset = chosen["preset"] if chosen["preset"] in PRESETS else None
        made = create_campaign(
            actor_of(request), pool, chosen["name"], preset=preset, **form.policy()
        )
        messages.success(
            request, _("%(campaign)s is a draft. Write its guidelines next.") % {"campaign": made}
        )
        return redirect("annotator:write_guidelines", made.pk)

    return _decide(request, Campaign(pool=pool), form, make)


@leads_form
@vary_on_headers("HX-Request")
def policy(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The same form, of a draft."""
    asking = person_of(request)
    of = queries.access_led_campaign(asking, campaign_id)
    if of.state != Campaign.State.DRAFT or of.pool is None:
        messages.error(request, str(PolicyFixed()))
        return redirect("annotator:campaign", campaign_id)
    pools = access_pools(asking).filter(benchmark=of.benchmark_id)
    form = PolicyForm(of, pools, sent(request))

    def change() -> HttpResponse:
        changed = change_policy(actor_of(request), campaign_id, **form.changes())
        messages.success(request, _("%(campaign)s has the policy below.") % {"campaign": changed})
        return redirect("annotator:campaign", campaign_id)

    return _decide(request, of, form, change)


def _decide(
    request: HttpRequest, of: Campaign, form: CampaignForm, decide: Callable[[], HttpResponse]
) -> HttpResponse:
    """Exactly what the form says, or nothing: where the cost that was shown was that of other
    settings, theirs is shown first."""
    assert of.pool is not None  # noqa: S101  (both pages have seen to it)
    if not form.is_bound:
        return _show(request, of, form)
    if "cost" in request.POST:
        form.leave_out_name()
        return _show(request, of, form, status=422 if form.errors else 200)
    plan = form.plan_of(of.pool)
    changed = plan is not None and request.POST.get("shown", plan.digest) != plan.digest
    if changed:
        return _show(request, of, form, status=409, changed=True)
    if form.is_valid():
        with refusals_of(form):
            return decide()
    return _show(request, of, form, status=422)


def _show(
    request: HttpRequest,
    of: Campaign,
    form: CampaignForm,
    status: int = 200,
    *,
    changed: bool = False,
) -> HttpResponse:
    """The page; to htmx only what changes with the form."""
    assert of.pool is not None  # noqa: S101  (both pages have seen to it)
    plan = form.plan_of(of.pool)
    asked = form.on_scale() if plan and form.is_bound else None
    context = {
        "campaign": of,
        "pool": plan.pool if plan else of.pool,
        "form": form,
        "plan": plan,
        "cost": cost_of_plan(plan, timezone.localdate()) if plan else None,
        "changed": changed,
        "unlike": unlike_planned(of, asked),
    }
    if HtmxDetails(request):
        return render(request, "annotator/_plan_answer.html", context)
    return render(request, "annotator/plan.html", context, status=status)
