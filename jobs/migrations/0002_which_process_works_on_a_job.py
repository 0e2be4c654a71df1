from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0001_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="process",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text=(
                    "Which process works on it (jobs/process.py), so that others can ask for it."
                ),
                max_length=200,
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="progress_at",
            field=models.DateTimeField(
                help_text="When its latest attempt last reported something new.", null=True
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="stack",
            field=models.TextField(
                blank=True, db_default="", help_text="Where its work was when it was found stuck."
            ),
        ),
    ]
