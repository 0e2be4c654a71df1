"""Whether what a run that is tried ranks besides the originals makes sense."""

from collections.abc import Sequence

from metrics.snapshot import Snapshot
from metrics.studies.doctor_others import is_good, look_at_others
from pooling.formats.checks import Check
from semantics.paraphrase.near_texts import Vocabulary
from semantics.paraphrase.plain_text import plain

NAME = "others"
UNTOLD = "nothing can be told: originals are not in front often enough, or there are too few"
FINE = "besides the originals, what is ranked first is not as by chance in words"


def check_others(snapshot: Snapshot, captions: Sequence[str]) -> Check:
    """A check of the snapshot's only run, by the texts of the captions."""
    (run,) = snapshot.runs
    if not is_good(snapshot, run):
        return Check(NAME, "good", UNTOLD)
    given = [plain(text) for text in captions]
    texts = Vocabulary(list(dict.fromkeys(given))).read(given)
    found = next(look_at_others(snapshot, [run], texts), None)
    return Check(NAME, "good", FINE) if found is None else Check(NAME, "warning", found.detail)
