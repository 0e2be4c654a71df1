"""Every page links to the part of a document that explains it, and that part is there."""

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from config.documents import all_documents, document_names, read_document
from config.handbook import explained_at
from foundation.pages import pages_by_name
from tests.web.markup import Markup, complaints

NOT_PAGES = ("admin:", "api-root", "api-schema", "api-job", "api-proxy-matrix")


def names_of(resolver: URLResolver, prefix: str = ""):
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            if entry.name:
                yield prefix + entry.name
        else:
            yield from names_of(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix)


def test_every_page_has_a_document_that_explains_it():
    names = {name for name in names_of(get_resolver()) if not name.startswith(NOT_PAGES)}
    explained = {name for name, page in pages_by_name().items() if page.help}
    assert sorted(names - explained) == []


@pytest.mark.parametrize("target", sorted({page.help for page in pages_by_name().values()}))
def test_what_explains_a_page_is_there(target):
    name, _, anchor = target.partition("#")
    document = read_document(name)
    assert document is not None
    assert not anchor or anchor in {section.anchor for section in document.sections}


@pytest.mark.parametrize("name", document_names())
def test_every_link_within_the_documents_leads_somewhere(name):
    document = read_document(name)
    anchors = {one.name: {part.anchor for part in one.sections} for one in all_documents()}
    html = re.sub(r"<pre>.*?</pre>", "", document.html, flags=re.DOTALL)
    for address in re.findall(r'href="([^"]+)"', html):
        if address.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = address.partition("#")
        target = path.removeprefix("/help/").rstrip("/") if path else name
        assert target in anchors, address
        assert not anchor or anchor in anchors[target], address


@pytest.mark.parametrize("name", document_names())
def test_every_document_is_a_well_made_page(signed_in, rater, name):
    page = signed_in(rater).get(f"/help/{name}/")
    assert page.status_code == 200
    assert complaints(page.text) == []
    assert Markup(page.text).texts_of("h1") == [read_document(name).title.replace("`", "")]


def test_the_list_of_documents_has_all_of_them(signed_in, rater):
    page = signed_in(rater).get("/help/")
    for name in document_names():
        if "/" not in name or name == "decisions/README":
            assert f'href="/help/{name}/"' in page.text


@pytest.mark.parametrize(
    "name", ["nothing", "../README", "../config/settings", "api.md", "%2e%2e/x"]
)
def test_only_documents_are_served(signed_in, rater, name):
    assert signed_in(rater).get(f"/help/{name}/").status_code in {301, 404}


def test_documents_are_for_those_signed_in(client, db):
    assert client.get("/help/people/").status_code == 302


def test_a_page_links_to_what_explains_it(signed_in, lead):
    assert 'href="/help/jobs/"' in signed_in(lead).get("/jobs/").text
    assert explained_at("jobs:list") == "/help/jobs/"
    assert 'href="/help/people/#invitations"' in signed_in(lead).get("/people/invitations/").text


def test_a_page_that_nothing_explains_links_to_all_documents():
    assert explained_at("somewhere:else") == "/help/"
