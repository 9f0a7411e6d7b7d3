#!/usr/bin/env python3
"""Makes what fuzzing of a reader's parts starts from. The first byte chooses the part, see `PartProperties`; the rest is what
its property makes of bytes: `LineProperties`, `LayoutProperties`, `Collage`, and for messages their kind and the message."""
import pathlib
import random
import struct

SEEDS = pathlib.Path(__file__).resolve().parent / "reading-parts"
LINES, GLYPHS, READINGS, LAYOUT, CODES, MESSAGE = range(6)
SETUP, REQUEST, GREETING, HELP_ANSWER, ANSWER_TO_STRIPS, ANSWER = range(6)
seeds = {}


def count(value):
    return struct.pack("<I", value)


def string(text):
    return count(len(text)) + text.encode()


def box(*values):
    return b"".join(count(value) for value in values)


def word(text, *place, seen=""):
    return string(text) + struct.pack("<d", 0.9) + box(*place) + string(seen)


def message(name, kind, *parts):
    seeds[name] = bytes([MESSAGE, kind]) + b"".join(parts)


def high(value):
    return bytes([value >> 8, value & 255])


NUMBER = struct.pack("<Q", 7)
message("setup", SETUP, count(5), string("/t"), count(1), string("eng"), struct.pack("<QQQ", 5, 3, 1 << 30))
message("request", REQUEST, b"q", NUMBER, count(1), string("eng"), struct.pack("<Q", 10**9))
message("greeting", GREETING, b"-i", count(2), string("eng"), string("deu"))
words = count(2) + count(1) + word("hi", 0, 0, 40, 36) + count(0)
message("help-answer", HELP_ANSWER, b"h", NUMBER, b"\1", words)
message("words", ANSWER_TO_STRIPS, b"w", words)
message("help", ANSWER, b"h", count(1), count(1), bytes(36))
message(
    "reading", ANSWER, b"r", struct.pack("<QQ", 123456, 10**8), count(120), count(52), b"\1", count(2), count(0), count(1),
    b"\0", count(0), count(1), word("9:41", 1, 40, 30, 12), b"\1", count(1), count(1), word("pay.example", 1, 4, 90, 12, seen="pay.examp1e"),
    count(1), b"\0", string("https://pay.example"), box(0, 0, 50, 50))
message("error-empty", ANSWER, b"ie")
message("error-format", ANSWER, b"if", string("heic"))
message("error-feature", ANSWER, b"iu", string("tiff"), string("bigtiff"))
message("error-pixels", ANSWER, b"ip", count(90000), count(2))
message("error-corrupt", ANSWER, b"ic", string("webp"), string("truncated"))
message("error-deadline", ANSWER, b"d")

rows = b"".join(high(20 + row) + high(30 + 22 * row) + bytes([7, 11, 20, 3]) for row in range(8))
seeds["lines"] = bytes([LINES]) + high(599) + high(1200) + rows
seeds["glyphs"] = bytes([GLYPHS]) + bytes((index * 37 + 11) % 256 for index in range(300))
seeds["merge"] = (
    bytes([READINGS]) + high(100) + high(100) + high(700) + bytes([40]) + high(600) + bytes([3])
    + bytes((index * 31 + 7) % 60 for index in range(120)))


def line(x, y, words):
    """Words are numbers of `Choices.texts` and how many letters wide they are."""
    return bytes([x, y, 17, len(words) - 1]) + b"".join(bytes([5, text, max(5, 8 * size - 1), 230]) for text, size in words)


def layout(name, lines, size, ground, *steps):
    drawn = b"".join(line(*each) for each in lines)
    seeds[name] = bytes([LAYOUT, len(lines)]) + drawn + bytes([*size, ground]) + b"".join(bytes(step) for step in steps)


CLOCK = (5, 4, [(0, 4)])
SENTENCE = [(39, 6), (40, 3), (41, 4), (42, 4)]
layout(
    "chat", [CLOCK, (200, 4, [(2, 3)]), (100, 16, [(36, 4)]), (20, 60, SENTENCE[:2]), (90, 90, SENTENCE[2:]),
             (120, 110, [(34, 9)]), (30, 150, [(26, 6)]), (10, 230, [(30, 7)])],
    (200, 255), 250, (0, 0, 0, 10, 50, 150, 30, 220), (0, 0, 0, 80, 80, 200, 30, 90))
layout(
    "mail", [CLOCK, (10, 30, [(15, 5), (36, 4)]), (10, 45, [(16, 3), (21, 2)]), (10, 60, [(17, 8), (18, 3)]),
             (10, 90, SENTENCE), (10, 110, [(22, 12)])], (220, 250), 255)
layout(
    "web", [CLOCK, (60, 16, [(23, 12)]), (10, 60, SENTENCE), (90, 120, [(32, 6)])], (220, 250), 255,
    (0, 0, 0, 20, 12, 200, 20, 225))

# Pasted from the third sample, a QR code, and the fourth, a barcode.
seeds["codes"] = bytes([CODES, 255, 200, 245, 38, 0, 0, 0, 0, 255, 200, 0, 2, 30, 100, 0, 180, 200, 60, 0])
noise = random.Random(7)
seeds["stripes"] = bytes([CODES, 255, 120, 245, 54, 10, 10, 0, 0, 255, 120, 0, 3, 0, 0, 0, 128, 200, 100, 3]) + bytes(
    noise.randrange(256) for _ in range(64))

for name, value in seeds.items():
    (SEEDS / name).write_bytes(value)
