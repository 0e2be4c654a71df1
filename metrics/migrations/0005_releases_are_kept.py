"""Releases are rows that never change: the database refuses it, as it does for reports."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotator', '0024_shown_together'),
        ('metrics', '0004_leaderboards'),
        ('pooling', '0008_runs_are_private_until_published'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FrozenRelease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('asked', models.JSONField(help_text='Campaign, what was left out, license, and so on.')),
                ('log_position', models.PositiveBigIntegerField(help_text='The newest label that was there.')),
                ('report_id', models.BigIntegerField(help_text='The report that was frozen with it.', null=True)),
                ('folder', models.CharField(help_text='Of its files, under MEDIA_ROOT.', max_length=200)),
                ('files', models.JSONField(help_text='Name, bytes, rows and SHA-256 of each file.')),
                ('archive', models.JSONField(help_text='Name, bytes and SHA-256 of the archive of all files.')),
                ('left_out', models.JSONField(default=dict, help_text='Formats that could not be written: why.')),
                ('job_id', models.BigIntegerField(help_text='The job that made it.', null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.benchmark')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pseudonyms', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotator.release')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('benchmark', 'name'), name='metrics_a_releases_name_is_its_own')],
            },
        ),
        migrations.RunSQL(
            "CREATE TRIGGER a_frozen_report_does_not_change BEFORE UPDATE ON metrics_frozenrelease "
            "FOR EACH STATEMENT EXECUTE FUNCTION metrics_refuse_change()",
            "DROP TRIGGER a_frozen_report_does_not_change ON metrics_frozenrelease",
        ),
    ]
