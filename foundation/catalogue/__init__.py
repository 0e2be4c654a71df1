"""The catalogue of translations, without the programs of gettext: found in the source, kept as .po,
compiled to .mo.

`manage.py gather_messages` does all of it, `python -m foundation.catalogue` only the last. Standard
library only, but for Django's template syntax.
"""
