"""Choose how one's own pages are read: language, time zone, dark or light."""

from zoneinfo import available_timezones

from django.conf import settings

from foundation.asking.arguments import values_of
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import sentence
from people.models import Theme, User


class NoSuchZone(Refused):
    """This is no time zone. Zones have names such as Europe/Berlin."""


def check_zone(name: str) -> None:
    if name and name not in available_timezones():
        raise NoSuchZone


# Where a language covers a part, or no native has read it, its name says so.
NOTES = {
    (True, False): sentence("{name} (rating screens; not reviewed by a native)"),
    (True, True): sentence("{name} (rating screens)"),
    (False, False): sentence("{name} (not reviewed by a native)"),
}
OF = {one.code: NOTES.get((bool(one.covers), one.is_reviewed)) for one in settings.CATALOGUES}
LANGUAGES = {
    code: note.format(name=name) if (note := OF.get(code)) else name
    for code, name in settings.LANGUAGES
}


@frozen
class ReadingAsked:
    """How a person reads pages. What is empty is as their browser asks, or as their role usually
    has it."""

    language: str = asked("The language of your pages.", default="", choices=LANGUAGES)
    time_zone: str = asked(
        "The zone that times are shown in.",
        default="",
        longest=60,
        label="Time zone",
        checks=[check_zone],
    )
    theme: str = asked(
        "Whether your pages are dark or light.",
        default="",
        choices=dict(Theme.choices),
        label="Look",
    )


def choose_reading(person: User, wanted: ReadingAsked) -> User:
    """No matter for the audit log: nothing depends on it but how this person's pages look."""
    chosen = values_of(wanted)
    for name, value in chosen.items():
        setattr(person, name, value)
    person.save(update_fields=[*chosen])
    return person
