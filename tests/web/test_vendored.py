"""The list of vendored libraries, the files, the checksums and the pages' links say the same."""

import hashlib
import json
import re

import pytest

from tests.web.stylesheet import STATIC

VENDOR = STATIC / "vendor"
LIBRARIES = json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))
FILES = {
    f"{library['name']}-{library['version']}/{file['name']}": file["sha256"]
    for library in LIBRARIES
    for file in library["files"]
}


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_the_one_that_was_listed(path):
    assert hashlib.sha256((VENDOR / path).read_bytes()).hexdigest() == FILES[path]


def test_there_is_no_file_that_is_not_listed():
    found = {
        path.relative_to(VENDOR).as_posix() for path in VENDOR.glob("*-*/**/*") if path.is_file()
    }
    assert found == set(FILES)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["name"])
def test_a_library_comes_with_its_licence(library):
    assert library["licence"]
    assert (VENDOR / f"{library['name']}-{library['version']}" / "LICENSE").stat().st_size > 100


def test_pages_link_to_versions_that_are_there():
    linked = {
        link
        for page in (STATIC.parent / "templates").rglob("*.html")
        for link in re.findall(r"vendor/([^'\"]+)", page.read_text(encoding="utf-8"))
    }
    assert linked
    assert linked <= set(FILES)


def test_no_script_or_style_points_to_a_map_that_is_not_there():
    for path in FILES:
        assert b"sourceMappingURL" not in (VENDOR / path).read_bytes()
