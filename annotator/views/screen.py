"""What every screen (rating, training, adjudication) is given besides its own: the person's keys,
and the sentences that its scripts show. And the page on which they choose their keys."""

from base64 import b64encode
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from annotator.actions.set_keys import set_keys
from annotator.keys import ACTIONS, TENTH, keys_on
from annotator.queries.raters import keys_of
from annotator.scales import Scale
from foundation.refused import Refused
from foundation.words import translated
from people.actor import person_of
from people.guards import form_view
from people.models import User

SEAL = "annotator.what-waits-in-a-browser"


def config(
    request: HttpRequest, words: dict[str, str], scale: Scale, **more: Any
) -> dict[str, Any]:
    """What `json_script` writes under the id "screen" (static/js/screen/config.js reads it)."""
    person = person_of(request)
    keys = keys_of(person)
    return {
        # Whose answers may be sent from this page: a queue of another person's is left alone.
        "person": str(person.pk),
        "csrf": get_token(request),
        "seal": seal_of(person),
        "keys": keys_on(scale, keys.keys),
        "singleKeys": keys.single,
        "words": words,
        **more,
    }


def seal_of(person: User) -> str:
    """The key that encrypts what waits in this person's browser. A change of the instance's secret
    ends it, as it ends the numbers of the pairs that wait there."""
    made = salted_hmac(SEAL, str(person.pk), algorithm="sha256")
    return b64encode(made.digest()).decode()


@form_view
def keys(request: HttpRequest) -> HttpResponse:
    """An empty field leaves an action its usual keys."""
    person = person_of(request)
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = ""
    found = keys_of(person)
    chosen, single, wrong = found.chosen, found.single, {}
    if request.method == "POST":
        chosen = _chosen(request)
        single = "single" in request.POST
        try:
            set_keys(person=person, chosen=chosen, single=single)
        except Refused as refused:
            wrong = {refused.field: translated(str(refused))}
        else:
            messages.success(request, _("Your keys are saved."))
            return redirect(back or "annotator:keys")
    rows = [(action, chosen.get(action.name, ""), wrong.get(action.name)) for action in ACTIONS]
    context = {"rows": rows, "single": single, "back": back, "tenth": TENTH}
    return render(request, "annotator/keys.html", context, status=422 if wrong else 200)


def _chosen(request: HttpRequest) -> dict[str, str]:
    if "usual" in request.POST:
        return {}
    given = {action.name: request.POST.get(action.name, "").strip() for action in ACTIONS}
    return {name: key for name, key in given.items() if key}
