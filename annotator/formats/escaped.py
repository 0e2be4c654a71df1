"""Cells that a spreadsheet would take for a formula, made safe so that the text can be had back.

The same rule as that of people/spreadsheet.py, said again because files are read where nothing of a website is at hand
(`python -m metrics`); a test holds the two together.
"""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(text: str) -> str:
    """One quote more, also where quotes stand before such a character already: so no two texts become the same cell."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def plain_cell(cell: str) -> str:
    """The text from which `safe_cell` made this cell."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell
