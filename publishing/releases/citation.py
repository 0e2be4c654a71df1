"""CITATION.cff: how the release is cited, as GitHub, Zenodo and Zotero read it."""

from typing import Any

from annotator.cards.yaml import as_yaml
from publishing.releases.facts import Facts

# The identifiers of SPDX, which the format demands, by our names in small letters.
SPDX = {
    name.lower(): name
    for name in (
        *("MIT", "Apache-2.0", "GPL-3.0", "CC0-1.0", "CC-BY-3.0", "CC-BY-4.0", "CC-BY-SA-4.0"),
        *("CC-BY-NC-2.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC-BY-ND-4.0", "CC-BY-NC-ND-4.0"),
        *("ODbL-1.0", "ODC-By-1.0", "PDDL-1.0"),
    )
}
WITHOUT_AUTHORS = "Authors not recorded"  # the format demands one


def citation(facts: Facts) -> str:
    license_id = SPDX.get(facts.license.lower().replace(" ", "-"))
    content: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "Please cite this data set as below.",
        "type": "dataset",
        "title": f"Relevance judgements of {facts.called}, release {facts.release}",
        "abstract": facts.summary,
        "authors": [{"name": name} for name in facts.creators or (WITHOUT_AUTHORS,)],
        "version": facts.release,
        "date-released": f"{facts.made_on:%Y-%m-%d}",
        **({"license": license_id} if license_id else {}),
        **({"url": facts.url} if facts.url else {}),
        **({"contact": [{"name": facts.contact}]} if facts.contact else {}),
        "keywords": ["text-to-video retrieval", "relevance judgements", "evaluation"],
    }
    return as_yaml(content)
