from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pooling", "0008_runs_are_private_until_published"),
    ]

    operations = [
        migrations.AddField(
            model_name="video",
            name="fingerprint",
            field=models.BinaryField(
                help_text="What its pictures look like, for finding copies; empty where they tell nothing, null where it was not taken yet.",
                null=True,
            ),
        ),
    ]
