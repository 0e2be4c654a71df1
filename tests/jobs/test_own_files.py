"""A folder is taken for the database's own where its files are in it, and bears its name then."""

from uuid import UUID

import pytest

from jobs.models import Instance
from jobs.own_files import MARK, FilesElsewhere, adopt_files, prove_files, rename_instance
from pooling.models import Benchmark, Video

pytestmark = pytest.mark.django_db


@pytest.fixture
def media(settings, tmp_path):
    """A folder of files, apart from the database."""
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.GIVEN = {**settings.GIVEN, "DATABASE_URL": {"NAME": "elsewhere"}}
    return settings.MEDIA_ROOT


@pytest.fixture
def clip():
    """A row that names a file."""
    benchmark = Benchmark.objects.create(name="clips")
    return Video.objects.create(
        benchmark=benchmark, number=1, key="one", path="videos/aa/one.mp4", state=Video.State.READY
    )


def marked(media) -> UUID:
    return UUID((media / MARK).read_text().strip())


def test_the_first_start_names_both(media):
    prove_files()
    assert marked(media) == Instance.objects.get().name
    prove_files()
    assert [path.name for path in media.iterdir()] == [MARK]


def test_a_folder_without_the_files_that_rows_name_is_refused(media, clip):
    with pytest.raises(FilesElsewhere, match=r"videos/aa/one\.mp4 is one"):
        prove_files()
    assert not media.exists()
    assert not Instance.objects.exists()
    adopt_files(even_if_missing=True)
    prove_files()


def test_a_folder_of_before_the_names_is_taken_for_its_database(media, clip):
    (media / clip.path).parent.mkdir(parents=True)
    (media / clip.path).touch()
    prove_files()
    assert marked(media) == Instance.objects.get().name


def test_a_database_that_was_emptied_takes_the_name_of_its_folder(media):
    prove_files()
    before = marked(media)
    Instance.objects.all().delete()
    prove_files()
    assert marked(media) == Instance.objects.get().name == before


def test_a_database_with_another_name_is_refused(media):
    prove_files()
    Instance.objects.update(name="4f6b8a3e-8d4a-4d8e-9d7e-0c9a7c0f1a2b")
    with pytest.raises(FilesElsewhere, match="4f6b8a3e-8d4a-4d8e-9d7e-0c9a7c0f1a2b"):
        prove_files()


@pytest.mark.parametrize("content", ["", "not a name", "ä"])
def test_a_mark_that_cannot_be_read_is_said_and_is_written_anew_when_asked(media, content):
    prove_files()
    (media / MARK).write_text(content, encoding="utf-8")
    with pytest.raises(FilesElsewhere, match="expected the name of an instance"):
        prove_files()
    assert adopt_files() == marked(media) == Instance.objects.get().name


def test_what_was_restored_gets_a_name_of_its_own(media):
    prove_files()
    before = marked(media)
    rename_instance()
    assert marked(media) == Instance.objects.get().name != before


def test_a_home_with_rows_and_files_is_named_and_never_refused(media, settings, clip):
    settings.GIVEN = {**settings.GIVEN, "DATABASE_URL": None}
    prove_files()
    (media / MARK).unlink()
    prove_files()
    assert marked(media) == Instance.objects.get().name
