"""How far leads have read comments and reports of clips, one row for each campaign."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0022_invitations_lead_into_campaigns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RemarksRead",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="remarks_read",
                        serialize=False,
                        to="annotator.campaign",
                    ),
                ),
                (
                    "comments",
                    models.BigIntegerField(default=0, help_text="Labels up to this one are read."),
                ),
                (
                    "clips",
                    models.BigIntegerField(
                        default=0, help_text="Reports up to this label are read."
                    ),
                ),
                ("read_at", models.DateTimeField()),
                (
                    "read_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
