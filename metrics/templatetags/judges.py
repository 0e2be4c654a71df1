"""Words about judges from outside, for templates."""

from django import template

from people.models import User
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import id_for

register = template.Library()


@register.filter
def judge_id_for(judge: JudgeSubmission, asking: User) -> int:
    """The number by which this person's addresses name it."""
    return id_for(asking, judge)
