"""Benchmarks, runs and pools, as of the first release.

It stands for the migrations that it replaces: a home that has those has this.
"""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import pooling.models.run
from django.conf import settings
from django.db import migrations, models

# What is frozen never changes: the database refuses it, whoever asks.
FROZEN = ("pooling_pool", "pooling_poolcaption", "pooling_poolpair")
REFUSE = """
CREATE FUNCTION pooling_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a pool is frozen: % does not change', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
TRIGGER = """
CREATE TRIGGER a_frozen_pool_does_not_change BEFORE UPDATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION pooling_refuse_change()
"""


class Migration(migrations.Migration):

    replaces = [
        ('pooling', '0001_benchmarks_runs_pools'),
        ('pooling', '0002_rankings_are_stored_plain'),
        ('pooling', '0003_pools_are_frozen'),
        ('pooling', '0004_uploads'),
        ('pooling', '0005_verdicts_know_their_newest_label'),
        ('pooling', '0006_help_texts_are_sentences'),
        ('pooling', '0007_texts_by_words'),
        ('pooling', '0008_runs_are_private_until_published'),
        ('pooling', '0010_videos_have_fingerprints'),
        ('pooling', '0011_submissions'),
        ('pooling', '0012_runs_have_provenance'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('direction', models.CharField(choices=[('t2v', 'Text to video'), ('v2t', 'Video to text')], default='t2v', max_length=3)),
                ('depth', models.PositiveIntegerField()),
                ('format', models.CharField(max_length=10)),
                ('file_name', models.CharField(max_length=255)),
                ('sha256', models.CharField(max_length=64)),
                ('items', models.PositiveIntegerField(help_text='Captions (or videos, in the other direction) that have a ranking.')),
                ('ties', models.PositiveIntegerField(help_text='Rankings in which a tie crosses the depth.')),
                ('full_ranks', models.BooleanField(help_text="Whether the original positive's rank is known beyond the depth.")),
                ('warnings', models.JSONField(default=list)),
                ('state', models.CharField(choices=[('private', 'Private'), ('blinded', 'Blinded'), ('published', 'Published')], default='private', help_text='Whether a public leaderboard shows it: not, without its name, or by its name.', max_length=9)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='RetrievalModel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('version', models.CharField(blank=True, max_length=40)),
                ('family', models.CharField(blank=True, help_text='Models that share a design: left out together in the metrics.', max_length=80)),
                ('link', models.URLField(blank=True, help_text='The paper or the code.')),
                ('notes', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'model',
            },
        ),
        migrations.CreateModel(
            name='Benchmark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Short, for commands and addresses: msvd-test.', max_length=60, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9][a-z0-9._-]*\\Z', 'Small letters, digits and . _ - only, beginning with a letter or digit.')])),
                ('title', models.CharField(blank=True, max_length=200)),
                ('description', models.TextField(blank=True)),
                ('caption_count', models.PositiveIntegerField(default=0)),
                ('query_count', models.PositiveIntegerField(default=0)),
                ('video_count', models.PositiveIntegerField(default=0)),
                ('training_count', models.PositiveIntegerField(default=0)),
                ('takes_submissions', models.BooleanField(db_default=False, default=False, help_text='Whether submitters may hand in runs.')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Caption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.TextField()),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='captions', to='pooling.benchmark')),
            ],
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('depth', models.PositiveIntegerField()),
                ('parameters', models.JSONField(help_text='Runs, depth, sample, strata, seed, what it adds to.')),
                ('captions', models.PositiveIntegerField()),
                ('pairs', models.PositiveIntegerField()),
                ('unjudged', models.PositiveIntegerField(help_text='Of its pairs, when it was frozen.')),
                ('by_run', models.JSONField(help_text='For each run: pairs it found, and those that no other run found.')),
                ('frozen_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pools', to='pooling.benchmark')),
                ('frozen_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PoolCaption',
            fields=[
                ('pk', models.CompositePrimaryKey('pool_id', 'caption_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('stratum', models.SmallIntegerField()),
                ('inclusion', models.FloatField()),
                ('caption', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.caption')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chosen', to='pooling.pool')),
            ],
        ),
        migrations.CreateModel(
            name='Provenance',
            fields=[
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='provenance', serialize=False, to='pooling.run')),
                ('captions', models.PositiveIntegerField(help_text='How many captions it learnt from.')),
                ('videos', models.PositiveIntegerField(help_text='How many videos it learnt from.')),
                ('captions_sha256', models.CharField(help_text='The checksum of these captions: keys, videos and texts.', max_length=64)),
                ('relevance', models.CharField(help_text='What was relevant in training: instance, collected, or the name of a proxy.', max_length=120)),
                ('tau', models.FloatField(help_text='The relevance from which a pair was a positive; empty for instances.', null=True)),
                ('log_position', models.BigIntegerField(help_text='The newest label there was when they were read.', null=True)),
                ('labels', models.PositiveIntegerField(default=0, help_text='How many collected positives it learnt from.')),
                ('evaluated_labels', models.PositiveIntegerField(default=0, help_text='How many of them are of evaluated captions, or of captions that share a text or a video with one.')),
                ('evaluated_videos', models.PositiveIntegerField(default=0, help_text='How many videos that it learnt from are evaluated, too.')),
                ('shared_texts', models.PositiveIntegerField(default=0, help_text='How many captions it learnt from have the text of an evaluated one.')),
            ],
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='submission', serialize=False, to='pooling.run')),
                ('number', models.PositiveIntegerField(unique=True)),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('model_name', models.CharField(max_length=80, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.')])),
                ('file_name', models.CharField(max_length=255)),
                ('checks', models.JSONField(default=list, help_text='What was looked at in the file, and found.')),
                ('wish', models.CharField(blank=True, choices=[('private', 'Private'), ('blinded', 'Blinded'), ('published', 'Published')], default='', help_text='The state that the submitter asks for; empty where they ask for none.', max_length=9)),
                ('stage', models.CharField(choices=[('waiting', 'Waiting for a lead'), ('approved', 'Approved'), ('refused', 'Refused')], default='waiting', max_length=8)),
                ('reason', models.TextField(blank=True, help_text='Why it was refused; its submitter reads it.')),
                ('decided_at', models.DateTimeField(null=True)),
                ('budget', models.PositiveIntegerField(help_text='How many pairs may be judged for it at most.', null=True)),
                ('depth', models.PositiveSmallIntegerField(default=10, help_text='The rank down to which its pairs are judged.')),
                ('rule', models.CharField(choices=[('captions', 'All ranks of captions that are drawn at random'), ('ranks', 'The first ranks of all captions')], default='captions', max_length=8)),
                ('submitted_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(model_name='run', name='benchmark', field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='pooling.benchmark')),
        migrations.AddField(model_name='run', name='created_by', field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
        migrations.AddField(model_name='run', name='submitted_by', field=models.ForeignKey(blank=True, help_text="The submitter who handed it in; empty for a run of the team's own.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
        migrations.CreateModel(
            name='Query',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('digest', models.BinaryField(max_length=32)),
                ('characters', models.PositiveIntegerField()),
                ('words', models.PositiveIntegerField()),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='queries', to='pooling.benchmark')),
            ],
        ),
        migrations.AddField(model_name='caption', name='query', field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='captions', to='pooling.query')),
        migrations.CreateModel(
            name='Ranking',
            fields=[
                ('pk', models.CompositePrimaryKey('run_id', 'item', blank=True, editable=False, primary_key=True, serialize=False)),
                ('item', models.PositiveIntegerField()),
                ('targets', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ('scores', django.contrib.postgres.fields.ArrayField(base_field=models.FloatField(), size=None)),
                ('own_rank', models.PositiveIntegerField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rankings', to='pooling.run')),
            ],
        ),
        migrations.AddField(model_name='run', name='model', field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='pooling.retrievalmodel')),
        migrations.CreateModel(
            name='TrainingCaption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.TextField()),
                ('video_key', models.TextField()),
                ('text', models.TextField()),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='training_captions', to='pooling.benchmark')),
            ],
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='What its owner called it.', max_length=255)),
                ('path', models.CharField(blank=True, help_text='Under MEDIA_ROOT; empty once the file has been taken.', max_length=200)),
                ('bytes', models.BigIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('uploaded_at', models.DateTimeField(auto_now_add=True)),
                ('uploaded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Video',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.TextField()),
                ('state', models.CharField(choices=[('missing', 'No file yet'), ('waiting', 'Waiting to be made playable'), ('ready', 'Plays'), ('failed', 'Does not play')], default='missing', max_length=10)),
                ('reason', models.CharField(blank=True, help_text='Why it does not play: a code from docs/videos.md.', max_length=40)),
                ('explanation', models.TextField(blank=True)),
                ('source_name', models.CharField(blank=True, help_text='The file as it came.', max_length=255)),
                ('source_sha256', models.CharField(blank=True, max_length=64)),
                ('source', models.CharField(blank=True, help_text='Where the file waits, under MEDIA_ROOT.', max_length=200)),
                ('path', models.CharField(blank=True, help_text='The playable file, under MEDIA_ROOT, named by its content.', max_length=200)),
                ('sha256', models.CharField(blank=True, max_length=64)),
                ('bytes', models.BigIntegerField(null=True)),
                ('poster', models.CharField(blank=True, max_length=200)),
                ('seconds', models.FloatField(null=True)),
                ('width', models.PositiveIntegerField(null=True)),
                ('height', models.PositiveIntegerField(null=True)),
                ('fingerprint', models.BinaryField(help_text='What its pictures look like, for finding copies; empty where they tell nothing, null where it was not taken yet.', null=True)),
                ('changes', models.JSONField(default=list, help_text='What was changed to make it play, in sentences.')),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='videos', to='pooling.benchmark')),
            ],
        ),
        migrations.CreateModel(
            name='PoolPair',
            fields=[
                ('pk', models.CompositePrimaryKey('pool_id', 'query_id', 'video_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('ranks', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None)),
                ('best_rank', models.SmallIntegerField()),
                ('stratum', models.SmallIntegerField()),
                ('inclusion', models.FloatField()),
                ('original', models.BooleanField(help_text='The video is the source of a caption with this text.')),
                ('judged', models.BooleanField(help_text='It had a verdict when the pool was frozen.')),
                ('pool', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='pooling.pool')),
                ('query', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.query')),
                ('video', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.video')),
            ],
        ),
        migrations.CreateModel(
            name='JudgedPair',
            fields=[
                ('pk', models.CompositePrimaryKey('query_id', 'video_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('verdict', models.CharField(choices=[('relevant', 'Relevant'), ('irrelevant', 'Irrelevant'), ('disagreement', 'Disagreement')], max_length=12)),
                ('rests_on', models.BigIntegerField(db_default=0, default=0)),
                ('query', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judged', to='pooling.query')),
                ('video', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judged', to='pooling.video')),
            ],
        ),
        migrations.AddField(model_name='caption', name='video', field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='captions', to='pooling.video')),
        migrations.CreateModel(
            name='BenchmarkImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('captions', 'Captions'), ('training', 'Training captions')], max_length=10)),
                ('file_name', models.CharField(max_length=255)),
                ('sha256', models.CharField(max_length=64)),
                ('format', models.CharField(max_length=20)),
                ('captions_added', models.PositiveIntegerField()),
                ('videos_added', models.PositiveIntegerField()),
                ('warnings', models.JSONField(default=list)),
                ('imported_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='pooling.benchmark')),
                ('imported_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('benchmark', 'part', 'sha256'), name='pooling_a_file_is_imported_once')],
            },
        ),
        migrations.AddConstraint(model_name='pool', constraint=models.UniqueConstraint(fields=('benchmark', 'name'), name='pooling_a_pools_name_is_its_own', violation_error_message='This name is taken.')),
        migrations.AddConstraint(model_name='poolcaption', constraint=models.CheckConstraint(condition=models.Q(('inclusion__gt', 0), ('inclusion__lte', 1)), name='pooling_a_chosen_caption_could_be_chosen')),
        migrations.AddField(model_name='provenance', name='labels_of', field=models.ForeignKey(help_text='The benchmark whose collected positives it learnt from.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.benchmark')),
        migrations.AddField(model_name='provenance', name='trained_on', field=models.ForeignKey(help_text='The benchmark whose training captions it learnt from.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.benchmark')),
        migrations.AddField(model_name='submission', name='decided_by', field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
        migrations.AddField(model_name='submission', name='pool', field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='pooling.pool')),
        migrations.AddField(model_name='submission', name='reference', field=models.ForeignKey(help_text='The run that its scores are held against.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='pooling.run')),
        migrations.AddIndex(model_name='query', index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('text', config='simple'), name='pooling_queries_by_words')),
        migrations.AddConstraint(model_name='query', constraint=models.UniqueConstraint(fields=('benchmark', 'number'), name='pooling_a_querys_number_is_its_own')),
        migrations.AddConstraint(model_name='query', constraint=models.UniqueConstraint(fields=('benchmark', 'digest'), name='pooling_a_text_is_one_query')),
        migrations.AddConstraint(model_name='ranking', constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(pooling.models.run.Cardinality(models.F('targets')), pooling.models.run.Cardinality(models.F('scores'))), name='pooling_each_target_has_a_score')),
        migrations.AddConstraint(model_name='run', constraint=models.CheckConstraint(condition=models.Q(('state__in', ['private', 'blinded', 'published'])), name='pooling_a_run_state_is_one_of_ours')),
        migrations.AddConstraint(model_name='run', constraint=models.UniqueConstraint(models.F('benchmark'), django.db.models.functions.text.Lower('name'), name='pooling_run_names_differ_within_a_benchmark', violation_error_message='This name is taken.')),
        migrations.AddConstraint(model_name='run', constraint=models.UniqueConstraint(fields=('benchmark', 'model', 'sha256', 'direction', 'depth'), name='pooling_a_run_file_is_imported_once')),
        migrations.AddConstraint(model_name='run', constraint=models.CheckConstraint(condition=models.Q(('depth__gte', 1), ('depth__lte', 1000)), name='pooling_a_depth_is_1_to_1000')),
        migrations.AddConstraint(model_name='retrievalmodel', constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='pooling_model_names_differ_by_more_than_case', violation_error_message='This name is taken.')),
        migrations.AddConstraint(model_name='trainingcaption', constraint=models.UniqueConstraint(fields=('benchmark', 'key'), name='pooling_a_training_captions_key_is_its_own')),
        migrations.AddIndex(model_name='video', index=models.Index(fields=['benchmark', 'state', 'number'], name='pooling_videos_by_state')),
        migrations.AddConstraint(model_name='video', constraint=models.UniqueConstraint(fields=('benchmark', 'number'), name='pooling_a_videos_number_is_its_own')),
        migrations.AddConstraint(model_name='video', constraint=models.UniqueConstraint(fields=('benchmark', 'key'), name='pooling_a_videos_key_is_its_own')),
        migrations.AddConstraint(model_name='video', constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('path', ''), _negated=True), _connector='OR'), name='pooling_a_video_that_plays_has_a_file')),
        migrations.AddConstraint(model_name='video', constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='pooling_a_video_that_does_not_play_says_why')),
        migrations.AddConstraint(model_name='caption', constraint=models.UniqueConstraint(fields=('benchmark', 'number'), name='pooling_a_captions_number_is_its_own')),
        migrations.AddConstraint(model_name='caption', constraint=models.UniqueConstraint(fields=('benchmark', 'key'), name='pooling_a_captions_key_is_its_own')),
        migrations.AddConstraint(model_name='provenance', constraint=models.CheckConstraint(condition=models.Q(models.Q(('labels_of__isnull', False), ('log_position__isnull', False), ('relevance', 'collected')), models.Q(models.Q(('relevance', 'collected'), _negated=True), ('labels', 0), ('labels_of__isnull', True), ('log_position__isnull', True)), _connector='OR'), name='pooling_collected_positives_say_whose_labels_and_when')),
        migrations.AddConstraint(model_name='provenance', constraint=models.CheckConstraint(condition=models.Q(('evaluated_labels__lte', models.F('labels'))), name='pooling_a_model_saw_no_more_labels_than_it_was_given')),
        migrations.AddConstraint(model_name='provenance', constraint=models.CheckConstraint(condition=models.Q(('evaluated_videos__lte', models.F('videos')), ('shared_texts__lte', models.F('captions'))), name='pooling_a_model_shares_no_more_than_it_learnt_from')),
        migrations.AddConstraint(model_name='submission', constraint=models.CheckConstraint(condition=models.Q(('stage__in', ['waiting', 'approved', 'refused'])), name='pooling_a_stage_is_one_of_ours')),
        migrations.AddConstraint(model_name='submission', constraint=models.CheckConstraint(condition=models.Q(('rule__in', ['captions', 'ranks'])), name='pooling_a_rule_of_increments_is_one_of_ours')),
        migrations.AddConstraint(model_name='submission', constraint=models.CheckConstraint(condition=models.Q(('wish__in', ['', 'private', 'blinded', 'published'])), name='pooling_a_wished_state_is_one_of_ours')),
        # Long rankings go out of line uncompressed: numbers in disorder do not compress, and reading them is what is done most.
        migrations.RunSQL("ALTER TABLE pooling_ranking ALTER COLUMN targets SET STORAGE EXTERNAL, ALTER COLUMN scores SET STORAGE EXTERNAL"),
        migrations.RunSQL(REFUSE),
        *(migrations.RunSQL(TRIGGER.format(table=table)) for table in FROZEN),
    ]
