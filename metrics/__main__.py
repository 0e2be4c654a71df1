"""python -m metrics RUN ...: scores from files alone (docs/metrics.md)."""

import sys

from metrics.standalone.command import run
from pooling.output import ending_in_a_line

if __name__ == "__main__":
    sys.exit(ending_in_a_line(lambda: run(sys.argv[1:])))
