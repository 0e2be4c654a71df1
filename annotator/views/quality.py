"""How a rater fares with known answers, for leads; and asking for the rater's labels again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotator.actions.ask_again import ask_again
from annotator.forms import AskAgainForm
from annotator.queries.gold import checks_of
from annotator.queries.progress import access_led_member
from foundation.refused import Refused
from people.actor import actor_of, person_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quality(request: HttpRequest, campaign_id: int, member_id: int) -> HttpResponse:
    """POST asks for the labels again."""
    of = access_led_member(person_of(request), campaign_id, member_id)
    form = AskAgainForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            labels = ask_again(
                actor_of(request), of.pk, form.cleaned_data["reason"], form.cleaned_data["since"]
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request, f"{labels:,} labels of {of.person} are asked for again, from others."
            )
            return redirect("annotator:quality", campaign_id, member_id)
    checks = checks_of(of)
    context = {
        "member": of,
        "campaign": of.campaign,
        "form": form,
        "all": checks.all,
        "last": checks.last,
        "rows": checks.rows,
    }
    return render(request, "annotator/quality.html", context, status=422 if form.errors else 200)
