"""MSVD's test captions, as FIRE counts them."""

import json
from collections import Counter

import pytest
from django.core.management import call_command

from pooling.models import Benchmark, Caption
from tests.published import published

pytestmark = pytest.mark.django_db(transaction=True)


def test_captions_and_videos_are_those_of_the_benchmark(tmp_path, capsys):
    path = published("msvd/msvd_test_captions.json")
    call_command("import_benchmark", "msvd", "--captions", str(path))
    msvd = Benchmark.objects.get(name="msvd")
    assert (msvd.caption_count, msvd.video_count) == (27_763, 670)
    of_videos = Counter(Caption.objects.filter(benchmark=msvd).values_list("video_id", flat=True))
    assert max(of_videos.values()) == 81
    assert sum(map(len, json.loads(path.read_text()).values())) == 27_763
