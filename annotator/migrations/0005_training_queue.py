"""The training queue: pairs whose answer nobody knows yet, and answers that are neither right nor
wrong until one of them is settled."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0004_pay_for_an_hour"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="trial",
            name="annotator_an_answered_question_is_right_or_wrong",
        ),
        migrations.AddField(
            model_name="campaign",
            name="queue_pairs",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text=(
                    "How many pairs that nobody knows each rater answers before their answers"
                    " count. Leads and adjudicators review them."
                ),
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(500),
                ],
                verbose_name="pairs of the training queue",
            ),
        ),
        migrations.AlterField(
            model_name="knownanswer",
            name="answer",
            field=models.CharField(
                blank=True,
                choices=[("relevant", "Relevant"), ("irrelevant", "Irrelevant")],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="knownanswer",
            name="origin",
            field=models.CharField(
                choices=[
                    ("hand", "By hand"),
                    ("file", "From a file"),
                    ("original", "Original positive"),
                    ("far", "Far away"),
                    ("adjudicated", "Adjudicated"),
                    ("pool", "From the pool"),
                ],
                default="hand",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="knownanswer",
            name="use",
            field=models.CharField(
                choices=[
                    ("training", "Training"),
                    ("gold", "Hidden gold"),
                    ("both", "Training and hidden gold"),
                    ("example", "Example in the guidelines"),
                    ("queue", "Training queue"),
                ],
                default="both",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="knownanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer", ""), ("use", "queue")),
                    models.Q(
                        models.Q(("use", "queue"), _negated=True),
                        models.Q(("answer", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="annotator_only_in_the_queue_is_an_answer_unknown",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("answered_at__isnull", False), ("correct__isnull", True), _connector="OR"
                ),
                name="annotator_what_is_not_answered_is_not_right_or_wrong",
            ),
        ),
    ]
