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

# A link whose end stands alone on the last line, underlined, so small that its letters touch.
image = Image.new("RGB", (264, 330), (255, 255, 255))
draw = ImageDraw.Draw(image)
for index, line in enumerate(["Restore your account:", "https://harbor-bank-maj", ".fr"]):
    draw.text((22, 88 + index * 15), line, font=FONT.font_variant(size=11), fill=(20, 90, 220) if index else (0, 0, 0))
draw.line((22, 115, 158, 115), fill=(20, 90, 220))
draw.line((22, 130, 36, 130), fill=(20, 90, 220))
image.save("ending.png", optimize=True)

# Links in letters so small, and so alike, that readings of them disagree.
image = Image.new("RGB", (300, 500), (255, 255, 255))
draw = ImageDraw.Draw(image)
for index, line in enumerate(["https://paypaI.com/l1Il0O", "https://harbor-bank.example/Il1O0", "www.toIl-0ffice.example/1lI", "https://paypal.com/O0l1I"]):
    draw.text((30, 100 + index * 22), line, font=FONT.font_variant(size=10), fill=(0, 0, 0))
image.save("unsure.png", optimize=True)

# German, for the language that nobody names.
image = Image.new("RGB", SIZE, (255, 255, 255))
draw = ImageDraw.Draw(image)
for index, line in enumerate(
    ["Bitte zahlen Sie die Zollgebühr", "für Ihr Päckchen, das wir nicht", "zustellen können. Ihr Päckchen wird", "sonst an den Absender zurückgeschickt."]
):
    draw.text((20, 200 + index * 50), line, font=FONT, fill=(0, 0, 0))
image.save("german.png", optimize=True)


# Whole screens, with the app's and the phone's furniture.
def font(size):
    return ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", size)


def screen():
    image = Image.new("RGB", (720, 1560), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    draw.text((40, 18), "9:41", font=font(26), fill=(20, 20, 20))
    draw.text((590, 18), "5G 82%", font=font(26), fill=(20, 20, 20))
    return image, draw


# A page in a browser. Only the address bar holds an address.
image, draw = screen()
draw.rounded_rectangle((90, 74, 590, 140), 33, fill=(236, 238, 242))
draw.text((130, 92), "paypal-account-check.top/id", font=font(28), fill=(30, 30, 30))
draw.text((640, 90), "2", font=font(28), fill=(30, 30, 30))
draw.text((60, 230), "Welcome back", font=font(48), fill=(20, 20, 20))
draw.text((60, 330), "Sign in to see your latest activity", font=font(30), fill=(60, 60, 60))
draw.text((60, 380), "and your account settings.", font=font(30), fill=(60, 60, 60))
draw.rounded_rectangle((60, 470, 660, 550), 12, outline=(150, 150, 150), width=2)
draw.text((90, 492), "E-mail address", font=font(30), fill=(110, 110, 110))
draw.rounded_rectangle((60, 590, 660, 670), 12, fill=(20, 80, 190))
draw.text((310, 612), "Next", font=font(30), fill=(255, 255, 255))
image.save("browser.png", optimize=True)

# A conversation in which the owner, not the other party, writes like a scammer.
image, draw = screen()
draw.text((40, 84), "<", font=font(36), fill=(10, 100, 240))
draw.ellipse((90, 70, 150, 130), fill=(120, 140, 190))
draw.text((108, 84), "A", font=font(30), fill=(255, 255, 255))
draw.text((170, 84), "Anna Weber", font=font(32), fill=(20, 20, 20))
draw.line((0, 150, 720, 150), fill=(220, 220, 220), width=2)
draw.text((318, 180), "Today", font=font(22), fill=(130, 130, 130))
for y, mine, lines in [
    (240, False, ["Hello! Did the letter from", "the bank come today?"]),
    (380, True, ["It says: your account is locked,", "send us the 6 digit code and pay", "at https://paypal-check.top/id"]),
    (560, False, ["Strange. We can read it together", "when you visit on Sunday."]),
]:
    width = max(draw.textlength(line, font=font(28)) for line in lines) + 56
    left = 690 - width if mine else 30
    draw.rounded_rectangle((left, y, left + width, y + 24 + 40 * len(lines)), 28, fill=(10, 122, 255) if mine else (229, 229, 234))
    for index, line in enumerate(lines):
        draw.text((left + 28, y + 12 + 40 * index), line, font=font(28), fill=(255, 255, 255) if mine else (20, 20, 20))
draw.rounded_rectangle((90, 1450, 630, 1516), 33, outline=(200, 200, 200), width=2)
draw.text((120, 1466), "Message", font=font(28), fill=(160, 160, 160))
image.save("owner.png", optimize=True)

Image.new("L", SIZE, 255).save("blank.png", optimize=True)
random.seed(1)
noise = Image.new("L", (200, 300))
noise.putdata([random.randrange(256) for _ in range(200 * 300)])
noise.save("noise.png", optimize=True)
with open("places.json", "w") as file:
    json.dump(places, file, indent=1, sort_keys=True)
    file.write("\n")
