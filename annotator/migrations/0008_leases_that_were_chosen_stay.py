from django.db import migrations


class Migration(migrations.Migration):
    """Before there was a pace to follow, whoever wanted another lease than the usual one had to choose it."""

    dependencies = [
        ('annotator', '0007_the_lease_follows_the_pace'),
    ]

    operations = [
        migrations.RunSQL(
            "UPDATE annotator_campaign SET lease_follows_pace = false WHERE lease_seconds <> 1800",
            migrations.RunSQL.noop,
        ),
    ]
