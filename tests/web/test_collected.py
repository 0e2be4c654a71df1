"""Static files as production serves them: collected, named by their content, compressed."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command


@pytest.fixture
def collected(settings, tmp_path) -> Path:
    settings.STATIC_ROOT = tmp_path
    storage = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    call_command("collectstatic", verbosity=0, interactive=False)
    return tmp_path


def test_every_file_that_another_names_is_there(collected):
    paths = json.loads((collected / "staticfiles.json").read_text())["paths"]
    for name in (
        "css/truepool.css",
        "favicon.svg",
        "vendor/htmx-2.0.11/htmx.min.js",
        "vendor/swagger-ui-5.35.0/swagger-ui-bundle.js",
    ):
        assert re.search(r"\.[0-9a-f]{12}\.", paths[name])
        assert (collected / paths[name]).is_file()
    assert (collected / f"{paths['css/truepool.css']}.gz").is_file()


def test_the_broken_page_finds_its_stylesheet_by_its_plain_name(collected, client):
    from django.template.loader import render_to_string

    for link in re.findall(r'href="/static/([^"]+)"', render_to_string("500.html")):
        assert (collected / link).is_file()
