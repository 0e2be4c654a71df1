"""What a lead does in a campaign: its members, how they come into it and how they fare, its
guidelines, what comes first."""

from typing import Any

from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from annotator import forms
from annotator.actions.add_members import add_members, invite_into
from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.prioritise import prioritise
from annotator.actions.write_guideline import write_guideline
from annotator.asked.guidelines import guideline_for, left_to_write
from annotator.asked.presets import preset_of
from annotator.models import Answer, Campaign, Member
from annotator.queries import progress as queries
from annotator.queries.campaigns import candidates_of, moved_in
from annotator.queries.gold import checks_of, labels_that_count
from annotator.queries.known_answers import examples_of, grades_without_example
from annotator.queries.rater_page import page_of
from annotator.views.campaigns import show
from annotator.views.doors import button_about, form_about, grade_asked, page_about, sent
from foundation.form_page import with_form
from foundation.markdown import safe_html
from foundation.words import plural
from people.actor import actor_of, person_of
from people.queries import access_invitations
from people.views.invitations import links_made, shown


@button_about(queries.access_led_campaign)
def add(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = forms.MemberForm(request.POST)
    if form.is_valid():
        with form.refusals():
            add_member(actor_of(request), of, **form.values)
            words = {"person": form.asked.person, "campaign": of}
            messages.success(request, _("%(person)s is in %(campaign)s.") % words)
            return redirect("annotator:campaign", of.pk)
    return show(request, of, form, status=422)


@form_about(queries.access_led_campaign)
def add_many(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = forms.MembersForm(sent(request))
    if form.is_valid():
        with form.refusals():
            added = len(add_members(actor_of(request), of, **form.values))
            sentence = ngettext(
                "%(number)s person is in %(campaign)s.",
                "%(number)s people are in %(campaign)s.",
                added,
            )
            messages.success(request, sentence % {"number": added, "campaign": of})
            return redirect("annotator:campaign", of.pk)
    return with_form(request, "annotator/add_members.html", {"form": form, "campaign": of})


@never_cache
@page_about(queries.access_led_campaign)
def member_search(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Names that complete what is typed into the page's field."""
    role, typed = request.GET.get("role", "rater"), request.GET.get("q", "")
    found = [
        {"value": person.username, "name": person.name, "about": person.get_role_display()}
        for person in candidates_of(person_of(request), of, role, typed)
    ]
    return JsonResponse({"options": found})


@never_cache
@form_about(queries.access_led_campaign)
def invite(request: HttpRequest, of: Campaign) -> HttpResponse:
    """New links are in the answer to their POST and nowhere else."""
    form, made = forms.InviteIntoForm(sent(request)), dict[str, Any]()
    if form.is_valid():
        with form.refusals():
            links = invite_into(actor_of(request), of, **form.values)
            made, form = links_made(request, links), forms.InviteIntoForm()
    rows = access_invitations(person_of(request)).filter(pk__in=of.invitations.values("pk"))
    context = {"campaign": of, "form": form, **made, **shown(request, rows)}
    status = 201 if made else 422 if form.errors else 200
    return render(request, "annotator/invite.html", context, status=status)


@form_about(queries.access_led_member)
def member(request: HttpRequest, of: Member) -> HttpResponse:
    form = forms.MemberStateForm(of, sent(request))
    if form.is_valid():
        with form.refusals():
            change_member_state(actor_of(request), of.pk, **form.values)
            words = {"person": of.person, "state": str(form.asked.state.label).lower()}
            messages.success(request, _("%(person)s is %(state)s here.") % words)
            return redirect("annotator:campaign", of.campaign_id)
    context = {"form": form, **page_of(of, person_of(request), _grade(request))}
    return with_form(request, "annotator/member.html", context)


def _grade(request: HttpRequest) -> int | str | None:
    """Of which the rater's answers are shown alone."""
    asked = request.GET.get("grade", "")
    if asked == Answer.CANNOT_JUDGE:
        return asked
    return grade_asked(request)


@form_about(queries.access_led_member)
def quality(request: HttpRequest, of: Member) -> HttpResponse:
    """How a rater fares with known answers. POST asks for the rater's labels again."""
    form = forms.AskAgainForm(sent(request))
    if form.is_valid():
        with form.refusals():
            labels = ask_again(actor_of(request), of.pk, **form.values)
            again = plural(
                "%(count)s label of %(person)s is asked for again, from others.",
                "%(count)s labels of %(person)s are asked for again, from others.",
                labels,
                person=of.person,
            )
            messages.success(request, again)
            return redirect("annotator:quality", of.campaign_id, of.pk)
    context = {
        "form": form,
        "member": of,
        "campaign": of.campaign,
        "checks": checks_of(of),
        "standing": labels_that_count(of),
    }
    return with_form(request, "annotator/quality.html", context)


@form_about(queries.access_led_campaign)
def write_guidelines(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Versions, and the next one: seen as raters will see it before it is written. The first one
    begins with a text to change, `?begin=` with another one than its preset's."""
    versions = list(queries.guidelines_of(of))
    begin = request.GET.get("begin") or _usual_beginning(of)
    given = {"markdown": versions[0].markdown if versions else guideline_for(begin, of.on_scale)}
    form = forms.GuidelineForm(sent(request), initial=given)
    preview = safe_html(form.asked.markdown) if form.is_valid() else ""
    left = left_to_write(form.asked.markdown) if preview else ""
    if preview and "preview" not in request.POST and not (left and "as_it_is" not in request.POST):
        written = write_guideline(actor_of(request), of.pk, **form.values)
        sentence = _("Version %(version)s is what raters read from now on.")
        messages.success(request, sentence % {"version": written.version})
        # The first of a draft was what kept it from being opened.
        on = "campaign" if of.is_draft and not versions else "write_guidelines"
        return redirect(f"annotator:{on}", of.pk)
    context = {
        "form": form,
        "campaign": of,
        "versions": versions,
        "next_version": versions[0].version + 1 if versions else 1,
        "preview": preview,
        "left": left,
        "examples": examples_of(of),
        "without_example": grades_without_example(of),
    }
    return with_form(request, "annotator/write_guidelines.html", context)


def _usual_beginning(of: Campaign) -> str:
    """The preset's; a scale of grades has its own."""
    return "" if of.on_scale.is_graded else preset_of(model_to_dict(of))


@form_about(queries.access_led_campaign)
def priorities(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = forms.PriorityForm(of, sent(request))
    if form.is_valid():
        with form.refusals():
            moved = prioritise(actor_of(request), of.pk, form.which())
            sentence = ngettext(
                "%(number)s label that is wanted moved to the front.",
                "%(number)s labels that are wanted moved to the front.",
                moved,
            )
            messages.success(request, sentence % {"number": f"{moved:,}"})
            return redirect("annotator:priorities", of.pk)
    context = {"form": form, "campaign": of, "moved": moved_in(of)}
    return with_form(request, "annotator/priorities.html", context)
