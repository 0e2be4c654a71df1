"""What raters wrote beside their answers, what they asked about pairs, and the clips that did not
play for them: for the lead, who can act on it, and for the rater who asked."""

from django.db.models import QuerySet

from annotator.labels.live import live
from annotator.models import (
    Answer,
    Campaign,
    ClipFailure,
    Label,
    Member,
    PairQuestion,
    Reason,
    RemarksRead,
    Slot,
)
from annotator.queries.kept import kept
from annotator.queries.progress import access_led_campaign
from annotator.queries.raters import refuse_raters
from foundation.database.rows import the_row
from foundation.frozen import frozen
from people.models import User


@frozen
class Remarks:
    comments: int
    clips: int  # reported as not playing, each counted once
    unread: int = 0  # comments that came after what a lead has marked as read
    new_clips: int = 0  # clips that were reported since


def access_comments(asking: User, campaign_id: int) -> QuerySet[Label]:
    """Answers that stand and have a comment. The index annotator_comments serves them, newest
    first."""
    return _shown(_comments_in(_access(asking, campaign_id)))


def access_reports(asking: User, campaign_id: int) -> QuerySet[Label]:
    """Answers that stand and say that the clip does not play. The index annotator_reports_of_clips
    serves them, newest first."""
    return _shown(_reports_in(_access(asking, campaign_id)))


def access_failures(asking: User, campaign_id: int) -> QuerySet[ClipFailure]:
    """What raters' players said of clips that they could not play, the newest first."""
    failures = ClipFailure.objects.filter(campaign=_access(asking, campaign_id))
    return failures.select_related("video", "rater").order_by("-pk")


def _access(asking: User, campaign_id: int) -> Campaign:
    campaign = access_led_campaign(asking, campaign_id)
    refuse_raters(asking, campaign)
    return campaign


def _shown(labels: QuerySet[Label]) -> QuerySet[Label]:
    return labels.select_related("campaign", "rater", "item__query", "item__video").order_by("-pk")


def _comments_in(campaign: Campaign) -> QuerySet[Label]:
    """An adjudicator's comment is the reason for a decision, and stands on the pair's own page."""
    answers = live(Label.objects.filter(campaign=campaign))
    return answers.exclude(comment="").exclude(slot__kind=Slot.Kind.ADJUDICATION)


def _reports_in(campaign: Campaign) -> QuerySet[Label]:
    unable = {"answer": Answer.CANNOT_JUDGE, "reason": Reason.DOES_NOT_PLAY}
    return live(Label.objects.filter(campaign=campaign)).filter(**unable)


@kept("remarks")
def remarks_of(campaign: Campaign) -> Remarks:
    read = RemarksRead.objects.filter(campaign=campaign).first() or RemarksRead()
    comments, reports = _comments_in(campaign), _reports_in(campaign)
    return Remarks(
        comments=comments.count(),
        clips=_clips(reports),
        unread=comments.filter(pk__gt=read.comments).count(),
        new_clips=_clips(reports.filter(pk__gt=read.clips)),
    )


def _clips(reports: QuerySet[Label]) -> int:
    return reports.order_by().values("item__video").distinct().count()


def access_questions(asking: User, campaign_id: int) -> QuerySet[PairQuestion]:
    """All of a campaign, for its lead, newest first. A lead who rates there as well is not shown
    what others ask about its pairs."""
    asked = PairQuestion.objects.filter(campaign=_access(asking, campaign_id))
    return _newest(asked).select_related("asked_by")


def access_question(asking: User, campaign_id: int, question_id: int) -> PairQuestion:
    return the_row(access_questions(asking, campaign_id), "question", pk=question_id)


def open_questions(campaign: Campaign) -> int:
    """How many wait for an answer. The index annotator_open_questions counts them."""
    return PairQuestion.objects.filter(campaign=campaign, answered_at__isnull=True).count()


def questions_of(member: Member) -> QuerySet[PairQuestion]:
    """A rater's own, newest first."""
    mine = PairQuestion.objects.filter(campaign=member.campaign_id, asked_by=member.person_id)
    return _newest(mine)


def _newest(questions: QuerySet[PairQuestion]) -> QuerySet[PairQuestion]:
    return questions.select_related("query", "video").order_by("-pk")
