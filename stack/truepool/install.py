"""Writes `truepool` beside this Python: `python -m stack.truepool.install`.

The checkout is no package that pip could install, and needs to be none: the script finds it above
the environment, or else where it was when the script was written (in an image, where the
environment is elsewhere).
"""

import sys
from pathlib import Path

from foundation.home import CHECKOUT

SCRIPT = """\
#!{python}
import sys
from pathlib import Path

above = Path(__file__).absolute().parents[2]
sys.path.insert(0, str(above) if (above / "stack" / "truepool").is_dir() else {checkout!r})
from stack.truepool.entry import main

sys.exit(main())
"""


def install() -> Path:
    script = Path(sys.prefix) / "bin" / "truepool"
    script.write_text(SCRIPT.format(python=sys.executable, checkout=str(CHECKOUT)))
    script.chmod(0o755)
    return script


if __name__ == "__main__":
    install()
