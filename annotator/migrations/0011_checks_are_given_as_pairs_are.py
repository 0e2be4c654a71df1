"""What a check needs so that its life is any pair's: who gave it back last, the labels that belong together, and a counter."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0010_claiming_waits_for_nobody"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            model_name="member",
            name="drawn",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Pairs drawn for this rater. Whether the next is a check is drawn once for each number.",
            ),
        ),
        migrations.AddField(
            model_name="slot",
            name="returned_by",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(model_name="slot", name="chain", field=models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            model_name="slot",
            name="stage",
            field=models.CharField(
                blank=True,
                choices=[("first", "First"), ("second", "Second"), ("third", "Third"), ("gone", "Gone")],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="slot",
            index=models.Index(
                condition=models.Q(("returned_by__isnull", False), ("state", "free")),
                fields=["campaign", "returned_by"],
                name="annotator_pairs_given_back",
            ),
        ),
        migrations.AddIndex(
            model_name="slot",
            index=models.Index(
                condition=models.Q(("kind", "gold"), ("state", "free")),
                fields=["campaign", "place"],
                name="annotator_free_checks",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "gold"), ("state__in", ["free", "leased"])),
                fields=("item", "chain"),
                name="annotator_one_slot_of_a_check_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.CheckConstraint(
                condition=models.Q(("chain__isnull", True), ("stage", "")) | models.Q(("chain__isnull", False), ("kind", "gold")),
                name="annotator_only_checks_have_a_chain",
            ),
        ),
    ]
