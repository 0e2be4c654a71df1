"""What the pages of people take."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.http import HttpRequest
from django.utils.functional import lazystr

from foundation.asking.forms import AskedForm, FilterForm
from people.actions.change_role import RoleAsked
from people.actions.invite_person import InviteAsked
from people.actions.make_token import TokenAsked
from people.doorkeeper import knows_password
from people.models import User
from people.queries import AuditFilter, PeopleFilter, find_person


class _PasswordHelp:
    """The validators' own words, read when they are shown, because settings say which validators
    there are."""

    def __str__(self) -> str:
        return " ".join(password_validators_help_texts())


PASSWORD_HELP = lazystr(_PasswordHelp())


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": (
            "This name and password do not belong together. Passwords are case-sensitive, names are"
            " not."
        ),
        "inactive": "This account is deactivated.",
    }


class NewPasswordForm(forms.Form):
    """A password to be, typed twice. A subclass says whose it is, because it must not resemble
    their name."""

    password = forms.CharField(
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="The same again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def whose(self) -> User:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", "Expected the same password as above.")
        if password:
            try:
                validate_password(password, self.whose())
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return cleaned


class JoinForm(NewPasswordForm):
    """`username` is checked as the table wants it, and that nobody has it."""

    username = forms.CharField(
        max_length=60,
        help_text="What you will sign in with. Letters, digits and @ . + - _ only.",
        validators=User._meta.get_field("username").validators,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    name = forms.CharField(
        label="Your name",
        max_length=120,
        help_text="Your name, as colleagues know you.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["username", "name", "password", "again"]

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if find_person(username):
            raise forms.ValidationError("This username is taken.")
        return username

    def whose(self) -> User:
        return User(
            username=self.cleaned_data.get("username", ""), name=self.cleaned_data.get("name", "")
        )


class PasswordForm(NewPasswordForm):
    """Proves the current password first; a wrong one counts towards the lock-out, as it does at the
    door."""

    current = forms.CharField(
        label="Current password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = forms.CharField(
        label="New password",
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ["current", "password", "again"]

    def __init__(self, request: HttpRequest, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.person = request, person

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if not knows_password(self.request, self.person, current):
            raise forms.ValidationError("This is not your current password.")
        return current

    def whose(self) -> User:
        return self.person


class InviteForm(AskedForm):
    asks = InviteAsked
    requires = ("role", "days")


class RoleForm(AskedForm):
    asks = RoleAsked


class TokenForm(AskedForm):
    asks = TokenAsked
    requires = ("scope", "days")


class PeopleFilterForm(FilterForm):
    asks = PeopleFilter
    unchosen = {"role": "Any", "state": "Any"}


class AuditFilterForm(FilterForm):
    asks = AuditFilter
    widgets = {name: forms.DateInput(attrs={"type": "date"}) for name in ("since", "until")}
