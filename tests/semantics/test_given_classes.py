"""Classes that a data set's file gives its captions become relevance."""

import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from pooling.models import Benchmark
from retrieval.queries.recipes import NoRecipe, find_recipe
from semantics.models import Proxy
from semantics.proxies.kinds.given import classes_of
from semantics.queries.proxies import read_relevance
from tests.semantics.matrices import dense

pytestmark = pytest.mark.django_db(transaction=True)

# Two captions say the same of other things, and the last has no class at all.
ROWS = [
    ("a", "v0", "take it", "0", "[1, 2]"),
    ("b", "v1", "take it", "0", "[3]"),
    ("c", "v2", "put it down", "1", "[2, 1]"),
    ("d", "v2", "put them down", "1", "[1]"),
    ("e", "v3", "well", "", ""),
]


@pytest.fixture
def kitchen(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    lines = ["caption_id,video_id,caption,verb_class,all_noun_classes"]
    lines += [",".join((*row[:4], f'"{row[4]}"')) for row in ROWS]
    path = tmp_path / "captions.csv"
    path.write_text("\n".join(lines) + "\n")
    call_command("import_benchmark", "kitchen", captions=str(path), verbosity=0)
    return Benchmark.objects.get(name="kitchen")


def slow(columns: tuple[int, ...], rho: float) -> list[list[float]]:
    """The definition in plain loops."""
    sets = [[set(classes_of(row[place])) for place in columns] for row in ROWS]
    rows = []
    for number, row in enumerate(ROWS):
        cells = []
        for video in ("v0", "v1", "v2", "v3"):
            its = [sets[n] for n, other in enumerate(ROWS) if other[1] == video]
            total = 0.0
            for place in range(len(columns)):
                said = [one[place] for one in its]
                mine = sets[number][place]
                theirs = {
                    one
                    for one in set().union(*said)
                    if sum(one in s for s in said) >= rho * len(said)
                }
                if mine | theirs:
                    total += len(mine & theirs) / len(mine | theirs) / len(columns)
            cells.append(1.0 if row[1] == video else total)
        rows.append(cells)
    return rows


@pytest.mark.parametrize(
    ("columns", "places"),
    [("verb_class", (3,)), ("verb_class,all_noun_classes", (3, 4)), ("all_noun_classes", (4,))],
)
@pytest.mark.parametrize("rho", [0.25, 1.0])
def test_classes_are_compared_caption_by_caption(kitchen, columns, places, rho):
    words = "proxy", "kitchen", "given", "--columns", columns, "--rho", str(rho)
    told = json.loads(call_command(*words, json=True))
    proxy = Proxy.objects.get()
    np.testing.assert_allclose(dense(read_relevance(proxy)), slow(places, rho), atol=1e-6)
    assert told["parameters"] == {"rho": rho, "columns": columns.split(",")}
    assert told["without_words"] == 1
    assert json.loads(call_command(*words, json=True))["already"] is True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["given"], "Expected the columns with the classes; kitchen has .*verb_class"),
        (["given", "--columns", "verb"], "kitchen has no column verb; it has"),
        (["bow", "--columns", "verb_class"], "does not look at columns"),
    ],
)
def test_what_cannot_be_compared_is_refused(kitchen, words, said):
    with pytest.raises(CommandError, match=said):
        call_command("proxy", "kitchen", *words)
    assert not Proxy.objects.exists()


@pytest.mark.parametrize(
    ("value", "classes"),
    [
        ("3", ["3"]),
        ("", []),
        ("[43, 12]", ["43", "12"]),
        ("['cup', \"pan\"]", ["cup", "pan"]),
        ("cup; pan of milk", ["cup", "pan of milk"]),
        ("salt, pepper", ["salt, pepper"]),
        ("[]", []),
    ],
)
def test_a_cell_is_one_class_or_a_list(value, classes):
    assert list(classes_of(value)) == classes


def test_a_model_cannot_learn_from_it(kitchen):
    """Of training captions no column is kept."""
    call_command("proxy", "kitchen", "given", "--columns", "verb_class")
    with pytest.raises(NoRecipe, match="of training captions no column is kept"):
        find_recipe(kitchen, "given")
