#!/usr/bin/env python3
"""Makes what fuzzing of redaction starts from: the bytes of which `RedactionProperties` makes a reading and a picture."""
import pathlib

SEEDS = pathlib.Path(__file__).resolve().parent / "redaction"
INCOMING, OUTGOING, SYSTEM, CHROME = range(4)
PLAIN, CHAT, EMAIL, WEB, POP_UP, NOTIFICATION = range(6)
# The numbers of some words of `RedactionProperties.texts`.
PHONE, CARD, MAIL_IN_BRACKETS, ACCOUNT, ORDER, MAIL = range(6)
DEAR, ANNA, SCHMIDT, FROM, TO, CLOCK = range(6, 12)
LINK, PAY, THE, FEE, FOR, YOUR, PARCEL, STREET, HOUSE = 17, 19, 20, 21, 22, 23, 24, 25, 26


def line(x, y, role, *words, begins=True):
    return bytes([x, y, 17, role, begins, len(words) - 1]) + b"".join(bytes([6, 40, word, 230]) for word in words)


def seed(name, layout, lines, *steps, options=0, scale=0, evidence=(), size=(200, 255), ground=250):
    boxes = b"".join(bytes(box) for box in evidence)
    (SEEDS / name).write_bytes(
        bytes([options, layout, scale, len(lines)]) + b"".join(lines) + bytes([len(evidence)]) + boxes + bytes([0, 0])
        + bytes([*size, ground]) + b"".join(bytes(step) for step in steps))


# A step draws: its kind, the source's place, the target's place and size, a grey.
BUBBLE, PHOTO, WORDS = (0, 0, 0, 10, 50, 150, 60, 220), (1, 0, 0, 10, 10, 40, 40, 77), (2, 20, 90, 20, 60, 140, 30, 0)
seed("chat", CHAT, [line(5, 4, CHROME, CLOCK), line(90, 16, CHROME, ANNA, SCHMIDT), line(20, 60, INCOMING, DEAR, ANNA),
                    line(20, 80, INCOMING, PAY, THE, FEE, LINK, begins=False), line(90, 120, OUTGOING, PHONE)], BUBBLE, WORDS, PHOTO)
seed("mail", EMAIL, [line(5, 30, INCOMING, FROM, ANNA, MAIL_IN_BRACKETS), line(5, 50, INCOMING, TO, MAIL), line(5, 90, INCOMING, PAY, YOUR, FEE),
                     line(5, 110, INCOMING, STREET, HOUSE)], WORDS, evidence=[(10, 90, 200, 40)])
seed("list", PLAIN, [line(40, 20 * row, INCOMING, word) for row, word in enumerate((ANNA, PHONE, SCHMIDT, CARD, ACCOUNT), 1)], PHOTO, BUBBLE, scale=1)
seed("lock", NOTIFICATION, [line(10, 60, CHROME, ANNA), line(10, 80, INCOMING, FOR, YOUR, PARCEL), line(10, 100, INCOMING, ORDER)], PHOTO, options=3, ground=60)
seed("page", WEB, [line(10, 40, INCOMING, PAY, THE, FEE), line(10, 70, INCOMING, ANNA, SCHMIDT), line(10, 90, CHROME, LINK)], WORDS, options=1, scale=2)
seed("empty", POP_UP, [], PHOTO, WORDS, BUBBLE)
