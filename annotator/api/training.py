"""Training by API: a pair whose answer is known; an answer; at once whether it was right, and why.
For raters in training."""

from typing import Any

from rest_framework.request import Request

from annotator import training_serializers as shown
from annotator.actions.training import Feedback, answer_training, serve_training
from annotator.api.address import Address, call
from annotator.models import Member, Trial
from annotator.passing import ROUNDS, TrainingProgress
from annotator.queries import training_queue as queries
from foundation.asking.arguments import values_of
from people.actor import actor_of
from people.models import Role


class InTraining(Address, of=queries.access_training):
    scope: Any = "label"
    least_role = Role.RATER


class Training(InTraining):
    scope = {"GET": "read", "POST": "label"}

    @call("training_show", "How one does in training", "training", gives=shown.TrainingSerializer)
    def get(self, request: Request, member: Member) -> Any:
        """With the question that waits, if there is one, and one's last answers."""
        found = standing_of(member, queries.training_progress(member))
        course = queries.course_of(member)
        found |= {"question": queries.open_question(member), "last": queries.last_trials(member)}
        found |= {"round": course.round, "rounds": ROUNDS, "left": course.left, "over": course.over}
        return shown.TrainingSerializer(found, context={"request": request}).data

    @call("training_next", "The next question", "training", gives=shown.QuestionSerializer)
    def post(self, request: Request, member: Member) -> Trial:
        """The same again until it is answered."""
        return serve_training(member.pk)


class Answers(InTraining):
    @call(
        "training_answer",
        "Answer a question",
        "training",
        shown.TrainingAnswerSerializer,
        shown.FeedbackSerializer,
    )
    def post(self, request: Request, member: Member, given: Any) -> dict[str, Any]:
        """Sent again, the same answer gets the same feedback."""
        return shown_feedback(answer_training(actor_of(request), member.pk, **values_of(given)))


def shown_feedback(feedback: Feedback) -> dict[str, Any]:
    standing = standing_of(feedback.trial.member, feedback.progress)
    return {**shown.AnsweredSerializer(feedback.trial).data, "standing": standing}


def standing_of(member: Member, progress: TrainingProgress) -> dict[str, Any]:
    """The shares are the campaign's: nothing in it is about a pair."""
    campaign = member.campaign
    return {
        "state": member.state,
        "right": progress.all.right,
        "counted": progress.all.n,
        "relevant": {"right": progress.relevant.right, "counted": progress.relevant.n},
        "irrelevant": {"right": progress.irrelevant.right, "counted": progress.irrelevant.n},
        "wanted": progress.wanted,
        "pass_mark": campaign.pass_mark,
        "pass_window": campaign.pass_window,
    }
