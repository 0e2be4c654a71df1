"""One description of what is asked: a page, the API and a command line ask for it alike."""

import argparse
import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

import pytest
from django.core.files.base import File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from rest_framework.exceptions import ValidationError

from foundation.asking.arguments import arguments_of, asked_by, values_of
from foundation.asking.commands import add_options, asked_of
from foundation.asking.forms import AskedForm
from foundation.asking.questions import asked, described
from foundation.asking.serializers import AskedParameters, AskedSerializer, serializer_of
from foundation.refused import Refused, WrongValues


class Order(StrEnum):
    RANDOM = "random"
    CAPTION = "caption"


def even(value: int) -> None:
    if value % 2:
        raise ValueError(f"{value}: expected an even number.")


def short_names(values: tuple[str, ...]) -> None:
    if any(len(value) > 3 for value in values):
        raise ValueError("Expected names of at most 3 characters.")


@dataclass(frozen=True, slots=True)
class Tea:
    kind: str = asked("The kind of tea to make.", choices={"green": "Green tea", "black": "Black"})
    cups: int = asked("How many cups are made.", at_least=2, at_most=8, checks=[even])
    order: Order = asked("The order in which cups are filled.", default=Order.RANDOM)
    strength: Literal["weak", "strong"] = asked("How strong it is.", default="weak")
    names: tuple[str, ...] = asked("Who gets one.", default=(), most=2, checks=[short_names])
    minutes: tuple[int, ...] = asked("When to stir.", default=(1,), at_least=1)
    degrees: float | None = asked("The water's temperature.", default=None, at_most=100)
    milk: bool = asked("Add milk.", default=False)
    note: str = asked("What the label says.", default="", longest=5)
    made_at: str = "here"  # the action's own affair

    def check(self) -> None:
        if self.milk and self.kind == "green":
            raise Refused("Green tea is made without milk.", field="milk")


class TeaForm(AskedForm):
    asks = Tea


class TeaSerializer(AskedSerializer):
    asks = Tea


def by_form(**sent: str) -> tuple[Any, dict[str, list[str]]]:
    form = TeaForm({"strength": "weak", "order": "random", **sent})
    return (form.asked, {}) if form.is_valid() else (None, dict(form.errors))


def in_json(name: str, typed: str) -> Any:
    """What a script sends where a person types this; what is no number stays a text."""
    number = {"cups": int, "minutes": int, "degrees": float}.get(name, str)
    if name in ("names", "minutes"):
        return [number(one) for one in typed.split(",")]
    return typed if name == "cups" and not typed.isdigit() else number(typed)


def by_api(**sent: Any) -> tuple[Any, dict[str, Any]]:
    reader = TeaSerializer(data=sent)
    return (reader.asked, {}) if reader.is_valid() else (None, dict(reader.errors))


def by_command(*words: str) -> Any:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_options(parser, Tea)
    return asked_of(Tea, vars(parser.parse_args(words)))


FULL = Tea(
    kind="black", cups=4, order=Order.CAPTION, strength="strong", names=("Ann", "Bo"),
    minutes=(1, 3), degrees=95.5, milk=True, note="hot",
)  # fmt: skip


def test_a_page_the_api_and_a_command_give_the_same_dataclass():
    page, wrong = by_form(
        kind="black", cups="4", order="caption", strength="strong", names="Ann, Bo",
        minutes="1, 3", degrees="95.5", milk="on", note="hot",
    )  # fmt: skip
    assert (page, wrong) == (FULL, {})
    assert by_api(
        kind="black", cups=4, order="caption", strength="strong", names=["Ann", "Bo"],
        minutes=[1, 3], degrees=95.5, milk=True, note="hot",
    ) == (FULL, {})  # fmt: skip
    words = (
        "--kind black --cups 4 --order caption --strength strong --names Ann,Bo --minutes 1,3"
        " --degrees 95.5 --milk --note hot"
    )
    assert by_command(*words.split()) == FULL


def test_what_is_left_out_has_its_default():
    usual = Tea(kind="green", cups=2)
    assert by_form(kind="green", cups="2") == (usual, {})
    assert by_api(kind="green", cups=2) == (usual, {})
    assert by_command("--kind", "green", "--cups", "2") == usual


def test_a_rule_between_fields_is_said_beside_its_field():
    sentence = "Green tea is made without milk."
    assert by_form(kind="green", cups="2", milk="on")[1] == {"milk": [sentence]}
    assert by_api(kind="green", cups=2, milk=True)[1] == {"milk": [sentence]}
    with pytest.raises(Refused, match=sentence) as refused:
        by_command("--kind", "green", "--cups", "2", "--milk")
    assert refused.value.field == "milk"


@pytest.mark.parametrize(
    ("name", "sent", "word"),
    [
        ("cups", "3", "3: expected an even number."),
        ("cups", "10", "8"),
        ("cups", "1_0", "number"),
        ("kind", "red", "red"),
        ("order", "none", "none"),
        ("strength", "none", "none"),
        ("minutes", "0", "1"),
        ("names", "A,B,C", "2"),
        ("names", "Anna", "Expected names of at most 3 characters."),
        ("note", "too hot", "5"),
        ("degrees", "nan", "number"),
    ],
)
def test_each_of_them_refuses_the_same(name, sent, word):
    usual = {"kind": "black", "cups": "2"}
    page = by_form(**usual | {name: sent})[1]
    assert list(page) == [name], page
    api = by_api(**{"kind": "black", "cups": 2} | {name: in_json(name, sent)})[1]
    assert list(api) == [name], api
    words = [text for one, value in (usual | {name: sent}).items() for text in (f"--{one}", value)]
    with pytest.raises(argparse.ArgumentError) as refused:
        by_command(*words)
    assert refused.value.argument_name == f"--{name}"
    assert word in str(refused.value) or word in str(page) or word in str(api)


def test_what_must_be_given_is_asked_for():
    assert set(by_form()[1]) == set(by_api()[1]) == {"kind", "cups"}
    parser = argparse.ArgumentParser()
    add_options(parser, Tea)
    assert {one.dest for one in parser._actions if one.required} == {"kind", "cups"}


def test_every_face_explains_a_field_with_the_same_sentence():
    parser = argparse.ArgumentParser()
    add_options(parser, Tea)
    options = {one.dest: str(one.help) for one in parser._actions}
    for one in described(Tea):
        sentence = one.question.help
        assert TeaForm().fields[one.name].help_text == sentence
        assert TeaSerializer().fields[one.name].help_text == sentence
        assert options[one.name].startswith(sentence.removesuffix("."))
    assert options["minutes"] == "When to stir (1)."


def test_the_api_refuses_a_field_that_is_not_described():
    with pytest.raises(ValidationError, match="There is no such field"):
        TeaSerializer(data={"kind": "green", "cups": 2, "made_at": "there"}).is_valid(
            raise_exception=True
        )


def test_a_field_that_the_page_knows_already_is_not_asked_for():
    form = TeaForm({"cups": "2", "order": "random", "strength": "weak"}, given={"kind": "green"})
    assert "kind" not in form.fields
    assert form.is_valid(), form.errors
    assert form.asked == Tea(kind="green", cups=2)


def test_a_command_may_have_another_usual_answer():
    parser = argparse.ArgumentParser()
    add_options(parser, Tea, but=("kind",), defaults={"cups": 6, "milk": True})
    tea = asked_of(Tea, vars(parser.parse_args(["--no-milk"])), kind="black")
    assert tea == Tea(kind="black", cups=6)
    assert asked_of(Tea, vars(parser.parse_args([])), kind="black").milk is True


def test_an_empty_field_may_stand_for_something_else_than_the_usual_answer():
    @dataclass(frozen=True, slots=True)
    class Depth:
        overlap: int = asked("The depth; none if left empty.", default=10, empty=0)

    form = type("DepthForm", (AskedForm,), {"asks": Depth})
    left_empty = form({"overlap": ""})
    assert left_empty.is_valid()
    assert left_empty.asked == Depth(overlap=0)
    assert form().fields["overlap"].initial == 10


def test_what_is_asked_is_kept_as_json_for_a_job_and_checked_again():
    kept = json.loads(json.dumps(arguments_of(FULL)))
    assert kept["order"] == "caption"
    assert asked_by(Tea, kept) == FULL
    with pytest.raises(Refused, match="without milk"):
        asked_by(Tea, kept | {"kind": "green"})


@dataclass(frozen=True, slots=True)
class Call:
    """A call for tea."""

    order: Order | None = asked("The order, if there is one.", default=None)
    role: Order = asked("What it does.", default=Order.RANDOM)
    key: UUID = asked("What counts it once.")
    since: datetime | None = asked("The time from which it counts.", default=None)


KEY = UUID("00000000-0000-0000-0000-000000000007")


def test_moments_and_request_ids_are_taken_by_pages_and_the_api():
    sent = {"key": str(KEY), "since": "2026-01-31T09:00:00Z"}
    full = Call(key=KEY, since=datetime(2026, 1, 31, 9, tzinfo=UTC))
    reader = serializer_of(Call, "Call")(data=sent)
    assert reader.is_valid(), reader.errors
    assert reader.asked == full == serializer_of(Call, "Call")().answer_to(sent)
    form = type("CallForm", (AskedForm,), {"asks": Call})(sent | {"since": "2026-01-31 09:00"})
    assert form.is_valid(), form.errors
    assert values_of(form.asked) == values_of(full)
    assert serializer_of(Call, "Call").__doc__ == "A call for tea."


def test_a_page_that_sends_all_its_fields_offers_no_choice_but_where_there_may_be_none():
    words = {"asks": Call, "complete": True, "unchosen": {"order": "No order"}}
    fields = type("CallForm", (AskedForm,), words)().fields
    assert [name for name, field in fields.items() if field.required] == ["role", "key"]
    assert fields["order"].choices[0] == ("", "No order")
    assert ("", "-") not in fields["role"].choices


def test_a_refusal_of_an_action_is_an_error_of_its_form_beside_its_field():
    form = TeaForm({"kind": "black", "cups": "2", "strength": "weak", "order": "random"})
    assert form.is_valid()
    with form.refusals():
        raise WrongValues({"cups": "There is no cup.", "": "Nor a pot."})
    with form.refusals():
        raise Refused("There is no such tea.", field="kind")
    assert form.errors == {
        "cups": ["There is no cup."],
        "__all__": ["Nor a pot."],
        "kind": ["There is no such tea."],
    }
    with pytest.raises(KeyError), form.refusals():
        raise KeyError


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Parcel:
    content: File = asked("What is in the parcel.", page="file", option="FILE")
    size: Size = asked(
        "How large it is.",
        default=Size.SMALL,
        open_to=lambda person: [Size.SMALL] if person == "child" else list(Size),
    )
    leaves: date | None = asked("The day on which it leaves.", default=None)
    days: int = asked("How many days it takes.", default=3)


class ParcelForm(AskedForm):
    asks = Parcel
    requires = ("days",)


def test_a_file_has_a_name_of_its_own_on_a_page_and_is_a_path_for_a_command():
    file = SimpleUploadedFile("letter.txt", b"Dear Ann")
    form = ParcelForm({"size": "small", "days": "1", "leaves": "2024-02-29"}, {"file": file})
    assert form.is_valid(), form.errors
    assert form.asked == Parcel(content=file, days=1, leaves=date(2024, 2, 29))
    assert ParcelForm({"size": "small", "days": "1"}).errors == {
        "file": ["This field is required."]
    }
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_options(parser, Parcel)
    asked_for = asked_of(Parcel, vars(parser.parse_args(["letter.txt", "--size", "large"])))
    assert asked_for == Parcel(content="letter.txt", size=Size.LARGE)


def test_a_command_reads_a_day_and_says_which_option_has_none():
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_options(parser, Parcel)
    words = vars(parser.parse_args(["letter.txt", "--leaves", "2024-02-29"]))
    assert asked_of(Parcel, words) == Parcel(content="letter.txt", leaves=date(2024, 2, 29))
    with pytest.raises(argparse.ArgumentError, match=r"--leaves: expected a day .* 'tomorrow'"):
        parser.parse_args(["letter.txt", "--leaves", "tomorrow"])


def test_a_page_offers_the_choices_that_are_open_to_the_person():
    assert ParcelForm(person="child").fields["size"].choices == [("small", "small")]
    assert len(ParcelForm(person="grown-up").fields["size"].choices) == 2


def test_a_page_may_require_what_has_a_usual_answer():
    form = ParcelForm({"size": "small", "days": ""}, {"file": SimpleUploadedFile("a", b"b")})
    assert form.errors == {"days": ["This field is required."]}


def test_parameters_of_an_address_are_read_among_others():
    class TeaParameters(AskedParameters):
        asks = Tea

    reader = TeaParameters(data=QueryDict("kind=green&cups=2&cursor=abc"))
    assert reader.is_valid(), reader.errors
    assert reader.asked == Tea(kind="green", cups=2)
