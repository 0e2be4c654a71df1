"""Who is or was in training in a campaign, and what they made of its questions: for the lead."""

from dataclasses import dataclass

from django.db.models import Count, F, FloatField, Max, Q, QuerySet
from django.db.models.functions import Cast

from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import Course, TrainingProgress
from annotator.queries.known_answers import access_known_answers, access_trials
from annotator.queries.training_queue import course_of, training_progress
from measures.accuracy import Accuracy
from people.models import User

# Columns and rows that a page has at most: those with the newest answers, and the hardest.
COLUMNS, ROWS = 12, 50


@dataclass(frozen=True, slots=True)
class Trainee:
    member: Member
    given: Accuracy  # of all their answers
    progress: TrainingProgress | None  # of those in training
    course: Course | None

    @property
    def waits(self) -> bool:
        """Their rounds are over: nothing goes on without the lead."""
        return self.course is not None and self.course.over


@dataclass(frozen=True, slots=True)
class TraineeCell:
    """What one trainee made of one question, every time it was asked, the newest last."""

    trials: list[Trial]

    @property
    def last(self) -> Trial:
        return self.trials[-1]


@dataclass(frozen=True, slots=True)
class QuestionRow:
    known: KnownAnswer
    given: Accuracy
    cells: list[TraineeCell | None]  # one for each trainee


@dataclass(frozen=True, slots=True)
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
    """How many are through their rounds and wait for the lead."""
    in_training = campaign.raters(state=Member.State.TRAINING).select_related("campaign")
    return sum(course_of(member).over for member in in_training)


def answers_to(asking: User, known: KnownAnswer) -> list[Trial]:
    """Answers of all trainees, the wrong ones first, and of these the newest."""
    trials = access_trials(asking, known.campaign_id).filter(known=known)
    return list(trials.order_by("correct", "-id")[:200])


def _members(campaign: Campaign) -> list[Member]:
    """Those in training first, then those who have answered most recently."""
    answered = Count("trials", filter=Q(trials__answered_at__isnull=False))
    found = (
        campaign.raters()
        .exclude(state=Member.State.REMOVED)
        .select_related("person", "campaign")
        .annotate(
            answered=answered,
            right=Count("trials", filter=Q(trials__correct=True)),
            newest=Max("trials__id"),
        )
        .filter(Q(answered__gt=0) | Q(state=Member.State.TRAINING))
    )
    order = sorted(found, key=lambda member: -(member.newest or 0))
    return sorted(order, key=lambda member: member.state != Member.State.TRAINING)


def _trainee(member: Member) -> Trainee:
    given = Accuracy(member.right, member.answered)  # type: ignore[attr-defined]  # _members annotates them
    if member.state != Member.State.TRAINING:
        return Trainee(member, given, None, None)
    return Trainee(member, given, training_progress(member, member.campaign), course_of(member))


def _by_question(asking: User, campaign: Campaign) -> list[tuple[int, Accuracy]]:
    answered: QuerySet[Trial] = access_trials(asking, campaign.pk).select_related(None)
    counted = (
        answered.order_by()
        .values("known")
        .annotate(n=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .annotate(share=Cast(F("right"), FloatField()) / F("n"))
        .order_by("share", "-n", "known")
    )
    return [(row["known"], Accuracy(row["right"], row["n"])) for row in counted]


def _rows(
    asking: User, campaign: Campaign, shown: list[tuple[int, Accuracy]], members: list[Member]
) -> list[QuestionRow]:
    numbers = [number for number, _ in shown]
    known = access_known_answers(asking, campaign.pk).in_bulk(numbers)
    cells: dict[tuple[int, int], list[Trial]] = {}
    trials = Trial.objects.filter(
        known__in=numbers, member__in=members, answered_at__isnull=False
    ).order_by("id")
    for trial in trials:
        cells.setdefault((trial.known_id, trial.member_id), []).append(trial)
    return [
        QuestionRow(
            known[number],
            given,
            [
                TraineeCell(cells[number, member.pk]) if (number, member.pk) in cells else None
                for member in members
            ],
        )
        for number, given in shown
    ]
