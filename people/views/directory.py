"""The list of people, and one person's page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from foundation.form_page import with_form
from foundation.pages import leading_back
from foundation.paging.by_key import page_by_key
from foundation.words import mid_sentence, translated
from people import doorkeeper, queries
from people.actions import accounts, passwords
from people.actions import lift_lock_out as lifting
from people.actions import second_factor as removing
from people.actor import Actor, actor_of, person_of
from people.forms import PeopleFilterForm, RoleForm
from people.guards import button, page_view
from people.lists import PEOPLE
from people.models import Role, User


@page_view
def people(request: HttpRequest) -> HttpResponse:
    asking, form = person_of(request), PeopleFilterForm(request.GET)
    wanted = form.asked if form.is_valid() else queries.PeopleFilter()
    page = PEOPLE.page(wanted.of(queries.access_people(asking)), request.GET)
    context = {
        "form": form,
        "people": [(person, asking.may_manage(Role(person.role))) for person in page.rows],
        "page": page,
        "roles": asking.manageable_roles,
        "locked_out": doorkeeper.locked_networks(),
    }
    return with_form(request, "people/list.html", context)


@page_view
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    return _show(request, queries.access_person(person_of(request), person_id))


def _show(
    request: HttpRequest,
    shown: User,
    form: RoleForm | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    asking = person_of(request)
    page = page_by_key(queries.access_audit_of(asking, shown), request.GET, size=20)
    context |= {
        "shown": shown,
        "password_link": queries.access_password_link(asking, shown),
        "may_manage": asking.may_manage(Role(shown.role)),
        "second_factor": queries.find_second_factor(shown),
        "locked_out": doorkeeper.locked_addresses(shown),
        "form": form or RoleForm(initial={"role": shown.role}, person=asking),
        "events": page.rows,
        "older": page.older,
        "newer": page.newer,
    }
    return render(request, "people/person.html", context, status=status)


@button()
def change_role(request: HttpRequest, person_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = queries.access_person(asking, person_id)
    form = RoleForm(request.POST, person=asking)
    if not form.is_valid():
        return _show(request, shown, form, status=422)
    role: Role = form.asked.role
    with form.refusals():
        accounts.change_role(actor_of(request), shown, role)
    if form.errors:
        return _show(request, shown, form, status=409)
    words = {"person": shown, "role": mid_sentence(translated(role.label))}
    messages.success(request, _("%(person)s is now %(role)s.") % words)
    return redirect("people:person", shown.pk)


@button("people:person")
def deactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    sentence = _("The account of {person} is deactivated; its sessions and tokens have ended.")
    return _do(request, person_id, accounts.deactivate_person, sentence)


@button("people:person")
def reactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    return _do(request, person_id, accounts.reactivate_person, _("{person} may sign in again."))


@button("people:person")
def remove_second_factor(request: HttpRequest, person_id: int) -> HttpResponse:
    sentence = _("The second factor of {person} is removed, and their sessions have ended.")
    return _do(request, person_id, removing.remove_second_factor, sentence)


@button("people:person")
def lift_lock_out(request: HttpRequest, person_id: int) -> HttpResponse:
    return _do(request, person_id, lifting.lift_lock_out, _("{person} may try again now."))


@login_required
@never_cache
@require_POST
@leading_back("people:person")
def make_password_link(request: HttpRequest, person_id: int) -> HttpResponse:
    """The link is in this answer and nowhere else: a redirect would need it to be kept in
    between."""
    shown = queries.access_person(person_of(request), person_id)
    link, secret = passwords.make_password_link(actor_of(request), shown)
    address = request.build_absolute_uri(reverse("people:new_password", args=[secret]))
    return _show(request, shown, status=201, links=[(link, address)])


@button("people:person")
def withdraw_password_link(request: HttpRequest, person_id: int) -> HttpResponse:
    sentence = _("The link for {person} is withdrawn.")
    return _do(request, person_id, passwords.withdraw_password_link, sentence)


def _do(
    request: HttpRequest, person_id: int, action: Callable[[Actor, User], object], words: str
) -> HttpResponse:
    """One action on one person, and back to their page."""
    shown = queries.access_person(person_of(request), person_id)
    action(actor_of(request), shown)
    messages.success(request, words.format(person=shown))
    return redirect("people:person", shown.pk)


@button()
def lift_lock_out_of_address(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("address", "")
    if lifting.lift_lock_out_of_address(actor_of(request), address):
        sentence = _("People may sign in from %(address)s again.") % {"address": address}
        messages.success(request, sentence)
    else:
        messages.warning(request, _("This address was not locked out any more."))
    return redirect("people:list")
