"""What an hour of work is paid, by campaign; without it, nothing is shown in money."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0003_seen_before_any_answer")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="currency",
            field=models.CharField(
                "currency of the pay",
                blank=True,
                db_default="",
                default="",
                help_text="The currency of the pay, as in EUR.",
                max_length=3,
                validators=[
                    django.core.validators.RegexValidator(
                        r"^[A-Z]{3}\Z", "Expected three capital letters, as in EUR."
                    )
                ],
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="pay_cents",
            field=models.PositiveIntegerField(
                "pay for an hour, in hundredths",
                blank=True,
                null=True,
                help_text=(
                    "What you pay for an hour of work, in hundredths of the currency. The cost is"
                    " then shown in money, too."
                ),
                validators=[django.core.validators.MaxValueValidator(10_000_000)],
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(pay_cents=None) | ~models.Q(currency=""),
                name="annotator_pay_has_a_currency",
                violation_error_message="A pay for an hour needs its currency, as in EUR.",
            ),
        ),
    ]
