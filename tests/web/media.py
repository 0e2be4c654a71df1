"""The bytes that tests of media send, and how their answers are read."""

CONTENT = bytes(range(256)) * 1000  # 256,000 bytes, each knowable from its place


def body_of(response) -> bytes:
    return b"".join(response.streaming_content)
