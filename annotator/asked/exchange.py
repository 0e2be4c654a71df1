"""Labels that come and go, and the hours that people worked."""

from datetime import date
from zoneinfo import available_timezones

from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

from annotator.asked.grades import LONGEST_SCALE, known_file_scale, known_map, scale_of_file
from annotator.formats.format import Choices
from annotator.formats.qrels import MOST_RELEVANT
from annotator.formats.registry import EXPORT_FORMATS, FORMATS, LABEL_FORMATS, names_of
from annotator.models import Campaign, Release
from annotator.models.policy import CURRENCY
from annotator.queries.campaigns import access_exportable_campaigns
from annotator.queries.exported import Scope
from annotator.queries.progress import access_led_campaigns
from annotator.scales import MOST_VALUES, Scale
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from people.models import User
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks


def access_hours_campaigns(person: User) -> QuerySet[Campaign]:
    here = access_led_campaigns(person).filter(source=Campaign.Source.HERE)
    return here.exclude(state=Campaign.State.DRAFT).order_by("benchmark__name", "-pk")


def with_benchmark(campaign: Campaign) -> str:
    return f"{campaign.benchmark}: {campaign}"


def known_zone(name: str) -> None:
    if name and name not in available_timezones():
        raise ValueError("Expected the name of a time zone, as in Europe/Berlin.")


def known_currency(name: str) -> None:
    if name:
        CURRENCY(name)


@frozen
class HoursWanted:
    """The hours that people worked, by day."""

    campaign: Campaign | None = asked(
        "Only this campaign. Without one, all campaigns count, closed ones too.",
        default=None,
        rows=access_hours_campaigns,
        named=with_benchmark,
    )
    since: date | None = asked(
        "The first day, as in 2026-01-31.", default=None, label="From", option="--from"
    )
    until: date | None = asked(
        "The last day, as in 2026-01-31.", default=None, label="To", option="--to"
    )
    zone: str = asked(
        "The time zone that says when a day begins, as in Europe/Berlin. Without one, it is yours.",
        default="",
        label="Time zone",
        longest=60,
        checks=[known_zone],
    )
    pay: float | None = asked(
        "What you pay for an hour. Without it, what each campaign's policy says.",
        default=None,
        at_least=0,
        at_most=100_000,
        label="Pay for an hour",
    )
    currency: str = asked(
        "The currency of the pay, as in EUR. Without it, it is the campaign's.",
        default="",
        longest=3,
        checks=[known_currency],
    )

    def check(self) -> None:
        if self.since and self.until and self.until < self.since:
            raise Refused("The last day is before the first.", field="until")
        if self.pay is not None and not self.currency:
            raise Refused("A pay for an hour needs its currency, as in EUR.", field="currency")
        if self.currency and self.pay is None:
            raise Refused("A currency is that of a pay for an hour.", field="pay")


VERDICTS = {
    "majority": "The majority's",
    "unanimous": "Relevant only where all labels say so",
    "any": "Relevant where one label says so",
    "probability": "The majority's, and how likely the pair is to be relevant",
}


def _benchmarks(person: User) -> QuerySet[Benchmark]:
    return access_benchmarks(person).order_by("name")


def _campaigns(person: User) -> QuerySet[Campaign]:
    return access_exportable_campaigns(person).order_by("benchmark__name", "-pk")


@frozen
class ExportWanted:
    """Labels as files."""

    benchmark: Benchmark = asked("The benchmark whose labels are exported.", rows=_benchmarks)
    format: str = asked(
        "The format to write. Triplets and the log come twice: safe for spreadsheets, and, with"
        " -exact in the name, for tools.",
        choices=EXPORT_FORMATS,
    )
    campaign: Campaign | None = asked(
        "Only the labels of this campaign; without one, all that is judged.",
        default=None,
        rows=_campaigns,
        named=with_benchmark,
        label="Only this campaign",
    )
    release: str = asked(
        "Exports of one release share their raters' pseudonyms. Without a release, new ones are"
        " drawn.",
        default="",
        longest=Release._meta.get_field("name").max_length,
    )
    stratum: bool = asked(
        "Write the stratum before the relevance: `qid 0 docid stratum rel`. Only qrels have it.",
        default=False,
        label="With strata",
    )
    lines: bool = asked(
        "Write JSON Lines instead of CSV. Only triplets and the log have both.",
        default=False,
        option=None,  # a command knows it by the ending of the file's name
    )
    verdict: str = asked(
        "Which verdict is written for a pair, or with it how likely it is to be relevant, given who"
        " said what. Only triplets and parquet have a choice.",
        default="majority",
        choices=VERDICTS,
    )

    def check(self) -> None:
        if self.campaign and self.campaign.benchmark_id != self.benchmark.pk:
            raise Refused(f"Expected a campaign of {self.benchmark}.", field="campaign")
        if self.stratum and not FORMATS[self.format].has_strata:
            raise Refused(f"Only {names_of(has='has_strata')} have strata.", field="stratum")
        if self.lines and not FORMATS[self.format].has_lines:
            only = names_of(has="has_lines")
            raise Refused(f"Only {only} are written as JSON Lines if asked for.", field="lines")
        if self.verdict != "majority" and not FORMATS[self.format].has_verdicts:
            only = names_of(has="has_verdicts")
            raise Refused(f"Only {only} have another verdict than the majority's.", field="verdict")

    @property
    def scope(self) -> Scope:
        return Scope(self.benchmark, self.campaign)


@frozen
class ImportLabelsWanted:
    """Labels that were collected elsewhere."""

    benchmark: Benchmark = asked("The benchmark that the labels are about.", rows=_benchmarks)
    file: UploadedFile = asked(  # type: ignore[type-arg]  # at run time it takes no argument
        "The file with the labels. All of it is imported, or nothing.", label="Labels"
    )
    format: str = asked("The format of the file.", choices=LABEL_FORMATS)
    dataset: str | None = asked(
        "The data set to take from a FIRE release that has several.",
        default=None,
        label="Data set",
        longest=60,
    )
    scale: str = asked(
        "Of graded labels, their scale: 0-2, 0-3, 0-4, 0-10, or its words, the lowest first, with"
        " commas between. Without it labels are relevant or irrelevant.",
        default="",
        longest=LONGEST_SCALE,
        checks=[known_file_scale],
    )
    relevant_from: int = asked(
        "Of graded labels, the lowest grade that counts as relevant.",
        default=1,
        label="Relevant from grade",
        at_least=1,
        at_most=MOST_VALUES - 1,
        empty=1,
    )
    map: str = asked(
        "Where another graded campaign of the benchmark has another scale: what each grade of this"
        " file is there, as in 0=0,1=0,2=1. The labels keep their own.",
        default="",
        longest=LONGEST_SCALE,
        checks=[known_map],
    )
    highest_grade: int = asked(
        "The older name of a scale of numbers: 3 says what the scale 0-3 says.",
        default=1,
        at_least=1,
        at_most=MOST_RELEVANT,
        empty=1,
    )

    def check(self) -> None:
        Choices(scale=self.on_scale).check(FORMATS[self.format])

    @property
    def on_scale(self) -> Scale:
        return scale_of_file(self.scale, self.relevant_from, self.highest_grade)
