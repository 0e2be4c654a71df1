"""The one INSERT of labels. Whatever is said of a pair, by a rater, by an adjudicator, by somebody
who takes it back, is one more row of the log; the database refuses to change or delete any.

An answer sends this statement together with what follows from it (actions/submit_label.py), in one
round trip; the other actions send it alone.
"""

from dataclasses import fields
from typing import Any
from uuid import UUID

from annotator.models import Shown
from foundation.frozen import frozen


@frozen
class NewLabel:
    """A label to be appended. It was given now, by the database's clock."""

    campaign: int
    item: int
    slot: int
    rater: int
    answer: str
    value: int | None  # on the campaign's scale
    request: UUID
    version: int  # of the guidelines that its rater had before them
    reason: str = ""
    comment: str = ""
    supersedes: int | None = None
    active_ms: int | None = None
    plays: int | None = None
    too_fast: bool = False
    client: str = ""
    shown: str = Shown.SINGLE
    shown_group: UUID | None = None
    mistake: str = ""  # of a decision

    @property
    def words(self) -> dict[str, Any]:
        """As the statement names them."""
        return {name: getattr(self, name) for name in NAMES}


NAMES = tuple(field.name for field in fields(NewLabel))
# The names of NewLabel's fields are those of the parameters. now() is the transaction's beginning.
INSERT = """
INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, value, reason,
  comment, request_id, supersedes_id, given_at, active_ms, plays, too_fast, guideline_version,
  client, shown, shown_group, mistake)
VALUES (%(campaign)s, %(item)s, %(slot)s, %(rater)s, %(answer)s, %(value)s, %(reason)s,
  %(comment)s, %(request)s, %(supersedes)s, now(), %(active_ms)s, %(plays)s, %(too_fast)s,
  %(version)s, %(client)s, %(shown)s, %(shown_group)s, %(mistake)s)
RETURNING id
"""


def append(cursor: Any, label: NewLabel) -> int:
    """Its number. Raises IntegrityError where its rater has used the request's id before
    (locks/once.py)."""
    cursor.execute(INSERT, label.words)
    return int(cursor.fetchone()[0])
