"""Words about submissions, for templates."""

from django import template

from people.models import User
from pooling.models import Submission
from pooling.queries import submissions

register = template.Library()


@register.filter
def id_for(submission: Submission, asking: User) -> int:
    """The number by which this person's addresses name it."""
    return submissions.id_for(asking, submission)
