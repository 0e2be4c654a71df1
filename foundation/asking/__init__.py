"""What an action is asked, described once.

An action owns a frozen dataclass of what it is asked. Each of its fields is declared by `asked`,
with the sentence that explains it, its limits and its default; `check()` has the rules between
fields. Pages, the API and the command line take all of it from there:

    @dataclass(frozen=True, slots=True)
    class ExportWanted:
        benchmark: Benchmark = asked("The benchmark exported.", rows=access_benchmarks)
        format: str = asked("The format to write.", choices=FORMATS)
        stratum: bool = asked("Write the stratum before the relevance, in qrels.", default=False)

        def check(self) -> None:
            if self.stratum and self.format != "qrels":
                raise Refused("Only qrels have strata.", field="stratum")

A page has `class ExportForm(AskedForm): asks = ExportWanted` (forms.py), the API
`class NewExportSerializer(AskedSerializer): asks = ExportWanted` (serializers.py), a command
`add_options(parser, ExportWanted)` and `asked_of(ExportWanted, options)` (commands.py). All three
give the dataclass, checked. A new option is one more field of the dataclass.
"""
