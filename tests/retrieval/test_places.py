"""Where a model puts captions and videos: kept with it, drawn on its page, and downloaded."""

import csv
import io
import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from pooling.models import Caption
from retrieval.queries import places
from retrieval.queries.places import find_places
from retrieval.training.embeddings import Embeddings, NamedEmbeddings, principal_plane
from tests.factories import make_benchmark, make_run
from tests.retrieval.making import make_trained

QUERIES, VIDEOS = ["a cat sleeps", "a dog runs, twice"], ["v0", "v1", "v2"]
ROWS = np.random.default_rng(4).normal(size=(5, 3)).astype(np.float32)


@pytest.fixture
def trained(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "models").mkdir(parents=True)
    pairs = [(QUERIES[0], "v0"), (QUERIES[1], "v1"), (QUERIES[1], "v2")]
    run = make_run(make_benchmark(pairs, name="scored"), {0: [0], 1: [1], 2: [2]}, name="ours")
    made = make_trained(run)
    made.embeddings, made.embeddings_sha256 = "models/ours.npz", "5" * 64
    made.save()
    embedded = Embeddings(ROWS[:2], ROWS[2:])
    NamedEmbeddings(embedded, QUERIES, VIDEOS).save(settings.MEDIA_ROOT / made.embeddings)
    return made


@given(st.integers(0, 99), st.integers(1, 12), st.integers(1, 5))
def test_the_plane_is_that_of_singular_vectors(seed, count, width):
    rows = np.random.default_rng(seed).normal(size=(count, width)).astype(np.float32)
    found = principal_plane(rows)
    left, strengths, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    expected = np.zeros((count, 2))
    both = (left * strengths)[:, :2]
    expected[:, : both.shape[1]] = both
    np.testing.assert_allclose(np.abs(found), np.abs(expected), atol=1e-4)


@pytest.mark.django_db
def test_dots_are_as_far_apart_as_on_the_plane(trained):
    found = find_places(trained)
    assert [(dot.name, dot.is_video) for dot in found.dots] == [
        *((text, False) for text in QUERIES),
        *((key, True) for key in VIDEOS),
    ]
    at = np.array([[float(dot.x), float(dot.y)] for dot in found.dots])
    apart, expected = (
        np.linalg.norm(one[:, None] - one, axis=2) for one in (at, principal_plane(ROWS))
    )
    np.testing.assert_allclose(apart / apart.max(), expected / expected.max(), atol=0.01)
    assert at.min() >= -0.1
    assert (at.max(axis=0) <= [places.WIDTH + 0.1, places.HEIGHT + 0.1]).all()


@pytest.mark.django_db
def test_colours_are_of_a_column(trained):
    for number, group in enumerate(["pets", "sports", "pets"]):
        Caption.objects.filter(number=number).update(groups={"category": group})
    found = find_places(trained, "category")
    assert (found.by, found.columns) == ("category", ["category"])
    groups = dict(found.groups)
    named = [groups.get(dot.number) for dot in found.dots]
    assert named == ["pets", "sports", "pets", "sports", "pets"]
    assert find_places(trained, "elsewhere").by == ""


@pytest.mark.django_db
def test_of_many_some_are_drawn(trained, monkeypatch):
    monkeypatch.setattr(places, "MOST", 2)
    found = find_places(trained)
    assert [dot.name for dot in found.dots] == [*QUERIES, "v0", "v2"]
    assert found.of == 5


@pytest.mark.django_db
def test_the_page_draws_them_and_gives_them_to_leads(trained, signed_in, lead, viewer):
    address = f"/models/{trained.pk}/training/"
    for person, downloads in ((lead, 2), (viewer, 0)):
        page = signed_in(person).get(address).text
        assert page.count("<circle ") == 5
        assert page.count(">Download</a>") == downloads
    trained.embeddings, trained.embeddings_sha256 = "", ""
    trained.save()
    assert "<circle " not in signed_in(lead).get(address).text


@pytest.mark.django_db
def test_the_api_answers_with_the_file(trained, signed_in, lead):
    answer = signed_in(lead).get(f"/api/v1/models/{trained.pk}/embeddings")
    file = np.load(io.BytesIO(b"".join(answer.streaming_content)), allow_pickle=False)
    np.testing.assert_array_equal(file["videos"], ROWS[2:])
    assert file["query_texts"].tolist() == QUERIES


@pytest.mark.django_db
def test_a_command_writes_them_with_their_names(trained, tmp_path, capsys):
    call_command("save_embeddings", "ours", str(tmp_path / "e"), "--json")
    out = json.loads(capsys.readouterr().out)
    assert (out["queries"], out["videos"], out["numbers"]) == (2, 3, 3)
    np.testing.assert_array_equal(np.load(tmp_path / "e" / "queries.npy"), ROWS[:2])
    with (tmp_path / "e" / "queries.csv").open(newline="") as file:
        assert [*csv.reader(file)] == [["row", "text"], ["0", QUERIES[0]], ["1", QUERIES[1]]]
    trained.embeddings, trained.embeddings_sha256 = "", ""
    trained.save()
    with pytest.raises(CommandError, match="has no embeddings"):
        call_command("save_embeddings", "ours", str(tmp_path))
