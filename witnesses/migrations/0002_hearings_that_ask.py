"""Hearings that ask a model: how it is asked, what was tried, what it cost, and probes."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# An open hearing counts on, and is closed; what it asks, of whom and within what does not change.
COUNTS = "given failed reused at_stake lost spent_money spent_tokens spent_minutes is_open why"
OF_HEARING = """
CREATE FUNCTION witnesses_refuse_change_of_hearing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    counts text[] := string_to_array('{counts}', ' ');
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.is_open AND to_jsonb(NEW) - counts = to_jsonb(OLD) - counts
        AND NEW.given >= OLD.given AND NEW.failed >= OLD.failed AND NEW.lost >= OLD.lost
        AND NEW.spent_money >= OLD.spent_money AND NEW.spent_tokens >= OLD.spent_tokens
        AND NEW.spent_minutes >= OLD.spent_minutes THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what a witness said does not change: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
DROP TRIGGER what_a_witness_said_does_not_change ON witnesses_hearing;
CREATE TRIGGER what_a_witness_said_does_not_change BEFORE UPDATE OR DELETE ON witnesses_hearing
FOR EACH ROW EXECUTE FUNCTION witnesses_refuse_change_of_hearing();
""".format(counts=COUNTS)
AS_BEFORE = """
DROP TRIGGER what_a_witness_said_does_not_change ON witnesses_hearing;
DROP FUNCTION witnesses_refuse_change_of_hearing();
CREATE TRIGGER what_a_witness_said_does_not_change BEFORE UPDATE OR DELETE ON witnesses_hearing
FOR EACH STATEMENT EXECUTE FUNCTION witnesses_refuse_change();
"""
TRIGGER = """
CREATE TRIGGER what_a_witness_said_does_not_change BEFORE UPDATE OR DELETE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION witnesses_refuse_change()
"""
APPENDED = ("witnesses_tryout", "witnesses_tried", "witnesses_probe")


class Migration(migrations.Migration):

    dependencies = [
        ('pooling', '0004_grades'),
        ('witnesses', '0001_first_opinions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Probe',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('repeated', 'Asked twice'), ('turned', 'Frames and scale the other way round'), ('canary', 'Canary'), ('later', 'Asked again later')], max_length=8)),
                ('status', models.CharField(choices=[('given', 'Given'), ('refused', 'Refused'), ('unparsable', 'Unparsable'), ('failed', 'Failed')], max_length=10)),
                ('value', models.FloatField(null=True)),
                ('answer', models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name='Tryout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('family', models.CharField(blank=True, max_length=80)),
                ('adapter', models.CharField(max_length=10)),
                ('settings', models.JSONField()),
                ('config', models.JSONField()),
                ('pairs', models.PositiveIntegerField(help_text='How many pairs a run would ask about.')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Tried',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('frames', django.contrib.postgres.fields.ArrayField(base_field=models.BinaryField(), size=None)),
                ('status', models.CharField(max_length=10)),
                ('value', models.FloatField(null=True)),
                ('answer', models.TextField(blank=True)),
                ('tokens', models.PositiveIntegerField()),
                ('cost', models.FloatField()),
                ('ms', models.PositiveIntegerField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='hearing',
            name='witnesses_at_a_hearing_something_is_said',
        ),
        migrations.RemoveConstraint(
            model_name='witness',
            name='witnesses_a_kind_is_one_of_its_adapters',
        ),
        migrations.AddField(
            model_name='hearing',
            name='at_stake',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='hearing',
            name='budget_minutes',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='hearing',
            name='budget_money',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='hearing',
            name='budget_tokens',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='hearing',
            name='is_open',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='hearing',
            name='lost',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='Questions whose answers were lost with an attempt.'),
        ),
        migrations.AddField(
            model_name='hearing',
            name='purpose',
            field=models.CharField(choices=[('read', 'Read from a source'), ('ask', 'Pairs not asked about'), ('retry', 'Pairs without a value'), ('again', 'Some pairs again, for drift')], db_default='read', default='read', max_length=5),
        ),
        migrations.AddField(
            model_name='hearing',
            name='reused',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='How many were known from the same clip and text.'),
        ),
        migrations.AddField(
            model_name='hearing',
            name='spent_minutes',
            field=models.FloatField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='hearing',
            name='spent_money',
            field=models.FloatField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='hearing',
            name='spent_tokens',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='hearing',
            name='why',
            field=models.TextField(db_default='', default='', help_text='Why it ended before all was asked, in a sentence.'),
        ),
        migrations.AddField(
            model_name='opinion',
            name='answer',
            field=models.TextField(null=True),
        ),
        migrations.AddField(
            model_name='opinion',
            name='content',
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name='opinion',
            name='cost',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='opinion',
            name='ms',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='opinion',
            name='tokens',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name='opinion',
            index=models.Index(condition=models.Q(('content__isnull', False), ('status', 'given')), fields=['content'], name='witnesses_opinions_by_content'),
        ),
        migrations.AddConstraint(
            model_name='witness',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adapter', 'scores'), ('kind__in', ['judge', 'labels'])), models.Q(('adapter__in', ['chat', 'command']), ('kind', 'judge')), models.Q(('adapter', 'proxy'), ('kind', 'proxy')), models.Q(('adapter', 'run'), ('kind', 'run')), _connector='OR'), name='witnesses_a_kind_is_one_of_its_adapters'),
        ),
        migrations.AddField(
            model_name='probe',
            name='hearing',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='probes', to='witnesses.hearing'),
        ),
        migrations.AddField(
            model_name='probe',
            name='query',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.query'),
        ),
        migrations.AddField(
            model_name='probe',
            name='video',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.video'),
        ),
        migrations.AddField(
            model_name='tryout',
            name='benchmark',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tryouts', to='pooling.benchmark'),
        ),
        migrations.AddField(
            model_name='tryout',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tryout',
            name='pool',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.pool'),
        ),
        migrations.AddField(
            model_name='hearing',
            name='tryout',
            field=models.ForeignKey(help_text='How a model is asked.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hearings', to='witnesses.tryout'),
        ),
        migrations.AddConstraint(
            model_name='hearing',
            constraint=models.CheckConstraint(condition=models.Q(('given__gt', 0), ('failed__gt', 0), models.Q(('purpose', 'read'), _negated=True), _connector='OR'), name='witnesses_at_a_hearing_something_is_said'),
        ),
        migrations.AddConstraint(
            model_name='hearing',
            constraint=models.CheckConstraint(condition=models.Q(('purpose', 'read'), ('tryout__isnull', False), _connector='OR'), name='witnesses_who_asks_knows_how'),
        ),
        migrations.AddConstraint(
            model_name='hearing',
            constraint=models.CheckConstraint(condition=models.Q(('purpose', 'read'), ('budget_money__gt', 0), ('budget_tokens__gt', 0), ('budget_minutes__gt', 0), _connector='OR'), name='witnesses_who_asks_has_a_budget'),
        ),
        migrations.AddConstraint(
            model_name='hearing',
            constraint=models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('witness',), name='witnesses_a_witness_is_asked_by_one_hearing_at_a_time'),
        ),
        migrations.AddField(
            model_name='tried',
            name='query',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.query'),
        ),
        migrations.AddField(
            model_name='tried',
            name='tryout',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tried', to='witnesses.tryout'),
        ),
        migrations.AddField(
            model_name='tried',
            name='video',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.video'),
        ),
        migrations.AddConstraint(
            model_name='probe',
            constraint=models.UniqueConstraint(fields=('hearing', 'kind', 'query', 'video'), name='witnesses_a_probe_is_made_once'),
        ),
        migrations.AddConstraint(
            model_name='probe',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'given'), ('value__isnull', False)), models.Q(models.Q(('status', 'given'), _negated=True), ('value__isnull', True)), _connector='OR'), name='witnesses_a_probe_has_a_value_or_says_why_not'),
        ),
        migrations.AddConstraint(
            model_name='tried',
            constraint=models.UniqueConstraint(fields=('tryout', 'number'), name='witnesses_a_tryouts_pairs_are_numbered'),
        ),
        migrations.RunSQL(OF_HEARING, AS_BEFORE),
        *(migrations.RunSQL(TRIGGER.format(table=table), migrations.RunSQL.noop) for table in APPENDED),
    ]
