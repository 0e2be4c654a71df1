"""People who may be added to a campaign."""

from django.db.models import Case, Q, QuerySet, When

from annotator.models import Campaign, Member
from people.models import Role, User
from people.queries import PeopleFilter, access_people

# What a person's account must at least allow, by what they do in a campaign.
NEEDED = {Member.Role.RATER: Role.RATER, Member.Role.ADJUDICATOR: Role.ADJUDICATOR}
AT_ONCE = 8
LONGEST = 120


def candidates_of(asking: User, campaign: Campaign, role: str, search: str) -> QuerySet[User]:
    """Those who could be added in this role and have not got it yet: first those whose name begins
    as was typed."""
    wanted = Member.Role(role) if role in Member.Role.values else Member.Role.RATER
    roles = [one for one in Role if one.rank >= NEEDED[wanted].rank]
    there = Member.objects.filter(campaign=campaign, role=wanted).values("person")
    typed = search.replace("\0", "").strip()[:LONGEST]
    people = PeopleFilter(search=typed, state="active").of(access_people(asking))
    first, second = Q(username__istartswith=typed), Q(name__istartswith=typed)
    begins = Case(When(first, then=0), When(second, then=1), default=2)
    found = people.filter(role__in=roles).exclude(pk__in=there)
    return found.order_by(begins, "username")[:AT_ONCE]
