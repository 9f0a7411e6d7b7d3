"""What openapi.yaml can't say about valid requests: a binary is a picture, and a language one that is installed."""
import binascii
import os
import struct
import zlib

import schemathesis
from hypothesis import strategies

LANGUAGES = os.environ["TYPESAFE_TESSDATA_LANGUAGES"].split()


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", binascii.crc32(kind + content))


def png(width: int, height: int, grey: int) -> bytes:
    rows = (b"\0" + bytes([grey]) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


pictures = strategies.builds(
    png, strategies.integers(1, 40), strategies.integers(1, 40), strategies.integers(0, 255))
schemathesis.openapi.format("binary", pictures)
for media_type in ("image/*", "image/png", "application/octet-stream"):
    schemathesis.openapi.media_type(media_type, pictures)
schemathesis.openapi.format("tesseract-languages", strategies.lists(
    strategies.sampled_from(LANGUAGES), min_size=1, max_size=4, unique=True).map("+".join))


@schemathesis.hook
def filter_case(context, case) -> bool:
    """No form has parts whose names can't stand in a header line."""
    if case.media_type != "multipart/form-data" or not isinstance(case.body, dict):
        return True
    return all(name and name.isprintable() for name in case.body)
