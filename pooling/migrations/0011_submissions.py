"""Runs that submitters hand in, and which benchmarks take them."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pooling", "0010_videos_have_fingerprints"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="benchmark",
            name="takes_submissions",
            field=models.BooleanField(
                default=False, db_default=False, help_text="Whether submitters may hand in runs."
            ),
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "run",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="submission",
                        serialize=False,
                        to="pooling.run",
                    ),
                ),
                ("number", models.PositiveIntegerField(unique=True)),
                (
                    "name",
                    models.CharField(
                        max_length=120,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[^\\s,][^,\\x00-\\x1f]*\\Z",
                                "Any letters, but no comma, and no space in front: commands list names with commas.",
                            )
                        ],
                    ),
                ),
                (
                    "model_name",
                    models.CharField(
                        max_length=80,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[^\\s,][^,\\x00-\\x1f]*\\Z",
                                "Any letters, but no comma, and no space in front: commands list names with commas.",
                            )
                        ],
                    ),
                ),
                ("file_name", models.CharField(max_length=255)),
                (
                    "checks",
                    models.JSONField(
                        default=list, help_text="What was looked at in the file, and found."
                    ),
                ),
                (
                    "wish",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("private", "Private"),
                            ("blinded", "Blinded"),
                            ("published", "Published"),
                        ],
                        default="",
                        help_text="The state that the submitter asks for; empty where they ask for none.",
                        max_length=9,
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for a lead"),
                            ("approved", "Approved"),
                            ("refused", "Refused"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                (
                    "reason",
                    models.TextField(
                        blank=True, help_text="Why it was refused; its submitter reads it."
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "budget",
                    models.PositiveIntegerField(
                        help_text="How many pairs may be judged for it at most.", null=True
                    ),
                ),
                (
                    "depth",
                    models.PositiveSmallIntegerField(
                        default=10, help_text="The rank down to which its pairs are judged."
                    ),
                ),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("captions", "All ranks of captions that are drawn at random"),
                            ("ranks", "The first ranks of all captions"),
                        ],
                        default="captions",
                        max_length=8,
                    ),
                ),
                ("submitted_at", models.DateTimeField(auto_now_add=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="pooling.pool",
                    ),
                ),
                (
                    "reference",
                    models.ForeignKey(
                        help_text="The run that its scores are held against.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="pooling.run",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ["waiting", "approved", "refused"])),
                        name="pooling_a_stage_is_one_of_ours",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rule__in", ["captions", "ranks"])),
                        name="pooling_a_rule_of_increments_is_one_of_ours",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("wish__in", ["", "private", "blinded", "published"])),
                        name="pooling_a_wished_state_is_one_of_ours",
                    ),
                ],
            },
        ),
    ]
