"""What leads ask of an audit of original pairs."""

from annotator.asked.audit import AuditWanted
from foundation.asking.forms import AskedForm

USUAL = 300  # original pairs: a share of 3 % is then known to about 2 points


class AuditForm(AskedForm):
    asks = AuditWanted
    field_order = ("count", "others", "double_share", "name", "without_clips", "seed")

    def __init__(self, sent: object = None) -> None:
        super().__init__(sent, initial={"count": USUAL})
