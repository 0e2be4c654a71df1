"""Django's admin site: a place to look, not a way around the actions."""

from typing import Any, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from people.views.sign_in import PasswordDoor


class Backroom(AdminSite):
    site_header = gettext_lazy("Truepool: the tables")
    site_title = "Truepool"
    index_title = gettext_lazy("Read-only. Make changes on Truepool's own pages.")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """All but Django's groups: roles are ours, and an empty list of groups would only
        puzzle."""
        if model_or_iterable not in (Group, [Group], (Group,)):
            super().register(model_or_iterable, admin_class, **options)

    @method_decorator([never_cache, login_not_required])
    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Django's own, which would sign in whoever knows the password, with our door in it."""
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index", current_app=self.name))
        context: dict[str, object] = {
            **self.each_context(request),
            "title": gettext_lazy("Sign in"),
            "subtitle": None,
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
        }
        if REDIRECT_FIELD_NAME not in {**request.GET, **request.POST}:
            context[REDIRECT_FIELD_NAME] = reverse("admin:index", current_app=self.name)
        request.current_app = self.name  # for the template
        door = PasswordDoor(
            extra_context=context | (extra_context or {}),
            authentication_form=AdminAuthenticationForm,
            template_name="admin/login.html",
        )
        door.setup(request)
        return cast("HttpResponse", door.dispatch(request))

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """There is one way to change a password, because it also ends sessions and tokens."""
        return HttpResponseRedirect(reverse("people:account"))
