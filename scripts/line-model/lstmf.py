"""Writes lines as `lstmtraining` and `lstmeval` read them (.lstmf): pages of a picture and its text."""
import io
import struct

import numpy as np
from PIL import Image


def text(value):
    encoded = value.encode()
    return struct.pack("<I", len(encoded)) + encoded


def page(number, image, truth):
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    picture = buffer.getvalue()
    return b"".join([
        b"\x01", text(f"line{number}"), struct.pack("<i", number), struct.pack("<I", len(picture)), picture,
        text("screen"), text(truth),
        struct.pack("<I", 0),  # No boxes of letters.
        struct.pack("<I", 1), text(truth),
        b"\x00",  # Not vertical.
    ])


def write(path, lines):
    """Writes pairs of a grey picture and its text."""
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(lines)))
        for number, (pixels, truth) in enumerate(lines):
            file.write(page(number, Image.fromarray(pixels), truth))


def read(path):
    """Returns the pairs of a file that `write` wrote."""
    data = path.read_bytes()
    place = 4

    def take():
        nonlocal place
        size, = struct.unpack_from("<I", data, place)
        place += 4 + size
        return data[place - size:place]

    lines = []
    for _ in range(struct.unpack_from("<I", data)[0]):
        place += 1
        take()
        place += 4
        picture = take()
        take()
        truth = take().decode()
        place += 8
        take()
        place += 1
        lines.append((np.asarray(Image.open(io.BytesIO(picture))), truth))
    return lines
