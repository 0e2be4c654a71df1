import importlib

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        importlib.import_module("people.doorkeeper")  # it hears of who comes and goes


class BackroomConfig(AdminConfig):
    """Django's admin site, as people/admin_site.py has it."""

    default_site = "people.admin_site.Backroom"
    default = False
