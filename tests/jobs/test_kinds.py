"""Kinds of jobs are imported when they are asked for, and all of them are found."""

import json
import os
import subprocess
import sys

import pytest

from foundation.home import CHECKOUT
from jobs.kinds import UnknownKind, all_kinds, find_kind

WORK = [
    "annotator.background",
    "publishing.background",
    "metrics.background",
    "pooling.background",
    "altair",
    "scipy",
]
ASKED = """
import json, sys
import django
django.setup()
from jobs.kinds import find_kind
seen = []
for name in (None, "pooling.import_run", "submissions.submit_run"):
    if name:
        assert find_kind(name).name == name
    seen.append([module for module in %r if module in sys.modules])
print(json.dumps(seen))
"""


def test_a_process_that_starts_no_job_imports_no_work():
    done = subprocess.run(
        [sys.executable, "-c", ASKED % WORK],
        cwd=CHECKOUT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    before, after_one, after_all = json.loads(done.stdout)
    assert before == []
    assert "pooling.background" in after_one
    assert "metrics.background" not in after_one
    assert {"annotator.background", "metrics.background"} <= set(after_all)  # under another name


def test_every_kind_is_found_by_its_name():
    assert len(all_kinds()) > 20
    assert [find_kind(name).name for name in all_kinds()] == list(all_kinds())


def test_an_unknown_kind_is_refused_with_those_there_are():
    with pytest.raises(UnknownKind, match=r"called jobs.dance: expected one of .*jobs.tidy_up"):
        find_kind("jobs.dance")
