"""`seen_ms` also says after how long any answer is taken. Its sentence alone changes."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0002_what_is_left_is_taken_once_an_hour")]

    operations = [
        migrations.AlterField(
            model_name="campaign",
            name="seen_ms",
            field=models.PositiveIntegerField(
                "on the screen before all others are irrelevant, in milliseconds",
                default=1000,
                db_default=1000,
                validators=[django.core.validators.MaxValueValidator(60_000)],
                help_text=(
                    "How long each pair shown together must have been on the screen before all"
                    " that are left can be called irrelevant at once. Any other answer, also to a"
                    " pair shown by itself, is taken after a quarter of it."
                ),
            ),
        ),
    ]
