"""What the explorer shows, as arithmetic: facts of every caption as arrays, which captions are
chosen by them, and one item's rankings against its positives. Knows no database."""
