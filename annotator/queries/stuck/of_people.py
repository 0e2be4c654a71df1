"""People who are missing, silent, stopped or in training, and what they wrote."""

from django.utils.translation import gettext as _

from annotator.models import Member
from annotator.queries.gold import PAUSED_BECAUSE, about_strangers, strangers_in_gold
from annotator.queries.known_answers import wants_of_training
from annotator.queries.remarks import open_questions
from annotator.queries.stuck.finding import Looked, Remedy, Stuck, if_any
from annotator.queries.trainees import waiting_trainees
from annotator.queries.waiting import rater_warning, raters_counted_on
from foundation.database.rows import row_of
from foundation.words import plural

QUIET_DAYS = 3.0  # without an answer by anybody, while there is something to answer

# The newest label of a campaign is the newest of one of its raters: each is found by the index
# annotator_labels_of_a_rater. A campaign without a label has been quiet since it was opened.
QUIET = """
SELECT extract(epoch FROM now() - greatest(c.opened_at, max(l.given_at))) / 86400.0::float8,
  EXISTS (SELECT FROM annotator_slot s WHERE s.campaign_id = c.id AND s.state = 'free'
    AND s.kind <> 'adjudication')
FROM annotator_campaign c LEFT JOIN annotator_member m ON m.campaign_id = c.id
LEFT JOIN LATERAL (SELECT given_at FROM annotator_label
  WHERE campaign_id = c.id AND rater_id = m.person_id ORDER BY id DESC LIMIT 1) l ON true
WHERE c.id = %(campaign)s GROUP BY c.id
"""


def too_few_raters(looked: Looked) -> Stuck | None:
    """What to do about too few raters, while there is something for them to do."""
    campaign = looked.campaign
    warning = rater_warning(campaign)
    if not warning or not looked.progress.open:
        return None
    add = looked.to(_("Add a rater"), "annotator:campaign", anchor="add-member")
    invite = looked.to(_("Invite a rater"), "annotator:invite")
    return Stuck("raters", raters_counted_on(campaign), warning, (add, invite))


def no_answers_lately(looked: Looked) -> Stuck | None:
    campaign = looked.campaign
    if not campaign.is_open:
        return None
    days, something_is_free = row_of(QUIET, {"campaign": campaign.pk})
    if days < QUIET_DAYS or not something_is_free:
        return None
    sentence = _("No rater has answered for %(days)s days.") % {"days": f"{days:.0f}"}
    see = looked.to(_("See the raters"), "annotator:campaign", anchor="people")
    return Stuck("quiet", int(days), sentence, (see,))


def paused_by_checks(looked: Looked) -> Stuck | None:
    """They wait for their lead, who was to look at their answers with them."""
    campaign = looked.campaign
    paused = Member.objects.filter(
        campaign=campaign, state=Member.State.PAUSED, reason=PAUSED_BECAUSE
    ).order_by("pk")
    members = list(paused.values_list("pk", flat=True))
    if not members:
        return None
    sentence = plural(
        "%(count)s rater is paused because of their answers to checks, and waits for you.",
        "%(count)s raters are paused because of their answers to checks, and wait for you.",
        len(members),
    )
    see = Remedy(_("See their answers"), "annotator:quality", (campaign.pk, members[0]))
    return Stuck("paused_by_checks", len(members), sentence, (see,))


def questions_open(looked: Looked) -> Stuck | None:
    """The rater who asked about a pair waits for an answer."""
    questions = open_questions(looked.campaign)
    return if_any(
        "questions",
        questions,
        plural(
            "%(count)s question waits for your answer.",
            "%(count)s questions wait for your answer.",
            questions,
        ),
        looked.to(_("Answer them"), "annotator:questions"),
    )


def comments_unread(looked: Looked) -> Stuck | None:
    comments = looked.remarks.unread
    return if_any(
        "comments",
        comments,
        plural(
            "%(count)s comment has not been read.",
            "%(count)s comments have not been read.",
            comments,
        ),
        looked.to(_("Read the comments"), "annotator:comments"),
        holds_up=False,
    )


def that_none_can_pass(looked: Looked) -> Stuck | None:
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
    sentence = about_strangers(campaign)
    if not sentence:
        return None
    see = looked.to(_("See the known answers"), "annotator:known")
    return Stuck("strangers", strangers_in_gold(campaign).unasked, sentence, (see,))


def trainees_who_do_not_pass(looked: Looked) -> Stuck | None:
    """They are through all rounds, or the queue: nothing goes on without their lead."""
    people = waiting_trainees(looked.campaign)
    return if_any(
        "trainees",
        people,
        plural(
            "%(count)s rater in training is through all questions, and waits for your decision.",
            "%(count)s raters in training are through all questions, and wait for your decision.",
            people,
        ),
        looked.to(_("See their answers"), "annotator:training_answers"),
    )
