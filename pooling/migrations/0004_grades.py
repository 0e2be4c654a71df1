"""A judged pair's grade, where the labels that it rests on have more than two values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pooling", "0003_whole_rankings")]

    operations = [
        migrations.AddField(
            model_name="judgedpair",
            name="grade",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        )
    ]
