"""Reports as they are printed: one document, as HTML and as PDF. Pure, but for Django templates."""
