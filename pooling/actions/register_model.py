"""Make a retrieval system known."""

from dataclasses import asdict

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from foundation.asking.questions import Url, asked
from foundation.frozen import frozen
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import RetrievalModel
from pooling.plain_text import no_controls, one_plain_line


@frozen
class ModelAsked:
    """A retrieval system to register."""

    name: str = asked(
        "The name by which tables will call the model.",
        longest=80,
        checks=RetrievalModel._meta.get_field("name").validators,
    )
    version: str = asked("The model's version.", default="", longest=40, checks=[one_plain_line])
    family: str = asked(
        "The name that models of the same design share; the metrics leave them out together.",
        default="",
        longest=80,
        checks=[one_plain_line],
    )
    link: Url = asked("The address of the paper or the code.", default="", longest=200)
    notes: str = asked("Whatever else readers should know.", default="", checks=[no_controls])


def find_model(name: str) -> RetrievalModel | None:
    """The model of this name, in whatever case."""
    return RetrievalModel.objects.filter(name__iexact=name).first()


def known_model(name: str) -> RetrievalModel | None:
    """What find_model finds. Raises ValidationError if no model could be called so, before a long
    file is read for nothing."""
    found = find_model(name)
    if found is None:
        RetrievalModel(name=name).clean_fields(exclude=["created_by"])
    return found


@transaction.atomic
def register_model(actor: Actor, wanted: ModelAsked) -> RetrievalModel:
    """Raises ValidationError, whose messages are for people, if the name is taken or malformed."""
    given = asdict(wanted)
    model = RetrievalModel(**given, created_by=actor.user)
    model.full_clean(exclude=["created_by"])
    try:
        with transaction.atomic():
            model.save()
    except IntegrityError:
        raise ValidationError(
            {"name": "This name is taken."}
        ) from None  # by somebody a moment quicker
    after = {name: given[name] for name in ("version", "family", "link")}
    record_audit(actor, "registered", model, after=after)
    return model
