"""The languages that pages come in: those that have a folder in locale/. What is to be known of one
stands in the header of its django.po, so that a further language is a folder and nothing else:

    Language: fr                       as browsers name it
    Plural-Forms: nplurals=2; ...      as gettext has it
    X-Truepool-Name: Français          what it calls itself
    X-Truepool-Covers: rating          a part of the product (COVERED); all of it, if left out
    X-Truepool-Reviewed: no            by somebody whose own language it is; yes, if left out

Standard library only: the settings read it.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PLACE = Path("LC_MESSAGES") / "django.po"
LINE = re.compile(r'^"([\w-]+): (.*?)(?:\\n)?"$', re.MULTILINE)
FORMS = re.compile(r"nplurals=(\d)")
# Where a rater is: from signing in to what became of an answer, with keys, player and messages.
COVERED: dict[str, tuple[str, ...]] = {
    "rating": (
        *("templates/_field.html", "templates/_footer.html", "templates/_header.html"),
        *("templates/annotator/_answer", "templates/annotator/_cell", "templates/annotator/_clip."),
        *("templates/annotator/_examples", "templates/annotator/_explain"),
        *("templates/annotator/_said", "templates/annotator/_small_clip"),
        *("templates/annotator/_training_", "templates/annotator/_trial_"),
        *("templates/annotator/_undo", "templates/annotator/answer", "templates/annotator/ask"),
        *("templates/annotator/feedback", "templates/annotator/guideline.html"),
        *("templates/annotator/keys", "templates/annotator/my_questions"),
        *("templates/annotator/not_counted", "templates/annotator/rate"),
        *("templates/annotator/train.html", "templates/annotator/train_begin.html"),
        *("templates/base.html", "templates/people/_languages", "templates/people/join"),
        *("templates/people/sign_in", "templates/screen"),
        *("annotator/keys.py", "annotator/locks/", "annotator/models/item.py"),
        *("annotator/actions/extend_lease.py", "annotator/actions/submit_label.py"),
        *(
            "annotator/models/label.py",
            "annotator/views/answers.py",
            "annotator/views/questions.py",
        ),
        *("annotator/views/rating", "annotator/views/screen.py", "people/doorkeeper.py"),
    )
}


class Language(NamedTuple):
    """forms: how many a message has that counts. covers: a key of COVERED, or empty for all."""

    code: str
    name: str
    forms: int
    covers: str
    is_reviewed: bool
    source: Path

    def has(self, places: Sequence[str]) -> bool:
        """Whether a message that these files have is to be translated."""
        return not self.covers or any(one.startswith(COVERED[self.covers]) for one in places)


def languages_in(catalogues: Path) -> list[Language]:
    return [_read(file) for file in sorted(catalogues.glob(f"*/{PLACE}"))]


def _read(source: Path) -> Language:
    header = source.read_text(encoding="utf-8").partition("\n\n")[0]
    said = {name: value.strip() for name, value in LINE.findall(header)}
    missing = [name for name in ("Language", "Plural-Forms", "X-Truepool-Name") if name not in said]
    forms = FORMS.search(said.get("Plural-Forms", ""))
    covers = said.get("X-Truepool-Covers", "")
    if missing or forms is None:
        raise ValueError(f"{source}: expected {', '.join(missing) or 'nplurals='} in its header")
    if covers and covers not in COVERED:
        raise ValueError(f"{source}: expected it to cover {' or '.join(COVERED)}, found {covers}")
    reviewed = said.get("X-Truepool-Reviewed", "yes") == "yes"
    name = said["X-Truepool-Name"]
    return Language(said["Language"], name, int(forms[1]), covers, reviewed, source)
