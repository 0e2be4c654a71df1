"""A document as PDF: by Typst, in this process, without a browser and without the network.

All words reach the template as data (JSON), never as its markup, so nothing in a caption or a name
can be taken for a command. Only the fonts that come with the library are used; the same document is
the same bytes on every machine.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from publishing.printing.document import Document

TEMPLATE = Path(__file__).with_name("report.typ")


def as_pdf(document: Document) -> bytes:
    import typst  # noqa: PLC0415  (40 MB that only printing needs)

    with TemporaryDirectory(prefix="printing-") as place:
        folder = Path(place)
        template = folder / TEMPLATE.name
        template.write_bytes(TEMPLATE.read_bytes())
        words = json.dumps(document.as_json(), ensure_ascii=False)
        (folder / "document.json").write_text(words, encoding="utf-8")
        for figure in document.figures:
            (folder / document.file_of(figure)).write_bytes(figure.pdf)
        # The time of printing would be another in each file. Nothing outside the folder is read.
        made: bytes = typst.compile(
            template, root=folder, format="pdf", ignore_system_fonts=True, timestamp=0
        )
    return made
