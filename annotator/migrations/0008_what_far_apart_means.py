"""What makes two labels disagree, in words that hold of every rule; no table is touched."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0007_grade_maps'),
    ]

    operations = [
        migrations.AlterField(
            model_name='campaign',
            name='far',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='Two labels disagree where they differ by as many values, or more: then another rater is asked, or an adjudicator where a pair has as many labels as it may have.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='far apart'),
        ),
    ]
