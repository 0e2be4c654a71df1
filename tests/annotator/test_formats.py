"""The registry of formats: what is registered is offered everywhere, and is explained."""

import re
from pathlib import Path

import pytest
from django.core.management import load_command_class

from annotator.formats.registry import EXPORT_FORMATS, FORMATS, LABEL_FORMATS, names_of
from annotator.forms import ExportForm, ImportLabelsForm
from annotator.leading_serializers import ImportLabelsSerializer, NewExportSerializer
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring
from tests.factories import make_benchmark

DOCUMENT = Path(__file__).parents[2] / "docs/formats.md"
pytestmark = pytest.mark.django_db


def offered_by_command(name: str) -> set[str]:
    parser = load_command_class("annotator", name).create_parser("manage.py", name)
    return {
        one
        for action in parser._actions
        if "--format" in action.option_strings
        for one in action.choices
    }


def test_every_format_is_offered_by_pages_the_api_and_commands(lead):
    for offered, form, serializer, command in (
        (EXPORT_FORMATS, ExportForm, NewExportSerializer, "export"),
        (LABEL_FORMATS, ImportLabelsForm, ImportLabelsSerializer, "import_labels"),
    ):
        assert dict(form(person=lead).fields["format"].choices) == offered
        assert set(serializer().fields["format"].choices) == set(offered)
        assert offered_by_command(command) == set(offered)


def test_every_format_says_what_it_is():
    for name, one in FORMATS.items():
        assert one.name == name
        assert one.sentence.startswith(f"{name}: ")
        assert one.convention.endswith(".")
        assert one.files


def test_the_document_of_formats_has_them_all():
    part = DOCUMENT.read_text().split("\n## Labels\n")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)) == set(FORMATS)


def test_what_only_some_have_is_named_by_the_registry():
    assert names_of(has="has_strata") == "qrels"
    assert names_of(has="has_lines") == "triplets and log"


@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if one.example])
def test_what_pages_show_of_a_format_is_read_by_it(name, tmp_path):
    captions = [("a dog", "video7011"), ("a man jumps over a fence", "video7010")]  # c0 and c1
    videos = ["video7010", "video7011", "video7012"]
    benchmark = make_benchmark(captions, videos=videos)
    (tmp_path / "file").write_text(FORMATS[name].example)
    bring(benchmark, tmp_path / "file", name)
    relevant = JudgedPair.objects.get(verdict=JudgedPair.Verdict.RELEVANT)
    assert (relevant.query.text, relevant.video.key) == captions[1]
