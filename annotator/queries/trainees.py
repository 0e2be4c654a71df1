"""For the lead: who is or was in training in a campaign, and what they made of its questions."""

from django.db.models import Count, F, Max, Q, QuerySet

from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import Course, TrainingProgress
from annotator.queries.known_answers import access_known_answers, access_trials
from annotator.queries.training_queue import Queued, course_of, queue_for, training_progress
from foundation.frozen import frozen
from measures.accuracy import Accuracy
from people.models import User

# Columns and rows that a page has at most: those with the newest answers, and the hardest.
COLUMNS, ROWS = 12, 50


@frozen
class Trainee:
    member: Member
    given: Accuracy  # of all their answers
    progress: TrainingProgress | None = None  # of those in training
    course: Course | None = None
    queue: Queued | None = None

    @property
    def waits(self) -> bool:
        """Their rounds are over, or the queue: nothing goes on without the lead."""
        if self.course is None or self.queue is None:
            return False
        return self.queue.over if self.queue.now else self.course.over


@frozen
class TraineeCell:
    """What one trainee made of one question, every time it was asked, the newest last."""

    trials: list[Trial]

    @property
    def last(self) -> Trial:
        return self.trials[-1]


@frozen
class QuestionRow:
    known: KnownAnswer
    given: Accuracy
    cells: list[TraineeCell | None]  # one for each trainee


@frozen
class TrainingTable:
    trainees: list[Trainee]
    more_trainees: int  # that have no column
    rows: list[QuestionRow]
    page: int
    pages: int

    @property
    def before(self) -> int:
        return self.page - 1

    @property
    def after(self) -> int:
        return self.page + 1


def training_table(asking: User, campaign: Campaign, page: int = 1) -> TrainingTable:
    """The questions with the smallest share right come first."""
    members = _members(campaign)
    trainees = [_trainee(member) for member in members[:COLUMNS]]
    counted = _by_question(asking, campaign)
    pages = max(1, -(-len(counted) // ROWS))
    page = min(max(1, page), pages)
    shown = counted[(page - 1) * ROWS : page * ROWS]
    rows = _rows(asking, campaign, shown, [one.member for one in trainees])
    return TrainingTable(trainees, max(0, len(members) - COLUMNS), rows, page, pages)


def waiting_trainees(campaign: Campaign) -> int:
    """How many are through their rounds, or the queue, and wait for the lead."""
    in_training = campaign.raters(state=Member.State.TRAINING).select_related("campaign")
    return sum(_trainee_in_training(member, Accuracy(0, 0)).waits for member in in_training)


def answers_to(asking: User, known: KnownAnswer) -> list[Trial]:
    """Answers of all trainees, the wrong ones first, and of these the newest."""
    trials = access_trials(asking, known.campaign_id).filter(known=known)
    return list(trials.order_by("correct", "-id")[:200])


def _members(campaign: Campaign) -> list[Member]:
    """Those in training first, then those who have answered most recently."""
    answered = Count("trials", filter=Q(trials__correct__isnull=False))
    right = Count("trials", filter=Q(trials__correct=True))
    newest = Max("trials__id", filter=Q(trials__answered_at__isnull=False))
    raters = campaign.raters().exclude(state=Member.State.REMOVED)
    counted = raters.annotate(answered=answered, right=right, newest=newest)
    found = counted.filter(Q(newest__isnull=False) | Q(state=Member.State.TRAINING))
    return sorted(
        found.select_related("person", "campaign"),
        key=lambda one: (one.state != Member.State.TRAINING, -(one.newest or 0)),  # type: ignore[attr-defined]
    )


def _trainee(member: Member) -> Trainee:
    given = Accuracy(member.right, member.answered)  # type: ignore[attr-defined]  # _members annotates them
    if not member.in_training:
        return Trainee(member, given)
    return _trainee_in_training(member, given)


def _trainee_in_training(member: Member, given: Accuracy) -> Trainee:
    made = training_progress(member)
    queue = queue_for(member, trained=made.passes)
    return Trainee(member, given, made, course_of(member), queue)


def _by_question(asking: User, campaign: Campaign) -> list[tuple[int, Accuracy]]:
    judged = access_trials(asking, campaign.pk).filter(correct__isnull=False)
    answered: QuerySet[Trial] = judged.select_related(None)
    counted = (
        answered.order_by()
        .values_list("known")
        .annotate(n=Count("pk"), right=Count("pk", filter=Q(correct=True)))
    )
    shares = counted.annotate(share=1.0 * F("right") / F("n"))
    rows = shares.order_by("share", "-n", "known")
    return [(known, Accuracy(right, n)) for known, n, right, _ in rows]


def _rows(
    asking: User, campaign: Campaign, shown: list[tuple[int, Accuracy]], members: list[Member]
) -> list[QuestionRow]:
    numbers = [number for number, _ in shown]
    known = access_known_answers(asking, campaign.pk).in_bulk(numbers)
    trials = Trial.objects.filter(known__in=numbers, member__in=members, answered_at__isnull=False)
    cells: dict[tuple[int, int], TraineeCell] = {}
    for trial in trials.order_by("id"):
        cells.setdefault((trial.known_id, trial.member_id), TraineeCell([])).trials.append(trial)
    return [
        QuestionRow(known[number], given, [cells.get((number, one.pk)) for one in members])
        for number, given in shown
    ]
