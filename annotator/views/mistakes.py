"""What follows from decisions: kinds of mistakes for adjudicators and leads, and feedback to raters
where the lead wishes it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotator.actions.create_campaign import change_policy
from annotator.models import Campaign, Member
from annotator.queries import statements as of_raters
from annotator.queries.disputes import access_opinions
from annotator.queries.mistakes import mistakes_in, tables_of
from annotator.queries.progress import access_led_campaign
from annotator.queries.statements import knows_names
from annotator.views.doors import button_about, page_about
from foundation.paging.by_key import page_by_key
from foundation.spreadsheet import spreadsheet_rows
from people.actor import actor_of, person_of
from people.guards import page_view


@page_about(access_opinions)
def mistakes(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    asking = person_of(request)
    context = {
        "campaign": campaign,
        "found": mistakes_in(asking, campaign),
        "leads": knows_names(asking),
    }
    return render(request, "annotator/mistakes.html", context)


@page_view
def download(request: HttpRequest, campaign_id: int, table: str) -> HttpResponseBase:
    asking = person_of(request)
    tables = tables_of(mistakes_in(asking, access_opinions(asking, campaign_id)))
    if table not in tables:
        raise Http404("no such table")
    named = f"mistakes-{campaign_id}-{table}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{named}"'}
    lines = spreadsheet_rows(*tables[table])
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@button_about(access_led_campaign)
def give_feedback(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    given = request.POST.get("feedback") == "on"
    change_policy(actor_of(request), campaign.pk, feedback=given)
    said = _("Raters see how they were overruled.") if given else _("Raters see no decisions.")
    messages.success(request, said)
    return redirect("annotator:mistakes", campaign.pk)


@page_about(of_raters.access_feedback)
def feedback(request: HttpRequest, member: Member) -> HttpResponse:
    page = page_by_key(of_raters.overruled_labels(member), request.GET)
    context = {
        "campaign": member.campaign,
        "rows": of_raters.with_decisions(page.rows),
        "older": page.older,
        "newer": page.newer,
    }
    return render(request, "annotator/feedback.html", context)
