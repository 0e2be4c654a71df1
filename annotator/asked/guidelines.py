"""Guidelines to begin from: short ones for any campaign, those of FIRE's study, and for a scale of
grades a part for each."""

from collections.abc import Mapping

from annotator.scales import Scale
from foundation.words import sentence

GENERAL = """\
A clip is **relevant** to a caption if everything that the caption says is true of the clip.

- Only what can be seen or heard counts, not what is likely.
- The caption need not say everything that happens.
- If you cannot tell, choose *cannot judge* and say why.
"""

# After the paper's section 3.1 and appendix B. Its own guidelines were handed in beside it, and
# are not part of its text: these are in our words.
FIRE = """\
A clip is **relevant** to a caption if every element of the caption can reasonably be considered
present in the clip. One element that is missing makes it **irrelevant**.

## What an element is

- persons, objects, places and activities;
- how many: *two dogs* are not one dog;
- what qualifies them: adjectives, colours, *quickly*, *on the left*.

For *a boy playing the violin* the clip must show a boy who is playing a violin: neither a violin
alone nor a boy alone is enough. The clip may show more than the caption says.

## Leeway

You may interpret and infer, as somebody does who watches with common sense: a person who stirs a
pan on a stove is cooking. Do not guess beyond what the clip supports.

**When in doubt, choose irrelevant**: if the caption is vague or ambiguous, and the clip does not
settle what it means.

## Persons

- Take the caption's word for what a person is, unless there are compelling, concrete reasons in the
  clip to believe otherwise. A baby is not *old*; a person of eighty with white hair and wrinkled
  skin is not *young*. Make no finer distinctions than these.
- Make no assumption about anybody's gender: accept the gender that the caption gives.

## When you cannot judge

Choose *cannot judge* and say why if the clip does not play, or if a pair is too confusing to be
answered by these rules: an adjudicator then decides. This should be very rare.
"""

# One part a grade, for the lead to write; the examples themselves are known answers.
GRADED = """\
How relevant is the clip to the caption? Give the grade that fits best.

- Only what can be seen or heard counts, not what is likely.
- The caption need not say everything that happens.
- If two grades fit equally well, give the lower one.
- If you cannot tell, choose *cannot judge* and say why.

A clip counts as relevant from grade {relevant_from} on.
"""
TO_WRITE = (
    "*Write in one sentence when a clip has this grade.*",
    "*a known answer of this grade; it is shown below with its clip.*",
)
LEFT = sentence(
    "Some sentences of the guidelines are still those of the template, in italics: replace them, or"
    " raters will read them."
)
GRADE = f"""
## {{grade}}

{TO_WRITE[0]}

Example: {TO_WRITE[1]}
"""

GUIDELINES: Mapping[str, str] = {"general": GENERAL, "fire": FIRE}
USUAL = Scale()


def guideline_for(preset: str | None, scale: Scale = USUAL) -> str:
    """What a campaign with this preset and this scale begins from."""
    if scale.is_graded and preset not in GUIDELINES:
        return graded_guideline(scale)
    return GUIDELINES.get(preset or "", GENERAL)


def left_to_write(markdown: str) -> str:
    """What is wrong where sentences are left that are only there to be replaced; empty otherwise.
    The page, the API and the commands say it."""
    return LEFT if any(one in markdown for one in TO_WRITE) else ""


def graded_guideline(scale: Scale) -> str:
    """The best grade first, as one looks for it."""
    grades = (scale.in_words(grade) for grade in reversed(range(len(scale.words))))
    parts = "".join(GRADE.format(grade=grade) for grade in grades)
    return GRADED.format(relevant_from=scale.relevant_from) + parts
