"""The wheel of the metrics: in an environment that holds it, what it needs and pandas alone, it
gives the numbers of this tree."""

import json
import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from foundation.home import CHECKOUT
from metrics.standalone.frames import per_query, score
from stack.truepool.wheel import CannotRewrite, build, rewritten

NOTEBOOK = CHECKOUT / "docs/scores.ipynb"
NEEDED = ("numpy", "scipy", "krippendorff")
# Libraries that their wheels bring along, and what pandas imports.
BESIDE = (
    "numpy.libs",
    "scipy.libs",
    "pandas.libs",
    "pandas",
    "dateutil",
    "six.py",
    "pytz",
    "tzdata",
)
QRELS = {"q1": {"a": 2, "c": 1}, "q2": {"b": 1, "c": 0}, "q3": {"a": 1, "b": 0}}
RUN = {
    "q1": {"a": 0.9, "b": 0.4, "c": 0.6},
    "q2": {"a": 0.8, "b": 0.3, "c": 0.5},
    "q3": {"a": 0.2, "b": 0.7, "c": 0.1},
}
MEASURES = ["nDCG@10", "R@1", "AP", "Success@1", "RBP(p=0.8)", "P@2", "RR", "ERR@10"]
# Runs the cells in order, and prints what the last line of each is.
RUN_CELLS = """
import ast, json, sys
names, shown = {}, []
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        tree = ast.parse("".join(cell["source"]))
        last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, "cell", "exec"), names)
        shown.append(repr(eval(compile(last, "cell", "eval"), names)))
print(json.dumps(shown))
"""


def run_in(python: Path, *words: str | Path) -> str:
    """Away from the checkout, whose packages would be found otherwise."""
    alone = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, *words], cwd=python.parent, env=alone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """Of a fresh environment; numpy and its like are links to those of this one."""
    home = tmp_path_factory.mktemp("alone")
    venv.create(home, with_pip=True)
    python = home / "bin/python"
    site = Path(
        run_in(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    ours = Path(find_spec("numpy").origin).parents[1]
    for name in (*NEEDED, *BESIDE):
        if (ours / name).exists():
            (site / name).symlink_to(ours / name)
    install = ("install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    run_in(python, "-m", "pip", *install, wheel)
    return python


@pytest.fixture
def files(tmp_path) -> list[Path]:
    run, qrels = tmp_path / "heron.trec", tmp_path / "people.qrels"
    run.write_text(
        "".join(f"{q} Q0 {d} 1 {one} heron\n" for q, row in RUN.items() for d, one in row.items())
    )
    qrels.write_text(
        "".join(f"{q} 0 {d} {one}\n" for q, row in QRELS.items() for d, one in row.items())
    )
    return [run, Path("--collected"), qrels]


def test_nothing_of_ours_is_there_under_another_name(python):
    names = (
        "metrics",
        "measures",
        "pooling",
        "foundation",
        "django",
        "sklearn",
        "truepool_metrics",
        "truepool",
    )
    found = run_in(
        python,
        "-c",
        "import sys; from importlib.util import find_spec as find;"
        "print([name for name in sys.argv[1:] if find(name)])",
        *names,
    )
    assert found.strip() == "['truepool_metrics', 'truepool']"


@pytest.mark.parametrize("more", [(), ("--intervals",), ("--csv",), ("--latex",), ("--json",)])
def test_the_command_prints_what_the_tree_prints(python, files, more):
    asked = (*files, "--measures", "nDCG@10,AP,infAP,C@1", *more)
    here = subprocess.run(
        [sys.executable, "-m", "metrics", *asked],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run_in(python, "-m", "truepool_metrics", *asked) == here.stdout
    assert run_in(python, python.parent / "truepool-metrics", *asked) == here.stdout


def test_the_agreement_of_a_file_is_that_of_the_tree(python, tmp_path):
    labels = tmp_path / "labels.csv"
    rows = [(unit, rater, (unit * rater) % 3 > 0) for unit in range(1, 9) for rater in (1, 2, 3)]
    lines = [f"{unit},{rater},{'yes' if value else 'no'}\n" for unit, rater, value in rows]
    labels.write_text("unit,rater,value\n" + "".join(lines))
    here = subprocess.run(
        [sys.executable, "-m", "metrics", "agreement", labels, "--json"],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run_in(python, "-m", "truepool_metrics", "agreement", labels, "--json") == here.stdout


def test_messages_name_the_program_that_was_started(python):
    helped = run_in(python, "-m", "truepool_metrics", "--help")
    assert helped.startswith("usage: python -m truepool_metrics ")
    assert "python -m metrics" not in helped


def test_its_functions_give_the_numbers_of_the_tree_and_need_no_pandas(python):
    given = json.dumps([RUN, QRELS, MEASURES])
    shown = run_in(
        python,
        "-c",
        "import json, sys, truepool_metrics as t; given = json.loads(sys.argv[1]);"
        "print(json.dumps([t.score(*given), t.per_query(*given), 'pandas' in sys.modules]))",
        given,
    )
    expected = [score(RUN, QRELS, MEASURES), per_query(RUN, QRELS, MEASURES), False]
    assert json.loads(shown) == expected


def test_the_notebook_has_six_cells_which_show_what_is_kept_in_it(python):
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    kept = [
        "".join(cell["outputs"][0]["data"]["text/plain"]) for cell in cells if "outputs" in cell
    ]
    assert (len(cells), len(kept)) == (6, 5)
    assert json.loads(run_in(python, "-W", "error", "-c", RUN_CELLS, NOTEBOOK)) == kept


def test_the_same_tree_gives_the_same_bytes(wheel, tmp_path):
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


def test_only_imports_are_rewritten():
    source = '"""from measures import x"""\n\ndef f():\n    from measures.hits import Hits\n'
    assert rewritten(source, Path("one.py")) == source.replace(
        "    from measures", "    from truepool_metrics.measures"
    )


@pytest.mark.parametrize("line", ["import measures.hits", "from . import hits"])
def test_an_import_that_would_mean_something_else_is_refused(line):
    with pytest.raises(CannotRewrite, match=r"^one\.py:2: expected `from package\.module"):
        rewritten(f"\n{line}\n", Path("one.py"))
