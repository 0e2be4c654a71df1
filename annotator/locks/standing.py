"""Where a rater stands in a campaign, and what that allows. No lock of its own: it is read under
the campaign's, which every change of it takes alone."""

from annotator.models import Campaign, Member
from foundation.database.prepared import prepared_cursor
from foundation.database.rows import row_as
from foundation.frozen import frozen
from foundation.refused import Refused, Unknown


class NotOpen(Refused):
    """This campaign is not open: no pairs are given out."""


class ClosedMeanwhile(NotOpen):
    """This campaign is not open any more: it was closed while you held the pair, so this answer was
    not saved."""


class NotAMember(Refused):
    """You are no active rater of this campaign. Ask its lead."""


class UnknownCampaign(Unknown, NotAMember):
    """There is no such campaign for you."""


class ConfirmGuidelines(Refused):
    """The guidelines have changed: read and confirm them before you go on."""


READ = """
SELECT c.state AS campaign_state, c.lease_seconds, c.leases_per_rater, m.state AS member_state,
  m.role AS member_role, m.confirmed_version, g.version, g.must_confirm, c.seed, c.gold_share,
  m.drawn, CASE WHEN c.show = 'single' THEN 0 ELSE c.group_size END AS group_of, c.single_share,
  c.show
FROM annotator_campaign c
LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = %s
CROSS JOIN LATERAL (SELECT coalesce(max(version), 0) AS version,
    coalesce(max(version) FILTER (WHERE confirm), 0) AS must_confirm
  FROM annotator_guideline WHERE campaign_id = c.id) g
WHERE c.id = %s
"""


@frozen
class Standing:
    """As of the statement that read it. Who is no member has None in a member's fields."""

    campaign_state: str
    lease_seconds: int
    leases_per_rater: int
    member_state: str | None
    member_role: str | None
    confirmed_version: int | None
    version: int  # of the guidelines
    must_confirm: int
    seed: int
    gold_share: float
    drawn: int
    group_of: int  # how many pairs are shown together at most; 0 where each comes by itself
    single_share: float
    show: str

    @classmethod
    def of(cls, campaign_id: int, rater_id: int) -> "Standing":
        with prepared_cursor() as cursor:
            cursor.execute(READ, [rater_id, campaign_id])
            found = row_as(cursor, cls)
        if found is None or found.member_state is None:
            raise UnknownCampaign
        return found

    def refuse_if_not_active(self) -> None:
        if self.member_state is None:
            raise UnknownCampaign
        if not self.rates:
            raise NotAMember

    @property
    def rates(self) -> bool:
        """An adjudicator decides about the labels of others, and gives none beside them."""
        return self.member_role == Member.Role.RATER and self.member_state == Member.State.ACTIVE

    @property
    def gives_checks(self) -> bool:
        return self.gold_share > 0

    @property
    def takes_answers(self) -> bool:
        return self.campaign_state in (Campaign.State.OPEN, Campaign.State.PAUSED)

    @property
    def has_confirmed(self) -> bool:
        return (self.confirmed_version or 0) >= self.must_confirm

    @property
    def may_be_given_more(self) -> bool:
        """Whether an answer may bring further slots with it."""
        return self.rates and self.campaign_state == Campaign.State.OPEN and self.has_confirmed

    def refuse_if_idle(self) -> None:
        self.refuse_if_not_active()
        if self.campaign_state != Campaign.State.OPEN:
            raise NotOpen
        if not self.has_confirmed:
            raise ConfirmGuidelines
