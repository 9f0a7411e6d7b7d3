#!/usr/bin/python3
"""Makes the pictures in this folder (needs Pillow with AVIF, and heif-enc). Each shows the same 24 x 16 pixels unless its name says
otherwise: six squares of 8 x 8, grey 0, 51, 102 above 153, 204, 255."""
import os
import struct
import subprocess
import zlib

from PIL import Image

os.chdir(os.path.dirname(os.path.abspath(__file__)))
WIDTH, HEIGHT = 24, 16
VALUES = [[0, 51, 102], [153, 204, 255]]


def value(x, y):
    return VALUES[y // 8][x // 8]


def grey():
    image = Image.new("L", (WIDTH, HEIGHT))
    image.putdata([value(x, y) for y in range(HEIGHT) for x in range(WIDTH)])
    return image


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(name, depth, color, pixel, extra=b"", interlaced=False, size=(WIDTH, HEIGHT), behind=b"", pieces=1):
    """pixel(x, y) gives a pixel's bits as a string of 0 and 1."""
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    raw = b""
    for x0, y0, dx, dy in passes:
        for y in range(y0, size[1], dy):
            bits = "".join(pixel(x, y) for x in range(x0, size[0], dx))
            bits += "0" * (-len(bits) % 8)
            raw += b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")
    header = struct.pack(">IIBBBBB", *size, depth, color, 0, 0, int(interlaced))
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra)
        data = zlib.compress(raw, 9)
        step = -(-len(data) // pieces)
        for start in range(0, len(data), step):
            file.write(chunk(b"IDAT", data[start:start + step]))
        file.write(behind + chunk(b"IEND", b""))


def bits(number, count=8):
    return format(number, f"0{count}b")


png("grey.png", 8, 0, lambda x, y: bits(value(x, y)))
png("grey16.png", 16, 0, lambda x, y: bits(value(x, y) * 257, 16))
png("rgb.png", 8, 2, lambda x, y: bits(value(x, y)) * 3)
png("rgb16.png", 16, 2, lambda x, y: bits(value(x, y) * 257, 16) * 3)
png("grey-alpha.png", 8, 4, lambda x, y: bits(value(x, y)) + bits(255))
png("rgba.png", 8, 6, lambda x, y: bits(value(x, y)) * 3 + bits(255))
png("interlaced.png", 8, 0, lambda x, y: bits(value(x, y)), interlaced=True)
palette = b"".join(bytes([v] * 3) for row in VALUES for v in row)
png("palette.png", 4, 3, lambda x, y: bits(y // 8 * 3 + x // 8, 4), chunk(b"PLTE", palette))
png("one-bit.png", 1, 0, lambda x, y: bits(int(value(x, y) > 127), 1))
noise = chunk(b"tEXt", b"Comment\0" + b"x" * 50) + chunk(b"gAMA", struct.pack(">I", 1)) + chunk(b"iCCP", b"p\0\0bad")
png("ancillary.png", 8, 0, lambda x, y: bits(value(x, y)), noise)
png("two-bit.png", 2, 0, lambda x, y: bits(round(value(x, y) / 85), 2))
png("four-bit.png", 4, 0, lambda x, y: bits(value(x, y) // 17, 4))
png("interlaced-rgba.png", 8, 6, lambda x, y: bits(value(x, y)) * 3 + bits(255), interlaced=True)
png("interlaced-rgb16.png", 16, 2, lambda x, y: bits(value(x, y) * 257, 16) * 3, interlaced=True)
png("interlaced-palette.png", 4, 3, lambda x, y: bits(y // 8 * 3 + x // 8, 4), chunk(b"PLTE", palette), True)
png("rgba16.png", 16, 6, lambda x, y: bits(value(x, y) * 257, 16) * 3 + bits(65535, 16))
png("grey-alpha16.png", 16, 4, lambda x, y: bits(value(x, y) * 257, 16) + bits(65535, 16))
png("pieces.png", 8, 2, lambda x, y: bits(value(x, y)) * 3, pieces=20)
# Red, green and blue in columns of 8.
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
png("colors.png", 8, 2, lambda x, y: "".join(map(bits, COLORS[x // 8])))
png("colors-interlaced.png", 8, 2, lambda x, y: "".join(map(bits, COLORS[x // 8])), interlaced=True)
colors = Image.new("RGB", (WIDTH, HEIGHT))
colors.putdata([COLORS[x // 8] for y in range(HEIGHT) for x in range(WIDTH)])
colors.save("colors.jpg", quality=100, subsampling=0)
colors.save("colors.webp", lossless=True)
colors.save("colors-rgb.jpg", quality=100, keep_rgb=True)

# A mark of 8 x 8 in the middle of nothing; what is nothing shows the other colour where transparency is ignored.
def mark(x, y):
    return 8 <= x < 16 and 4 <= y < 12


png("alpha-dark.png", 8, 4, lambda x, y: bits(0) + bits(255 if mark(x, y) else 0))
png("alpha-light.png", 8, 4, lambda x, y: bits(255) + bits(255 if mark(x, y) else 0))
png("alpha-palette.png", 1, 3, lambda x, y: bits(int(mark(x, y)), 1),
    chunk(b"PLTE", bytes(6)) + chunk(b"tRNS", bytes([0, 255])))
png("alpha-key.png", 8, 2, lambda x, y: bits(0) * 3 if mark(x, y) else bits(1) * 3,
    chunk(b"tRNS", bytes([0, 1] * 3)))
png("alpha-grey-key.png", 2, 0, lambda x, y: bits(3 if mark(x, y) else 2, 2), chunk(b"tRNS", bytes([0, 2])))
png("alpha-interlaced.png", 8, 6, lambda x, y: bits(255) * 3 + bits(255 if mark(x, y) else 0), interlaced=True)
for name, tone in [("dark", 0), ("light", 255)]:
    image = Image.new("RGBA", (WIDTH, HEIGHT), (tone, tone, tone, 0))
    image.paste((tone, tone, tone, 255), (8, 4, 16, 12))
    image.save(f"alpha-{name}.webp", lossless=True, exact=True)
    image.save(f"alpha-{name}.tif")

# Stored pixels that stand upright once the tag is honoured.
STORED = {
    1: [], 2: [Image.FLIP_LEFT_RIGHT], 3: [Image.ROTATE_180], 4: [Image.FLIP_TOP_BOTTOM], 5: [Image.TRANSPOSE],
    6: [Image.ROTATE_90], 7: [Image.TRANSVERSE], 8: [Image.ROTATE_270],
}


def exif(number):
    return b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 274, 3, 1, number, 0, 0)


for number, steps in STORED.items():
    image = grey()
    for step in steps:
        image = image.transpose(step)
    image.save(f"orientation-{number}.jpg", quality=95, exif=exif(number))
    image.save(f"orientation-{number}.tif", tiffinfo={274: number})
for number in [3, 6]:
    image = grey()
    for step in STORED[number]:
        image = image.transpose(step)
    rotated = lambda x, y: bits(image.getpixel((x, y)))
    tag = chunk(b"eXIf", exif(number)[6:])
    front, behind = (tag, b"") if number == 3 else (b"", tag)
    png(f"orientation-{number}.png", 8, 0, rotated, front, size=image.size, behind=behind)
    image.convert("RGB").save(f"orientation-{number}.webp", lossless=True, exif=exif(number)[6 if number == 3 else 0:])
    image.convert("RGB").save(f"orientation-{number}.avif", quality=95, exif=exif(number))
grey().save("orientation-99.jpg", quality=95, exif=exif(99))
grey().save("exif-corrupt.jpg", quality=95, exif=b"Exif\0\0MM\0*" + b"\xff" * 20)

grey().save("grey.jpg", quality=95)
grey().convert("RGB").save("rgb.jpg", quality=95, subsampling=0)
grey().convert("RGB").save("progressive.jpg", quality=95, progressive=True)
grey().convert("CMYK").save("cmyk.jpg", quality=95)
ADOBE = b"\xff\xee\0\x0eAdobe"


def inks(name, values, change):
    """Four inks of these values as they are to be stored, and Adobe's marker changed."""
    Image.merge("CMYK", [band.point(lambda v: 255 - v) for band in values]).save(name, quality=95)
    with open(name, "rb") as file:
        data = file.read()
    start = data.index(ADOBE)
    with open(name, "wb") as file:
        file.write(data[:start] + change(data[start:start + 16]) + data[start + 16:])


full, none, middle = (Image.new("L", (WIDTH, HEIGHT), v) for v in (255, 0, 128))
inverted = grey().point(lambda v: 255 - v)
inks("ycck.jpg", [inverted, middle, middle, full], lambda marker: marker[:-1] + b"\2")
inks("cmyk-plain.jpg", [none, none, none, inverted], lambda marker: b"")
grey().convert("RGB").save("lossless.webp", lossless=True)
grey().convert("RGB").save("lossy.webp", quality=95)
other = Image.new("L", (WIDTH, HEIGHT), 128)
grey().convert("RGB").save("animated.webp", save_all=True, append_images=[other.convert("RGB")], lossless=True)
grey().save("grey.gif")
grey().save("animated.gif", save_all=True, append_images=[other, grey()])
grey().save("grey.bmp")
grey().convert("RGB").save("rgb.bmp")
rows = b"".join(bytes(v for x in range(WIDTH) for v in [value(x, y)] * 3) for y in range(HEIGHT))
info = struct.pack("<IiiHHIIiiII", 40, WIDTH, -HEIGHT, 1, 24, 0, len(rows), 0, 0, 0, 0)
with open("top-down.bmp", "wb") as file:
    file.write(b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) + info + rows)
grey().save("grey.tif")
grey().convert("RGB").save("rgb-lzw.tif", compression="tiff_lzw")
sixteen = Image.frombytes("I;16", (WIDTH, HEIGHT), b"".join(
    struct.pack("<H", value(x, y) * 257) for y in range(HEIGHT) for x in range(WIDTH)))
sixteen.save("sixteen.tif")
grey().save("pages.tif", save_all=True, append_images=[other])
grey().convert("RGB").save("grey.avif", quality=95)
subprocess.run(["heif-enc", "-q", "95", "grey.png", "-o", "grey.heic"], check=True)
