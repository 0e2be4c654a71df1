"""python -m metrics RUN ...: scores from files alone (docs/metrics.md)."""

import sys

from foundation.output import ending_in_a_line
from metrics.standalone.command import run


def main() -> int:
    return ending_in_a_line(lambda: run(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
