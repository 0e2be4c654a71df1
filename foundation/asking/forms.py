"""The face for pages: a form whose fields, sentences and rules are the dataclass's."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise as StrPromise
from django.utils.translation import gettext as _

from foundation.asking.arguments import values_of
from foundation.asking.days import DayField
from foundation.asking.questions import NOTHING, Described, Url, answers_of, described
from foundation.frozen import frozen
from foundation.pages import Handed
from foundation.refused import Refused, WrongValues
from foundation.words import translated, translated_lazily


class AskedForm(forms.Form):
    """asks: the dataclass. leaves_out: fields of it that this page does not ask for; `given` has
    their values, and those that the page knows already. A field that a subclass declares itself
    takes the place of the one described.

    requires: fields that must not be left empty here, though they have a usual answer; complete:
    all such fields, for the page sends all of them. widgets: how a page shows fields, where not as
    usual. unchosen: what it calls the choice of no row, or of none of the choices. folds: what is
    asked less often, by the words that it is folded under (_folded.html). `asked` is the dataclass,
    checked, once the form is valid.
    """

    asks: ClassVar[type]
    leaves_out: ClassVar[tuple[str, ...]] = ()
    requires: ClassVar[tuple[str, ...]] = ()
    widgets: ClassVar[dict[str, forms.Widget]] = {}
    unchosen: ClassVar[dict[str, str]] = {}
    folds: ClassVar[tuple[tuple[StrPromise, tuple[str, ...]], ...]] = ()
    complete: ClassVar[bool] = False
    asked: Any

    def __init__(
        self, *args: Any, person: Any = None, given: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.given = given or {}
        declared = self.fields
        wanted = [
            one
            for one in described(self.asks)
            if one.name not in self.given and one.name not in self.leaves_out
        ]
        self.fields = {
            one.on_page: declared.get(one.on_page) or self._field(one, person) for one in wanted
        } | declared
        for one in wanted:
            if self.complete and one.on_page not in declared:
                self.fields[one.on_page].required |= one.has_usual_answer and one.kind is not bool
        for name in self.requires:
            self.fields[name].required = True
        self.order_fields(self.field_order)

    def _field(self, one: Described, person: Any) -> forms.Field:
        widget, unchosen = self.widgets.get(one.on_page), self.unchosen.get(one.on_page)
        return form_field(one, person, widget, unchosen)

    def clean(self) -> dict[str, Any]:
        """Rules between fields are asked for once each field is right by itself."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        asked_for = {one.on_page: one for one in described(self.asks)}
        values = {
            asked_for[name].name: _value(asked_for[name], value)
            for name, value in cleaned.items()
            if name in asked_for
        }
        others = {one.name for one in fields(self.asks)} - {one.name for one in asked_for.values()}
        values |= {name: value for name, value in cleaned.items() if name in others}
        with self.refusals():
            self.asked = answers_of(self.asks, self.given | values)
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """What is asked, once it is checked, for an action that takes it one by one."""
        return values_of(self.asked)

    @property
    def plain(self) -> list[forms.BoundField]:
        """All fields that are in no fold."""
        folded = {name for _words, names in self.folds for name in names}
        return [field for field in self if field.name not in folded]

    @property
    def folded(self) -> list["Fold"]:
        return [Fold(words, [self[name] for name in names]) for words, names in self.folds]

    def refusals(self) -> Handed:
        return refusals_of(self, {one.name: one.on_page for one in described(self.asks)})


@frozen
class Fold:
    words: StrPromise | str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        """Where something is wrong inside, or is not as usual."""
        return any(
            field.errors or str(field.value() or "") not in ("", str(field.field.initial))
            for field in self.fields
        )


def refusals_of(form: forms.BaseForm, names: Mapping[str, str] | None = None) -> Handed:
    """What is refused inside is an error of the form, beside its field where it has one; what
    follows inside is left out. names: of the form's fields, where they have others there."""

    def add(wrong: Exception) -> None:
        if isinstance(wrong, ValidationError):
            form.add_error(None, wrong)
            return
        field = wrong.field if isinstance(wrong, Refused) else ""
        several = wrong.by_field if isinstance(wrong, WrongValues) else {field: str(wrong)}
        for name, why in several.items():
            on_page = (names or {}).get(name, name)
            form.add_error(on_page if on_page in form.fields else None, translated(why))

    return Handed(add, Refused, ValidationError)


class FilterForm(AskedForm):
    """A row of filters above a list, whose labels are enough."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in self.fields.values():
            one.help_text = ""

    @property
    def filters(self) -> bool:
        """Whether anything is asked for, so that an empty list can say why it is empty."""
        return any(self.data.get(name) for name in self.fields)


def form_field(
    one: Described,
    person: Any = None,
    widget: forms.Widget | None = None,
    unchosen: str | None = None,
) -> forms.Field:
    """The Django field that asks for it."""
    question = one.question
    words: dict[str, Any] = {
        "help_text": translated_lazily(question.help),
        "label": translated_lazily(one.label),
        "required": one.required and one.kind is not bool,
        "validators": [_validator(check) for check in question.checks] if not one.several else [],
    }
    if one.default not in (MISSING, None) and not question.rows:
        words["initial"] = ", ".join(map(str, one.default)) if one.several else one.default
    if widget is not None:
        words["widget"] = widget
    if question.rows is not None:
        return _row_field(one, question.rows(person), unchosen, words)
    if one.choices is not None:
        if one.several:
            return forms.MultipleChoiceField(choices=_in_words(one.choices), **words)
        open_to = one.choices if question.open_to is None else list(question.open_to(person))
        offered = [choice for choice in _in_words(one.choices) if choice[0] in open_to]
        if unchosen is not None or one.default is None:
            offered.insert(0, ("", "-" if unchosen is None else translated_lazily(unchosen)))
        return forms.ChoiceField(choices=offered, **words)
    return _plain_field(one, words)


def _in_words(choices: Mapping[str, str]) -> list[tuple[str, Any]]:
    return [(value, translated_lazily(name)) for value, name in choices.items()]


def _row_field(
    one: Described, rows: Any, unchosen: str | None, words: dict[str, Any]
) -> forms.Field:
    if one.several:
        return forms.ModelMultipleChoiceField(queryset=rows, **words)
    empty = None if one.required and unchosen is None else translated_lazily(unchosen or "-")
    field: Any = forms.ModelChoiceField(queryset=rows, empty_label=empty, **words)
    field.label_from_instance = one.question.named
    return field


def _plain_field(one: Described, words: dict[str, Any]) -> forms.Field:
    question = one.question
    if one.several and one.is_a(File):
        return SeveralFilesField(**words)
    if one.several:
        return SeveralField(one, max_length=question.longest or 1_000, **words)
    if question.longest is not None:
        words["max_length"] = question.longest
    for kind, made in PLAIN.items():
        if one.is_a(kind):
            return made(**words)
    if one.kind in (int, float):
        limits: dict[str, Any] = {"min_value": question.at_least, "max_value": question.at_most}
        kind = forms.IntegerField if one.kind is int else forms.FloatField
        return kind(**limits, **words)
    return forms.CharField(**words)


# Those that need nothing but their sentence.
PLAIN: dict[type, Callable[..., forms.Field]] = {
    bool: forms.BooleanField,
    UUID: forms.UUIDField,
    datetime: forms.DateTimeField,  # before date, which it is one of
    date: DayField,
    File: forms.FileField,
    Url: partial(forms.URLField, assume_scheme="https"),
}


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Any number of files; their list."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        files = data or []
        clean_one = super().clean
        if not files and self.required:
            raise forms.ValidationError(self.error_messages["required"])
        return [clean_one(file, initial) for file in files]


class SeveralField(forms.CharField):
    """Values with commas between."""

    def __init__(self, one: Described, **words: Any) -> None:
        self.one = one
        super().__init__(**words)

    def clean(self, value: Any) -> Any:
        texts = [text.strip() for text in super().clean(value).split(",") if text.strip()]
        question = self.one.question
        if question.most is not None and len(texts) > question.most:
            raise ValidationError(
                _("%(count)d values: expected %(most)d or fewer.")
                % {"count": len(texts), "most": question.most}
            )
        values = tuple(_single(self.one, text) for text in texts)
        for check in question.checks:
            _validator(check)(values)
        return values


def _single(one: Described, text: str) -> Any:
    if one.kind is str:
        return text
    field = forms.IntegerField if one.kind is int else forms.FloatField
    limits: dict[str, Any] = {"min_value": one.question.at_least, "max_value": one.question.at_most}
    try:
        return field(**limits).clean(text)
    except ValidationError as wrong:
        raise ValidationError(
            _("%(text)s: %(why)s") % {"text": text, "why": " ".join(wrong.messages)}
        ) from None


def _value(one: Described, value: Any) -> Any:
    """What an empty field stands for; the type's own value of a choice."""
    if value in (None, "") or (one.several and not value):
        if one.question.empty is not NOTHING:
            return one.question.empty
        return one.default if one.default is not MISSING else value
    if one.several:
        return tuple(value)
    return one.kind(value) if one.choices is not None and one.kind is not str else value


def _validator(check: Callable[[Any], Any]) -> Callable[[Any], None]:
    """A check's own words, whichever way it refuses."""

    def validate(value: Any) -> None:
        try:
            check(value)
        except (Refused, ValueError) as wrong:
            raise ValidationError(translated(str(wrong))) from None

    return validate
