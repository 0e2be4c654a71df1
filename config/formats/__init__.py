"""How figures are written, by language. The mark of decimals is the point in all of them: tables,
exports and papers have it, and a figure copied from a page must be the figure of the file."""
