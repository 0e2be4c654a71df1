"""A campaign under way by API, for leads: what is stuck, when it will be done, how a rater fares,
and the hours worked."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import running_serializers as shown
from annotator.actions.mark_read import mark_read
from annotator.queries.agreeing import agreement_of
from annotator.queries.hours import hours_worked, zone_of_days
from annotator.queries.overview import outlook_of
from annotator.queries.progress import access_led_campaign, access_led_member
from annotator.queries.rater_page import seen_of
from annotator.queries.stuck import stuck_in
from foundation.api.operation import operation
from foundation.api.reading import ask, read
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role


class WhatIsStuck(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_stuck", "What is stuck, and why", "campaigns", gives=shown.StuckListSerializer
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Each with what can be done about it. Nothing is stuck in a draft, or in what is
        closed."""
        found = stuck_in(access_led_campaign(person_of(request), campaign_id))
        return Response(shown.StuckListSerializer({"stuck": found}).data)


class Outlook(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_outlook",
        "The labels to come, and when",
        "campaigns",
        gives=shown.OutlookSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """With the agreement of those that are there."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        outlook = outlook_of(campaign, timezone.now().date())
        found = {
            "wanted": outlook.wanted,
            "days": outlook.days,
            "forecast": outlook.forecast,
            "agreement": agreement_of(campaign),
        }
        return Response(shown.OutlookSerializer(found).data)


class ReadRemarks(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_remarks_read",
        "Mark comments or reports as read",
        "campaigns",
        shown.RemarksReadSerializer,
        shown.ReadSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """For all leads; only forwards. What came later stays unread."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.RemarksReadSerializer).asked
        return Response(shown.ReadSerializer(mark_read(actor_of(request), campaign, asked)).data)


class MemberFigures(APIView):
    least_role = Role.LEAD

    @operation(
        "members_figures",
        "How a rater fares, week by week",
        "members",
        gives=shown.RaterFiguresSerializer,
    )
    def get(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """With n and Wilson's 95 % intervals, and what stands out."""
        member = access_led_member(person_of(request), campaign_id, member_id)
        return Response(shown.RaterFiguresSerializer(seen_of(member)).data)


class Hours(APIView):
    least_role = Role.LEAD

    @extend_schema(parameters=[shown.HoursParameters])
    @operation(
        "hours_list",
        "Hours worked, by day and person",
        "campaigns",
        gives=shown.HoursSerializer,
    )
    def get(self, request: Request) -> Response:
        """Of all campaigns, or of one; closed ones count, too."""
        asked = ask(request, shown.HoursParameters)
        rows = hours_worked(**values_of(asked))
        found = {"time_zone": zone_of_days(asked.zone), "days": rows}
        return Response(shown.HoursSerializer(found).data)
