"""A person's own keys."""

from collections.abc import Mapping

from annotator.keys import check_keys
from annotator.models import Preference
from people.models import User


def set_keys(*, person: User, chosen: Mapping[str, str], single: bool) -> None:
    """chosen: by action; those left out have their usual keys. single: whether single characters
    act at all. Raises NoSuchKey, KeyTaken."""
    Preference.objects.update_or_create(
        person=person, defaults={"keys": check_keys(chosen), "single_keys": single}
    )
