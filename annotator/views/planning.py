"""What a campaign would be: its pool, its policy, and what that costs; until it is opened, all of
it may still be changed."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from annotator.actions.create_campaign import PolicyFixed, change_policy, create_campaign
from annotator.asked.presets import PRESETS
from annotator.forms import ChoosePoolForm
from annotator.models import Campaign
from annotator.policy_forms import CampaignForm, PolicyForm
from annotator.queries import progress as queries
from annotator.queries.forecast import cost_of_plan
from annotator.views.doors import sent
from foundation.asking.forms import refusals_of
from people.actor import actor_of, person_of
from people.guards import leads_form
from pooling.queries.pools import access_pool, access_pools


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
        return redirect("annotator:campaign", made.pk)

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
    context = {
        "campaign": of,
        "pool": plan.pool if plan else of.pool,
        "form": form,
        "plan": plan,
        "cost": cost_of_plan(plan, timezone.localdate()) if plan else None,
        "changed": changed,
    }
    if HtmxDetails(request):
        return render(request, "annotator/_plan_answer.html", context)
    return render(request, "annotator/plan.html", context, status=status)
