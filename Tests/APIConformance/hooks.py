"""What openapi.yaml can't say about valid requests: a binary is a picture, a language installed, a screenshot taken today."""
import base64
import binascii
import datetime
import os
import re
import struct
import uuid
import zlib

import schemathesis
from hypothesis import strategies

LANGUAGES = os.environ["TYPESAFE_TESSDATA_LANGUAGES"].split()
# An example of openapi.yaml, which a server without German data refuses rightly.
EXAMPLE_LANGUAGES = "eng+deu"


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

schemathesis.openapi.format("webhook-url", strategies.from_regex(r"https://[a-z]{1,20}\.example/[a-z0-9/]{0,30}", fullmatch=True))
schemathesis.openapi.format("webhook-secret", strategies.binary(min_size=24, max_size=64).map(
    lambda secret: "whsec_" + base64.b64encode(secret).decode()))
schemathesis.openapi.format("date-time", strategies.integers(60, 80_000).map(
    lambda age: (datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=age)).strftime("%Y-%m-%dT%H:%M:%SZ")))


@schemathesis.hook
def filter_case(context, case) -> bool:
    """No form has parts whose names can't stand in a header line, and no language of the examples is missing here."""
    body = case.body if isinstance(case.body, dict) else {}
    if EXAMPLE_LANGUAGES in ((case.query or {}).get("lang"), body.get("lang")) and not set(EXAMPLE_LANGUAGES.split("+")) <= set(LANGUAGES):
        return False
    if case.media_type != "multipart/form-data" or not isinstance(case.body, dict):
        return True
    return all(name and name.isprintable() and not set(name) & set('\\"') for name in case.body)


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """A good idempotency key stands for one request; the same for two would be refused."""
    if re.fullmatch("[A-Za-z0-9_-]{1,64}", str((case.headers or {}).get("Idempotency-Key", ""))):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
