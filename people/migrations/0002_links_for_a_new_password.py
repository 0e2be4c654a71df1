"""Links by which people who have forgotten their password choose another."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, PROTECT, Q

UNUSED, NOT_WITHDRAWN = ("used_at__isnull", True), ("withdrawn_at__isnull", True)


class Migration(migrations.Migration):
    dependencies = [("people", "0001_first_release")]

    operations = [
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=PROTECT,
                        related_name="password_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="people_a_password_link_keeps_a_digest_only",
                    ),
                    models.CheckConstraint(
                        condition=Q(("expires_at__gt", F("created_at"))),
                        name="people_a_password_link_expires_after_it_was_made",
                    ),
                    models.CheckConstraint(
                        condition=Q(UNUSED, NOT_WITHDRAWN, _connector="OR"),
                        name="people_a_password_link_is_used_or_withdrawn_not_both",
                    ),
                    models.UniqueConstraint(
                        condition=Q(UNUSED, NOT_WITHDRAWN),
                        fields=("person",),
                        name="people_a_newer_password_link_ends_the_older",
                    ),
                ],
            },
        ),
    ]
