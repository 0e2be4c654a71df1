"""manage.py proxy BENCHMARK KIND: a proxy of relevance, computed or imported, and exported."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.models import Benchmark
from pooling.queries.names import find_benchmark
from semantics.actions.ask_for_proxies import IMPORT, MAKE
from semantics.asked.proxies import ProxyFileWanted, ProxyWanted
from semantics.queries.described import COMPUTED
from semantics.queries.exports import ending_of, export_to
from semantics.queries.material import random_under
from semantics.queries.proxies import find_proxy, proxy_as_json


class Command(JobCommand):
    help = (
        "Makes a proxy of a benchmark: how relevant each video is to each caption, by what captions"
        " say. One that is there already is not made again. With --import, reads it from a file;"
        " with --export, writes it to one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        kinds = list(COMPUTED)
        sentence = (
            f"What makes a video relevant to a caption: {', '.join(kinds[:-1])} or {kinds[-1]}."
        )
        parser.add_argument("kind", nargs="?", choices=kinds, metavar="KIND", help=sentence)
        add_options(parser, ProxyWanted, but=("kind",))
        parser.add_argument(
            "--import", dest="file", metavar="FILE", help="Read the matrix from this file."
        )
        parser.add_argument(
            "--export",
            metavar="FILE",
            help="Write the matrix to this new file, as its ending says: .npy or .npz.",
        )
        parser.add_argument(
            "--baseline",
            action="store_true",
            help=(
                "Also print the nDCG of a random order under the proxy, for both directions,"
                " averaged over distinct texts."
            ),
        )

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        out = _new_file(options["export"]) if options["export"] else None
        shown = self._proxy(of, options)
        proxy = find_proxy(of, shown["proxy"])
        if options["baseline"]:
            shown["random"] = random_under(proxy)
        if out is not None:
            export_to(proxy, out)
            shown["file"] = str(out)
        return shown

    def _proxy(self, of: Benchmark, options: dict[str, Any]) -> dict[str, Any]:
        """Made, imported, or only looked up by its name."""
        if options["kind"] and options["file"]:
            raise CommandError("expected KIND or --import FILE, not both")
        if options["file"]:
            if not options["name"]:
                raise CommandError("expected --name with --import")
            given = {"file": options["file"], "name": options["name"]}
            brought = asked_of(ProxyFileWanted, {}, benchmark=of, **given)
            return self.run_job(IMPORT, upload=brought.file, **brought.arguments())
        if options["kind"]:
            wanted = asked_of(ProxyWanted, options, benchmark=of)
            return self.run_job(MAKE, **wanted.files(), **wanted.arguments())
        if options["name"] and options["export"]:
            return proxy_as_json(find_proxy(of, options["name"]))
        raise CommandError("expected KIND, --import FILE, or --export FILE with --name")

    def tell(self, result: dict[str, Any]) -> str:
        cells = result["captions"] * result["videos"]
        what = "there already" if result.get("already") else "kept"
        share = f"{result['pairs']:,} of {cells:,} pairs above 0 ({result['pairs'] / cells:.2%})"
        lines = [f"Proxy {result['proxy']} ({result['kind']}) {what}: {share}."]
        if result["without_words"]:
            lines.append(
                f"{result['without_words']:,} captions have no word that it looks at: only their"
                " own videos are relevant to them."
            )
        lines += [f"warning: {sentence}" for sentence in result.get("warnings", ())]
        if "random" in result:
            values = [_value(way, result["random"][way]) for way in ("t2v", "v2t", "both")]
            lines.append(f"nDCG of a random order: {', '.join(values)}.")
        if "file" in result:
            lines.append(f"Written to {result['file']}.")
        return "\n".join(lines)


def _value(way: str, value: float | None) -> str:
    return f"{way} not defined" if value is None else f"{way} {value:.4f}"


def _new_file(path: str) -> Path:
    """Looked at before the work, so that hours of it are not lost to a mistyped name."""
    target = Path(path)
    ending_of(target)
    if target.exists():
        raise CommandError(f"{path}: expected a new file, and there is one already")
    if not target.absolute().parent.is_dir():
        raise CommandError(f"{path}: expected a file in a folder that exists")
    return target
