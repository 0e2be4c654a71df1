"""Whatever explains a value that people or programs give or read is a whole sentence."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import get_commands, load_command_class
from django.forms import BaseForm
from drf_spectacular.generators import SchemaGenerator
from rest_framework.serializers import BaseSerializer, Serializer

from metrics.standalone.command import make_parser
from tests.packages import PACKAGES

# Their tables say so until the next migration that they need anyway.
UNTIL_THEY_MIGRATE = {"ReportArray.content", "Item.position", "ForeignPair.facts"}
DJANGOS = {
    "--version",
    "-v",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
    "--skip-checks",
    "-h",
}
# What begins so leaves out what it speaks of.
CUT_OFF = re.compile(
    r"(Of|Or|That|To|In|At|By|As|For|From|Beside|Where|When|Whether|Which|What|How|With|Without"
    r"|Between|Null|null|And|Likewise)\b"
)
# A question in short is what it is about: "What the token may do."
QUESTIONS = ("What", "How", "Whether", "Which", "Where", "When")


def is_sentence(text: str) -> bool:
    """As far as a machine can tell: a capital letter, several words, a full stop, and no beginning
    that hangs on something that was left out."""
    text = " ".join(text.split())
    begins_short = CUT_OFF.match(text) and not text.startswith(QUESTIONS) and "," not in text
    return bool(
        (text[:1].isupper() or text[:1].isdigit())
        and text.endswith(".")
        and len(text.split()) > 2
        and not begins_short
    )


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("The number of ranks that are kept.", True),
        ("Only pairs that nobody has judged.", True),
        ("What the token may do.", True),
        ("In days, the time for which the link is valid.", True),
        ("the number of ranks", False),
        ("The number of ranks", False),
        ("Of an MSR-VTT file.", False),
        ("Or a list of links.", False),
        ("Likewise.", False),
        ("To the minute.", False),
    ],
)
def test_a_sentence_is_told_from_a_scrap(text, whole):
    assert is_sentence(text) == whole


def subclasses(of: type) -> Iterator[type]:
    for kind in of.__subclasses__():
        yield kind
        yield from subclasses(kind)


def ours(of: type) -> list[type]:
    """All classes of this kind in the packages, each module of which is imported first."""
    for app in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(app).__path__, f"{app}."):
            if re.search(r"forms|serializers|api", module.name):
                importlib.import_module(module.name)
    found = {kind for kind in subclasses(of) if kind.__module__.split(".")[0] in PACKAGES}
    return sorted(found, key=lambda kind: (kind.__module__, kind.__qualname__))


def scraps(texts: dict[str, str]) -> dict[str, str]:
    return {place: text for place, text in texts.items() if text and not is_sentence(text)}


def asked_fields(kind: type) -> dict[str, str]:
    asks = getattr(kind, "asks", None)
    described = importlib.import_module("foundation.asking.questions").described
    return {one.name: one.question.help for one in described(asks)} if asks else {}


def test_models():
    fields = {
        f"{model.__name__}.{field.name}": str(getattr(field, "help_text", ""))
        for model in apps.get_models()
        if model._meta.app_label in PACKAGES
        for field in model._meta.get_fields()
    }
    assert len(fields) > 100
    assert set(scraps(fields)) <= UNTIL_THEY_MIGRATE


def test_forms():
    texts = {
        f"{form.__module__}.{form.__qualname__}.{name}": text
        for form in ours(BaseForm)
        for name, text in (
            asked_fields(form)
            | {name: str(field.help_text) for name, field in form.base_fields.items()}
        ).items()
    }
    assert len(texts) > 50
    assert scraps(texts) == {}


def test_serializers():
    texts = {
        f"{kind.__module__}.{kind.__qualname__}.{name}": str(text or "")
        for kind in ours(Serializer)
        for name, text in (
            asked_fields(kind)
            | {
                name: field._kwargs.get("help_text")
                for name, field in getattr(kind, "_declared_fields", {}).items()
                if isinstance(field._kwargs, dict)
            }
        ).items()
    }
    assert len(texts) > 100
    assert ours(BaseSerializer)
    assert scraps(texts) == {}


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


def without_choices(text: str) -> str:
    """Choices are listed below what explains them, and stand alone where nothing does."""
    return re.split(r"(?:^|\n\n)\* `", text)[0]


def test_parameters_of_the_api(schema):
    texts = {
        f"{operation['operationId']}.{parameter['name']}": without_choices(
            parameter.get("description", "")
        )
        for methods in schema["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
    }
    assert len(texts) > 50
    assert scraps(texts) == {}


def test_what_the_api_takes_and_gives(schema):
    texts = {
        f"{name}.{key}": without_choices(value.get("description", ""))
        for name, component in schema["components"]["schemas"].items()
        for key, value in component.get("properties", {}).items()
    }
    assert len(texts) > 300
    assert scraps(texts) == {}


@pytest.mark.parametrize(
    ("name", "app"),
    [
        *sorted((name, app) for name, app in get_commands().items() if app in PACKAGES),
        ("metrics", ""),
    ],
)
def test_commands(name, app):
    parser = (
        load_command_class(app, name).create_parser("manage.py", name) if app else make_parser()
    )
    options = [action for action in parser._actions if not DJANGOS & set(action.option_strings)]
    texts = {str(action.option_strings or action.dest): action.help or "." for action in options}
    assert scraps({"itself": parser.description or ".", **texts}) == {}
