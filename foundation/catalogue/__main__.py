"""`python -m foundation.catalogue` compiles each catalogue of locale/, and needs nothing installed:
`make` and the image call it, so that no start has to."""

from pathlib import Path

from foundation.catalogue import mo

if __name__ == "__main__":
    mo.compile_all(Path(__file__).parents[2] / "locale")
