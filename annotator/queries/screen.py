"""What a screen is set up with, for the person in front of it."""

from dataclasses import dataclass

from annotator.keys import keys_with
from annotator.models import Preference
from people.models import User


@dataclass(frozen=True, slots=True)
class KeysOf:
    """A person's keys by action, those that they chose themselves, and whether single characters
    act at all."""

    keys: dict[str, list[str]]
    chosen: dict[str, str]
    single: bool


def keys_of(person: User) -> KeysOf:
    found = Preference.objects.filter(person=person).first()
    chosen = dict(found.keys) if found else {}
    return KeysOf(keys_with(chosen), chosen, found.single_keys if found else True)
