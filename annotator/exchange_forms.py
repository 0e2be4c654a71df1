"""What the pages of labels that come and go ask for."""

from annotator.asked.exchange import ExportWanted, ImportLabelsWanted
from foundation.asking.forms import AskedForm


class ExportForm(AskedForm):
    asks = ExportWanted
    leaves_out = ("lines",)
    unchosen = {"campaign": "All that is judged"}


class ImportLabelsForm(AskedForm):
    asks = ImportLabelsWanted
