#!/usr/bin/python3
"""Makes the pictures in this folder and places.json, which says where each word was drawn (needs Pillow and the
DejaVu fonts)."""
import json
import os
import random

from PIL import Image, ImageDraw, ImageFont

os.chdir(os.path.dirname(os.path.abspath(__file__)))
FONT = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 30)
SIZE = (600, 1000)
places = {}


def write(name, draw, text, x, y, fill):
    for word in text.split():
        box = draw.textbbox((x, y), word, font=FONT)
        draw.text((x, y), word, font=FONT, fill=fill)
        places.setdefault(name, []).append({"text": word, "x": box[0], "y": box[1], "width": box[2] - box[0], "height": box[3] - box[1]})
        x = box[2] + 10


def page(name, ground, ink):
    image = Image.new("RGB", SIZE, ground)
    draw = ImageDraw.Draw(image)
    for index, line in enumerate(["Your parcel is on hold", "because of an unpaid fee.", "Pay within 24 hours."]):
        write(name, draw, line, 60, 200 + index * 50, ink)
    image.save(name, optimize=True)


page("light.png", (255, 255, 255), (0, 0, 0))
page("dark.png", (16, 16, 18), (235, 235, 235))

image = Image.new("RGB", SIZE, (255, 255, 255))
draw = ImageDraw.Draw(image)
draw.rounded_rectangle((30, 180, 420, 320), 24, fill=(229, 229, 234))
write("bubbles.png", draw, "Is the table", 60, 200, (0, 0, 0))
write("bubbles.png", draw, "still for sale?", 60, 255, (0, 0, 0))
draw.rounded_rectangle((220, 380, 570, 460), 24, fill=(10, 122, 255))
write("bubbles.png", draw, "Yes, come today", 250, 400, (255, 255, 255))
image.save("bubbles.png", optimize=True)

# A pale, underlined link, broken over lines, with an avatar beside its second half.
image = Image.new("RGB", SIZE, (255, 255, 255))
draw = ImageDraw.Draw(image)
write("link.png", draw, "Your account is locked.", 120, 200, (0, 0, 0))
write("link.png", draw, "Restore it: https://harbor-", 120, 250, (0, 0, 0))
write("link.png", draw, "bank.example/login", 120, 300, (150, 190, 250))
draw.rectangle((120, 334, 420, 335), fill=(150, 190, 250))
draw.ellipse((30, 290, 86, 346), fill=(40, 120, 60))
draw.text((46, 300), "H", font=FONT, fill=(255, 255, 255))
image.save("link.png", optimize=True)

Image.new("L", SIZE, 255).save("blank.png", optimize=True)
random.seed(1)
noise = Image.new("L", (200, 300))
noise.putdata([random.randrange(256) for _ in range(200 * 300)])
noise.save("noise.png", optimize=True)
with open("places.json", "w") as file:
    json.dump(places, file, indent=1, sort_keys=True)
    file.write("\n")
