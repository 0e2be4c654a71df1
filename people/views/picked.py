"""What is done with all the rows that were selected in a list of people or invitations."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from foundation.form_page import page_of_form, picked_rows
from people import queries
from people.actions import accounts
from people.actions.invitations import withdraw_invitations
from people.actor import actor_of, person_of
from people.forms import RoleForm
from people.guards import button
from people.models import User


def _people(request: HttpRequest) -> list[User]:
    found = queries.access_people(person_of(request)).filter(pk__in=picked_rows(request))
    return list(found.order_by("pk"))


@button("people:list")
def deactivate(request: HttpRequest) -> HttpResponse:
    """It asks first, by showing whose account and how many tokens end."""
    people = _people(request)
    if "sure" not in request.POST:
        tokens = queries.tokens_that_end(people)
        return render(
            request, "people/deactivate_picked.html", {"people": people, "tokens": tokens}
        )
    accounts.deactivate_people(actor_of(request), people)
    messages.success(request, _counted_deactivated(len(people)))
    return redirect("people:list")


def _counted_deactivated(count: int) -> str:
    said = ngettext(
        "%(count)d account is deactivated; its sessions and tokens have ended.",
        "%(count)d accounts are deactivated; their sessions and tokens have ended.",
        count,
    )
    return said % {"count": count}


@button("people:list")
def reactivate(request: HttpRequest) -> HttpResponse:
    people = _people(request)
    accounts.reactivate_people(actor_of(request), people)
    said = ngettext(
        "%(count)d person may sign in again.", "%(count)d people may sign in again.", len(people)
    )
    messages.success(request, said % {"count": len(people)})
    return redirect(page_of_form(request))


@button("people:list")
def change_role(request: HttpRequest) -> HttpResponse:
    people, form = _people(request), RoleForm(request.POST, person=person_of(request))
    if form.is_valid():
        role = form.asked.role
        accounts.change_roles(actor_of(request), people, role)
        said = ngettext(
            "%(count)d person now has the role %(role)s.",
            "%(count)d people now have the role %(role)s.",
            len(people),
        )
        messages.success(request, said % {"count": len(people), "role": role.label})
    else:
        messages.warning(request, _("Choose a role for the people you selected."))
    return redirect(page_of_form(request))


@button("people:invitations")
def withdraw(request: HttpRequest) -> HttpResponse:
    found = queries.access_invitations(person_of(request)).filter(pk__in=picked_rows(request))
    chosen = list(found)
    withdraw_invitations(actor_of(request), chosen)
    said = ngettext(
        "%(count)d invitation is withdrawn.", "%(count)d invitations are withdrawn.", len(chosen)
    )
    messages.success(request, said % {"count": len(chosen)})
    return redirect("people:invitations")
