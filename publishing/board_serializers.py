"""Leaderboards as the API takes and tells them to leads."""

from typing import Any

from rest_framework import serializers

from foundation.asking.serializers import serializer_of
from publishing.actions.set_board import BoardAsked, IssueAsked, RunsAsked
from publishing.queries.boards import BoardState

BoardAskedSerializer = serializer_of(BoardAsked, "BoardAsked")
BoardRunsSerializer = serializer_of(RunsAsked, "BoardRuns")
IssueAskedSerializer = serializer_of(IssueAsked, "IssueAsked")


class BoardRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(help_text="Private, blinded or published.")


class BoardReportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="report_id")
    sha256 = serializers.CharField(source="report.sha256")
    made_at = serializers.DateTimeField(source="report.made_at")


class BoardStateSerializer(serializers.Serializer[BoardState]):
    """What a leaderboard is set to, and what it shows."""

    benchmark = serializers.CharField(source="benchmark.name")
    public = serializers.BooleanField(
        source="is_public", read_only=True, help_text="Whether it is switched on."
    )
    shown = serializers.BooleanField(source="is_shown", help_text="Whether anybody can read it.")
    measures = serializers.ListField(child=serializers.CharField(), read_only=True)
    report = serializers.IntegerField(
        source="report_id",
        allow_null=True,
        read_only=True,
        help_text="The id of the report that it shows.",
    )
    runs = BoardRunSerializer(many=True)
    reports = BoardReportSerializer(many=True, source="issues")
