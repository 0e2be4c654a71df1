"""A campaign under way by API, for leads: what is stuck, when it will be done, how a rater fares,
and the hours worked."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from annotator import running_serializers as shown
from annotator.actions.remarks import mark_read
from annotator.api.address import Address, Led, LedMember, call
from annotator.models import Campaign, Member, RemarksRead
from annotator.queries.hours import hours_worked, zone_of_days
from annotator.queries.overview import outlook_of
from annotator.queries.rater_figures import agreement_of
from annotator.queries.rater_page import seen_of
from annotator.queries.stuck import stuck_in
from foundation.api.reading import ask
from foundation.asking.arguments import values_of
from people.actor import actor_of
from people.models import Role


class WhatIsStuck(Led):
    @call("campaigns_stuck", "What is stuck, and why", "campaigns", gives=shown.StuckListSerializer)
    def get(self, request: Request, campaign: Campaign) -> Any:
        """Each with what can be done about it. Nothing is stuck in a draft, or in what is
        closed."""
        return shown.StuckListSerializer({"stuck": stuck_in(campaign)}).data


class CampaignOutlook(Led):
    @call(
        "campaigns_outlook",
        "The labels to come, and when",
        "campaigns",
        gives=shown.OutlookSerializer,
    )
    def get(self, request: Request, campaign: Campaign) -> Any:
        """With the agreement of those that are there."""
        outlook = outlook_of(campaign, timezone.now().date())
        found = {
            "wanted": outlook.wanted,
            "days": outlook.days,
            "forecast": outlook.forecast,
            "agreement": agreement_of(campaign),
        }
        return shown.OutlookSerializer(found).data


class ReadRemarks(Led):
    @call(
        "campaigns_remarks_read",
        "Mark comments or reports as read",
        "campaigns",
        shown.RemarksReadSerializer,
        shown.ReadSerializer,
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> RemarksRead:
        """For all leads; only forwards. What came later stays unread."""
        return mark_read(actor_of(request), campaign, asked)


class MemberFigures(LedMember):
    @call(
        "members_figures",
        "How a rater fares, week by week",
        "members",
        gives=shown.RaterFiguresSerializer,
    )
    def get(self, request: Request, member: Member) -> Any:
        """With n and Wilson's 95 % intervals, and what stands out."""
        return shown.RaterFiguresSerializer(seen_of(member)).data


class Hours(Address):
    least_role = Role.LEAD

    @extend_schema(parameters=[shown.HoursParameters])
    @call("hours_list", "Hours worked, by day and person", "campaigns", gives=shown.HoursSerializer)
    def get(self, request: Request) -> Any:
        """Of all campaigns, or of one; closed ones count, too."""
        asked = ask(request, shown.HoursParameters)
        rows = hours_worked(**values_of(asked))
        return shown.HoursSerializer({"time_zone": zone_of_days(asked.zone), "days": rows}).data
