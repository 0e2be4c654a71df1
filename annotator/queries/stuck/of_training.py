"""Training that nobody can pass, and people who do not pass it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.models import Member
from annotator.queries.known_answers import wants_of_training
from annotator.queries.strangers import strangers_in_gold, told_of_strangers
from annotator.queries.stuck.finding import Looked, Remedy, Stuck
from annotator.queries.trainees import waiting_trainees


def that_nobody_can_pass(looked: Looked) -> Stuck | None:
    campaign = looked.campaign
    missing, for_want_of_clips = wants_of_training(campaign)
    if not missing:
        return None
    known = looked.to(_("Add known answers"), "annotator:known")
    videos = Remedy(_("See the videos"), "pooling:videos", (campaign.benchmark_id,))
    sentence = _("%(missing)s Raters in training cannot continue.") % {"missing": missing}
    remedies = (videos, known) if for_want_of_clips else (known,)
    trainees = campaign.raters(state=Member.State.TRAINING).count()
    return Stuck("training", trainees, sentence, remedies)


def checks_that_stand_out(looked: Looked) -> Stuck | None:
    """Hidden gold whose captions the campaign does not ask about: raters could tell it."""
    campaign = looked.campaign
    sentence = told_of_strangers(campaign)
    if not sentence:
        return None
    see = looked.to(_("See the known answers"), "annotator:known")
    return Stuck("strangers", strangers_in_gold(campaign).unasked, sentence, (see,))


def trainees_who_do_not_pass(looked: Looked) -> Stuck | None:
    """They are through all rounds: nothing goes on without their lead."""
    campaign = looked.campaign
    people = waiting_trainees(campaign)
    if not people:
        return None
    sentence = ngettext(
        "%(count)s rater in training waits for your decision, through all questions twice without"
        " passing.",
        "%(count)s raters in training wait for your decision, through all questions twice without"
        " passing.",
        people,
    ) % {"count": f"{people:,}"}
    see = looked.to(_("See their answers"), "annotator:training_answers")
    return Stuck("trainees", people, sentence, (see,))
