"""Submitters hand in runs of their own, and read nothing else."""

from django.db import migrations, models

ROLES = [
    ("submitter", "Submitter"),
    ("viewer", "Viewer"),
    ("rater", "Rater"),
    ("adjudicator", "Adjudicator"),
    ("lead", "Lead"),
    ("admin", "Administrator"),
]
ONE_OF_OURS = models.Q(("role__in", [role for role, _ in ROLES]))
CONSTRAINTS = {
    "invitation": "people_an_invited_role_is_one_of_ours",
    "user": "people_a_role_is_one_of_ours",
}


class Migration(migrations.Migration):
    dependencies = [("people", "0010_how_a_person_reads")]

    operations = [
        *(migrations.RemoveConstraint(model_name=model, name=name) for model, name in CONSTRAINTS.items()),
        migrations.AlterField(
            model_name="invitation",
            name="role",
            field=models.CharField(choices=ROLES, max_length=20),
        ),
        migrations.AlterField(
            model_name="user",
            name="role",
            field=models.CharField(choices=ROLES, default="viewer", max_length=20),
        ),
        *(
            migrations.AddConstraint(
                model_name=model,
                constraint=models.CheckConstraint(condition=ONE_OF_OURS, name=name),
            )
            for model, name in CONSTRAINTS.items()
        ),
    ]
