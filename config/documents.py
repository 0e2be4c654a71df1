"""The documents in docs/, as pages: read once, kept in memory, with their links leading to each
other's pages."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from django.urls import reverse
from markdown_it.token import Token

from foundation.frozen import frozen
from foundation.glossary import anchor_of
from foundation.home import CHECKOUT
from foundation.markdown import MARKDOWN, clean_html

FOLDER = CHECKOUT / "docs"
NOT_IN_AN_ANCHOR = re.compile(r"[^\w\- ]")


@frozen
class Section:
    """A heading, and the text below it until the next one. level: 1 is the document's own."""

    level: int
    title: str
    anchor: str
    text: str


@frozen
class Document:
    """name: its path below docs/, without the ending."""

    name: str
    title: str
    summary: str
    html: str
    sections: tuple[Section, ...]

    @property
    def address(self) -> str:
        return reverse("document", args=[self.name])


@cache
def document_names() -> tuple[str, ...]:
    files = FOLDER.rglob("*.md")
    return tuple(sorted(str(file.relative_to(FOLDER).with_suffix("")) for file in files))


@cache
def read_document(name: str) -> Document | None:
    """None where there is none of this name: it is looked for in the list of names, never on the
    disk."""
    if name not in document_names():
        return None
    tokens = MARKDOWN.parse((FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    sections = tuple(_sections(tokens))
    for place, token in enumerate(tokens):
        _lead_links(token, name)
        if name == "glossary" and token.type == "tr_open":  # each row begins with its words
            token.attrSet("id", anchor_of(tokens[place + 2].content.split(", ")[0]))
    body = tokens[3:] if tokens and tokens[0].tag == "h1" else tokens
    # Of the text below the title, which is not part of it.
    first_sentence = re.match(r"[^:]+?\.(?=\s|$)", sections[0].text.partition("\n")[2], re.DOTALL)
    html = clean_html(body).replace("<table>", '<div class="table-scroll"><table class="table">')
    return Document(
        name,
        sections[0].title,
        " ".join(first_sentence[0].split()) if first_sentence else "",
        html.replace("</table>", "</table></div>"),
        sections,
    )


def all_documents() -> Iterator[Document]:
    return filter(None, map(read_document, document_names()))


def _sections(tokens: list[Token]) -> Iterator[Section]:
    """Anchors are those that GitHub gives, so that links work here and there."""
    taken: Counter[str] = Counter()
    level, title, anchor = 1, "", ""
    texts: list[str] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            if title:
                yield Section(level, title, anchor, "\n".join(texts))
            level, texts = int(token.tag[1:]), []
            title = _plain(tokens[place + 1])
            anchor = NOT_IN_AN_ANCHOR.sub("", title.lower()).replace(" ", "-")
            taken[anchor] += 1
            if taken[anchor] > 1:
                anchor = f"{anchor}-{taken[anchor] - 1}"
            if anchor:
                token.attrSet("id", anchor)
        elif token.type in ("inline", "fence", "code_block"):
            texts.append(_plain(token))
    yield Section(level, title, anchor, "\n".join(texts))


def _plain(token: Token) -> str:
    if token.children is None:
        return token.content
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children)


def _lead_links(token: Token, name: str) -> None:
    """Links to other documents lead to their pages; links to files that are not served are their
    words alone."""
    within = False
    for child in token.children or ():
        if child.type == "link_open":
            leads_to = _leads_to(str(child.attrGet("href") or ""), name)
            within = not leads_to
            child.attrSet("href", leads_to)
        if child.type in ("link_open", "link_close") and within:
            within = child.type == "link_open"
            child.type, child.tag, child.content = "text", "", ""


def _leads_to(href: str, name: str) -> str:
    if href.startswith(("#", "https://", "http://", "mailto:")):
        return href
    path, _, anchor = href.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    document = target.removesuffix(".md")
    if not path.endswith(".md") or document not in document_names():
        return ""
    return reverse("document", args=[document]) + (f"#{anchor}" if anchor else "")
