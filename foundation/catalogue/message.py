"""One message of the catalogue."""

import re
from dataclasses import dataclass

# %(name)s and %d, as Python's; {name}, as in foundation/words.py.
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What gettext looks up."""

    text: str
    plural: str = ""
    context: str = ""


def placeholders(text: str) -> set[str]:
    """Those that a translation must have as well."""
    return set(PLACEHOLDER.findall(text.replace("%%", "")))
