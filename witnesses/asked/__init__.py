"""What actions are asked, described once: pages, the API and commands take it from here."""
