"""What is done with all the rows that were selected in a list of people or invitations."""

from functools import partial

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
def deactivate_picked(request: HttpRequest) -> HttpResponse:
    """It asks first, by showing whose account and how many tokens end."""
    people = _people(request)
    if "sure" not in request.POST:
        context = {"people": people, "tokens": queries.tokens_that_end(people)}
        return render(request, "people/deactivate_picked.html", context)
    accounts.change_each(accounts.deactivate_person, actor_of(request), people)
    sentence = ngettext(
        "%(count)d account is deactivated; its sessions and tokens have ended.",
        "%(count)d accounts are deactivated; their sessions and tokens have ended.",
        len(people),
    )
    messages.success(request, sentence % {"count": len(people)})
    return redirect("people:list")


@button("people:list")
def reactivate_picked(request: HttpRequest) -> HttpResponse:
    people = _people(request)
    accounts.change_each(accounts.reactivate_person, actor_of(request), people)
    sentence = ngettext(
        "%(count)d person may sign in again.", "%(count)d people may sign in again.", len(people)
    )
    messages.success(request, sentence % {"count": len(people)})
    return redirect(page_of_form(request))


@button("people:list")
def change_role_of_picked(request: HttpRequest) -> HttpResponse:
    people, form = _people(request), RoleForm(request.POST, person=person_of(request))
    if form.is_valid():
        role = form.asked.role
        change = partial(accounts.change_role, role=role)
        accounts.change_each(change, actor_of(request), people)
        sentence = ngettext(
            "%(count)d person now has the role %(role)s.",
            "%(count)d people now have the role %(role)s.",
            len(people),
        )
        messages.success(request, sentence % {"count": len(people), "role": role.label})
    else:
        messages.warning(request, _("Choose a role for the people you selected."))
    return redirect(page_of_form(request))


@button("people:invitations")
def withdraw_picked(request: HttpRequest) -> HttpResponse:
    found = queries.access_invitations(person_of(request))
    chosen = list(found.filter(pk__in=picked_rows(request)))
    withdraw_invitations(actor_of(request), chosen)
    sentence = ngettext(
        "%(count)d invitation is withdrawn.", "%(count)d invitations are withdrawn.", len(chosen)
    )
    messages.success(request, sentence % {"count": len(chosen)})
    return redirect("people:invitations")
