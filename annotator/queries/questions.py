"""What raters asked about pairs: for the lead who answers, and for the rater who asked."""

from django.db.models import QuerySet

from annotator.models import Campaign, Member, PairQuestion
from annotator.queries.progress import access_led_campaign
from annotator.queries.raters import refuse_raters
from foundation.database.rows import the_row
from people.models import User


def access_questions(asking: User, campaign_id: int) -> QuerySet[PairQuestion]:
    """All of a campaign, for its lead, newest first. A lead who rates there as well is not shown
    what others ask about its pairs."""
    campaign = access_led_campaign(asking, campaign_id)
    refuse_raters(asking, campaign)
    return _shown(PairQuestion.objects.filter(campaign=campaign)).select_related("asked_by")


def access_question(asking: User, campaign_id: int, question_id: int) -> PairQuestion:
    return the_row(access_questions(asking, campaign_id), "question", pk=question_id)


def open_questions(campaign: Campaign) -> int:
    """How many wait for an answer. The index annotator_open_questions counts them."""
    return PairQuestion.objects.filter(campaign=campaign, answered_at__isnull=True).count()


def questions_of(member: Member) -> QuerySet[PairQuestion]:
    """A rater's own, newest first."""
    mine = PairQuestion.objects.filter(campaign=member.campaign_id, asked_by=member.person_id)
    return _shown(mine)


def _shown(questions: QuerySet[PairQuestion]) -> QuerySet[PairQuestion]:
    return questions.select_related("query", "video").order_by("-pk")
