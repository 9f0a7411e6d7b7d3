#!/usr/bin/env python3
"""Makes the pictures in this folder, and codes.json with what is on them (needs segno, python-barcode and Pillow). The addresses
are made up: don't open them."""
import json
import os
import pathlib

import barcode
import segno
from PIL import Image, ImageDraw, ImageFont

os.chdir(pathlib.Path(__file__).resolve().parent)
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
BLACK, WHITE = 0, 255
truth = {}


class Picture:
    def __init__(self, name, width, height, ground=WHITE):
        self.name, self.ground = name, ground
        self.image = Image.new("L", (width, height), ground)
        self.draw = ImageDraw.Draw(self.image)
        self.codes = []

    def text(self, x, y, lines, size=30):
        ink = BLACK if self.ground > 127 else WHITE
        for line in lines:
            self.draw.text((x, y), line, font=ImageFont.truetype(FONT, size), fill=ink)
            y += int(size * 1.5)

    def paste(self, code, x, y, symbology, payload):
        self.image.paste(code, (x, y))
        self.codes.append({"symbology": symbology, "payload": payload, "x": x, "y": y, "width": code.width, "height": code.height})

    def qr(self, payload, x, y, module=5, ink=BLACK, paper=WHITE, level="m", logo=False, turn=0, quiet=4):
        matrix = segno.make(payload, error=level, micro=False, boost_error=False).matrix
        count = len(matrix) + 2 * quiet
        code = Image.new("L", (count, count), paper)
        for row, values in enumerate(matrix):
            for column, value in enumerate(values):
                if value:
                    code.putpixel((column + quiet, row + quiet), ink)
        code = code.resize((count * module, count * module), Image.NEAREST)
        if logo:
            middle, radius = code.width // 2, code.width // 12
            ImageDraw.Draw(code).ellipse([middle - radius, middle - radius, middle + radius, middle + radius], fill=128)
        if turn:
            code = code.rotate(turn, expand=True, fillcolor=paper, resample=Image.NEAREST)
        self.paste(code, x, y, "qr", payload)

    def bars(self, kind, payload, x, y, module=3, height=120):
        made = barcode.get(kind, payload)
        pattern = made.build()[0]
        pattern = "0" * 10 + pattern + "0" * 10
        code = Image.new("L", (len(pattern) * module, height), WHITE)
        for index, bit in enumerate(pattern):
            if bit == "1":
                ImageDraw.Draw(code).rectangle([index * module, 0, index * module + module - 1, height], fill=BLACK)
        self.paste(code, x, y, {"ean13": "ean", "code128": "code128"}[kind], made.get_fullcode())

    def save(self, codes=True, colours=4):
        # Few colours keep the files small.
        self.image.quantize(colours, dither=Image.Dither.NONE).save(f"{self.name}.png", optimize=True)
        truth[self.name] = self.codes if codes else []


page = Picture("mailbox", 720, 760)
page.text(30, 30, ["Your mailbox password expires today.", "Scan the QR code below to keep", "access to your account."])
page.qr("https://mail-renew-desk.top/keep?id=4821", 200, 260, 7)
page.text(30, 680, ["Thank you, IT service desk"])
page.save()

page = Picture("toll-dark", 720, 760, ground=12)
page.text(30, 30, ["Unpaid toll: scan the QR code to", "settle the balance today and avoid", "late fees."])
page.qr("https://road-toll-desk.top/pay", 220, 260, 7, ink=235, paper=12)
page.save()

page = Picture("brand", 720, 700)
page.text(30, 30, ["Track your parcel with this code or", "in the app. It arrives on Thursday."])
page.qr("https://www.ups.com/track?loc=en_US", 220, 200, 7)
page.save()

page = Picture("lone", 420, 420, ground=20)
page.qr("http://203.0.113.9/login", 60, 60, 8, ink=230, paper=20)
page.save()

page = Picture("turned", 900, 560, ground=200)
page.qr("bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.05", 20, 40, 7, turn=25, level="q")
page.qr("WIFI:T:WPA;S:Garden;P:tulips;;", 560, 60, 6, ink=40, paper=210, level="h", logo=True)
page.save()

page = Picture("bars", 700, 500)
page.bars("ean13", "400638133393", 40, 40)
page.bars("code128", "PARCEL-7731", 60, 260)
page.save()

page = Picture("small", 300, 200)
page.qr("Grüße aus Köln", 20, 20, 2)
page.qr("https://garden-desk.org", 150, 20, 3, quiet=2)
page.save()

page = Picture("broken", 420, 420)
page.qr("https://mail-renew-desk.top/keep?id=4821", 40, 40, 8)
page.draw.rectangle([60, 60, 380, 200], fill=128)
page.save(codes=False)

page = Picture("forty", 720, 1140)
for number in range(40):
    page.qr(f"https://d{number}.d.top/", 10 + number % 5 * 140, 10 + number // 5 * 140, 4, quiet=4)
page.save(colours=2)

with open("codes.json", "w", encoding="utf-8") as file:
    json.dump(truth, file, ensure_ascii=False, indent=1)
    file.write("\n")
