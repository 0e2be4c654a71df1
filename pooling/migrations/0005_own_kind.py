"""Runs that rank videos for videos, and captions for captions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pooling", "0004_grades")]

    operations = [
        migrations.AlterField(
            model_name="run",
            name="direction",
            field=models.CharField(
                choices=[
                    ("t2v", "Text to video"),
                    ("v2t", "Video to text"),
                    ("vv", "Video to video"),
                    ("tt", "Text to text"),
                ],
                default="t2v",
                max_length=3,
            ),
        ),
        migrations.AlterField(
            model_name="run",
            name="items",
            field=models.PositiveIntegerField(
                help_text="Captions (or videos, by the direction) that have a ranking."
            ),
        ),
    ]
