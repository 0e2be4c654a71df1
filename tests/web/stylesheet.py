"""Reads the stylesheet's colours and computes contrast as WCAG 2.2 defines it."""

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEETS = ("truepool.css", "lists.css")
CSS = re.sub(
    r"/\*.*?\*/",
    "",
    "".join((STATIC / "css" / name).read_text(encoding="utf-8") for name in SHEETS),
    flags=re.DOTALL,
)


def colours() -> dict[str, dict[str, str]]:
    """{"light": {"ink": "#1c1b1a", ...}, "dark": {...}}"""
    found = re.findall(r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\);", CSS)
    return {
        "light": {name: light for name, light, _ in found},
        "dark": {name: dark for name, _, dark in found},
    }


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour written as #rrggbb."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
