"""Words of the glossary, explained where they head a column or name a figure."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html

from config.documents import FOLDER
from foundation.glossary import Term, read_terms, word_in
from foundation.words import ENGLISH, translated

register = template.Library()


@cache
def terms() -> Mapping[str, Term]:
    return read_terms((FOLDER / "glossary.md").read_text(encoding="utf-8"))


def term_of(heading: Any) -> Term | None:
    """heading: as a page has it, in English or yet to be translated."""
    with translation.override(ENGLISH):
        word = word_in(str(heading))
    return terms()[word] if word else None


@register.simple_tag(takes_context=True)
def heading(context: dict[str, Any], text: Any) -> Any:
    """The heading in the reader's language; one that the glossary explains leads there, and says
    what it means when it is pointed at or has the focus."""
    shown, term = translated(str(text)), term_of(text)
    if term is None or not getattr(context.get("user"), "is_authenticated", False):
        return shown
    address = f"{reverse('document', args=['glossary'])}#{term.anchor}"
    meaning = translated(term.meaning)
    return format_html('<a class="term" href="{}" title="{}">{}</a>', address, meaning, shown)


@register.filter
def meaning(text: Any) -> str:
    """What the glossary says of a heading that is a link already; nothing, if it does not."""
    term = term_of(text)
    return translated(term.meaning) if term else ""
