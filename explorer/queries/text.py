"""Captions by their words, through PostgreSQL's full text, and by keys."""

import re

from django.db import connection

from foundation.database.copy import read_columns
from foundation.searching import MOST_WORDS, WORD, prefix_query
from measures.arrays import Integers
from pooling.models import Benchmark

# Words as they are written, since captions come in any language: the expression is that of the
# index pooling_queries_by_words.
WORDS = """
SELECT c.number::int8 FROM pooling_query q JOIN pooling_caption c ON c.query_id = q.id
WHERE q.benchmark_id = %(benchmark)s AND to_tsvector('simple'::regconfig, COALESCE(q.text, ''))
  @@ {question}
"""
PLAIN, WRITTEN = "to_tsquery('simple', %(words)s)", "websearch_to_tsquery('simple', %(text)s)"
KEYS = """
SELECT number::int8 FROM pooling_caption
WHERE benchmark_id = %(benchmark)s AND starts_with(key, %(text)s)
UNION
SELECT c.number::int8 FROM pooling_video v JOIN pooling_caption c ON c.video_id = v.id
WHERE v.benchmark_id = %(benchmark)s AND starts_with(v.key, %(text)s)
"""
# "in quotes", -without, this or that
OPERATORS = re.compile(r'"|(?:^|\s)-\w|\sor\s', re.IGNORECASE)


def captions_named(benchmark: Benchmark, text: str) -> Integers:
    """The numbers of the captions that have all of the words, the last of them perhaps unfinished,
    or whose own key or video's key begins with the text, where that is one word."""
    written = OPERATORS.search(text) or len(WORD.findall(text)) > MOST_WORDS
    words = "" if written else prefix_query(text)
    question = PLAIN if words else WRITTEN
    # All keys of a benchmark are looked at, which takes as long as the words do.
    keys = "" if " " in text else f"UNION {KEYS}"
    statement = f"{WORDS.format(question=question)} {keys}"
    asked = {"benchmark": benchmark.pk, "words": words, "text": text}
    with (
        connection.cursor() as cursor,
        cursor.copy(
            f"COPY (SELECT array_agg(number) FROM ({statement}) found(number)) TO STDOUT"
            " (FORMAT BINARY)",
            asked,
        ) as copy,
    ):
        return read_columns(copy, 1)[0]
