"""What TypeScript says of pages' scripts: `python -m tests.types_of_scripts`, in `make check`.

The compiler is a script, too: Chromium runs it, as no other part of the project needs Node. It
comes from tests/vendor/, by its checksums (docs/decisions/0077-types-of-scripts.md). A script that
begins with `// @ts-check` is checked; a test asks each for it.
"""

import json
import sys
import tempfile
import zipfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import ADVICE, QUIET, find_chromium

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "static" / "js"
COMPILER = next((ROOT / "tests" / "vendor").glob("typescript-*")) / "typescript.zip"
PAGE = (ROOT / "tests" / "page.d.ts").read_text(encoding="utf-8")
CHECK = (ROOT / "tests" / "types_of_scripts.js").read_text(encoding="utf-8")


def scripts() -> dict[str, str]:
    """The text of each of our scripts, by its path below static/js."""
    paths = sorted(SCRIPTS.rglob("*.js"))
    return {
        path.relative_to(SCRIPTS).as_posix(): path.read_text(encoding="utf-8") for path in paths
    }


def complaints_about(browser: Browser, texts: dict[str, str]) -> list[str]:
    """A line for each complaint."""
    with zipfile.ZipFile(COMPILER) as archive, tempfile.TemporaryDirectory() as folder:
        compiler = Path(archive.extract("typescript.js", folder))
        names = [name for name in archive.namelist() if name.endswith(".d.ts")]
        libraries = {name: archive.read(name).decode() for name in names}
        page = browser.new_page()
        page.add_script_tag(path=compiler)
        found: list[str] = page.evaluate(CHECK, json.dumps([texts, PAGE, libraries]))
        page.close()
    return found


if __name__ == "__main__":
    path = find_chromium()
    if path is None:
        sys.exit(ADVICE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=QUIET)
        complaints = complaints_about(started, scripts())
        started.close()
    print(*complaints, f"{len(complaints)} complaints about {len(scripts())} scripts", sep="\n")
    sys.exit(bool(complaints))
