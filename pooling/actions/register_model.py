"""Make a retrieval system known."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import RetrievalModel


def find_model(name: str) -> RetrievalModel | None:
    """The model of this name, in whatever case."""
    return RetrievalModel.objects.filter(name__iexact=name).first()


def known_model(name: str) -> RetrievalModel | None:
    """As find_model. Raises ValidationError if no model could be called so, before a long file is
    read for nothing."""
    found = find_model(name)
    if found is None:
        RetrievalModel(name=name).clean_fields(exclude=["created_by"])
    return found


@transaction.atomic
def register_model(
    actor: Actor, *, name: str, version: str = "", family: str = "", link: str = "", notes: str = ""
) -> RetrievalModel:
    """Raises ValidationError, whose messages are for people, if the name is taken or malformed."""
    model = RetrievalModel(
        name=name, version=version, family=family, link=link, notes=notes, created_by=actor.user
    )
    model.full_clean(exclude=["created_by"])
    try:
        with transaction.atomic():
            model.save()
    except IntegrityError:
        raise ValidationError(
            {"name": "This name is taken."}
        ) from None  # by somebody a moment quicker
    record_audit(
        actor, "registered", model, after={"version": version, "family": family, "link": link}
    )
    return model
