"""A proxy of EPIC-KITCHENS-100's narrations in a process of its own: seconds, and peak memory.

python -m bench.stage.proxied KIND FOLDER
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from bench.stage.narrations import with_tables
from bench.stage.scoring_child import peak_megabytes
from foundation.home import CHECKOUT
from semantics.proxies.description import with_own
from semantics.proxies.registry import KINDS


def measured_proxy(kind: str, folder: Path) -> tuple[float, float]:
    """(seconds, megabytes). Called by the process that measures."""
    order = [sys.executable, "-m", "bench.stage.proxied", kind, str(folder)]
    done = subprocess.run(order, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE)
    measured = json.loads(done.stdout)
    return measured["seconds"], measured["megabytes"]


def main() -> None:
    kind, folder = sys.argv[1:]
    material = with_tables(Path(folder))
    started = time.perf_counter()
    with_own(KINDS[kind].relate(material), material.caption_texts, material)
    seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main()
