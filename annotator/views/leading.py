"""What a lead does in a campaign: its members, its guidelines, what comes first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.prioritise import prioritise
from annotator.actions.write_guideline import safe_html, write_guideline
from annotator.forms import GuidelineForm, MemberForm, MemberStateForm, PriorityForm
from annotator.queries import progress as queries
from annotator.queries.pace import measure_rater
from annotator.views.campaigns import show
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of


@login_required
@require_POST
def add(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    form = MemberForm(request.POST)
    if form.is_valid():
        with form.refusals():
            add_member(actor_of(request), of, **values_of(form.asked))
            messages.success(request, f"{form.asked.person} is in {of}.")
            return redirect("annotator:campaign", campaign_id)
    return show(request, of, form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, campaign_id: int, member_id: int) -> HttpResponse:
    of = queries.access_led_member(person_of(request), campaign_id, member_id)
    form = MemberStateForm(of, _sent(request))
    if form.is_valid():
        with form.refusals():
            change_member_state(actor_of(request), of.pk, **values_of(form.asked))
            messages.success(request, f"{of.person} is {form.asked.state.label.lower()} here.")
            return redirect("annotator:campaign", campaign_id)
    context = {
        "campaign": of.campaign,
        "member": of,
        "pace": queries.paces_of(of.campaign).get(of.person_id),
        "between": measure_rater(of.campaign_id, of.person_id),
        "form": form,
    }
    return render(request, "annotator/member.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def guidelines(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Versions, and the next one: seen as raters will see it before it is written."""
    of = queries.access_led_campaign(person_of(request), campaign_id)
    versions = list(queries.guidelines_of(of))
    form = GuidelineForm(
        _sent(request), initial={"markdown": versions[0].markdown if versions else ""}
    )
    preview = safe_html(form.asked.markdown) if form.is_valid() else ""
    if preview and "preview" not in request.POST:
        written = write_guideline(actor_of(request), of.pk, **values_of(form.asked))
        messages.success(request, f"Version {written.version} is what raters read from now on.")
        return redirect("annotator:write_guidelines", campaign_id)
    context = {"campaign": of, "versions": versions, "form": form, "preview": preview}
    return render(
        request, "annotator/write_guidelines.html", context, status=422 if form.errors else 200
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def priorities(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    form = PriorityForm(of, _sent(request))
    if form.is_valid():
        with form.refusals():
            moved = prioritise(actor_of(request), of.pk, form.which())
            labels = f"{moved:,} label{'s' * (moved != 1)}"
            messages.success(request, f"{labels} that are wanted moved to the front.")
            return redirect("annotator:priorities", campaign_id)
    context = {"campaign": of, "form": form}
    return render(request, "annotator/priorities.html", context, status=422 if form.errors else 200)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None
