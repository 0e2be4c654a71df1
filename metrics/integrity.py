"""What must always be true of reports. Whether they can be computed again, verify_reports tells."""

from foundation.integrity import Integrity, register

FROZEN = "a_frozen_report_does_not_change"

register(
    Integrity("metrics", guards=dict.fromkeys(("metrics_report", "metrics_reportarray"), FROZEN))
)
