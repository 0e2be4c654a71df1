"""Words and counts of labelling, for templates."""

from collections import Counter
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from annotator import called as names
from annotator.keys import Choice
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Trial
from annotator.queries.remarks import open_questions as count_open_questions
from annotator.scales import ANSWERS, RELEVANT, Scale
from foundation.words import sentence, translated

register = template.Library()
APART = (  # by how many grades, from one
    sentence("one apart"),
    sentence("two apart"),
    sentence("three apart"),
    sentence("four apart"),
    sentence("five apart"),
    sentence("six apart"),
    sentence("seven apart"),
    sentence("eight apart"),
    sentence("nine apart"),
    sentence("ten apart"),
)


@register.filter
def marked(caption: str, words: str) -> SafeString:
    """The caption, with the words that decide marked in it."""
    before, found, after = caption.partition(words) if words else (caption, "", "")
    if not found:
        return conditional_escape(caption)
    return format_html("{}<mark>{}</mark>{}", before, found, after)


@register.filter
def said(label: Label) -> str:
    """What a label says, inside a sentence: "relevant"; "3, highly relevant"."""
    name = label.get_answer_display()
    return names.said(label.campaign.on_scale, label.answer, label.value, name)


@register.filter
def mark(one: Label | KnownAnswer) -> str:
    """The class of an answer's sign. Grades have none: none of them is right or wrong by itself."""
    if one.answer == Answer.CANNOT_JUDGE:
        return "mark-unable"
    judged = one.answer in ANSWERS and not one.campaign.on_scale.is_graded
    return f"mark-{one.answer}" if judged else ""


@register.filter
def called(label: Label) -> str:
    """What a label says, by itself."""
    name = label.get_answer_display()
    return names.called(label.campaign.on_scale, label.answer, label.value, name)


@register.filter
def grade_named(campaign: Campaign, grade: int) -> str:
    """A grade of the campaign's scale, with its word."""
    return names.grade_called(campaign.on_scale, grade)


@register.filter
def scale_listed(scale: Scale) -> str:
    """The words of a scale, the lowest first."""
    return names.listed(scale)


@register.filter
def scale_words(campaign: Campaign) -> list[str]:
    """As the reader has them."""
    return list(names.words_of(campaign.on_scale).values())


@register.filter
def verdict_said(item: Item) -> str:
    """A verdict inside a sentence."""
    name = item.get_verdict_display()
    return names.said(item.campaign.on_scale, item.verdict or "", item.grade, name)


@register.filter
def known_said(one: KnownAnswer | Trial) -> str:
    """A known answer, or one that was given in training, inside a sentence."""
    campaign = one.campaign if isinstance(one, KnownAnswer) else one.known.campaign
    name = _("relevant") if one.answer == RELEVANT else _("irrelevant")
    return names.said(campaign.on_scale, one.answer, one.grade, name)


@register.filter
def grades_said(known: KnownAnswer) -> list[tuple[str, int]]:
    """Grades that trainees gave to a pair of the training queue, with how often."""
    scale = known.campaign.on_scale
    times = Counter(grade for grade in known.grades if grade is not None)  # type: ignore[attr-defined]  # queue_with_answers annotates it
    return [(names.grade_called(scale, grade), times[grade]) for grade in sorted(times)]


@register.simple_tag
def is_of(one: KnownAnswer | Trial, answer: Choice) -> bool:
    """Whether this button says it."""
    return one.answer == answer.value if answer.grade is None else one.grade == answer.grade


@register.simple_tag
def distance(trial: Trial) -> str:
    """How far a training answer was from what is known, on a scale of more than two values."""
    said, known = trial.grade or 0, trial.known.grade or 0
    return _("You said %(said)s, it is %(known)s: %(apart)s.") % {
        "said": said,
        "known": known,
        "apart": translated(APART[abs(said - known) - 1]),
    }


@register.simple_tag
def asks(campaign: Campaign) -> str:
    """What its raters are asked of a pair."""
    if campaign.on_scale.is_graded:
        return _("How relevant is the clip to the caption?")
    return _("Is the caption true of the clip?")


@register.simple_tag
def switched_off(campaign: Campaign) -> str:
    """Why only Cannot judge can be pressed."""
    if campaign.on_scale.is_graded:
        return _("The grades are switched off because this clip does not play.")
    return _("Relevant and Irrelevant are switched off because this clip does not play.")


@register.inclusion_tag("annotator/_open_questions.html")
def open_questions(campaign: Campaign) -> dict[str, Any]:
    """Open questions, shown among the parts of the campaign on its page."""
    return {"campaign": campaign, "open": count_open_questions(campaign)}
