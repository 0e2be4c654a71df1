from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]

    operations = [
        migrations.AlterField(
            model_name="upload",
            name="name",
            field=models.CharField(help_text="What its owner called it.", max_length=255),
        ),
    ]
