"""How much is left for a rater is taken once an hour where pairs are checks.

docs/decisions/0062 says why. The columns are empty at first: a count is taken when it is read.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0001_first_release")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="left_until",
            field=models.IntegerField(
                editable=False,
                help_text="After this many answers, about nothing would be left for this rater.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="left_taken",
            field=models.DateTimeField(
                editable=False, help_text="The hour in which that was counted.", null=True
            ),
        ),
    ]
