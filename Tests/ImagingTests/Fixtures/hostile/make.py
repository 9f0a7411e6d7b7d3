#!/usr/bin/python3
"""Makes the broken and hostile files in this folder, and manifest.jsonl, which says for each what is wrong with it and which HTTP
statuses a scan of it may get. Needs Python's standard library and the pictures in the folder above; makes the same bytes each time."""
import json
import pathlib
import random
import struct
import zlib

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent
SEED = 14
WIDTH, HEIGHT = 24, 16
SIGNATURE = b"\x89PNG\r\n\x1a\n"
RANDOM = random.Random(SEED)
MANIFEST = []


def put(name, content, http, description):
    (HERE / name).write_bytes(content)
    MANIFEST.append({"file": name, "http": http, "description": description})


def fixture(name):
    return (FIXTURES / name).read_bytes()


def noise(count):
    return bytes(RANDOM.randrange(256) for _ in range(count))


def chunk(name, data, checksum=None, length=None):
    if checksum is None:
        checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data) if length is None else length) + name + data + struct.pack(">I", checksum)


def ihdr(width=WIDTH, height=HEIGHT, depth=8, color=0, **wrong):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0), **wrong)


def rows(width=WIDTH, height=HEIGHT):
    return b"".join(b"\0" + bytes(x * 255 // width for x in range(width)) for _ in range(height))


def png(*chunks):
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def pngs():
    data = zlib.compress(rows())
    whole = png(ihdr(), chunk(b"IDAT", data))
    put("empty.png", b"", "415", "no bytes")
    put("one-byte.png", b"\x89", "415", "the first byte of a signature")
    put("signature-only.png", SIGNATURE, "422", "a signature and no more")
    put("header-only.png", SIGNATURE + ihdr(), "422", "no pixels")
    put("cut-in-data.png", whole[: 8 + 25 + 8 + len(data) // 2], "422", "ends in the middle of its pixels")
    put("noise-behind-signature.png", SIGNATURE + noise(512), "422", "a signature, then noise")
    put("noise-in-data.png", png(ihdr(), chunk(b"IDAT", data[:2] + noise(len(data)))), "422", "no deflate stream")
    put("header-checksum.png", png(ihdr(checksum=1), chunk(b"IDAT", data)), "422", "the header's checksum is wrong")
    put("data-checksum.png", png(ihdr(), chunk(b"IDAT", data, checksum=1)), "200", "the checksum of the pixels' chunk is wrong, that of their stream right")
    put("zero-width.png", png(ihdr(width=0), chunk(b"IDAT", data)), "422", "no columns")
    put("sixteen-bit-palette.png", png(ihdr(depth=16, color=3), chunk(b"IDAT", data)), "422", "a depth that its kind of colour hasn't")
    put("no-palette.png", png(ihdr(color=3), chunk(b"IDAT", data)), "422", "colours by number, and none to look up")
    put("long-side.png", png(ihdr(width=65_536, height=1), chunk(b"IDAT", data)), "413", "a side longer than any screen")
    put("bomb-header.png", png(ihdr(width=60_000, height=60_000), chunk(b"IDAT", data)), "413", "says 60,000 x 60,000 pixels")
    put("bomb-overflow.png", png(ihdr(width=2**31 - 1, height=2**31 - 1), chunk(b"IDAT", data)), "413", "a product that 32 bits don't hold")
    put("bomb-few-rows.png", png(ihdr(width=6_000, height=6_000), chunk(b"IDAT", data)), "422", "says 36 million pixels, and holds 24 x 16")
    put("bomb-profile.png", png(ihdr(), chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(8 << 20), 9)), chunk(b"IDAT", data)), "200", "a colour profile that inflates to 8 MB")
    put("bomb-text.png", png(ihdr(), chunk(b"zTXt", b"x\0\0" + zlib.compress(b"a" * (8 << 20), 9)), chunk(b"IDAT", data)), "200", "a text that inflates to 8 MB")
    put("more-data-than-rows.png", png(ihdr(), chunk(b"IDAT", zlib.compress(rows() + bytes(8 << 20), 9))), "422", "pixels that inflate to 8 MB more than the rows")
    put("trailing.png", whole + zlib.compress(bytes(1 << 20), 9) + b"<script>alert(1)</script>", "200", "something else behind its end")
    put("chunk-too-long.png", SIGNATURE + ihdr() + chunk(b"IDAT", data, length=2**31 - 1), "422", "a chunk longer than the file")
    put("many-pieces.png", png(ihdr(), *[chunk(b"IDAT", b"")] * 1_000, chunk(b"IDAT", data)), "200", "1,000 empty pieces before the pixels")


def jpegs():
    whole = fixture("rgb.jpg")
    frame = next(i for i in range(len(whole)) if whole[i : i + 2] in (b"\xff\xc0", b"\xff\xc2"))
    scan = whole.index(b"\xff\xda")

    def sized(width, height):
        return whole[: frame + 5] + struct.pack(">HH", height, width) + whole[frame + 9 :]

    put("jpeg-named.png", whole, "200", "a JPEG with the name of a PNG")
    put("cut-before-scan.jpg", whole[:scan], "422", "ends before its pixels")
    put("zero-height.jpg", sized(WIDTH, 0), "422", "no rows")
    put("bomb-header.jpg", sized(65_500, 65_500), "413", "says 65,500 x 65,500 pixels")
    put("segment-of-one.jpg", b"\xff\xd8\xff\xe1\0\1" + whole[2:], "422", "a segment shorter than its own length")
    put("noise-for-segments.jpg", b"\xff\xd8\xff" + noise(512), "422", "a beginning, then noise")
    put("scan-flood.jpg", whole[:scan] + whole[scan:-2] * 150 + whole[-2:], "415", "150 scans, each a pass over the picture")


def gifs():
    whole = fixture("grey.gif")
    flags = whole[10]
    start = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    frame = whole.index(b"\x2c", start)
    put("many-frames.gif", whole[:start] + whole[frame:-1] * 200 + b"\x3b", "200", "200 frames")
    huge = whole[: frame + 5] + struct.pack("<HH", 65_535, 65_535) + whole[frame + 9 :]
    put("bomb-frame.gif", huge, "413", "a frame of 65,535 x 65,535 pixels")
    put("endless-blocks.gif", whole[:start] + b"\x21\xfe" + b"\x01a" * 2_000, "422", "a comment that never ends")
    put("script.gif", b"GIF89a=1;alert(1)//" + bytes(16), "422", "a script that begins as a picture")


def webps():
    whole = fixture("lossless.webp")
    put("length-too-large.webp", whole[:16] + struct.pack("<I", 2**31) + whole[20:], "422", "a chunk longer than the file")
    put("cut-in-data.webp", whole[: len(whole) // 2], "422", "ends in the middle of its pixels")
    canvas = b"VP8X" + struct.pack("<I", 10) + bytes(4) + b"\xff" * 6
    put("bomb-canvas.webp", b"RIFF" + struct.pack("<I", 4 + len(canvas)) + b"WEBP" + canvas, "413", "says 16,777,216 x 16,777,216 pixels")
    animated = fixture("animated.webp")
    put("cut-in-frame.webp", animated[: animated.index(b"ANMF") + 30], "422", "an animation that ends in its first frame")


def bmps():
    whole = fixture("rgb.bmp")

    def changed(offset, form, value):
        return whole[:offset] + struct.pack(form, value) + whole[offset + struct.calcsize(form) :]

    put("cut-in-rows.bmp", whole[: len(whole) // 2], "422", "ends in the middle of its rows")
    put("bomb-height.bmp", changed(22, "<i", -(2**31)), "413", "2,147,483,648 rows from top to bottom")
    put("run-length.bmp", changed(30, "<I", 1), "415", "rows that are compressed")
    put("rows-outside.bmp", changed(10, "<I", 2**31), "422", "rows that begin behind the file's end")


def tiff(entries, following=0, extra=b""):
    """A little-endian TIFF whose first directory stands right behind its header."""
    directory = struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        directory += struct.pack("<HHII", tag, kind, 1, value)
    return b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", following) + extra


def tiffs():
    pixels = bytes(x * 255 // WIDTH for x in range(WIDTH)) * HEIGHT
    short, long = 3, 4

    def entries(count=9, width=WIDTH, **more):
        behind = 8 + 2 + 12 * count + 4
        tags = [(256, long, width), (257, long, HEIGHT), (258, short, 8), (259, short, 1), (262, short, 1), (273, long, behind), (277, short, 1), (278, long, HEIGHT), (279, long, len(pixels))]
        return tags + [(int(tag[1:]), long, value) for tag, value in more.items()]

    put("directory-loop.tif", tiff(entries(), following=8, extra=pixels), "200", "a directory that says that it follows itself")
    first = 8 + 2 + 12 * 9 + 4 + len(pixels)
    chain = b"".join(struct.pack("<HHHIII", 1, 256, long, 1, WIDTH, first + 18 * (index + 1)) for index in range(1_500))
    put("directory-chain.tif", tiff(entries(), following=first, extra=pixels + chain), "200", "1,500 directories behind the first")
    put("directory-outside.tif", b"II*\0" + struct.pack("<I", 2**31) + bytes(64), "422", "a directory behind the file's end")
    put("many-entries.tif", b"II*\0" + struct.pack("<IH", 8, 65_535) + bytes(256), "422", "65,535 entries, and no room for them")
    put("bomb-width.tif", tiff(entries(width=2**31), extra=pixels), "413", "2,147,483,648 columns")
    put("bomb-tile.tif", tiff(entries(11, t322=2**20, t323=2**20), extra=pixels), "415", "tiles of 1,048,576 x 1,048,576 pixels")
    put("big.tif", b"II+\0" + struct.pack("<HHQ", 8, 0, 16) + bytes(64), "415", "BigTIFF")


def others():
    put("page.png", b"<!DOCTYPE html><html><script>alert(1)</script></html>", "415", "a web page with the name of a picture")
    put("drawing.png", b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "415", "a drawing that can hold scripts")
    put("document.jpg", b"%PDF-1.7\n" + noise(128), "415", "a document")
    put("archive.jpg", b"PK\x03\x04" + noise(128), "415", "an archive")
    put("video.heic", struct.pack(">I", 24) + b"ftypisom" + bytes(12), "415", "a video")
    put("no-properties.heic", struct.pack(">I", 16) + b"ftypheic" + bytes(4) + struct.pack(">I", 12) + b"meta" + bytes(4), "415|422", "HEIF without a picture")
    put("noise.png", noise(1_024), "415", "noise")


for make in (pngs, jpegs, gifs, webps, bmps, tiffs, others):
    make()
(HERE / "manifest.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in MANIFEST), encoding="utf-8")
