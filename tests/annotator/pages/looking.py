"""Waiting as a rater does: an answer is taken once its pair can have been looked at."""

from playwright.sync_api import Page


def looked(page: Page, at: str = "#stage") -> None:
    """Until the clip there has been on the screen for long enough."""
    page.wait_for_selector(f"{at}[data-looked]", state="attached")
