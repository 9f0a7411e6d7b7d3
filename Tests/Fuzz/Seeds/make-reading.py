#!/usr/bin/env python3
"""Makes the pictures that fuzzing of the reader starts from: small, and of every kind of packing that leaves pixels where
changed bytes can reach them. The files whose names end in .collage are steps for `Collage`. Needs Pillow."""
import pathlib
from PIL import Image, ImageDraw, ImageFont

SEEDS = pathlib.Path(__file__).resolve().parent / "reading"
FONT = ImageFont.load_default(13)


def page(width, height, lines, ink=0, paper=255, step=18):
    picture = Image.new("L", (width, height), paper)
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((4, 4 + step * number), line, fill=ink, font=FONT)
    return picture


bill = page(150, 44, ["Pay your bill at", "pay-0O1l.example/x"])
bill.convert("1").save(SEEDS / "bill.bmp")
bill.save(SEEDS / "bill.png", optimize=True)
bill.save(SEEDS / "bill.jpg", quality=40)
bill.convert("RGB").save(SEEDS / "bill.webp", quality=30)
bill.convert("1").save(SEEDS / "bill.tif")
page(150, 44, ["Your code is 402", "|'ll call 0ld MO0N"], 230, 30).convert("P").save(SEEDS / "dark.gif")
chat = page(120, 200, ["9:41", "Anna", "Hi there", "", "", "Today 9:12", "", "ok now"]).convert("1")
chat.save(SEEDS / "chat.bmp")
small = Image.new("1", (16, 16), 1)
small.save(SEEDS / "small.bmp")

# What, from where (x, y), to where (x, y), how large (w, h), which grey: see Collage.
STEPS = {
    "phone": [(130, 200), (6, 20, 80, 0, 0, 128, 28, 0), (6, 10, 60, 0, 60, 130, 60, 0), (22, 10, 90, 20, 130, 130, 60, 200)],
    # Enough columns for readers to help each other; the bytes' sum has them do it.
    "wide": [(255, 250), (6, 15, 40, 0, 0, 255, 255, 3)],
    "codes": [(255, 200), (38, 0, 0, 0, 0, 255, 200, 0), (2, 30, 100, 0, 180, 200, 60, 0)],
    "surfaces": [(255, 120), (0, 0, 0, 10, 20, 180, 40, 230), (6, 20, 60, 14, 40, 160, 30, 0), (1, 0, 0, 0, 200, 255, 30, 77)],
    "stripes": [(255, 120), (50, 10, 10, 0, 0, 255, 120, 0), (3, 0, 0, 0, 128, 200, 100, 3)],
}
for name, (size, *steps) in STEPS.items():
    (SEEDS / f"{name}.collage").write_bytes(bytes([*size, 245, *(byte for step in steps for byte in step)]))
