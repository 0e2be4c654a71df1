"""What raters wrote, and which clips did not play for them, by API: for leads."""

from annotator import leading_serializers as leading
from annotator.api.address import Listed
from annotator.queries.remarks import access_comments, access_failures, access_reports
from people.models import Role


class Comments(
    Listed,
    rows=access_comments,
    says=("campaigns_comments", "Comments beside answers, newest first", "campaigns"),
):
    """Answers that stand and have a comment. Whoever rates in the campaign is not shown what
    others said."""

    serializer_class = leading.RemarkSerializer
    least_role = Role.LEAD


class ReportedClips(
    Listed,
    rows=access_reports,
    says=("campaigns_reported_clips", "Clips that did not play, newest first", "campaigns"),
):
    """Answers that stand and say that the clip does not play."""

    serializer_class = leading.RemarkSerializer
    least_role = Role.LEAD


class ClipFailures(
    Listed,
    rows=access_failures,
    says=("campaigns_clip_failures", "What players said of clips", "campaigns"),
):
    """Each time a rater's browser could not play a clip, whatever was answered then, newest
    first."""

    serializer_class = leading.ClipFailureSerializer
    least_role = Role.LEAD
