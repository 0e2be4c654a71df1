from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0007_sessions_are_kept_by_digest"),
    ]

    operations = [
        migrations.AlterField(
            model_name="apitoken",
            name="last_used_at",
            field=models.DateTimeField(
                help_text="The time of its last use, to the minute.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="auditevent",
            name="object_name",
            field=models.CharField(
                blank=True, help_text="What it was called at the time.", max_length=200
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="name",
            field=models.CharField(
                blank=True,
                help_text="The name that colleagues know this person by.",
                max_length=120,
            ),
        ),
    ]
