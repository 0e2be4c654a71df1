"""A document as one HTML file that needs nothing but itself, with a style for paper; and as PDF: by
Typst, in this process, without a browser and without the network.

All words reach a PDF's template as data (JSON), never as its markup, so nothing in a caption or a
name can be taken for a command. Only the fonts that come with the library are used; the same
document is the same bytes on every machine.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from django.template.loader import render_to_string

from publishing.printing.document import Document

TEMPLATE = Path(__file__).with_name("report.typ")


def as_html(document: Document) -> str:
    return render_to_string("publishing/print/report.html", {"document": document})


def as_pdf(document: Document) -> bytes:
    import typst  # noqa: PLC0415  (40 MB that only printing needs)

    with TemporaryDirectory(prefix="printing-") as place:
        folder = Path(place)
        template = folder / TEMPLATE.name
        template.write_bytes(TEMPLATE.read_bytes())
        words = json.dumps(document.as_json(), ensure_ascii=False)
        (folder / "document.json").write_text(words, encoding="utf-8")
        for figure in (one for section in document.sections for one in section.figures):
            (folder / figure.file).write_bytes(figure.pdf)
        # The time of printing would be another in each file. Nothing outside the folder is read.
        made: bytes = typst.compile(
            template, root=folder, format="pdf", ignore_system_fonts=True, timestamp=0
        )
    return made
