"""Django's admin site: a place to look, not a way around the actions."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy


class Backroom(AdminSite):
    site_header = gettext_lazy("Truepool: the tables")
    site_title = "Truepool"
    index_title = gettext_lazy("Read-only. Make changes on Truepool's own pages.")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """All but Django's groups: roles are ours, and an empty list of groups would only
        puzzle."""
        if model_or_iterable not in (Group, [Group], (Group,)):
            super().register(model_or_iterable, admin_class, **options)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """There is one way to change a password, because it also ends sessions and tokens."""
        return HttpResponseRedirect(reverse("people:account"))
