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

from people.doorkeeper import knows_password
from people.models import Role, Scope, User
from people.queries import AuditFilter, find_person

ANY = ("", "Any")


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
        help_text="As colleagues know you.",
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


class InviteForm(forms.Form):
    for_whom = forms.CharField(
        label="For whom", max_length=120, help_text="A name or a note, for the list below."
    )
    role = forms.TypedChoiceField(coerce=Role)
    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=90, initial=7)

    def __init__(self, inviter: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = role_field(inviter, initial=Role.RATER)


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(coerce=Role)

    def __init__(self, manager: User, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = role_field(manager, initial=Role(person.role))


def role_field(manager: User, initial: Role) -> forms.TypedChoiceField:
    roles = [(role.value, role.label) for role in manager.manageable_roles]
    return forms.TypedChoiceField(coerce=Role, choices=roles, initial=initial.value)


class TokenForm(forms.Form):
    name = forms.CharField(label="What will use it", max_length=60)
    scope = forms.TypedChoiceField(coerce=Scope, label="What it may do")
    days = forms.IntegerField(label="Valid for (days)", min_value=1, max_value=3_650, initial=90)

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = [(scope.value, scope.label) for scope in Scope.open_to(owner)]
        self.fields["scope"] = forms.TypedChoiceField(
            coerce=Scope, label="What it may do", choices=scopes
        )


class PeopleFilterForm(forms.Form):
    search = forms.CharField(required=False, label="Name or e-mail", max_length=120)
    role = forms.ChoiceField(required=False, choices=[ANY, *Role.choices])
    state = forms.ChoiceField(
        required=False, choices=[ANY, ("active", "Active"), ("inactive", "Deactivated")]
    )


class AuditFilterForm(forms.Form):
    person = forms.CharField(required=False, label="By (username)", max_length=60)
    verb = forms.CharField(required=False, label="Did", max_length=60)
    object_type = forms.CharField(required=False, label="Kind of thing", max_length=40)
    object_name = forms.CharField(required=False, label="To what (name or number)", max_length=200)
    since = forms.DateField(
        required=False, label="From", widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, label="To", widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", "Expected a day that is not before the first.")
        return cleaned

    def wanted(self) -> AuditFilter:
        return AuditFilter(**self.cleaned_data)
