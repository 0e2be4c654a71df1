"""A report over a made-up snapshot in a process of its own: seconds, and the peak of its memory.

python -m bench.stage.scoring_child CAPTIONS VIDEOS DEPTH
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from bench.stage.corpus import simulate_snapshot
from measures.names import parse_all
from metrics.studies.evaluation import evaluate

CHECKOUT = Path(__file__).parents[2]
MEASURES = parse_all("C@1,C@5,C@10,AP")


def measured_report(captions: int, videos: int, depth: int) -> tuple[float, float]:
    """(seconds, megabytes). Called by the process that measures."""
    order = [
        sys.executable,
        "-m",
        "bench.stage.scoring_child",
        str(captions),
        str(videos),
        str(depth),
    ]
    told = json.loads(
        subprocess.run(order, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE).stdout
    )
    return told["seconds"], told["megabytes"]


def peak_megabytes() -> float:
    """Of this program alone: getrusage's figure begins with that of the process that started it."""
    (peak,) = (
        line
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        if line.startswith("VmHWM:")
    )
    return int(peak.split()[1]) * 1024 / 1e6


def main() -> None:
    snapshot = simulate_snapshot(*map(int, sys.argv[1:]))
    started = time.perf_counter()
    evaluate(snapshot, MEASURES, "both", intervals=True)
    print(json.dumps({"seconds": time.perf_counter() - started, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main()
