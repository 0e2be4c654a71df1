from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0008_help_texts_are_sentences"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The language of this person's pages.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="time_zone",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The zone that times are shown in.",
                max_length=60,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="theme",
            field=models.CharField(
                blank=True,
                choices=[("dark", "Dark"), ("light", "Light"), ("system", "As the system has it")],
                default="",
                help_text="Whether this person's pages are dark or light.",
                max_length=6,
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("theme__in", ["", "dark", "light", "system"])),
                name="people_a_theme_is_one_of_ours",
            ),
        ),
    ]
