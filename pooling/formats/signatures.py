"""What a file is by its first bytes, when it is not what was asked for."""

HEAD = 4096
_UTF_16 = "encoded in UTF-16 (byte order mark at offset 0); save it as UTF-8"

_BEGINNINGS: tuple[tuple[bytes, str, str], ...] = (
    (b"\xff\xfe", "encoding", _UTF_16),
    (b"\xfe\xff", "encoding", _UTF_16),
    (b"PK\x05\x06", "zip", "an empty zip archive"),
    (b"\x1f\x8b", "gzip", "compressed with gzip; unpack it first"),
    (b"BZh", "archive", "compressed with bzip2; unpack it first"),
    (b"\xfd7zXZ\x00", "archive", "compressed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "archive", "compressed with zstd; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "archive", "a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "archive", "a rar archive; unpack it first"),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "spreadsheet",
        "an old Excel or Word file; save the sheet as CSV in UTF-8",
    ),
    (b"\x93NUMPY", "kind", "a NumPy array (.npy)"),
    (b"\x89HDF\r\n\x1a\n", "kind", "an HDF5 file"),
    (b"PAR1", "kind", "a Parquet file"),
    (b"SQLite format 3\x00", "kind", "an SQLite database"),
    (b"%PDF-", "kind", "a PDF"),
    (
        b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.",
        "pickle",
        "a file of PyTorch before 1.6; load it and save it again with a newer one",
    ),
    (b"\x89PNG", "kind", "a picture"),
    (b"\xff\xd8\xff", "kind", "a picture"),
    (b"\x1aE\xdf\xa3", "kind", "a video"),
    (
        b"version https://git-lfs.github.com/spec/",
        "lfs",
        "a Git LFS pointer, not the file itself; fetch it with `git lfs pull`",
    ),
)


def foreign(head: bytes) -> tuple[str, str] | None:
    """The code and the sentence's end ("this is ...") for a file that is certainly not plain UTF-8
    text. None: it may be."""
    if head.startswith(b"PK\x03\x04"):
        return _zip(head)
    for beginning, code, kind in _BEGINNINGS:
        if head.startswith(beginning):
            return code, kind
    if head[4:8] == b"ftyp":
        return "kind", "a video"
    if is_pickle(head):
        return "pickle", "a Python pickle"
    is_html = head.lstrip().lower().startswith((b"<!doctype html", b"<html"))
    return ("html", "a web page; perhaps the download needed a login") if is_html else None


def is_pickle(head: bytes) -> bool:
    """Protocols 2 to 5 begin so; older ones have no signature (see pickles.py)."""
    return len(head) > 1 and head[0] == 0x80 and 2 <= head[1] <= 5


def _zip(head: bytes) -> tuple[str, str]:
    if b"xl/" in head or b"[Content_Types].xml" in head:
        return "spreadsheet", "an Excel workbook (.xlsx); save the sheet as CSV in UTF-8"
    if b".npy" in head:
        return "zip", "an .npz archive; save the one array as .npy"
    return "zip", "a zip archive; unpack it first"
