"""Authenticator apps, and the recovery codes beside them."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, Q


class Migration(migrations.Migration):
    dependencies = [("people", "0002_links_for_a_new_password")]

    operations = [
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sealed", models.CharField(max_length=120)),
                (
                    "set_up_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("last_step", models.BigIntegerField()),
                (
                    "wrong_codes",
                    models.PositiveIntegerField(
                        default=0,
                        help_text=(
                            "Wrong codes since the last right one, from all addresses together."
                        ),
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=PROTECT,
                        related_name="second_factor",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="codes", to="people.secondfactor"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="people_a_recovery_code_keeps_a_digest_only",
                    )
                ],
            },
        ),
    ]
