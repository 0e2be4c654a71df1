"""What the pages of people take."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from foundation.asking.forms import AskedForm, FilterForm
from foundation.words import translated_lazily
from people.actions.accounts import RoleAsked
from people.actions.choose_reading import ReadingAsked
from people.actions.invitations import InviteAsked
from people.actions.tokens import TokenAsked
from people.code_forms import CodeForm
from people.doorkeeper import knows_password
from people.models import User
from people.queries import AuditFilter, PeopleFilter, find_person
from people.reader import known_zones

# The validators' own words, read when they are shown, because settings say which validators there
# are.
PASSWORD_HELP = lazy(lambda: " ".join(password_validators_help_texts()), str)()
PASSWORD = forms.PasswordInput(attrs={"autocomplete": "new-password"})

NEW_PASSWORD = forms.CharField(
    label=_("New password"), strip=False, help_text=PASSWORD_HELP, widget=PASSWORD
)


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("Wrong username or password. Passwords are case-sensitive."),
        "inactive": _("This account is deactivated."),
    }


class NewPasswordForm(forms.Form):
    """A password to be, typed twice. A subclass says whose it is, because it must not resemble
    their name."""

    password = forms.CharField(strip=False, help_text=PASSWORD_HELP, widget=PASSWORD)
    again = forms.CharField(label=_("Repeat the password"), strip=False, widget=PASSWORD)

    def whose(self) -> User:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", _("Expected the same password as above."))
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
        help_text=_("What you will sign in with. Letters, digits and @ . + - _ only."),
        validators=User._meta.get_field("username").validators,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        help_text=_("Your name, as colleagues know you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["username", "name", "password", "again"]

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if find_person(username):
            raise forms.ValidationError(_("This username is taken."))
        return username

    def whose(self) -> User:
        return User(
            username=self.cleaned_data.get("username", ""), name=self.cleaned_data.get("name", "")
        )


class OtherPasswordForm(NewPasswordForm):
    """The form for somebody who has an account."""

    password = NEW_PASSWORD

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def whose(self) -> User:
        return self.person


class CurrentPasswordForm(forms.Form):
    """Proves the current password first; a wrong one counts towards the lock-out, as it does at the
    door."""

    current = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.person = request, person

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if not knows_password(self.request, self.person, current):
            raise forms.ValidationError(_("This is not your current password."))
        return current


class PasswordForm(CurrentPasswordForm, NewPasswordForm):
    """Another password, by somebody who knows the present one."""

    password = NEW_PASSWORD
    field_order = ["current", "password", "again"]

    def whose(self) -> User:
        return self.person


class SecondFactorForm(CurrentPasswordForm, CodeForm):
    """On the account page; at the door the password was given just now."""

    field_order = ["code", "current"]


class InviteForm(AskedForm):
    asks = InviteAsked
    requires = ("role", "days")
    widgets = {"for_whom": forms.Textarea(attrs={"rows": 3})}


class RoleForm(AskedForm):
    asks = RoleAsked


class TokenForm(AskedForm):
    asks = TokenAsked
    requires = ("scope", "days")


class ReadingForm(AskedForm):
    asks = ReadingAsked
    unchosen = {"language": "As my browser asks", "theme": "As usual for my role"}

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        chosen = {name: getattr(person, name) for name in ("language", "time_zone", "theme")}
        super().__init__(*args, person=person, initial=chosen, **kwargs)
        zones = [(name, name.replace("_", " ")) for name in sorted(known_zones())]
        unchosen = ("", translated_lazily("As my browser has it"))
        self.fields["time_zone"].widget = forms.Select(choices=[unchosen, *zones])


class PeopleFilterForm(FilterForm):
    asks = PeopleFilter
    unchosen = {"role": "Any", "state": "Any"}


class AuditFilterForm(FilterForm):
    asks = AuditFilter
