"""Where a rater stands in a campaign, and what that allows."""

from dataclasses import dataclass

from annotator.models import Campaign, Member
from foundation.database.prepared import prepared_cursor
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


@dataclass(frozen=True, slots=True)
class Standing:
    """As of the statement that read it, in the order of its columns."""

    state: str
    lease_seconds: int
    leases_per_rater: int
    member: str | None
    role: str | None
    confirmed: int | None
    version: int
    must_confirm: int
    seed: int
    gold_share: float
    drawn: int

    @classmethod
    def of(cls, campaign_id: int, rater_id: int) -> "Standing":
        with prepared_cursor() as cursor:
            cursor.execute(
                "SELECT c.state, c.lease_seconds, c.leases_per_rater, m.state, m.role,"
                " m.confirmed_version, g.version, g.must, c.seed, c.gold_share, m.drawn FROM"
                " annotator_campaign c LEFT JOIN annotator_member m ON m.campaign_id = c.id AND"
                " m.person_id = %s CROSS JOIN LATERAL (SELECT coalesce(max(version), 0) AS version,"
                " coalesce(max(version) FILTER (WHERE confirm), 0) AS must FROM annotator_guideline"
                " WHERE campaign_id = c.id) g WHERE c.id = %s",
                [rater_id, campaign_id],
            )
            found = cursor.fetchone()
        if found is None or found[3] is None:
            raise UnknownCampaign
        return cls(*found)

    def refuse_if_not_active(self) -> None:
        if self.member is None:
            raise UnknownCampaign
        if not self.rates:
            raise NotAMember

    @property
    def rates(self) -> bool:
        """An adjudicator decides about what others said, and gives no label beside them."""
        return self.role == Member.Role.RATER and self.member == Member.State.ACTIVE

    @property
    def gives_checks(self) -> bool:
        return self.gold_share > 0

    @property
    def takes_answers(self) -> bool:
        return self.state in (Campaign.State.OPEN, Campaign.State.PAUSED)

    @property
    def goes_on(self) -> bool:
        """Whether an answer may bring further slots with it."""
        return (
            self.rates
            and self.state == Campaign.State.OPEN
            and (self.confirmed or 0) >= self.must_confirm
        )

    def refuse_if_idle(self) -> None:
        self.refuse_if_not_active()
        if self.state != Campaign.State.OPEN:
            raise NotOpen
        if (self.confirmed or 0) < self.must_confirm:
            raise ConfirmGuidelines
