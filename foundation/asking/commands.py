"""The face for the command line: options whose names, sentences and rules are the dataclass's."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from datetime import date
from enum import Enum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import File

from foundation.asking.questions import Described, answers_of, described
from foundation.refused import Refused


def add_options(
    parser: argparse.ArgumentParser,
    asks: type,
    *,
    but: tuple[str, ...] = (),
    defaults: Mapping[str, Any] | None = None,
) -> None:
    """An option for each field, `--its-name`, but for rows and files: a command finds those by
    their names. A file whose question names an option is its path.

    but: fields that the command does not take, or adds itself. defaults: where the command's usual
    answer is another than the page's.
    """
    usual = defaults or {}
    for one in described(asks):
        option = one.question.option
        if one.name in but or option is None or one.question.rows:
            continue
        if one.is_a(File) and not option:
            continue
        words = _words(one, usual.get(one.name, one.default))
        if option and not option.startswith("-"):
            given = {} if words.pop("required", False) else {"nargs": "?"}
            parser.add_argument(one.name, **words | given | {"metavar": option})
        else:
            flag = option or f"--{one.name.replace('_', '-')}"
            parser.add_argument(flag, dest=one.name, **words)


def asked_of(asks: type, options: Mapping[str, Any], **known: Any) -> Any:
    """The dataclass, checked, from a command's options. known: what the command found by itself.
    Raises Refused."""
    wanted = [one for one in described(asks) if one.name in options and one.name not in known]
    return answers_of(asks, {one.name: _typed(one, options[one.name]) for one in wanted} | known)


def _typed(one: Described, value: Any) -> Any:
    """argparse shows choices as texts; an Enum's is its member."""
    if one.several and one.is_a(File):
        return tuple(value)
    return one.kind(value) if one.is_a(Enum) and value is not None and not one.several else value


def _words(one: Described, default: Any) -> dict[str, Any]:
    help_text = one.question.help.replace("%", "%%")
    if one.kind is bool:
        if default is True:
            return {"action": argparse.BooleanOptionalAction, "default": True, "help": help_text}
        return {"action": "store_true", "help": help_text}
    words: dict[str, Any] = {"type": _reader(one), "help": help_text}
    if one.is_a(date):
        words["metavar"] = "DAY"
    if one.is_a(File):
        words["metavar"] = "FILE"
        if one.several:  # the option is given once for each, for a name may have a comma
            return {"action": "append", "default": [], "help": help_text, "metavar": "FILE"}
    if default is MISSING:
        words["required"] = True
    else:
        words["default"] = default
        if default not in (None, "", ()):
            shown = ",".join(map(str, default)) if one.several else str(default)
            words["help"] = f"{help_text.removesuffix('.')} ({shown.replace('%', '%%')})."
    if one.choices is not None and not one.several:
        words["choices"] = list(one.choices)
        words["type"] = str
    return words


def _reader(one: Described) -> Callable[[str], Any]:
    """A text's value, within the question's limits: argparse prints what ArgumentTypeError says."""

    def read(text: str) -> Any:
        if text == one.default:  # argparse reads a default that is a text, too
            return text
        texts = [part.strip() for part in text.split(",")] if one.several else [text]
        values = tuple(_single(one, part) for part in texts)
        most = one.question.most
        if most is not None and len(values) > most:
            raise argparse.ArgumentTypeError(f"{len(values)} values: expected {most} or fewer")
        value = values if one.several else values[0]
        _check(one, value)
        return value

    return read


def _check(one: Described, value: Any) -> None:
    for check in one.question.checks:
        try:
            check(value)
        except ValidationError as wrong:
            raise argparse.ArgumentTypeError(" ".join(wrong.messages)) from None
        except (Refused, ValueError) as wrong:
            raise argparse.ArgumentTypeError(str(wrong)) from None


def _single(one: Described, text: str) -> Any:
    """Python's own readers take `1_000`, digits of every script, and `nan`; a command does not."""
    question = one.question
    if one.is_a(date):
        try:
            return date.fromisoformat(text)
        except ValueError:
            message = f"expected a day as in 2026-01-31, found {text!r}"
            raise argparse.ArgumentTypeError(message) from None
    if one.kind not in (int, float):
        if question.longest is not None and len(text) > question.longest:
            raise argparse.ArgumentTypeError(f"expected at most {question.longest} characters")
        return text
    expected = "a whole number" if one.kind is int else "a number"
    try:
        if not text.isascii() or "_" in text:
            raise ValueError
        value = one.kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}") from None
    low, high = question.at_least, question.at_most
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        raise argparse.ArgumentTypeError(f"expected {expected}{_between(low, high)}, found {text}")
    return value


def _between(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {_number(low)} to {_number(high)}"
    return f" of at least {_number(low)}" if low is not None else f" of at most {_number(high)}"


def _number(limit: float | None) -> str:
    """The limit as in a text: with commas from five digits on."""
    return f"{limit:g}" if limit is None or abs(limit) < 10_000 else f"{limit:,}"
