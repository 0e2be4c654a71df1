"""The catalogues: complete, as the source has it, and compiled."""

import ast
import gettext
import io
import os
import re
import shutil
import subprocess
import sys

import pytest
from django.utils import translation

from foundation.catalogue import gathering, in_pictures, in_python, in_templates, mo, po
from foundation.catalogue.languages import languages_in
from foundation.catalogue.message import Key, placeholders
from foundation.catalogue.po import Entry
from foundation.home import CHECKOUT
from foundation.words import grouped, translated, translated_title, translated_word

LANGUAGES = languages_in(CHECKOUT / "locale")


@pytest.fixture(scope="module", params=LANGUAGES, ids=lambda one: one.code)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def kept(language):
    return po.read(language.source)


def test_it_has_every_message_that_it_covers_and_no_other(language, kept, everywhere):
    """A language of the rating screens has every message of their templates."""
    found = {key for key, places in everywhere.items() if language.has(places)}
    ours = set(kept) - {po.HEADER}
    advice = "Run manage.py gather_messages, and translate what it names."
    assert (sorted(found - ours), sorted(ours - found)) == ([], []), advice


def test_every_package_with_pages_is_read():
    """Those that have a folder of views: what they ask and refuse is shown on pages."""
    shown = {file.parent.parent.name for file in CHECKOUT.glob("*/views/__init__.py")}
    shown |= {file.parent.name for file in CHECKOUT.glob("*/forms.py")}
    assert shown - set(gathering.PACKAGES) == set()
    assert {"annotator", "semantics", "retrieval"} <= shown


def test_every_message_is_translated_with_the_same_placeholders(kept):
    assert gathering.mistakes(kept) == []


def test_make_builds_every_catalogue_and_builds_it_again_where_its_source_is_newer(tmp_path):
    """The Makefile's own rule, in a checkout of one language with nothing installed."""
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    shutil.copytree(CHECKOUT / "foundation", tmp_path / "foundation")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys._base_executable)
    source = tmp_path / "locale/de/LC_MESSAGES/django.po"
    built = source.with_suffix(".mo")

    def make(meant: str) -> str:
        po.write(source, {Key("Save"): Entry(Key("Save"), [meant])})
        order = ["make", "--silent", str(built.relative_to(tmp_path))]
        subprocess.run(order, cwd=tmp_path, check=True)
        with built.open("rb") as file:
            return gettext.GNUTranslations(file).gettext("Save")

    assert make("Speichern") == "Speichern"
    os.utime(built, (1, 1))
    assert make("Sichern") == "Sichern"
    assert [file.name for file in sorted(built.parent.iterdir())] == ["django.mo", "django.po"]


def test_a_catalogue_that_was_built_is_in_no_commit():
    named = subprocess.run(
        ["git", "-C", str(CHECKOUT), "ls-files", "locale"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [name for name in named.stdout.split() if name.endswith(".mo")] == []


def test_what_starts_truepool_has_the_catalogues_built_before():
    """So does the image: tests/config/test_compose.py."""
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in ("run", "setup", "test", "test-all", "check", "bench"):
        assert re.search(rf"^{target}: .*\$\(CATALOGUES\)", makefile, re.MULTILINE), target


def test_pythons_own_gettext_reads_what_was_compiled():
    entries = [
        Entry(po.HEADER, ["Plural-Forms: nplurals=2; plural=(n != 1);\n"]),
        Entry(Key("Save"), ["Speichern"]),
        Entry(Key("%(n)s pair", "%(n)s pairs"), ["%(n)s Paar", "%(n)s Paare"]),
        Entry(Key("to", context="interval"), ["bis"]),
        Entry(Key("Not yet"), [""]),
    ]
    found = gettext.GNUTranslations(io.BytesIO(mo.compiled(entries)))
    assert found.gettext("Save") == "Speichern"
    assert found.ngettext("%(n)s pair", "%(n)s pairs", 2) == "%(n)s Paare"
    assert found.pgettext("interval", "to") == "bis"
    assert found.gettext("Not yet") == "Not yet"


def test_what_is_written_is_read_again(tmp_path):
    entries = [
        Entry(po.HEADER, ["Language: de\n"]),
        Entry(Key('A "quoted" line\nand \\ another'), ["x" * 200], ["templates/a.html"], {"fuzzy"}),
        Entry(Key("one", "several"), ["eins", "mehrere"]),
    ]
    made = {entry.key: entry for entry in entries}
    po.write(tmp_path / "django.po", made)
    assert po.read(tmp_path / "django.po") == made


@pytest.mark.parametrize(
    ("english", "meant", "mistake"),
    [
        ("Save", "", "not translated"),
        ("Hello %(name)s", "Hallo", "left out"),
        ("Hello %(name)s", "Hallo %(nam)s", "has not"),
        ("Run {run} is gone.", "Lauf {run} ist weg.", None),
    ],
)
def test_mistakes_of_a_translator_are_found(english, meant, mistake):
    found = gathering.mistakes({Key(english): Entry(Key(english), [meant])})
    assert (mistake in found[0]) if mistake else found == []


@pytest.mark.parametrize(
    ("template", "keys"),
    [
        ('{% translate "Save" %}', [Key("Save")]),
        ('{% translate "50 %" %}', [Key("50 %%")]),
        ('{% translate "to" context "interval" %}', [Key("to", "", "interval")]),
        (
            "{% blocktranslate trimmed with a=b.c %}\n  Hello\n  {{ a }}\n{% endblocktranslate %}",
            [Key("Hello %(a)s")],
        ),
        (
            "{% blocktranslate count n=x %}{{ n }} pair{% plural %}many{% endblocktranslate %}",
            [Key("%(n)s pair", "many")],
        ),
        ('{{ x|default:_("never") }}', [Key("never")]),
        (
            '{{ x|count:"query" }}',
            [Key("%(count)s query", "%(count)s queries")],
        ),
        ('{% comment %}{% translate "No" %}{% endcomment %}', []),
    ],
)
def test_what_a_template_says_is_found(template, keys):
    assert list(in_templates.messages(template)) == keys


def found_in_python(code: str) -> list[str]:
    tree = ast.parse(code)
    return [key.text for key in in_python.Reader(tree, in_python.refusals([tree])).messages()]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('_("Save")', ["Save"]),
        ('def f(run):\n raise Refused(f"Run {run.name} is gone.")', ["Run {name} is gone."]),
        ('class Gone(Refused):\n """It is\n gone."""', ["It is gone."]),
        ('class Gone(Refused): pass\ndef f():\n raise Gone("It went.")', ["It went."]),
        ('def f():\n why = "It went."\n raise Refused(why)', ["It went."]),
        ('class A:\n days: int = asked("How many.", default=1)', ["Days", "How many."]),
        ('class A:\n x: int = asked("How many.", label="Days")', ["Days", "How many.", "Days"]),
        ('class R(models.TextChoices):\n LEAD = "lead", "Lead"', ["Lead"]),
        ("class PageLink(OneTimeLink): pass", ["page link"]),
        ("class Link(models.Model):\n class Meta:\n  abstract = True", []),
        ('job_kind("a.b", title="Tidy up")', ["Tidy up"]),
        ('def f():\n raise KeyError("not for people")', []),
        ('print("nor this")', []),
    ],
)
def test_what_python_says_is_found(code, texts):
    assert sorted(set(found_in_python(code))) == sorted(set(texts))


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ('"""A chart: all of it."""', []),
        ('a = f"{n} of them. Dots: {m} of all."', [Key("{n} of them."), Key("Dots: {m} of all.")]),
        ('a = f"All of them.{few}"', [Key("All of them.")]),
        ('a = f"{run} pairs"', []),  # its pattern would be found in too much
        ('alt.Axis(title="Agreement", field="value")', [Key("Agreement")]),
        ('tips(run="Run")', [Key("Run")]),
        ('spoken("left out")', [Key("left out", context="chart")]),
        (
            "a = \"datum.n === 1 ? ' pair' : format(datum.n, '.1f')\"",
            [Key("pair", context="chart")],
        ),
    ],
)
def test_all_prose_of_a_module_that_draws_is_found(code, keys):
    assert list(in_pictures.messages(ast.parse(code))) == keys


def test_a_sentence_of_the_code_is_shown_in_the_readers_language():
    with translation.override("de"):
        assert translated("This username is taken.") == "Dieser Benutzername ist schon vergeben."
        assert (
            translated("Depth 12: expected 1 to 10, the depth to which run clip was imported.")
            == "Tiefe 12: Erwartet wird 1 bis 10, die Tiefe, bis zu der Lauf clip importiert wurde."
        )
        assert translated("Nobody ever wrote this sentence down.").startswith("Nobody")
    with translation.override("en-gb"):
        assert translated("This username is taken.") == "This username is taken."


def test_a_reason_inside_a_sentence_is_translated_and_a_name_is_not():
    with translation.override("de"):
        assert translated("Nothing can be computed: The report was deleted..") == (
            "Es lässt sich nichts berechnen: Der Bericht wurde gelöscht.."
        )
        assert translated("Import run Save into Home") == "Lauf Save in Home importieren"


def test_a_job_names_things_by_their_own_names():
    """Even by words that the catalogue knows. What a study is called is ours."""
    with translation.override("de"):
        assert translated_title("Evaluate grades") == "grades auswerten"
        assert translated_title("Open Original and collected positives") == (
            "Original and collected positives öffnen"
        )
        assert translated_title("Compute Scores of week") == "Werte von week berechnen"
        assert translated_title("Examine a benchmark") == "Einen Benchmark untersuchen"
        assert translated_title("Nobody wrote this down") == "Nobody wrote this down"


def test_a_sentence_that_is_not_known_is_no_other_one_in_part():
    unknown = (
        "Under syn, clip has the steepest gain, 53.4 %; a random order has 52.1 %",
        "How the negatives of each run are spread over syn, in tenths; n = 80 for each run.",
    )
    with translation.override("de"):
        for text in unknown:
            assert translated(text) == text
        assert translated("Under syn") == "Nach syn"
        assert translated("Leaderboard of The Best of Both") == "Bestenliste von The Best of Both"
        assert translated("Nothing can be computed: it is in none of the files.") == (
            "Es lässt sich nichts berechnen: it is in none of the files."
        )


def test_what_stands_in_a_sentence_is_in_the_readers_language_too():
    with translation.override("de"):
        assert translated("50 of 1,590 labelled pairs count; most others: one label only") == (
            "50 von 1\u202f590 gelabelten Paaren zählen; die meisten anderen: nur ein Label"
        )
        assert translated("Most frequent: relevant against irrelevant, on 1 pair") == (
            "Am häufigsten: Relevant gegen nicht relevant (1 Paar)"
        )
        found = translated("heron has the highest C@1: 12.5 %, 2.0 points above its original score")
        assert found.endswith("2.0 Punkte über seinem ursprünglichen Wert")
        assert translated_word("1 to 4") == "1 bis 4"


def test_of_several_sentences_each_may_be_known_by_itself():
    with translation.override("de"):
        assert translated("Percent agreement. Nobody wrote this down. n = 12 captions.") == (
            "Prozentuale Übereinstimmung. Nobody wrote this down. n = 12 Beschreibungen."
        )
        assert translated("Runs that do not change are not shown. Percent agreement.") == (
            "Läufe, die sich nicht ändern, sind nicht gezeigt. Prozentuale Übereinstimmung."
        )


def test_numbers_are_grouped_so_that_nobody_reads_a_fraction():
    with translation.override("de"):
        assert grouped(12_345) == "12\u202f345"
    with translation.override("en-gb"):
        assert grouped(12_345) == "12,345"


def test_placeholders_are_told_from_signs_of_per_cent():
    assert placeholders("%(a)s of {b}: 50 %% of %s") == {"%(a)s", "{b}", "%s"}
