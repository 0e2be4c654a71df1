"""manage.py hours CAMPAIGN | --all: the hours that people worked, by day, to pay them by."""

import csv
import io
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.asked.exchange import HoursWanted
from annotator.queries.campaigns import find_campaign
from annotator.queries.hours import COLUMNS, hours_table, zone_of_days
from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from foundation.spreadsheet import safe_cell
from people.management.command import ResultCommand


class Command(ResultCommand):
    help = (
        "Lists the hours that each person worked on each day: active time as it was measured, and"
        " answers without a time. Closed campaigns count too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign", nargs="?", help="Name of the campaign, or BENCHMARK/NAME.")
        parser.add_argument("--all", action="store_true", help="Counts the hours of all campaigns.")
        parser.add_argument(
            "--csv", action="store_true", help="Print CSV that is safe in a spreadsheet."
        )
        add_options(parser, HoursWanted)

    def result(self, **options: Any) -> dict[str, Any]:
        if bool(options["campaign"]) == options["all"]:
            raise CommandError("name a campaign, or give --all")
        named = options["campaign"]
        campaign = find_campaign(named) if named else None
        wanted = asked_of(HoursWanted, options, campaign=campaign)
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in hours_table(**values_of(wanted))]
        self.as_csv = options["csv"]
        return {"time_zone": zone_of_days(wanted.zone), "days": rows}

    def tell(self, result: dict[str, Any]) -> str:
        rows = [[safe_cell(value) for value in row.values()] for row in result["days"]]
        if self.as_csv:
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([COLUMNS, *rows])
            return out.getvalue().rstrip("\n")
        lines = [
            f"{row['day']}  {row['username']}  {row['benchmark']}/{row['campaign']}:"
            f" {row['answers']} answers, {row['active_hours']} h active,"
            f" {row['untimed_answers']} answers without a time ({row['untimed_hours']} h)"
            + (f", {row['pay']} {row['currency']}" if row["pay"] else "")
            for row in result["days"]
        ]
        return "\n".join([*lines, f"Days begin at midnight in {result['time_zone']}."])
