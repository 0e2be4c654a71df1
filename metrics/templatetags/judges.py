"""Words about judges from outside, for templates."""

from django import template

from people.models import User
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import id_for, judges_left

register = template.Library()


@register.filter
def judge_id_for(judge: JudgeSubmission, asking: User) -> int:
    """The number by which this person's addresses name it."""
    return id_for(asking, judge)


@register.simple_tag
def judges_left_to(submitter: User) -> int:
    """How many more they may hand in within 24 hours."""
    return judges_left(submitter)
