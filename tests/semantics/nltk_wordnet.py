"""NLTK's reader on the vendored WordNet: the oracle of ours, and what its METEOR takes."""

import warnings
import zipfile
from pathlib import Path

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from semantics.words.wordnet import VENDORED

# Two files that NLTK opens and whose content nothing here asks for: the names of its makers' own
# files of senses, and the keys of senses, by which it maps one version of WordNet to another.
LEXNAMES = "".join(f"{number:02d}\tname.{number}\t1\n" for number in range(45))


def open_nltk_wordnet(folder: Path) -> WordNetCorpusReader:
    """NLTK reads folders, below those alone that it is allowed to, and in one of its own names."""
    root = folder / "corpora" / "wordnet"
    root.mkdir(parents=True)
    with zipfile.ZipFile(VENDORED) as archive:
        archive.extractall(root)
    (root / "lexnames").write_text(LEXNAMES)
    (root / "index.sense").touch()
    nltk.data.path.append(str(folder))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*multilingual", UserWarning)
        return WordNetCorpusReader(str(root), omw_reader=None)
