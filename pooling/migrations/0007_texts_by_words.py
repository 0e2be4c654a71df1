"""Texts are found by their words."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pooling", "0006_help_texts_are_sentences")]

    operations = [
        migrations.AddIndex(
            model_name="query",
            index=GinIndex(SearchVector("text", config="simple"), name="pooling_queries_by_words"),
        ),
    ]
