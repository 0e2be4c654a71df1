"""Which tests a change can reach."""

import subprocess

import pytest

from tests import picking
from tests.picking import ROOT, floor_of, floors, lowest_floor


def left_out(*changed: str) -> set[str]:
    """The packages whose tests such a change cannot reach."""
    return {package for package, height in floors().items() if height < lowest_floor(changed)}


def test_packages_below_what_changed_are_left_out():
    assert left_out("jobs/running.py") == {"foundation", "people"}
    assert left_out("publishing/board.py", "docs/metrics.md") == set(floors()) - {
        "publishing",
        "stack",
        "config",
    }


def test_the_lowest_of_several_changes_decides():
    assert left_out("publishing/board.py", "people/admin.py") == {"foundation"}


@pytest.mark.parametrize(
    "path",
    [
        "config/settings.py",
        "templates/base.html",
        "requirements.txt",
        "pyproject.toml",
        "tests/conftest.py",
        "tests/factories.py",
        "tests/picking.py",
        "a-new-folder/module.py",
    ],
)
def test_what_has_no_package_reaches_all(path):
    assert left_out(path, "publishing/board.py") == set()


def test_words_reach_no_package():
    assert left_out("docs/metrics.md", "bench/serve.py") == set(floors())


def test_helpers_of_tests_belong_to_their_package():
    assert left_out("tests/jobs/sweeping.py") == {"foundation", "people"}


def test_a_file_that_imports_from_above_its_folder_is_on_the_higher_floor():
    own = ROOT / "tests" / "people" / "test_tokens.py"
    assert floor_of(own) == floors()["people"]
    higher = next(
        path
        for path in sorted((ROOT / "tests" / "annotator").rglob("test_*.py"))
        if "from metrics." in path.read_text(encoding="utf-8")
    )
    assert floor_of(higher) >= floors()["metrics"]


def test_files_outside_the_packages_always_run():
    assert floor_of(ROOT / "tests" / "api" / "test_schema.py") == len(floors())


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A clone in which a.py was committed and every quick test passed."""
    monkeypatch.setattr(picking, "ROOT", tmp_path)
    monkeypatch.setattr(picking, "PASSED", tmp_path / "passed")
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    (tmp_path / "a.py").write_text("a = 1\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("passed\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "First."]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    (tmp_path / "passed").write_text(picking._git("rev-parse", "HEAD")[0], encoding="utf-8")
    return tmp_path


def test_changes_are_found_whether_tracked_or_not(repository):
    base = picking._last_passed()
    assert picking._changed_since(base) == []
    (repository / "a.py").write_text("a = 2\n", encoding="utf-8")
    (repository / "new file.py").write_text("", encoding="utf-8")
    assert picking._changed_since(base) == ["a.py", "new file.py"]


@pytest.mark.parametrize("kept", ["", "0" * 40, "no commit"])
def test_without_a_commit_that_is_known_here_there_is_none_to_compare_with(repository, kept):
    (repository / "passed").write_text(kept, encoding="utf-8")
    assert picking._last_passed() is None
