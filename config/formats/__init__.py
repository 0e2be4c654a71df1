"""How figures are written, in every language but English. The mark of decimals is the point in all
of them: tables, exports and papers have it, and a figure copied from a page must be the figure of
the file. Thousands are parted by a narrow space, where a comma could be read as that mark.

Django imports `config.formats.LOCALE.formats`. It finds one there for each language that there is,
so that a language is one folder of locale/ and nothing here.
"""

import sys
from types import ModuleType

from django.conf import settings
from django.utils.translation import to_locale

for _language, _ in settings.LANGUAGES:
    if _language != settings.LANGUAGE_CODE:
        _package = ModuleType(f"{__name__}.{to_locale(_language)}")
        _package.__path__ = []
        _formats = ModuleType(f"{_package.__name__}.formats")
        vars(_formats).update(DECIMAL_SEPARATOR=".", THOUSAND_SEPARATOR="\u202f")
        sys.modules[_package.__name__] = _package
        sys.modules[_formats.__name__] = _formats
