"""Proxies of relevance, and the tables of word classes that they rest on."""

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.text
import semantics.models.proxy
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('pooling', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='StoredClasses',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sha256', models.CharField(help_text='The checksum of its content.', max_length=64, unique=True)),
                ('file_name', models.CharField(help_text='What its first owner called it.', max_length=255)),
                ('names', models.JSONField(help_text="The names of the classes, in the table's order.")),
                ('instances', models.JSONField(help_text='The place of its class among the names, by the word.')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'class table',
            },
        ),
        migrations.CreateModel(
            name='Proxy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[django.core.validators.RegexValidator('^[^\\s,][^,\\x00-\\x1f]*\\Z', 'Any letters, but no comma, and no space in front: commands list names with commas.'), semantics.models.proxy.no_word_of_ours])),
                ('kind', models.CharField(choices=[('bow', 'Bag of words'), ('pos', 'Parts of speech'), ('syn', 'Synsets'), ('meteor', 'METEOR'), ('ranp', 'Verb and noun classes'), ('angular', 'Angle between caption vectors'), ('imported', 'Imported')], max_length=8)),
                ('parameters', models.JSONField(help_text='All that it follows from, beside the captions.')),
                ('digest', models.CharField(max_length=64)),
                ('captions', models.PositiveIntegerField()),
                ('videos', models.PositiveIntegerField()),
                ('pairs', models.PositiveBigIntegerField(help_text='How many cells are above 0.')),
                ('without_words', models.PositiveIntegerField(help_text='How many captions have no word that this kind looks at; empty where it was imported.', null=True)),
                ('layout', models.CharField(choices=[('sparse', 'Sparse'), ('half', 'Half precision')], max_length=6)),
                ('path', models.CharField(help_text='The place of its file, under MEDIA_ROOT.', max_length=200)),
                ('sha256', models.CharField(max_length=64)),
                ('bytes', models.PositiveBigIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('benchmark', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proxies', to='pooling.benchmark')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('nouns', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proxies_of_nouns', to='semantics.storedclasses')),
                ('verbs', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proxies_of_verbs', to='semantics.storedclasses')),
            ],
            options={
                'verbose_name_plural': 'proxies',
                'constraints': [models.UniqueConstraint(models.F('benchmark'), django.db.models.functions.text.Lower('name'), name='semantics_proxy_names_differ_within_a_benchmark', violation_error_message='This name is taken.'), models.UniqueConstraint(fields=('benchmark', 'digest'), name='semantics_a_proxy_is_stored_once'), models.UniqueConstraint(fields=('path',), name='semantics_a_file_is_one_proxys'), models.CheckConstraint(condition=models.Q(('kind__in', ['bow', 'pos', 'syn', 'meteor', 'ranp', 'angular', 'imported'])), name='semantics_a_kind_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('layout__in', ['sparse', 'half'])), name='semantics_a_layout_is_one_of_ours'), models.CheckConstraint(condition=models.Q(('pairs__lte', django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Cast('captions', models.BigIntegerField()), '*', models.F('videos')))), name='semantics_pairs_are_cells_of_the_matrix'), models.CheckConstraint(condition=models.Q(('without_words__isnull', True), ('without_words__lte', models.F('captions')), _connector='OR'), name='semantics_captions_without_words_are_captions')],
            },
        ),
    ]
