"""Static files as production serves them: collected, named by their content, compressed."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command


@pytest.fixture
def collected(settings, tmp_path) -> Path:
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", verbosity=0, interactive=False)
    return tmp_path


def test_every_file_that_another_names_is_there(collected):
    paths = json.loads((collected / "staticfiles.json").read_text())["paths"]
    for name in (
        "css/truepool.css",
        "favicon.svg",
        "vendor/htmx-2.0.11/htmx.min.js",
        "vendor/vega-6.2.0/vega.min.js",
    ):
        assert re.search(r"\.[0-9a-f]{12}\.", paths[name])
        assert (collected / paths[name]).is_file()
    assert (collected / f"{paths['css/truepool.css']}.gz").is_file()


def test_scripts_name_each_other_by_content(collected):
    paths = json.loads((collected / "staticfiles.json").read_text())["paths"]
    text = (collected / paths["js/screen/work.js"]).read_text()
    named = re.findall(r'from "\./([^"]+)"', text)
    assert len(named) > 10
    for name in named:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name)
        assert (collected / "js" / "screen" / name).is_file()


def test_files_are_gathered_once_for_each_state_of_them(settings, tmp_path):
    from stack.web.static_files import gather_static

    settings.STATIC_ROOT = tmp_path
    gather_static()
    manifest = tmp_path / "staticfiles.json"
    manifest.write_text("{}")
    gather_static()
    assert manifest.read_text() == "{}"
    (tmp_path / "gathered").write_text("of another state")
    gather_static()
    assert "css/truepool.css" in manifest.read_text()


def test_before_anything_was_gathered_files_have_their_plain_names(settings, tmp_path):
    from django.contrib.staticfiles.storage import staticfiles_storage

    settings.STATIC_ROOT = tmp_path
    assert staticfiles_storage.url("css/truepool.css") == "/static/css/truepool.css"


def test_the_broken_page_finds_its_stylesheet_by_its_plain_name(collected, client):
    from django.template.loader import render_to_string

    for link in re.findall(r'href="/static/([^"]+)"', render_to_string("500.html")):
        assert (collected / link).is_file()
