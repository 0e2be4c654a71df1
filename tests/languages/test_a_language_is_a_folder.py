"""A further language is a folder of locale/ and nothing else."""

import subprocess
import sys

import pytest
from django.utils import formats, translation

from foundation.catalogue import gathering, in_templates
from foundation.catalogue.languages import PLACE, languages_in
from foundation.home import CHECKOUT
from people.models import User

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    '"X-Truepool-Name: Español\\n"\n"X-Truepool-Covers: rating\\n"\n"X-Truepool-Reviewed: no\\n"\n'
)
RATING_SCREENS = ("rate", "rate_grid", "rate_begin", "rate_list", "train", "train_begin", "answers")


def added(folder, header=HEADER):
    source = folder / "es" / PLACE
    source.parent.mkdir(parents=True)
    source.write_text(header, encoding="utf-8")
    return languages_in(folder)


def test_it_is_found_with_all_that_its_header_says(tmp_path):
    (found,) = added(tmp_path)
    assert (*found[:3], found.is_reviewed) == ("es", "Español", 2, False)
    assert "templates/annotator/rate" in found.covers
    (whole,) = languages_in(CHECKOUT / "locale")[:1]
    assert whole[:5] == ("de", "Deutsch", 2, (), True)


def test_it_is_given_the_messages_of_what_it_covers(tmp_path, everywhere):
    (found,) = added(tmp_path)
    entries = gathering.write(everywhere, found)
    texts = {key.text for key in entries}
    assert {"Is the caption true of the clip?", "Relevant", "Sign in"} <= texts
    assert "New benchmark" not in texts
    assert languages_in(tmp_path) == [found]


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("X-Truepool-Name: Español\\n", "X-Truepool-Name"),
        ("nplurals=2; ", "nplurals="),
        ("rating", "expected it to cover rating"),
    ],
)
def test_a_header_that_lacks_something_is_refused_with_its_place(tmp_path, without, said):
    wrong = HEADER.replace(
        f'"{without}"\n' if without.endswith("\\n") else without,
        "other"[: 5 * (without == "rating")],
    )
    with pytest.raises(ValueError, match=said) as refused:
        added(tmp_path, wrong)
    assert "es/LC_MESSAGES/django.po" in str(refused.value)


@pytest.mark.parametrize(
    "language", languages_in(CHECKOUT / "locale"), ids=lambda language: language.code
)
def test_each_has_every_message_of_the_rating_screens(language, everywhere):
    templates = [*(CHECKOUT / "templates/screen").glob("*.html")]
    templates += [CHECKOUT / f"templates/annotator/{name}.html" for name in RATING_SCREENS]
    texts = {
        key.text
        for file in templates
        for key in in_templates.messages(file.read_text(encoding="utf-8"))
    }
    kept = gathering.updated(everywhere, language)
    done = {key.text for key, entry in kept.items() if entry.is_done}
    assert texts - done == set()


def test_the_account_offers_it_and_says_what_it_is(signed_in, rater):
    browser = signed_in(rater)
    page = browser.get("/people/account/").text
    assert "Français (rating screens; not reviewed by a native)</option>" in page
    browser.post("/people/account/reading/", {"language": "fr"})
    User.objects.filter(pk=rater.pk).update(language="fr")
    assert "Vous n’êtes pas encore dans une campagne" in browser.get("/rate/").text
    assert "Valid for (days)" in browser.get("/people/account/").text


def test_a_browser_that_asks_for_it_is_given_the_next_that_all_pages_come_in(client):
    page = client.get("/people/sign-in/", headers={"accept-language": "fr,de;q=0.5"})
    assert '<html lang="de"' in page.text
    page = client.get("/people/sign-in/", headers={"accept-language": "fr"})
    assert '<html lang="en-gb"' in page.text


@pytest.mark.parametrize("language", ["de", "fr"])
def test_figures_have_the_point_in_every_language(language):
    with translation.override(language):
        assert formats.number_format(1234.5, 1, use_l10n=True, force_grouping=True) in (
            "1234.5",
            "1\u202f234.5",
        )


def test_settings_have_what_the_folder_has():
    """Read anew, by a process of its own."""
    script = "from config import settings; print(dict(settings.LANGUAGES))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=CHECKOUT
    )
    assert done.stdout.strip() == "{'en-gb': 'English', 'de': 'Deutsch', 'fr': 'Français'}"
