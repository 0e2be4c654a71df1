"""Whatever explains something that labelling asks for or shows is a whole sentence: of tables,
forms, the API, and what is asked. (Options of commands: tests/docs.)"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from django import forms
from django.apps import apps
from rest_framework import serializers

import annotator
from annotator import asked
from foundation.asking.questions import described

FACES = [
    import_module(f"annotator.{one.name}")
    for one in iter_modules(annotator.__path__)
    if one.name.endswith(("forms", "serializers"))
]
ASKED = [import_module(f"annotator.asked.{one.name}") for one in iter_modules(asked.__path__)]


def classes(modules, kind) -> Iterator[type]:
    for module in modules:
        for name, one in vars(module).items():
            if isinstance(one, type) and issubclass(one, kind) and not name.startswith("_"):
                yield one


def of_tables() -> dict[str, str]:
    models = apps.get_app_config("annotator").get_models()
    return {str(field): field.help_text for one in models for field in one._meta.fields}


def of_forms() -> dict[str, str]:
    return {
        f"{one.__name__}.{name}": str(field.help_text)
        for one in classes(FACES, forms.BaseForm)
        for name, field in one.base_fields.items()
    }


def of_the_api() -> dict[str, str]:
    return {
        f"{one.__name__}.{name}": str(field.help_text or "")
        for one in classes(FACES, serializers.Serializer)
        for name, field in one._declared_fields.items()
    }


def of_what_is_asked() -> dict[str, str]:
    return {
        f"{one.__name__}.{each.name}": each.question.help
        for one in classes(ASKED, object)
        if one.__module__.startswith("annotator.asked.")
        for each in described(one)
    }


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith((".", ".)")) and " " in text


@pytest.mark.parametrize("of", [of_tables, of_forms, of_the_api, of_what_is_asked])
def test_every_explanation_is_a_whole_sentence(of):
    texts = of()
    assert sum(map(bool, texts.values())) > 1
    assert {name: text for name, text in texts.items() if text and not is_sentence(text)} == {}


def test_everything_that_is_asked_is_explained():
    assert [name for name, text in of_what_is_asked().items() if not text] == []
    undocumented = [
        one.__name__
        for one in classes(ASKED, object)
        if one.__module__.startswith("annotator.asked.")
        and (one.__doc__ or "").startswith(f"{one.__name__}(")
    ]
    assert undocumented == []
