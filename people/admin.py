"""The tables of people, to look at. Every change has its page and its action, which the audit log
hears of."""

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from people.models import ApiToken, AuditEvent, Invitation, PasswordLink, User

# Columns whose names hold one of these are neither shown nor asked about: "begins with" finds out a
# digest letter by letter.
SECRET = ("password", "digest", "secret", "session", "token", "key")


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the checker only
    """Later apps' tables that are written by actions alone may build on this."""

    ordering = ("-pk",)
    actions = None
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """What may stand behind the question mark of a list's address. Others get 400."""
        return not any(word in lookup.lower() for word in SECRET) and super().lookup_allowed(
            lookup, value, request
        )

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(User)
class UserAdmin(LookOnly):
    list_display = ("username", "name", "role", "is_active", "created_at", "last_login")
    list_filter = ("role", "is_active")
    search_fields = ("username", "name", "email")
    exclude = ("password",)

    def view_on_site(self, person: User) -> str:
        return reverse("people:person", args=[person.pk])


@admin.register(Invitation)
class InvitationAdmin(LookOnly):
    list_display = (
        "for_whom",
        "role",
        "invited_by",
        "created_at",
        "expires_at",
        "used_at",
        "withdrawn_at",
    )
    exclude = ("digest",)


@admin.register(PasswordLink)
class PasswordLinkAdmin(LookOnly):
    list_display = ("person", "made_by", "created_at", "expires_at", "used_at", "withdrawn_at")
    exclude = ("digest",)


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly):
    list_display = (
        "start",
        "user",
        "name",
        "scope",
        "created_at",
        "expires_at",
        "revoked_at",
        "last_used_at",
    )
    exclude = ("digest",)


@admin.register(AuditEvent)
class AuditEventAdmin(LookOnly):
    list_display = ("at", "actor", "via", "address", "verb", "object_type", "object_name")
    list_filter = ("via",)
    search_fields = ("verb", "object_name")
