"""Every app says what must be true of it, and the registry asks all of them."""

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from foundation.home import CHECKOUT
from foundation.integrity import Integrity, register, registered


def our_apps() -> set[str]:
    return {
        config.label
        for config in apps.get_app_configs()
        if (CHECKOUT / config.label).is_dir() and list(config.get_models())
    }


def test_every_app_with_tables_is_registered_from_the_ground_up():
    known = [integrity.app for integrity in registered()]
    assert known == [
        *("people", "jobs", "pooling", "semantics", "annotator", "retrieval", "witnesses"),
        "metrics",
        "publishing",  # no tables, but files
    ]
    assert set(known) == our_apps() | {"publishing"}


def test_an_app_registers_once():
    with pytest.raises(ImproperlyConfigured, match="people"):
        register(Integrity("people"))


def test_every_trigger_of_the_database_is_somebodys_guard(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
        )
        there = set(cursor.fetchall())
    guards = {guard for integrity in registered() for guard in integrity.guards.items()}
    assert guards == there


def test_no_folder_of_files_is_two_apps():
    folders = [folder for integrity in registered() for folder in integrity.folders]
    assert len(folders) == len(set(folders)) > 0
