#!/usr/bin/env python3
"""What the dearest pictures and texts cost, in processor seconds of server and worker together.

Each picture is sent alone to a server with one worker; a line says its size, the status, what was answered and the seconds. Texts
are as long as a request may be, and sent five times. Exit code 1 where a picture took more than --bar, a text more than
--text-bar, or something was neither read nor refused for what it is. Needs Pillow and NumPy.
"""
import argparse
import io
import json
import pathlib
import random
import sys

import numpy
from PIL import Image, ImageDraw, ImageFont

import service
import client
import fairness
import process_stats

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
WORDS = ("your parcel is on hold please pay the fee of today or it will be returned to sender at https://parcel-fee.example/pay "
         "call the bank about account and code now").split()
STATUSES = (200, 413, 415, 422)


def page(width, height, size, ink=0, ground=255, words=WORDS, seed=1, path=FONT):
    """A picture full of text."""
    picture, face, source = Image.new("L", (width, height), ground), ImageFont.truetype(path, size), random.Random(seed)
    draw = ImageDraw.Draw(picture)
    for top in range(2, height - size, int(size * 1.3)):
        line = []
        while face.getlength(" ".join(line)) < width:
            line.append(source.choice(words))
        draw.text((2, top), " ".join(line), ink, font=face)
    return picture


def noise(width, height, mode="L", seed=1):
    shape = (height, width) + ((3,) if mode == "RGB" else ())
    return Image.fromarray(numpy.random.default_rng(seed).integers(0, 256, shape, numpy.uint8), mode)


def encoded(picture, kind, **options):
    output = io.BytesIO()
    picture.save(output, kind, **options)
    return output.getvalue()


def animated(kind, count, frames, **options):
    """Frames that differ from each other by some pixels."""
    pictures = []
    for number in range(count):
        picture = frames[number % len(frames)].copy()
        picture.putpixel((number % picture.width, number // picture.width), 128)
        pictures.append(picture)
    return encoded(pictures[0], kind, save_all=True, append_images=pictures[1:], **options)


def scans(width, height, count):
    """A progressive JPEG that says one thing in many scans."""
    data = encoded(Image.new("L", (width, height), 255), "JPEG", progressive=True, quality=60)
    start = data.rindex(b"\xff\xda")
    return data[:start] + data[start:-2] * count + data[-2:]


def dashes(width, height):
    pixels = numpy.full((height, width), 255, numpy.uint8)
    pixels[::14, :] = 0
    pixels[1::14, :] = 0
    pixels[:, ::37] = 255
    return Image.fromarray(pixels)


def finders(width, height):
    """The corners of QR codes, and no code."""
    corner = numpy.full((9, 9), 255, numpy.uint8)
    corner[1:8, 1:8], corner[2:7, 2:7], corner[3:6, 3:6] = 0, 255, 0
    return Image.fromarray(numpy.kron(numpy.tile(corner, (height // 27, width // 27)), numpy.ones((3, 3), numpy.uint8)))


def chinese():
    for path in ("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"):
        if pathlib.Path(path).exists():
            return page(1080, 2400, 24, words=["您的包裹因未付運費被扣留", "請在今天支付費用", "否則將退回寄件人"], path=path)
    return page(1080, 2400, 24)


PICTURES = {
    "text of 12 pixels, 4 megapixels, PNG": lambda: encoded(page(2000, 2000, 12), "PNG"),
    "text of 12 pixels, 1080 × 2400, JPEG": lambda: encoded(page(1080, 2400, 12), "JPEG", quality=30),
    "text of 8 pixels, 4 megapixels, PNG": lambda: encoded(page(2000, 2000, 8), "PNG"),
    "text of 20 pixels, 12 megapixels, PNG": lambda: encoded(page(3000, 4000, 20), "PNG"),
    "text of 30 pixels, 39 megapixels, PNG": lambda: encoded(page(6200, 6200, 30), "PNG"),
    "pale text of 12 pixels, 4 megapixels, PNG": lambda: encoded(page(2000, 2000, 12, 170, 230), "PNG"),
    "text of 12 pixels, tilted, PNG": lambda: encoded(page(1600, 1600, 12).rotate(7, Image.Resampling.BICUBIC, True, fillcolor=255), "PNG"),
    "text of 12 pixels on its side, PNG": lambda: encoded(page(2000, 2000, 12).transpose(Image.Transpose.ROTATE_90), "PNG"),
    "Chinese text of 24 pixels, 1080 × 2400": lambda: encoded(chinese(), "PNG"),
    "one line, 30,000 × 1,300": lambda: encoded(page(30_000, 1_300, 900), "PNG"),
    "lines of 30,000 pixels": lambda: encoded(page(30_000, 1_300, 14), "PNG"),
    "text in a column 14 pixels wide": lambda: encoded(page(14, 60_000, 12), "PNG"),
    "letter-like shapes, 1080 × 2400": lambda: fairness.dear(),
    "dashes, 39 megapixels": lambda: encoded(dashes(6200, 6200), "PNG"),
    "corners of QR codes, 6 megapixels": lambda: encoded(finders(2430, 2430), "PNG"),
    "grey noise, 15 megapixels, PNG": lambda: encoded(noise(3850, 3850), "PNG", compress_level=1),
    "noise, 4 megapixels in colour, PNG": lambda: encoded(noise(2230, 2230, "RGB"), "PNG", compress_level=1),
    "noise, 15 megabytes of JPEG": lambda: encoded(noise(4300, 4300), "JPEG", quality=92),
    "noise, 39 megapixels of JPEG": lambda: encoded(noise(6200, 6200), "JPEG", quality=20),
    "39 megapixels in 3,000 scans, JPEG": lambda: scans(6200, 6200, 3_000),
    "39 megapixels of one grey, PNG": lambda: encoded(Image.new("L", (6200, 6200), 200), "PNG"),
    "noise, WebP without loss": lambda: encoded(noise(2200, 2200, "RGB"), "WEBP", lossless=True, quality=0),
    "text of 20 pixels, 12 megapixels, WebP": lambda: encoded(page(3000, 4000, 20).convert("RGB"), "WEBP", quality=40),
    "GIF of 3,000 frames": lambda: animated("GIF", 3_000, [page(300, 300, 14)]),
    "GIF of 4 frames of text of 12 pixels": lambda: animated("GIF", 4, [page(1500, 2400, 12, seed=n) for n in range(4)]),
    "PNG of 1,500 frames": lambda: animated("PNG", 1_500, [page(300, 300, 14)]),
    "PNG of 4 frames of text of 12 pixels": lambda: animated("PNG", 4, [page(1500, 2400, 12, seed=n) for n in range(4)]),
    "WebP of 500 frames": lambda: animated("WEBP", 500, [page(300, 300, 14).convert("RGB")], quality=10, method=0),
    "WebP of 4 frames of text of 12 pixels": lambda: animated(
        "WEBP", 4, [page(1500, 2400, 12, seed=n).convert("RGB") for n in range(4)], quality=40, method=0),
    "TIFF of 2,000 pages": lambda: animated("TIFF", 2_000, [page(120, 120, 14)], compression="tiff_deflate"),
    "TIFF of 4 pages of text of 12 pixels": lambda: animated(
        "TIFF", 4, [page(1500, 2400, 12, seed=n) for n in range(4)], compression="tiff_lzw"),
}


def long(part, characters, seed=1):
    """The part again and again, or what a function of a source of chance returns, up to a number of characters."""
    source, text = random.Random(seed), ""
    while len(text) < characters:
        text += part(source) if callable(part) else part
    return text[:characters]


TEXTS = {
    "words of scams": lambda source: source.choice(WORDS) + " ",
    "the same letter": "a",
    "U+FDFA": "\ufdfa",
    "letters with four marks": "a\u0301\u0302\u0303\u0304",
    "words spaced out": lambda source: " ".join(source.choice(WORDS)) + "  ",
    "words without blanks": lambda source: source.choice(WORDS),
    "links": lambda source: f"https://a{source.randrange(10**6)}.example/b?c=d ",
    "dots and slashes": "./",
    "digits": lambda source: str(source.randrange(10**12)) + " ",
    "Thai": "กรุณาชำระเงินวันนี้ ",
    "Chinese": "您的包裹因未付運費被扣留",
    "Cyrillic look-alikes": lambda source: source.choice(WORDS).replace("a", "а").replace("e", "е") + " ",
    "HTML tags": "<b>p</b>",
    "overrides": "\u202eyap\u202c ",
    "any letters": lambda source: "".join(source.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(source.randint(2, 9))) + " ",
}


def cpu(pid):
    """Processor seconds of the server, of its workers, and of those that ended."""
    sums = 0
    for process in process_stats.tree(pid):
        try:
            sums += sum(int(value) for value in process_stats._stat_fields(process)[11:15])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return sums / process_stats._TICKS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--bar", type=float, default=5, help="processor seconds of a picture")
    parser.add_argument("--text-bar", type=float, default=0.05, help="processor seconds of a text")
    parser.add_argument("--only", help="cases whose names hold this")
    parser.add_argument("arguments", nargs="*", help="for the server, after --")
    options = parser.parse_args()
    server = service.Server(options.server, ["--workers", "1", *options.arguments])
    server.start()
    caller, failures = service.Caller(server.port, timeout=120), 0
    try:
        print("| picture | kB | status | answer | CPU seconds |\n|---|---|---|---|---|")
        for name, make in PICTURES.items():
            if options.only and options.only not in name:
                continue
            picture = make()
            before = cpu(server.pid)
            try:
                answer = caller.scan(picture)
                status, body = answer.status, json.loads(answer.body)
            except (OSError, client.NoAnswer) as error:
                status, body = type(error).__name__, {}
            seconds = cpu(server.pid) - before
            said = body.get("risk_level") or body.get("error", {}).get("code") or body.get("code") or ""
            failures += status not in STATUSES or seconds > options.bar
            print(f"| {name} | {len(picture) / 1000:,.0f} | {status} | {said} | {seconds:.1f} |", flush=True)
        print("\n| text | kB | status | answer | CPU seconds |\n|---|---|---|---|---|")
        for name, part in TEXTS.items():
            if options.only and options.only not in name:
                continue
            text, before, rounds = long(part, 20_000), cpu(server.pid), 5
            for _ in range(rounds):
                answer = caller.analyze(text)
            seconds = (cpu(server.pid) - before) / rounds
            failures += answer.status not in STATUSES or seconds > options.text_bar
            said = json.loads(answer.body).get("risk_level", "")
            print(f"| {name} | {len(text.encode()) / 1000:,.0f} | {answer.status} | {said} | {seconds:.3f} |", flush=True)
    finally:
        server.kill()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
