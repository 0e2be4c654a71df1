"""What a grid varies, as people write it, and the cells that come of it. None of it needs
PyTorch."""

from dataclasses import replace

import pytest

from foundation.refused import Refused
from pooling.models import Benchmark
from retrieval.asked.axes import QUESTIONS, combined, read_axes
from retrieval.asked.grid import GridAsked
from retrieval.queries.grids import in_words, title_of

OF = Benchmark(name="scored")
TOO_MANY = "seed=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14; batch=2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"


def grid(vary: str, **more) -> GridAsked:
    return GridAsked(benchmark=OF, name="g", vary=vary, **more)


def test_values_are_those_of_their_questions():
    (seeds, losses, taus) = read_axes("seed=0, 1\n loss = nce,triplet-ranp ; tau=0.1,1")
    assert (seeds.names, seeds.values) == (("seed",), ((0,), (1,)))
    assert losses.values == (("nce",), ("triplet-ranp",))
    assert taus.values == ((0.1,), (1.0,))
    assert read_axes("parts=verb/noun,verb; validate-by=map")[0].values == (
        (["verb", "noun"],),
        (["verb"],),
    )


def test_questions_that_go_together_are_one_axis():
    (pairs, _) = read_axes("loss+relevance=nce+instance,log-ratio+syn; seed=3")
    assert pairs.names == ("loss", "relevance")
    assert pairs.values == (("nce", "instance"), ("log-ratio", "syn"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing is varied: expected NAME=VALUE,VALUE"),
        ("seed", "seed: expected NAME=VALUE,VALUE"),
        ("colour=red", "colour cannot be varied: expected one of network, loss"),
        ("features=a.npz", "features cannot be varied"),
        ("labels_of=msvd", "labels_of cannot be varied"),
        ("seed=a", "seed=a: Enter a whole number."),
        ("tau=2", "tau=2: Ensure this value is less than or equal to 1"),
        ("loss=best", "loss=best: Select a valid choice"),
        ("seed=0,0", "seed has the value 0 twice"),
        ("seed=0,", "seed: expected a value between the commas"),
        ("seed=0; seed+loss=1+nce", "seed is varied twice"),
        ("loss+seed=nce", "loss+seed: expected 2 values with +, found 'nce'"),
        (TOO_MANY, "225 cells: expected 200 or fewer"),
    ],
)
def test_what_cannot_be_varied_is_refused_by_name(text, words):
    with pytest.raises(Refused) as refused:
        combined(read_axes(text))
    assert words in str(refused.value)
    assert refused.value.field == "vary"


def test_everything_that_a_training_is_asked_is_an_axis_but_names_rows_and_files():
    """A question that a training is asked later is one at once."""
    left_out = {"benchmark", "name", "labels_of", "clips_of", "start_from"}
    left_out |= {"features", "keys", "vectors"}
    assert set(QUESTIONS) == set(GridAsked.__dataclass_fields__) - left_out - {
        "vary",
        "shape",
        "hours",
        "score_by",
        "keep_runs",
    }


def test_cells_are_all_combinations_and_the_last_axis_changes_fastest():
    cells = grid("loss=nce,triplet-all; seed=0,1").cells()
    assert [cell.title for cell in cells] == [
        "loss=nce, seed=0",
        "loss=nce, seed=1",
        "loss=triplet-all, seed=0",
        "loss=triplet-all, seed=1",
    ]
    assert [(one.asked.loss, one.asked.seed) for one in cells][2] == ("triplet-all", 0)


def test_a_loss_of_instances_is_trained_once_whatever_the_threshold():
    cells = grid("loss=nce,triplet-ranp; tau=0.1,0.2", relevance="syn", score_by=("syn",)).cells()
    assert [cell.values for cell in cells] == [
        {"loss": "nce", "relevance": "instance"},
        {"loss": "triplet-ranp", "tau": 0.1},
        {"loss": "triplet-ranp", "tau": 0.2},
    ]
    assert [cell.asked.relevance for cell in cells] == ["instance", "syn", "syn"]


def test_what_is_not_trained_looks_at_instances_whatever_the_others_do():
    cells = grid("network=cca,mmen", relevance="syn", loss="triplet-ranp").cells()
    assert [cell.values for cell in cells] == [
        {"network": "cca", "relevance": "instance"},
        {"network": "mmen"},
    ]


def test_a_cell_that_cannot_be_trained_is_named():
    wanted = grid("loss=log-ratio,nce; parts=verb,")
    with pytest.raises(Refused, match="parts"):
        wanted.check()
    with pytest.raises(Refused, match=r"^seed=0: Only the relevance collected takes labels"):
        grid("seed=0,1", labels_of=OF).check()


def test_cells_of_several_relevances_need_something_to_be_scored_by():
    wanted = grid("loss+relevance=nce+instance,log-ratio+syn")
    with pytest.raises(Refused, match="say what all cells are scored by") as refused:
        wanted.check()
    assert refused.value.field == "score_by"
    replace(wanted, score_by=("syn",)).check()
    assert grid("seed=0,1", relevance="syn", loss="log-ratio").scored_by() == ("syn",)


def test_titles_have_the_order_of_what_is_varied():
    values = {"tau": 0.1, "loss": "nce", "parts": ["verb", "noun"], "relevance": "instance"}
    assert title_of(values, ["loss", "tau"]) == (
        "loss=nce, tau=0.1, parts=verb/noun, relevance=instance"
    )
    assert in_words(1e-5) == "1e-05"
