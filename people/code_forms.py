"""What is typed of a second factor. What cannot be a code is no guess, and is not counted."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from people.secret import recovery_code_in
from people.totp import DIGITS


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code that the app shows"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, is_alone: bool = False, **kwargs: Any) -> None:
        """is_alone: whether the page asks for nothing else."""
        super().__init__(*args, **kwargs)
        if is_alone:
            self.fields["code"].widget.attrs["autofocus"] = True

    def clean_code(self) -> str:
        code = "".join(self.cleaned_data["code"].split())
        if not re.fullmatch(rf"[0-9]{{{DIGITS}}}", code):
            raise forms.ValidationError(_("Expected six digits, each from 0 to 9."))
        return code


class RecoveryCodeForm(forms.Form):
    recovery_code = forms.CharField(
        label=_("Recovery code"),
        max_length=80,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean_recovery_code(self) -> str:
        code = recovery_code_in(self.cleaned_data["recovery_code"])
        if not code:
            raise forms.ValidationError(
                _("Expected 16 letters and digits, in four groups as you kept them.")
            )
        return code
