"""The list of vendored libraries, the files, the checksums and the pages' links say the same."""

import hashlib
import json
import re
import zipfile

import pytest

from foundation.home import CHECKOUT
from tests.web.stylesheet import STATIC

VENDOR = STATIC / "vendor"
FOR_TESTS = CHECKOUT / "tests" / "vendor"
WORDNET = CHECKOUT / "semantics" / "words" / "vendor"


def libraries_in(folder):
    return json.loads((folder / "vendored.json").read_text(encoding="utf-8"))


def files_in(folder):
    """Those that are stored as they are; tests/web/test_scripts.py looks into the zip."""
    return {
        f"{library['name']}-{library['version']}/{file['name']}": file["sha256"]
        for library in libraries_in(folder)
        if not library.get("zip")
        for file in library["files"]
    }


LIBRARIES = libraries_in(VENDOR)
FILES = files_in(VENDOR)


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_the_one_that_was_listed(path):
    assert hashlib.sha256((VENDOR / path).read_bytes()).hexdigest() == FILES[path]


@pytest.mark.parametrize(("path", "sha256"), files_in(FOR_TESTS).items())
def test_a_file_that_only_tests_use_is_the_one_that_was_listed(path, sha256):
    assert hashlib.sha256((FOR_TESTS / path).read_bytes()).hexdigest() == sha256


def test_wordnets_files_are_those_that_were_listed():
    (library,) = libraries_in(WORDNET)
    folder = WORDNET / f"{library['name']}-{library['version']}"
    listed = {file["name"]: file["sha256"] for file in library["files"]}
    with zipfile.ZipFile(folder / library["zip"]) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents["LICENSE"] = (folder / "LICENSE").read_bytes()
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    assert found == listed
    assert {path.name for path in folder.iterdir()} == {"LICENSE", library["zip"]}


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
