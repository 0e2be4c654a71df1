"""Witnesses, their hearings and their opinions."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

# What was said never changes: the database refuses it, whoever asks.
APPENDED = ("witnesses_witness", "witnesses_hearing", "witnesses_opinion")
REFUSE = """
CREATE FUNCTION witnesses_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what a witness said does not change: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
TRIGGER = """
CREATE TRIGGER what_a_witness_said_does_not_change BEFORE UPDATE OR DELETE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION witnesses_refuse_change()
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('pooling', '0003_whole_rankings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Witness',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('kind', models.CharField(choices=[('judge', 'Model that judges'), ('labels', 'Labels from elsewhere'), ('proxy', 'Proxy'), ('run', 'Run')], max_length=6)),
                ('adapter', models.CharField(help_text='What reads its opinions.', max_length=10)),
                ('source', models.CharField(help_text='What the file, proxy or run was called that they came from.', max_length=255)),
                ('config', models.JSONField(help_text='All that can change what it says, but its adapter.')),
                ('family', models.CharField(blank=True, help_text='Models that share a design, as of registered models; empty where not known.', max_length=80)),
                ('digest', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='witnesses', to='pooling.benchmark')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'witnesses',
            },
        ),
        migrations.CreateModel(
            name='Hearing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('given', models.PositiveIntegerField(help_text='How many of its opinions have a value.')),
                ('failed', models.PositiveIntegerField(help_text='How many have none, and say why.')),
                ('heard_at', models.DateTimeField(auto_now_add=True)),
                ('pool', models.ForeignKey(help_text='Whose pairs alone it was asked about.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.pool')),
                ('witness', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hearings', to='witnesses.witness')),
            ],
        ),
        migrations.CreateModel(
            name='Opinion',
            fields=[
                ('pk', models.CompositePrimaryKey('hearing_id', 'query_id', 'video_id', 'sample', blank=True, editable=False, primary_key=True, serialize=False)),
                ('sample', models.PositiveSmallIntegerField(help_text='Of several of one pair, from 0.')),
                ('value', models.FloatField(null=True)),
                ('status', models.CharField(choices=[('given', 'Given'), ('refused', 'Refused'), ('unparsable', 'Unparsable'), ('failed', 'Failed')], db_default='given', default='given', max_length=10)),
                ('hearing', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='opinions', to='witnesses.hearing')),
                ('query', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.query')),
                ('video', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.video')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status', 'given'), ('value__isnull', False)), models.Q(('status__in', ['refused', 'unparsable', 'failed']), ('value__isnull', True)), _connector='OR'), name='witnesses_an_opinion_has_a_value_or_says_why_not'), models.CheckConstraint(condition=models.Q(('value__isnull', True), models.Q(('value__gt', -3.4028235677973366e+38), ('value__lt', 3.4028235677973366e+38)), _connector='OR'), name='witnesses_a_value_is_finite')],
            },
        ),
        migrations.AddConstraint(
            model_name='witness',
            constraint=models.UniqueConstraint(models.F('benchmark'), django.db.models.functions.text.Lower('name'), name='witnesses_witness_names_differ_within_a_benchmark', violation_error_message='This name is taken.'),
        ),
        migrations.AddConstraint(
            model_name='witness',
            constraint=models.UniqueConstraint(fields=('benchmark', 'digest'), name='witnesses_a_witness_is_kept_once'),
        ),
        migrations.AddConstraint(
            model_name='witness',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adapter', 'scores'), ('kind__in', ['judge', 'labels'])), models.Q(('adapter', 'proxy'), ('kind', 'proxy')), models.Q(('adapter', 'run'), ('kind', 'run')), _connector='OR'), name='witnesses_a_kind_is_one_of_its_adapters'),
        ),
        migrations.AddConstraint(
            model_name='hearing',
            constraint=models.CheckConstraint(condition=models.Q(('given__gt', 0), ('failed__gt', 0), _connector='OR'), name='witnesses_at_a_hearing_something_is_said'),
        ),
        migrations.RunSQL(REFUSE, "DROP FUNCTION witnesses_refuse_change()"),
        *(migrations.RunSQL(TRIGGER.format(table=table), migrations.RunSQL.noop) for table in APPENDED),
    ]
