"""What each value of a campaign's scale is on another one, and the grade by which verdicts of several
campaigns meet.
"""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FUNCTION = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0006_grades'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='GradeMap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('values', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None)),
                ('scale', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None)),
                ('relevant_from', models.PositiveSmallIntegerField()),
                ('meets', models.BooleanField(default=False, help_text='Whether verdicts meet those of other campaigns by it.')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='grade_maps', to='annotator.campaign')),
            ],
        ),
        migrations.AddField(
            model_name='export',
            name='grade_map',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exports', to='annotator.grademap'),
        ),
        migrations.AddConstraint(
            model_name='grademap',
            constraint=models.UniqueConstraint(condition=models.Q(('meets', True)), fields=('campaign',), name='annotator_a_campaign_meets_others_by_one_map'),
        ),
        migrations.AddConstraint(
            model_name='grademap',
            constraint=models.CheckConstraint(condition=models.Q(('scale__len__gte', 2), ('scale__len__lte', 11), ('relevant_from__gte', 1), ('relevant_from__lt', models.F('scale__len'))), name='annotator_a_map_leads_to_a_scale'),
        ),
        migrations.RunSQL(FUNCTION.read_text(encoding="utf-8")),
    ]
