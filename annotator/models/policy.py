"""The policy of a campaign: each part is a field of its table, and says itself in which unit it is
typed, under which heading it stands and what a campaign's page says of it. Forms, pages, the API,
the command and the document take it from here.

It passes 300 lines because a policy is one row, so that it changes as a whole and is written into
the audit log as a whole; and each of its fields has its bounds, twice: for forms, and as a
constraint with a name.
"""

from django.core.validators import (
    BaseValidator,
    MaxValueValidator,
    MinValueValidator,
    RegexValidator,
)
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotator.models.parts import (
    A_CHECK,
    A_LABEL,
    A_PAIR,
    AN_ANSWER,
    FEEDBACK,
    GOLD,
    GROUPS,
    HUNDREDTHS,
    LABELS,
    MINUTES,
    MINUTES_OF_SECONDS,
    ORDER,
    OTHER,
    PAY,
    PERCENT,
    RESERVATIONS,
    SECONDS,
    TOGETHER,
    TRAINING,
    default_of,
    part,
    parts_of,
)
from foundation.database.rules import holds
from foundation.words import translated


def between(least: float, most: float) -> list[BaseValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


SHARE = between(0.0, 1.0)
CURRENCY = RegexValidator(r"^[A-Z]{3}\Z", _("Expected three capital letters, as in EUR."))


class Shown(models.TextChoices):
    """How a pair is shown: by itself, or beside others that share its caption or its clip."""

    SINGLE = "single", "By itself"
    GRID = "grid", "One caption with several clips"
    CAPTIONS = "captions", "One clip with several captions"


class CampaignPolicy(models.Model):
    """What a campaign is opened with and keeps."""

    class Order(models.TextChoices):
        RANDOM = "random", "Random"
        CAPTION = "caption", "By caption"

    class Stop(models.TextChoices):
        """When a caption's pairs are enough."""

        NEVER = "never", "Never: all pairs are asked"
        FIRST_POSITIVE = "first_positive", "At a caption's first positive"

    double_share = part(
        models.FloatField,
        "share labelled twice",
        "Share of pairs labelled twice, drawn once: 0.1 is one in ten.",
        LABELS,
        "%(double_share)s of the pairs are labelled twice.",
        unit=PERCENT,
        typed="Percentage of the pairs that a second rater labels, drawn once.",
        default=0.1,
        validators=SHARE,
        option="--double",
    )
    label_limit = part(
        models.PositiveSmallIntegerField,
        "most labels for a pair",
        "After this many labels without a verdict, whatever they say, an adjudicator decides.",
        LABELS,
        "A pair gets %(label_limit)s at most. Without a verdict, an adjudicator decides.",
        unit=A_LABEL,
        default=3,
        validators=between(1, 9),
    )
    cannot_judge_limit = part(
        models.PositiveSmallIntegerField,
        "cannot judge before adjudication",
        "After this many 'cannot judge' answers, an adjudicator decides.",
        LABELS,
        "An adjudicator also decides after %(cannot_judge_limit)s of “cannot judge”.",
        unit=AN_ANSWER,
        default=2,
        validators=between(1, 9),
    )
    order = part(
        models.CharField,
        None,
        "The order in which raters get pairs: random, or a caption after another.",
        ORDER,
        {
            Order.RANDOM: "Raters get pairs in random order.",
            Order.CAPTION: "Raters get the pairs of a caption after another's.",
        },
        max_length=10,
        choices=Order,
        default=Order.RANDOM,
        option="--order",
    )
    stop = part(
        models.CharField,
        "a caption is done",
        "At its first positive, pairs that can change no run's C@K any more are not asked. P@K,"
        " AP and recall then have bounds only.",
        ORDER,
        {
            Stop.NEVER: "All pairs are asked.",
            Stop.FIRST_POSITIVE: "A caption is done at its first positive.",
        },
        max_length=14,
        choices=Stop,
        default=Stop.NEVER,
        db_default=Stop.NEVER.value,
        option="--stop",
    )
    until = part(
        models.CharField,
        "asked until",
        "A measure, two runs of the pool and points, as in C@1:CLIP4CLIP,TeachText:2. The"
        " campaign's page says when the difference of the runs is known to these points, either"
        " way. Without it all pairs are asked.",
        ORDER,
        {
            "": "",
            OTHER: "Asked until %(until)s is known.",
        },
        max_length=320,
        blank=True,
        default="",
        db_default="",
        option="--until",
    )
    seed = part(
        models.PositiveIntegerField,
        None,
        "The same seed draws the same order and the same pairs to be labelled twice.",
        ORDER,
        "Seed %(seed)s draws the order, and which pairs are labelled twice.",
        default=1,
        option="--seed",
    )
    show = part(
        models.CharField,
        "pairs are shown",
        "One pair at a time, or those of a caption or of a clip together.",
        TOGETHER,
        {
            Shown.SINGLE: "Each pair is shown by itself.",
            Shown.GRID: "One caption comes with several clips: at most %(group_size)s.",
            Shown.CAPTIONS: "One clip comes with several captions: at most %(group_size)s.",
        },
        max_length=8,
        choices=Shown,
        default=Shown.SINGLE,
        db_default=Shown.SINGLE.value,
        option="--show",
    )
    group_size = part(
        models.PositiveSmallIntegerField,
        "pairs shown together",
        "How many pairs are shown together at most.",
        TOGETHER,
        unit=A_PAIR,
        default=9,
        db_default=9,
        validators=between(6, 12),
        option="--group",
    )
    single_share = part(
        models.FloatField,
        "share shown by itself all the same",
        "Share of pairs that come by themselves where others come together, drawn at random: by"
        " them it is known what showing pairs together does.",
        TOGETHER,
        "%(single_share)s of the pairs come by themselves all the same.",
        unit=PERCENT,
        where="show",
        default=0.05,
        db_default=0.05,
        validators=[*SHARE, MaxValueValidator(0.5)],
        option="--single",
    )
    seen_ms = part(
        models.PositiveIntegerField,
        "on the screen before all others are irrelevant, in milliseconds",
        "How long each pair shown together must have been on the screen before all that are left"
        " can be called irrelevant at once. Any other answer, also to a pair shown by itself, is"
        " taken after a quarter of it.",
        TOGETHER,
        "All others can be called irrelevant once each was on the screen for %(seen_ms)s.",
        unit=SECONDS,
        where="show",
        default=1000,
        db_default=1000,
        validators=[MaxValueValidator(60000)],
        option="--seen-ms",
    )
    ask_again = part(
        models.BooleanField,
        "ask about judged pairs again",
        "Ask also about pairs that are judged in the benchmark already.",
        LABELS,
        {
            True: "Pairs that are judged already are asked about again.",
            False: "Pairs that are judged already are left out.",
        },
        default=False,
    )
    without_clips = part(
        models.BooleanField,
        "raters see the clips elsewhere",
        "Ask also about pairs whose clips do not play here. Otherwise they wait until their clips"
        " play.",
        LABELS,
        {
            True: "Raters see the clips elsewhere.",
            False: "Raters see the clips here.",
        },
        default=False,
        db_default=False,
        option="--without-clips",
    )
    lease_follows_pace = part(
        models.BooleanField,
        "how long a pair is held follows the measured pace",
        "Once 100 answers have been timed, the lease follows from how long they took.",
        RESERVATIONS,
        {
            True: "How long a pair is held follows the measured pace.",
            False: "How long a pair is held was chosen, and does not follow the pace.",
        },
        default=True,
    )
    lease_seconds = part(
        models.PositiveIntegerField,
        "a pair is held for, in seconds",
        "How long a rater holds a pair while the pace is not followed or not known yet.",
        RESERVATIONS,
        "A rater holds %(leases_per_rater)s at once at most, each for %(lease_seconds)s.",
        unit=MINUTES_OF_SECONDS,
        default=1800,
        validators=between(30, 86400),
    )
    leases_per_rater = part(
        models.PositiveSmallIntegerField,
        "pairs held at once",
        "How many pairs a rater may hold at a time.",
        RESERVATIONS,
        unit=A_PAIR,
        default=20,
        validators=between(1, 200),
    )
    change_minutes = part(
        models.PositiveIntegerField,
        "answers may be changed for, in minutes",
        "How long raters may change an answer after giving it.",
        RESERVATIONS,
        "Answers may be changed for %(change_minutes)s.",
        unit=MINUTES,
        default=60,
    )
    too_fast_ms = part(
        models.PositiveIntegerField,
        "too fast, in milliseconds",
        "Answers in less active time are marked as too fast; they still count.",
        RESERVATIONS,
        "Answers in less than %(too_fast_ms)s are marked as too fast. They still count.",
        unit=SECONDS,
        default=700,
    )
    training_required = part(
        models.BooleanField,
        "training first",
        "Raters pass the training before they are given pairs.",
        TRAINING,
        {
            True: "Raters pass the training before they are given pairs.",
            False: "Raters need to pass no training.",
        },
        default=False,
    )
    pass_mark = part(
        models.FloatField,
        None,
        "Share of correct answers required to pass the training, for relevant and irrelevant"
        " pairs separately: 0.8 is four in five.",
        TRAINING,
        "%(pass_mark)s of the last %(pass_window)s must be correct, for relevant and irrelevant"
        " pairs separately.",
        unit=PERCENT,
        where="training_required",
        typed=(
            "Percentage of correct answers required to pass the training, for relevant and"
            " irrelevant pairs separately."
        ),
        default=0.8,
        validators=SHARE,
    )
    pass_window = part(
        models.PositiveSmallIntegerField,
        "answers that count for the pass mark",
        "How many of the last answers count: half of them to relevant pairs, half to irrelevant"
        " ones.",
        TRAINING,
        unit=AN_ANSWER,
        default=20,
        validators=between(1, 500),
    )
    queue_pairs = part(
        models.PositiveSmallIntegerField,
        "pairs of the training queue",
        "How many pairs that nobody knows each rater answers before their answers count. Leads"
        " and adjudicators review them.",
        TRAINING,
        {
            0: "",
            OTHER: "Raters answer %(queue_pairs)s that nobody knows before their answers count.",
        },
        unit=A_PAIR,
        default=0,
        db_default=0,
        validators=between(0, 500),
        option="--queue",
    )
    gold_share = part(
        models.FloatField,
        "share of hidden gold",
        "Share of pairs given out whose answer is known.",
        GOLD,
        {
            0: "There are no hidden checks.",
            OTHER: "The answer of %(gold_share)s of the pairs given out is known.",
        },
        unit=PERCENT,
        default=0.0,
        validators=[*SHARE, MaxValueValidator(0.5)],
        option="--gold",
    )
    gold_bar = part(
        models.FloatField,
        "gold bar",
        "Raters with a smaller share of correct gold answers are paused.",
        GOLD,
        "A rater with less than %(gold_bar)s of the last %(gold_window)s to them correct is"
        " paused, from %(gold_minimum)s on.",
        unit=PERCENT,
        where="gold_share",
        default=0.7,
        validators=SHARE,
    )
    gold_minimum = part(
        models.PositiveSmallIntegerField,
        "gold answers before a pause",
        "No rater is paused before this many gold answers.",
        GOLD,
        unit=A_CHECK,
        default=20,
        validators=between(1, 500),
    )
    gold_window = part(
        models.PositiveSmallIntegerField,
        "answers that count for the gold bar",
        "How many of the most recent gold answers count.",
        GOLD,
        unit=AN_ANSWER,
        default=50,
        validators=between(1, 500),
    )
    feedback = part(
        models.BooleanField,
        "raters see how they were overruled",
        "Show raters which of their answers an adjudicator overruled, and why. This can be"
        " changed while the campaign is open.",
        FEEDBACK,
        {
            True: "Raters see how they were overruled.",
            False: "Raters do not see how they were overruled.",
        },
        default=False,
        db_default=False,
        option="--feedback",
    )
    # Whole hundredths: sums of money are exact.
    pay_cents = part(
        models.PositiveIntegerField,
        "pay for an hour, in hundredths",
        "What you pay for an hour of work, in hundredths of the currency. The cost is then shown"
        " in money, too.",
        PAY,
        {
            None: "No pay for an hour is given, so that costs are not shown in money.",
            OTHER: "An hour is paid with %(pay_cents)s %(currency)s.",
        },
        unit=HUNDREDTHS,
        typed="What you pay for an hour of work. The cost is then shown in money, too.",
        null=True,
        blank=True,
        validators=[MaxValueValidator(10000000)],
    )
    currency = part(
        models.CharField,
        "currency of the pay",
        "The currency of the pay, as in EUR.",
        PAY,
        max_length=3,
        default="",
        db_default="",
        blank=True,
        validators=[CURRENCY],
    )

    class Meta:
        abstract = True
        constraints = [
            holds(
                Q(double_share__gte=0, double_share__lte=1),
                "annotator_the_share_labelled_twice_is_a_share",
            ),
            holds(
                Q(label_limit__gte=1, label_limit__lte=9),
                "annotator_a_pair_gets_one_to_nine_labels",
            ),
            models.CheckConstraint(
                condition=Q(pay_cents=None) | ~Q(currency=""),
                name="annotator_pay_has_a_currency",
                violation_error_message=_("A pay for an hour needs its currency, as in EUR."),
            ),
        ]

    def said(self) -> list[tuple[str, list[str]]]:
        """What a page says of it, under its headings."""
        values = {name: getattr(self, name) for name in PARTS}
        written = {name: one.unit.write(values[name]) for name, one in PARTS.items()}
        sentences: dict[str, list[str]] = {group: [] for group in GROUPS}
        for name, one in PARTS.items():
            applies = not one.where or values[one.where] != default_of(self, one.where)
            if applies and (text := one.sentence(values[name])):
                sentences[one.group].append(translated(text) % written)
        return list(sentences.items())


PARTS = parts_of(CampaignPolicy)
