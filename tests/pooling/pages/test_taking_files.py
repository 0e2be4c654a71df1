"""Videos that a page's script sends: what is there already, and what came of each."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.models import Job, State
from pooling.models import Upload, Video
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db


def file_of(content: bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


@pytest.fixture
def of():
    return make_benchmark([("a dog", "v0"), ("a cat", "v1"), ("a cow", "v2")])


@pytest.fixture
def there(of) -> str:
    return f"/benchmarks/{of.pk}/videos/take/"


def makers():
    return Job.objects.filter(kind="pooling.make_playable")


def test_a_batch_is_taken_file_by_file_and_what_is_refused_says_why(signed_in, lead, of, there):
    files = [file_of(b"a film", "v0.mp4"), file_of(b"?", "holiday.mp4"), file_of(b"one", "v1")]
    answer = signed_in(lead).post(there, {"videos": files})
    assert answer.status_code == 200
    came = answer.json()
    assert (came["taken"], came["refused_count"]) == (2, 1)
    assert came["refused"][0].startswith("holiday.mp4: 'holiday' is no video of")
    states = dict(of.videos.values_list("key", "state"))
    assert states == {"v0": "waiting", "v1": "waiting", "v2": "missing"}
    kept = settings.MEDIA_ROOT / of.videos.get(key="v0").source
    assert kept.read_bytes() == b"a film"
    assert not Upload.objects.exists()  # nothing is kept twice


def test_what_is_there_already_is_said_by_name_and_size(signed_in, lead, of, there):
    browser = signed_in(lead)
    browser.post(there, {"videos": [file_of(b"a film", "v0.mp4")]})
    Video.objects.filter(benchmark=of, key="v1").update(state=Video.State.READY, path="x.mp4")
    assert browser.get(there).json() == {"wanted": ["v2"], "waiting": {"v0": 6}, "playing": ["v1"]}


def test_conversion_begins_with_the_first_batch_and_again_after_the_last(
    signed_in, lead, of, there
):
    browser = signed_in(lead)
    answer = browser.post(there, {"videos": [file_of(b"a film", "v0.mp4")]})
    first = makers().count()
    assert answer.json()["onward"].startswith(f"/benchmarks/{of.pk}/videos/?job=")
    # Those that are under way take what comes meanwhile.
    browser.post(there, {"videos": [file_of(b"another", "v1.mp4")]})
    assert makers().count() == first
    # They may be about to end.
    last = browser.post(there, {"last": "yes"}).json()
    assert makers().count() > first
    assert "?job=" in last["onward"]


def test_the_last_of_nothing_begins_nothing(signed_in, lead, of, there):
    answer = signed_in(lead).post(there, {"last": "yes"})
    assert answer.json()["onward"] == f"/benchmarks/{of.pk}/videos/"
    assert not makers().exists()


def test_a_full_disk_stops_it_with_its_reason(signed_in, lead, of, there, tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "gone"
    settings.MEDIA_ROOT.write_text("no folder can be made here")
    answer = signed_in(lead).post(there, {"videos": [file_of(b"a film", "v0.mp4")]})
    assert answer.status_code in (200, 409)
    came = answer.json()
    assert came.get("stopped") or came["refused"]
    assert not Job.objects.filter(state=State.QUEUED).exists()


def test_only_leads_send_videos(signed_in, rater, of, there):
    assert signed_in(rater).get(there).status_code == 403
    assert signed_in(rater).post(there).status_code == 403
