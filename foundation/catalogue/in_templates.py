"""Messages in templates: {% translate %}, {% blocktranslate %}, _("...") in any tag, and the nouns
that `count` puts behind a number."""

import re
from collections.abc import Iterator

from django.template.base import Lexer, Token, TokenType
from django.utils.translation import trim_whitespace

from foundation.catalogue.message import Key

TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
TRANSLATE = re.compile(rf"trans(?:late)?\s+{TEXT}(?:.*?\bcontext\s+{TEXT})?")
BLOCK = re.compile(rf"blocktrans(?:late)?\b(?:.*?\bcontext\s+{TEXT})?")
CONSTANT = re.compile(rf"\b_\({TEXT}\)")
NOUN = re.compile(rf"\|count:{TEXT}")


def messages(source: str) -> Iterator[Key]:
    tokens = iter(Lexer(source).tokenize())
    for token in tokens:
        if token.token_type in (TokenType.TEXT, TokenType.COMMENT):
            continue
        for noun in NOUN.findall(token.contents):
            yield counted(_bare(noun))
        for text in CONSTANT.findall(token.contents):
            yield Key(_bare(text))
        if token.token_type is not TokenType.BLOCK:
            continue
        if found := TRANSLATE.match(token.contents):
            yield Key(_bare(found[1]).replace("%", "%%"), "", _bare(found[2] or "''"))
        elif found := BLOCK.match(token.contents):
            trimmed = bool(re.search(r"\btrimmed\b", token.contents))
            yield _block(tokens, trimmed=trimmed, context=_bare(found[1] or "''"))
        elif token.contents.split()[0] == "comment":
            next((one for one in tokens if one.contents == "endcomment"), None)


def counted(noun: str) -> Key:
    """What pooling/templatetags/pooling.py asks for."""
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return Key(f"%(count)s {noun}", f"%(count)s {several}")


def _block(tokens: Iterator[Token], *, trimmed: bool, context: str) -> Key:
    parts = [""]
    for token in tokens:
        if token.token_type is TokenType.TEXT:
            parts[-1] += token.contents.replace("%", "%%")
        elif token.token_type is TokenType.VAR:
            parts[-1] += f"%({token.contents})s"
        elif token.contents.startswith("endblocktrans"):
            break
        elif token.contents.strip() == "plural":
            parts.append("")
    one, *several = (trim_whitespace(part) if trimmed else part for part in parts)
    return Key(one, several[0] if several else "", context)


def _bare(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1])
