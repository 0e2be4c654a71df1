"""What the models of runs were trained on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pooling', '0011_submissions'),
    ]

    operations = [
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
                ('labels_of', models.ForeignKey(help_text='The benchmark whose collected positives it learnt from.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.benchmark')),
                ('trained_on', models.ForeignKey(help_text='The benchmark whose training captions it learnt from.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pooling.benchmark')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('labels_of__isnull', False), ('log_position__isnull', False), ('relevance', 'collected')), models.Q(models.Q(('relevance', 'collected'), _negated=True), ('labels', 0), ('labels_of__isnull', True), ('log_position__isnull', True)), _connector='OR'), name='pooling_collected_positives_say_whose_labels_and_when'), models.CheckConstraint(condition=models.Q(('evaluated_labels__lte', models.F('labels'))), name='pooling_a_model_saw_no_more_labels_than_it_was_given'), models.CheckConstraint(condition=models.Q(('evaluated_videos__lte', models.F('videos')), ('shared_texts__lte', models.F('captions'))), name='pooling_a_model_shares_no_more_than_it_learnt_from')],
            },
        ),
    ]
