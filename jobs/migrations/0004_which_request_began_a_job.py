from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0003_instance"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="request",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="The number of the web's request that began it, as the log has it.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="workersighting",
            name="clock_at",
            field=models.DateTimeField(
                help_text=(
                    "When the clock's ring was last heard; workers ring for themselves too."
                ),
                null=True,
            ),
        ),
    ]
