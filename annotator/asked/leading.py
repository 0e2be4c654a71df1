"""What leads ask of a campaign that is made."""

from datetime import datetime
from typing import Any

from annotator.asked.answering import LARGEST_COUNT
from annotator.asked.known_answers import KEY
from annotator.models import Campaign, Member
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import in_english
from people.actions.invitations import asked_for_days, asked_for_whom
from people.models import User
from people.queries import access_people
from pooling.plain_text import no_controls, one_plain_line

REASON: dict[str, Any] = {"longest": 200, "checks": [one_plain_line]}
LONGEST_GUIDELINE = 100_000
LONGEST_LIST = 50_000  # characters of a pasted list of people
THEIR_ROLE = "What they do in the campaign."
STOPPED = (Member.State.PAUSED, Member.State.REMOVED)
MOVED_TO = (Campaign.State.OPEN, Campaign.State.PAUSED, Campaign.State.CLOSED)


@frozen
class StateWanted:
    """Opens, pauses or closes a campaign."""

    state: Campaign.State = asked(
        "What the campaign becomes.", choices={one.value: in_english(one.label) for one in MOVED_TO}
    )
    without_clips: bool = asked(
        "For a draft: open it although its clips do not play, because raters see them elsewhere.",
        default=False,
    )


@frozen
class MemberWanted:
    """Adds a person to a campaign."""

    person: User = asked("Who is added.", rows=access_people)
    role: Member.Role = asked("What the person does in the campaign.", default=Member.Role.RATER)


@frozen
class MembersWanted:
    """Adds people to a campaign: all of them, or none."""

    names: str = asked(
        "The names that they sign in with, or their names in full: one on each line, or with commas"
        " between.",
        label="People",
        longest=LONGEST_LIST,
    )
    role: Member.Role = asked(THEIR_ROLE, default=Member.Role.RATER)


@frozen
class InvitedInto:
    """Links that lead into a campaign: a person who joins by one is a member of it."""

    for_whom: str = asked_for_whom()
    role: Member.Role = asked(THEIR_ROLE, default=Member.Role.RATER)
    days: int = asked_for_days()


@frozen
class MemberStateWanted:
    """Pauses, resumes, retrains or removes a member."""

    state: Member.State = asked(
        "Back in training, a rater is given pairs again after reaching the pass mark again."
    )
    reason: str = asked("The member reads it. Needed to pause or remove.", default="", **REASON)

    def check(self) -> None:
        if self.state in STOPPED and not self.reason:
            raise Refused("Give a reason: the member reads it.", field="reason")


@frozen
class AskAgainWanted:
    """Asks for a rater's labels again."""

    reason: str = asked(
        "Why the labels are asked for again.", label="Why the labels are asked for again", **REASON
    )
    since: datetime | None = asked(
        "In UTC, as in 2026-01-31 09:00; without it, all labels are asked for again.", default=None
    )


@frozen
class RemarksReadWanted:
    """Marks what raters wrote as read, for all leads."""

    of: str = asked(
        "What was read: comments, or reports of clips that do not play.",
        choices={"comments": "Comments", "clips": "Clips reported"},
    )
    up_to: int = asked("The newest label that was read. Those after it stay unread.", at_least=1)


@frozen
class GuidelineWanted:
    """A new version of the guidelines."""

    markdown: str = asked(
        "Markdown that says when a clip is relevant to a caption. Examples help.",
        label="Guidelines",
        longest=LONGEST_GUIDELINE,
        checks=[no_controls],
    )
    confirm: bool = asked(
        "Raters confirm this version before they are given more pairs.",
        default=False,
        label="Raters confirm this version before they go on",
    )


@frozen
class GuidelineConfirmed:
    """A rater has read the guidelines."""

    version: int = asked("The version that was read.", at_least=1, at_most=LARGEST_COUNT)


@frozen
class PriorityWanted:
    """A caption, one pair, or all that one of the pool's runs found."""

    caption: str = asked(
        "The key of a caption: all of its pairs.", default="", label="Caption's key", **KEY
    )
    video: str = asked(
        "The key of a video: with a caption, only this pair.",
        default="",
        label="Video's key",
        **KEY,
    )
    run: int | None = asked(
        "One of the runs of the campaign's pool: all pairs that it found.",
        default=None,
        label="Or a run's pairs",
    )

    def check(self) -> None:
        if bool(self.caption) == (self.run is not None) or (self.video and not self.caption):
            raise Refused("Expected either a caption, with or without a video, or a run.")
