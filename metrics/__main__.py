"""python -m metrics RUN ...: scores from files alone (docs/metrics.md)."""

import sys

from metrics.standalone.command import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
