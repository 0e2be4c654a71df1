"""Reports, kept results, leaderboards and releases, as of the first release.

It stands for the migrations that it replaces: a home that has those has this.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# What is frozen never changes: the database refuses it, whoever asks. It may be deleted whole.
FROZEN = ("metrics_report", "metrics_reportarray", "metrics_leaderboardissue", "metrics_frozenrelease")
REFUSE = """
CREATE FUNCTION metrics_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a report is frozen: % does not change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
TRIGGER = """
CREATE TRIGGER a_frozen_report_does_not_change BEFORE UPDATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION metrics_refuse_change()
"""


class Migration(migrations.Migration):

    replaces = [
        ('metrics', '0001_reports'),
        ('metrics', '0002_reports_are_frozen'),
        ('metrics', '0003_kept_results'),
        ('metrics', '0004_leaderboards'),
        ('metrics', '0005_releases_are_kept'),
    ]

    initial = True

    dependencies = [
        ('annotator', '0001_first_release'),
        ('pooling', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.CharField(max_length=40)),
                ('asked', models.JSONField(help_text='What the study was asked, its seed and resamples included.')),
                ('key', models.CharField(help_text='A digest of benchmark, study and question.', max_length=64, unique=True)),
                ('state', models.CharField(help_text='A digest of all that the result follows from.', max_length=64)),
                ('labels', models.PositiveBigIntegerField(help_text='How many labels there were.')),
                ('position', models.PositiveBigIntegerField(help_text='The number of the newest of them.')),
                ('content', models.BinaryField(help_text="The study's fields as JSON, compressed by zlib.")),
                ('seconds', models.FloatField(help_text='How long it took to compute.')),
                ('computed_at', models.DateTimeField(auto_now=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='pooling.benchmark')),
            ],
        ),
        migrations.CreateModel(
            name='LeaderboardIssue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shown', models.JSONField(help_text='The runs that it shows: their ids, states and names.')),
                ('content', models.BinaryField(help_text='What is public of it, as JSON in its one spelling.')),
                ('pictures', models.JSONField(help_text='The chart as SVG, by theme; nothing where there is none.')),
                ('bundle', models.BinaryField(help_text='A zip of all that is needed to compute it again.')),
                ('bundle_sha256', models.CharField(max_length=64)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leaderboard_issues', to='pooling.benchmark')),
            ],
        ),
        migrations.CreateModel(
            name='Leaderboard',
            fields=[
                ('benchmark', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='leaderboard', serialize=False, to='pooling.benchmark')),
                ('is_public', models.BooleanField(default=False)),
                ('measures', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None)),
                ('issue', models.ForeignKey(help_text='What it shows; nothing until a job has made it.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='metrics.leaderboardissue')),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('evaluation', 'Evaluation'), ('leaderboard', 'Leaderboard')], max_length=20)),
                ('title', models.CharField(max_length=120)),
                ('asked', models.JSONField(help_text="Measures, positives' rule, intervals, seed, resamples, and what else was to be computed.")),
                ('inputs', models.JSONField(help_text="Position in the label log, runs with their files' checksums, counts, versions.")),
                ('result', models.BinaryField(help_text='JSON in its one spelling: what each study tells, and its tables.')),
                ('sha256', models.CharField(help_text='Of asked, inputs, result and arrays.', max_length=64)),
                ('job_id', models.BigIntegerField(help_text='The job that made it.', null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='pooling.benchmark')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(model_name='leaderboardissue', name='report', field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='issue', to='metrics.report')),
        migrations.CreateModel(
            name='ReportArray',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=300)),
                ('dtype', models.CharField(max_length=10)),
                ('shape', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('content', models.BinaryField(help_text='zlib.')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arrays', to='metrics.report')),
            ],
        ),
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
        migrations.AddIndex(model_name='report', index=models.Index(fields=['benchmark', '-id'], name='metrics_reports_newest_first')),
        migrations.AddConstraint(model_name='report', constraint=models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='metrics_a_report_has_its_checksum')),
        migrations.AddConstraint(model_name='reportarray', constraint=models.UniqueConstraint(fields=('report', 'name'), name='metrics_an_arrays_name_is_its_own')),
        migrations.RunSQL(REFUSE),
        *(migrations.RunSQL(TRIGGER.format(table=table)) for table in FROZEN),
    ]
