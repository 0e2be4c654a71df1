"""How a rater fares with known answers, for leads; and asking for the rater's labels again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from annotator.actions.ask_again import ask_again
from annotator.forms import AskAgainForm
from annotator.models import Member
from annotator.queries.gold import checks_of, labels_that_count
from annotator.queries.progress import access_led_member
from annotator.views.doors import form_about, sent
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from people.actor import actor_of


@form_about(access_led_member)
def quality(request: HttpRequest, of: Member) -> HttpResponse:
    """POST asks for the labels again."""
    form = AskAgainForm(sent(request))
    if form.is_valid():
        with form.refusals():
            labels = ask_again(actor_of(request), of.pk, **values_of(form.asked))
            again = ngettext(
                "%(count)s label of %(person)s is asked for again, from others.",
                "%(count)s labels of %(person)s are asked for again, from others.",
                labels,
            )
            messages.success(request, again % {"count": f"{labels:,}", "person": of.person})
            return redirect("annotator:quality", of.campaign_id, of.pk)
    checks = checks_of(of)
    return with_form(
        request,
        "annotator/quality.html",
        {
            "form": form,
            "member": of,
            "campaign": of.campaign,
            "all": checks.all,
            "last": checks.last,
            "rows": checks.rows,
            "standing": labels_that_count(of),
        },
    )
