"""Scripts of pages: short, in lines that fit beside each other, and typed."""

import hashlib
import json
import zipfile

import pytest

from tests.types_of_scripts import COMPILER, complaints_about, scripts

SCRIPTS = scripts()
CALLS = """// @ts-check
import { Held } from "./held.js";

const held = new Held();
held.answr({ id: 1 });
held.leave("1", "a lease");
"""


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_short_and_says_that_its_types_are_checked(name):
    lines = SCRIPTS[name].splitlines()
    assert lines[0] == "// @ts-check"
    assert len(lines) <= 250
    assert [line for line in lines if len(line) > 100] == []


def test_what_the_compiler_complains_of_is_the_planted_mistake_alone(chromium):
    planted = SCRIPTS | {"screen/planted.js": CALLS}
    name, kind = complaints_about(chromium, planted)
    assert name.startswith("static/js/screen/planted.js:5:6: Property 'answr' does not exist")
    assert kind.startswith("static/js/screen/planted.js:6:12: Argument of type 'string'")


def test_the_compiler_is_the_one_that_was_listed():
    listed = json.loads((COMPILER.parents[1] / "vendored.json").read_text(encoding="utf-8"))
    (library,) = [one for one in listed if one["name"] == "typescript"]
    with zipfile.ZipFile(COMPILER) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents["LICENSE"] = (COMPILER.parent / "LICENSE").read_bytes()
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    assert found == {file["name"]: file["sha256"] for file in library["files"]}
