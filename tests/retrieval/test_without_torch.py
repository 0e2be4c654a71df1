"""Where PyTorch is not installed everything else is imported, and one error says how to get it."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
# As where it is not installed: neither found nor imported.
WITHOUT = """
import sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: (
    None if name == "torch" else found(name, package)
)
sys.meta_path.insert(0, Nowhere())
"""
FREE = [
    "retrieval.extra",
    "retrieval.losses.kinds",
    "retrieval.networks.kinds",
    "retrieval.protocols.directions",
    "retrieval.protocols.ranking",
    "retrieval.training.material",
    "retrieval.training.progress",
    "retrieval.training.relevance",
    "retrieval.training.settings",
]
BOUND = [
    "retrieval.losses.registry",
    "retrieval.miners.negatives",
    "retrieval.networks.registry",
    "retrieval.tensors",
    "retrieval.training.loop",
    "retrieval.training.trained",
]


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + script],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )


def test_names_and_settings_are_there_without_torch():
    imports = "\n".join(f"import {module}" for module in FREE)
    done = run(
        f"{imports}\nassert 'torch' not in sys.modules\nprint(retrieval.extra.is_installed())"
    )
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr


@pytest.mark.parametrize("module", BOUND)
def test_what_needs_torch_says_how_to_install_it(module):
    last = run(f"import {module}").stderr.splitlines()[-1]
    assert last == (
        "retrieval.extra.ExtraMissing: Reference models need PyTorch, which is not installed:"
        " run `make setup EXTRAS=models`."
    )
