"""What a lead does in a campaign: its members, its guidelines, what comes first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.prioritise import prioritise
from annotator.actions.write_guideline import write_guideline
from annotator.forms import GuidelineForm, MemberForm, MemberStateForm, PriorityForm
from annotator.models import Campaign, Member
from annotator.queries import progress as queries
from annotator.queries.campaigns import moved_in
from annotator.queries.known_answers import examples_of
from annotator.queries.rater_page import page_of
from annotator.views.campaigns import show
from annotator.views.doors import button_about, form_about, sent
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from foundation.markdown import safe_html
from foundation.words import mid_sentence
from people.actor import actor_of, person_of


@button_about(queries.access_led_campaign)
def add(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = MemberForm(request.POST)
    if form.is_valid():
        with form.refusals():
            add_member(actor_of(request), of, **values_of(form.asked))
            words = {"person": form.asked.person, "campaign": of}
            messages.success(request, _("%(person)s is in %(campaign)s.") % words)
            return redirect("annotator:campaign", of.pk)
    return show(request, of, form, status=422)


@form_about(queries.access_led_member)
def member(request: HttpRequest, of: Member) -> HttpResponse:
    form = MemberStateForm(of, sent(request))
    if form.is_valid():
        with form.refusals():
            change_member_state(actor_of(request), of.pk, **values_of(form.asked))
            state = mid_sentence(form.asked.state.label)
            words = {"person": of.person, "state": state}
            messages.success(request, _("%(person)s is %(state)s here.") % words)
            return redirect("annotator:campaign", of.campaign_id)
    return with_form(
        request, "annotator/member.html", {"form": form, **page_of(of, person_of(request))}
    )


@form_about(queries.access_led_campaign)
def guidelines(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Versions, and the next one: seen as raters will see it before it is written."""
    versions = list(queries.guidelines_of(of))
    form = GuidelineForm(
        sent(request), initial={"markdown": versions[0].markdown if versions else ""}
    )
    preview = safe_html(form.asked.markdown) if form.is_valid() else ""
    if preview and "preview" not in request.POST:
        written = write_guideline(actor_of(request), of.pk, **values_of(form.asked))
        said = _("Version %(version)s is what raters read from now on.")
        messages.success(request, said % {"version": written.version})
        return redirect("annotator:write_guidelines", of.pk)
    return with_form(
        request,
        "annotator/write_guidelines.html",
        {
            "form": form,
            "campaign": of,
            "versions": versions,
            "next_version": versions[0].version + 1 if versions else 1,
            "preview": preview,
            "examples": examples_of(of),
        },
    )


@form_about(queries.access_led_campaign)
def priorities(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = PriorityForm(of, sent(request))
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
    return with_form(
        request, "annotator/priorities.html", {"form": form, "campaign": of, "moved": moved_in(of)}
    )
