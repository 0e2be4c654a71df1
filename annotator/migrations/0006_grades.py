"""Scales of more than two values: a label's value becomes a column that is written, and what follows
from it has its grade beside a verdict and a known answer.

DROP EXPRESSION keeps all values and rewrites nothing (docs/decisions/0092).
"""

from pathlib import Path

import django.contrib.postgres.fields
import django.core.validators
from django.db import migrations, models

import annotator.models.campaign

FUNCTION = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0005_training_queue"),
        ("pooling", "0004_grades"),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='far',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='A third rater is asked where two labels differ by as many values, or more.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='far apart'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='gold_exact',
            field=models.BooleanField(db_default=False, default=False, help_text='On scales of more than three values, an answer within one value of the known one, and on its side of what counts as relevant, is right; or the known one alone is.', verbose_name='known answers are met exactly'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='relevant_from',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='The lowest value of the scale that counts as relevant.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='relevant from'),
        ),
        migrations.AddField(
            model_name='item',
            name='grade',
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='knownanswer',
            name='grade',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='trial',
            name='grade',
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='campaign',
            name='scale',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), default=annotator.models.campaign.two_values, size=None),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("ALTER TABLE annotator_label ALTER COLUMN value DROP EXPRESSION")
            ],
            state_operations=[
                migrations.RemoveField(model_name="label", name="value"),
                migrations.AddField(
                    model_name="label", name="value", field=models.SmallIntegerField(null=True)
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('scale__len__lte', 11)), name='annotator_a_scale_has_eleven_values_at_most', violation_error_message='A scale has 2 to 11 values. Map a longer one to fewer first.'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('relevant_from__gte', 1), ('relevant_from__lt', models.F('scale__len'))), name='annotator_relevant_begins_within_the_scale', violation_error_message='Relevant begins above the lowest value of the scale and not above its highest.'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('far__gte', 1), ('far__lt', models.F('scale__len'))), name='annotator_far_apart_is_within_the_scale', violation_error_message='Two values of a scale differ by 1 to one less than it has values.'),
        ),
        migrations.AddConstraint(
            model_name='label',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer__in', ['relevant', 'irrelevant']), ('value__gte', 0)), models.Q(('answer__in', ['cannot_judge', 'withdrawn']), ('value', None)), _connector='OR'), name='annotator_a_label_that_judges_has_a_value'),
        ),
        migrations.RunSQL(FUNCTION.read_text(encoding="utf-8")),
    ]
