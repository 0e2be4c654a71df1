"""What a file is by its first bytes: a video container that is accepted, or the reason why not.

Only the container that is recognised here is ever tried, by name, so FFmpeg's own guessing (which
knows playlists, captions that fetch, and a hundred rare demuxers) never sees the file. Neither name
nor declared type counts.
"""

from foundation.frozen import frozen
from media.reasons import Unplayable

HEAD = 4096
SMALLEST = 16  # bytes: less is no container's beginning


@frozen
class Container:
    demuxer: str  # FFmpeg's name
    title: str
    suffixes: tuple[str, ...]  # names that promise this content


MP4 = Container("mov", "MP4 or QuickTime", (".mp4", ".m4v", ".mov", ".qt", ".3gp", ".3g2"))
MATROSKA = Container("matroska", "WebM or Matroska", (".webm", ".mkv"))
AVI = Container("avi", "AVI", (".avi",))
FLV = Container("flv", "Flash video", (".flv",))
ASF = Container("asf", "Windows Media", (".wmv", ".asf"))
OGG = Container("ogg", "Ogg", (".ogv", ".ogg"))
MPEG_TS = Container("mpegts", "MPEG transport stream", (".ts", ".mts", ".m2ts"))
MPEG_PS = Container("mpeg", "MPEG program stream", (".mpg", ".mpeg", ".vob"))
CONTAINERS = (MP4, MATROSKA, AVI, FLV, ASF, OGG, MPEG_TS, MPEG_PS)

STARTS = {
    b"\x1a\x45\xdf\xa3": MATROSKA,
    b"FLV\x01": FLV,
    b"OggS": OGG,
    b"0&\xb2u\x8ef\xcf\x11": ASF,
    b"\0\0\x01\xba": MPEG_PS,
}
MP4_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot", b"moof", b"styp")
PICTURE_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis", b"crx ", b"jxl ")
TS_STARTS = ((0, 188), (4, 192), (0, 204))  # where the first packet starts, and the packets' length

PICTURES = (
    *(b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"8BPS"),
    *(b"\x8aMNG", b"\xff\x0a"),
)
ARCHIVES = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ"),
    b"\x28\xb5\x2f\xfd",
)
SOUNDS = (b"ID3", b"fLaC", b"FORM", b"#!AMR", b".snd", b"MAC ", b"wvpk", b"caff")
MPEG_SOUND = bytes.fromhex("fafbf2f3e2e3f0f1f8f9")  # second byte of MP3 and AAC frames
PLAYLISTS = (
    *(b"#extm3u", b"ffconcat", b"[playlist]", b"[reference]", b"v=0", b"#ext-x-", b"file "),
    *(b"rtsp", b"http://", b"https://"),
)
XML_PLAYLISTS = (b"<mpd", b"<smil", b"<asx", b"<playlist", b"<smoothstreamingmedia")
PAGES = (b"<!doctype html", b"<html", b"<head", b"<body", b"<script", b"<title")


def recognise(head: bytes) -> Container:
    """The container of which these are the first bytes (up to HEAD of them). Raises Unplayable."""
    if not head:
        raise Unplayable("empty", "The file has no bytes.")
    if len(head) < SMALLEST:
        count = "1 byte" if len(head) == 1 else f"{len(head)} bytes"
        few = f"The file has {count}: too few for the beginning of a video."
        raise Unplayable("fragment", few)
    container = _container(head)
    if container is None:
        raise Unplayable(*_what_else(head))
    return container


def looks_like_html(head: bytes) -> bool:
    start = _plain(head)
    return start.startswith(PAGES) or (
        start.startswith((b"<?xml", b"<!--")) and any(mark in start for mark in PAGES[:2])
    )


def looks_like_archive(head: bytes) -> bool:
    return head.startswith(ARCHIVES) or head[257:262] == b"ustar"


def _container(head: bytes) -> Container | None:
    if head[4:8] in MP4_BOXES and not _is_picture(head):
        return MP4
    if head.startswith((b"RIFF", b"RIFX")) and head[8:12] in (b"AVI ", b"AVIX"):
        return AVI
    for start, container in STARTS.items():
        if head.startswith(start):
            return container
    return MPEG_TS if _is_transport_stream(head) else None


def _is_transport_stream(head: bytes) -> bool:
    """Every packet starts with 0x47; five in a row are no accident."""
    return any(
        len(head) > first + 4 * length
        and all(head[first + number * length] == 0x47 for number in range(5))
        for first, length in TS_STARTS
    )


def _is_picture(head: bytes) -> bool:
    if head[4:8] == b"ftyp":
        return head[8:12] in PICTURE_BRANDS
    return head[4:8] in (b"JXL ", b"jP  ") or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def _what_else(head: bytes) -> tuple[str, str]:
    """The code of what it is instead, and a sentence."""
    start = _plain(head)
    if looks_like_html(head):
        return "html", "Not a video: it looks like HTML. Maybe the link needs a login."
    if start.startswith(PLAYLISTS) or any(mark in start for mark in XML_PLAYLISTS):
        names = "it only names other files or addresses. Send the video itself."
        return "playlist", f"A playlist, not a video: {names}"
    if _is_text(head) and b"<svg" not in start:
        return "text", "Text, not a video."
    return _what_binary(head, start)


def _what_binary(head: bytes, start: bytes) -> tuple[str, str]:
    if b"<svg" in start or _is_picture(head) or head.startswith(PICTURES):
        return "image", "A picture, not a video."
    if looks_like_archive(head):
        return "archive", "An archive, not a video. Upload it as an archive, or unpack it first."
    is_mpeg_sound = head[0] == 0xFF and head[1] in MPEG_SOUND
    if head.startswith(SOUNDS) or head[8:12] == b"WAVE" or is_mpeg_sound:
        return "sound", "A sound file, not a video."
    expected = ", ".join(container.title for container in CONTAINERS)
    return "unknown", f"Not a video of a known kind. Expected one of: {expected}."


def _plain(head: bytes) -> bytes:
    """The text's beginning, whatever byte order mark, white space and case it starts with."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")[2:]
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    control = sum(byte < 9 or 13 < byte < 32 for byte in head)
    return b"\0" not in head and control * 50 < len(head)
