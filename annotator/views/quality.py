"""How a rater fares with known answers, for leads; and asking for the rater's labels again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from annotator.actions.ask_again import ask_again
from annotator.forms import AskAgainForm
from annotator.queries.gold import checks_of, labels_that_count
from annotator.queries.progress import access_led_member
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def quality(request: HttpRequest, campaign_id: int, member_id: int) -> HttpResponse:
    """POST asks for the labels again."""
    of = access_led_member(person_of(request), campaign_id, member_id)
    form = AskAgainForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            labels = ask_again(actor_of(request), of.pk, **values_of(form.asked))
            again = ngettext(
                "%(count)s label of %(person)s is asked for again, from others.",
                "%(count)s labels of %(person)s are asked for again, from others.",
                labels,
            )
            messages.success(request, again % {"count": f"{labels:,}", "person": of.person})
            return redirect("annotator:quality", campaign_id, member_id)
    checks = checks_of(of)
    context = {
        "member": of,
        "campaign": of.campaign,
        "form": form,
        "all": checks.all,
        "last": checks.last,
        "rows": checks.rows,
        "standing": labels_that_count(of),
    }
    return render(request, "annotator/quality.html", context, status=422 if form.errors else 200)
