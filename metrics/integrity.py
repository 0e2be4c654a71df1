"""What must always be true of reports and releases. Whether reports can be computed again,
verify_reports tells."""

from foundation.integrity import Integrity, register

FROZEN = "a_frozen_report_does_not_change"
TABLES = (
    "metrics_report",
    "metrics_reportarray",
    "metrics_frozenrelease",
    "metrics_leaderboardissue",
)

register(Integrity("metrics", guards=dict.fromkeys(TABLES, FROZEN)))
