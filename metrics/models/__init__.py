"""The tables of metrics."""

from metrics.models.kept import KeptResult
from metrics.models.leaderboard import Leaderboard, LeaderboardIssue
from metrics.models.release import FrozenRelease
from metrics.models.report import Report, ReportArray

__all__ = [
    "FrozenRelease",
    "KeptResult",
    "Leaderboard",
    "LeaderboardIssue",
    "Report",
    "ReportArray",
]
