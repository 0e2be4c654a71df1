"""Questions of raters that nobody has answered."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.queries.questions import open_questions
from annotator.queries.stuck.finding import Looked, Remedy, Stuck


def unanswered(looked: Looked) -> Stuck | None:
    campaign = looked.campaign
    questions = open_questions(campaign)
    if not questions:
        return None
    sentence = ngettext(
        "%(count)s question of a rater waits for your answer.",
        "%(count)s questions of raters wait for your answer.",
        questions,
    ) % {"count": f"{questions:,}"}
    answer = Remedy(_("Answer them"), "annotator:questions", (campaign.pk,))
    return Stuck("questions", questions, sentence, (answer,))
