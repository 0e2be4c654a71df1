"""Markdown as HTML in which nothing runs."""

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
TAGS = nh3.ALLOWED_TAGS - {"img", "map", "area", "form", "input", "style"}
SCHEMES = {"http", "https", "mailto"}


def safe_html(markdown: str) -> str:
    """Markdown without raw HTML, and cleaned once more: no script, no style, no picture from
    elsewhere.

    Its headings stand below that of the page that shows it."""
    tokens = MARKDOWN.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + 1)}"
    return clean_html(tokens)


def clean_html(tokens: list[Token]) -> str:
    """Tokens may carry ids for their headings."""
    written = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    attributes = {**nh3.ALLOWED_ATTRIBUTES, "*": {"id"}}
    return nh3.clean(written, tags=TAGS, url_schemes=SCHEMES, attributes=attributes)
