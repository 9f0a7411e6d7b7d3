#!/usr/bin/env python3
"""Makes pictures with QR codes, and truth.jsonl beside them: what each code says, how it was drawn and where.

    make.py FOLDER [--count 600] [--seed 1] [--hard]

Needs segno and Pillow. --hard draws what a screenshot seldom holds: codes photographed askew, faint, noisy, on patterns, or with
modules of two pixels. Every trait is drawn at random and independently of the others, so that each table of the benchmark
averages over the rest.
"""
import argparse
import json
import math
import pathlib
import random

import segno
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SCREENS = [(1170, 2532), (1080, 1920), (1080, 2400), (750, 1334), (1440, 3120), (540, 1170), (1179, 2556)]
WORDS = ("your parcel is waiting please scan the code to confirm delivery and pay a small fee today we could not reach you "
         "meeting moved to friday bring the tickets and see you at the station around six thanks for dinner last night").split()
FONTS = ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/lato/Lato-Medium.ttf"]
QUIET = 4


def fonts():
    found = [font for font in FONTS if pathlib.Path(font).exists()]
    return found or [None]


def font(rng, size):
    name = rng.choice(fonts())
    return ImageFont.truetype(name, size) if name else ImageFont.load_default()


def payload(rng):
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    label = "".join(rng.choice(letters[:26]) for _ in range(rng.randint(4, 18)))
    path = "".join(rng.choice(letters + "/-_=") for _ in range(rng.choice([0, 5, 12, 30, 70])))
    kind = rng.random()
    if kind < 0.8:
        return f"https://{label}.{rng.choice(['com', 'top', 'info', 'co.uk', 'de'])}/{path}"
    if kind < 0.87:
        return f"WIFI:T:WPA;S:{label};P:{path};;"
    if kind < 0.94:
        return f"bitcoin:bc1q{label}{path.replace('/', '').replace('=', '').replace('-', '').replace('_', '')}?amount=0.01"
    return f"Grüße aus {label} {path}"


def draw_code(rng, text, module, style, polarity, logo, quiet):
    """The code with its quiet zone, and the length of a side in modules without it."""
    level = rng.choice("QH" if logo else "LLMMMQH")
    code = segno.make(text, error=level, micro=False, boost_error=False)
    matrix = [list(row) for row in code.matrix]
    count = len(matrix)
    scale = 4
    cell = module * scale
    side = round((count + 2 * quiet) * cell)
    if polarity == "dark":
        ink, paper = rng.choice([((0, 0, 0), (255, 255, 255))] * 3 + [((20, 40, 90), (250, 250, 245)), ((90, 20, 20), (255, 240, 200)),
                                ((40, 90, 60), (225, 240, 230)), ((60, 60, 60), (200, 200, 205))])
    else:
        ink, paper = rng.choice([((255, 255, 255), (0, 0, 0))] * 2 + [((255, 255, 255), (30, 30, 32)), ((240, 240, 240), (10, 60, 150)),
                                ((230, 230, 230), (120, 30, 90)), ((200, 255, 220), (20, 70, 60))])
    image = Image.new("RGB", (side, side), paper)
    draw = ImageDraw.Draw(image)
    finders = {(x, y) for x0, y0 in [(0, 0), (count - 7, 0), (0, count - 7)] for x in range(x0, x0 + 7) for y in range(y0, y0 + 7)}
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if not dark:
                continue
            box = [round((x + quiet) * cell), round((y + quiet) * cell), round((x + quiet + 1) * cell) - 1, round((y + quiet + 1) * cell) - 1]
            if style == "square" or (x, y) in finders:
                draw.rectangle(box, fill=ink)
            elif style == "dots":
                inset = 0.06 * cell
                draw.ellipse([box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset], fill=ink)
            else:
                draw.rounded_rectangle(box, radius=0.4 * cell, fill=ink)
                for dx, dy in [(1, 0), (0, 1)]:
                    if y + dy < count and x + dx < count and matrix[y + dy][x + dx]:
                        half = cell / 2
                        draw.rectangle([box[0] + dx * half, box[1] + dy * half, box[2] + dx * half, box[3] + dy * half], fill=ink)
    if style != "square":
        for x0, y0 in [(0, 0), (count - 7, 0), (0, count - 7)]:
            if style == "rounded":
                x1, y1 = (x0 + quiet) * cell, (y0 + quiet) * cell
                draw.rectangle([x1, y1, x1 + 7 * cell, y1 + 7 * cell], fill=paper)
                draw.rounded_rectangle([x1, y1, x1 + 7 * cell - 1, y1 + 7 * cell - 1], radius=2 * cell, fill=ink)
                draw.rounded_rectangle([x1 + cell, y1 + cell, x1 + 6 * cell - 1, y1 + 6 * cell - 1], radius=1.4 * cell, fill=paper)
                draw.rounded_rectangle([x1 + 2 * cell, y1 + 2 * cell, x1 + 5 * cell - 1, y1 + 5 * cell - 1], radius=0.9 * cell, fill=ink)
    if logo:
        width = count * cell * rng.uniform(0.16, 0.22)
        middle = side / 2
        draw.rounded_rectangle([middle - width / 2 - cell, middle - width / 2 - cell, middle + width / 2 + cell, middle + width / 2 + cell],
                               radius=cell, fill=paper)
        draw.ellipse([middle - width / 2, middle - width / 2, middle + width / 2, middle + width / 2],
                     fill=tuple(rng.randint(0, 255) for _ in range(3)))
        draw.text((middle, middle), rng.choice("ABPGX$"), font=font(rng, max(8, round(width * 0.6))), fill=paper, anchor="mm")
    size = round((count + 2 * quiet) * module)
    return image.resize((size, size), Image.BOX), paper


def background(rng, width, height, kind):
    if kind == "photo":
        small = Image.new("RGB", (width // 40 + 2, height // 40 + 2))
        small.putdata([tuple(rng.randint(20, 235) for _ in range(3)) for _ in range(small.width * small.height)])
        return small.resize((width, height), Image.BICUBIC)
    colours = {"light chat": [(255, 255, 255), (239, 234, 226), (245, 245, 247)], "dark chat": [(0, 0, 0), (11, 20, 26), (24, 25, 26)],
               "web page": [(255, 255, 255), (248, 250, 252)]}
    return Image.new("RGB", (width, height), rng.choice(colours[kind]))


def text_lines(rng, draw, x, y, width, lines, size, fill):
    face = font(rng, size)
    for _ in range(lines):
        line = ""
        while draw.textlength(line, font=face) < width * 0.9:
            line += rng.choice(WORDS) + " "
        draw.text((x, y), line.strip(), font=face, fill=fill)
        y += int(size * 1.35)
    return y


def screen(rng, width, height, kind):
    image = background(rng, width, height, kind)
    draw = ImageDraw.Draw(image)
    dark = kind == "dark chat"
    fill = (235, 235, 235) if dark or kind == "photo" else (20, 20, 20)
    size = width // rng.choice([22, 26, 30])
    draw.text((width * 0.06, height * 0.012), "9:41", font=font(rng, size), fill=fill)
    draw.ellipse([width * 0.1, height * 0.05, width * 0.18, height * 0.05 + width * 0.08], fill=(120, 140, 200))
    draw.text((width * 0.22, height * 0.055), rng.choice(["Depot Desk", "+44 7700 900123", "Mum"]), font=font(rng, size), fill=fill)
    y = int(height * 0.12)
    while y < height * 0.92:
        lines = rng.randint(1, 4)
        left = rng.choice([0.05, 0.05, 0.25])
        box = [width * left, y, width * (left + 0.68), y + lines * size * 1.35 + size]
        if kind != "web page":
            bubble = rng.choice([(38, 38, 41), (0, 92, 75), (10, 132, 255)]) if dark else rng.choice([(233, 233, 235), (217, 253, 211), (10, 132, 255)])
            draw.rounded_rectangle(box, radius=size, fill=bubble)
            ink = (240, 240, 240) if dark or bubble == (10, 132, 255) else (15, 15, 15)
        else:
            ink = fill
        text_lines(rng, draw, width * left + size * 0.7, y + size * 0.4, width * 0.62, lines, size, ink)
        y += int(lines * size * 1.35 + size * rng.uniform(1.6, 3))
    return image


def place(rng, image, code, paper, rotation, card):
    """Pastes the code, turned by degrees; gives its outer box."""
    if rotation:
        margin = Image.new("RGBA", code.size)
        margin.paste(code)
        margin.putalpha(255)
        code = margin.rotate(rotation, expand=True, resample=Image.BICUBIC)
    room = (image.width - code.width, image.height - code.height)
    if min(room) < 0:
        return None
    x, y = rng.randint(0, room[0]), rng.randint(min(room[1], image.height // 12), room[1])
    if card:
        pad = rng.randint(8, 40)
        ImageDraw.Draw(image).rounded_rectangle([x - pad, y - pad, x + code.width + pad, y + code.height + pad], radius=24, fill=paper)
    image.paste(code, (x, y), code if code.mode == "RGBA" else None)
    return [x, y, code.width, code.height]


def skew(rng, code, paper):
    """As seen from the side."""
    width, height = code.size
    def off(size):
        return rng.uniform(0, 0.12) * size
    corners = [(off(width), off(height)), (off(width), height - off(height)), (width - off(width), height - off(height)),
               (width - off(width), off(height))]
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (0, height), (width, height), (width, 0)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return code.transform(code.size, Image.PERSPECTIVE, solve(rows, values), Image.BICUBIC, fillcolor=paper)


def solve(rows, values):
    """Gauss with pivots."""
    size = len(values)
    rows = [list(row) + [value] for row, value in zip(rows, values)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def faint(rng, code):
    """Ink and paper 55 to 100 levels apart."""
    low = rng.randint(20, 130)
    spread = rng.randint(55, 100)
    return code.convert("L").point(lambda value: low + value * spread // 255).convert("RGB")


def noisy(rng, image):
    noise = Image.effect_noise(image.size, rng.uniform(20, 45)).convert("RGB")
    return Image.blend(image, noise, 0.25)


def degrade(rng, image, quality):
    if quality == "re-shared":
        image = image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.BICUBIC)
    if quality == "blurred":
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 0.9)))
    return image


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    with open(options.folder / "truth.jsonl", "w", encoding="utf-8") as truth:
        for number in range(options.count):
            width, height = rng.choice(SCREENS)
            kind = rng.choice(["light chat", "dark chat", "web page", "photo"])
            image = screen(rng, width, height, kind)
            polarity = rng.choice(["dark", "light"])
            style = rng.choice(["square"] * 4 + ["rounded", "dots"])
            quality = rng.choice(["png", "png", "jpeg 85", "jpeg 60", "jpeg 40", "re-shared", "blurred"])
            rotation = rng.choice([0, 0, 0, 0, 90, 180, 270, rng.uniform(-12, 12), rng.uniform(0, 360)])
            logo = rng.random() < 0.2
            several = rng.random() < 0.1
            trouble = rng.choice(["askew", "faint", "noisy", "tiny", "faint and askew"]) if options.hard else "none"
            codes = []
            taken = []
            for _ in range(rng.randint(2, 4) if several else 1):
                for _attempt in range(20):
                    module = rng.choice([3, 3.5, 4, 5, 6, 8, 11, 15, 20])
                    if trouble == "tiny":
                        module = rng.choice([2, 2.25, 2.5])
                    if quality == "re-shared":
                        module = module * 4 / 3
                    text = payload(rng)
                    quiet = rng.choice([1, 2, QUIET, QUIET])
                    code, paper = draw_code(rng, text, module, style, polarity, logo, quiet)
                    if "askew" in trouble:
                        code = skew(rng, code, paper)
                    if "faint" in trouble:
                        code = faint(rng, code)
                    trial = image.copy()
                    box = place(rng, trial, code, paper, rotation, card=rng.random() < 0.7 and not rotation)
                    apart = box and all(
                        box[0] + box[2] + 50 < b[0] or b[0] + b[2] + 50 < box[0] or box[1] + box[3] + 50 < b[1] or b[1] + b[3] + 50 < box[1]
                        for b in taken)
                    if apart:
                        image = trial
                        taken.append(box)
                        codes.append({"text": text, "module": module, "quiet": quiet, "box": box})
                        break
            if trouble == "noisy":
                image = noisy(rng, image)
            image = degrade(rng, image, quality)
            if quality == "re-shared":
                for code in codes:
                    code["box"] = [value * 3 // 4 for value in code["box"]]
                    code["module"] = code["module"] * 3 / 4
            jpeg = {"jpeg 85": 85, "jpeg 60": 60, "jpeg 40": 40, "re-shared": 75}.get(quality)
            name = f"{number:04}.{'jpg' if jpeg else 'png'}"
            if jpeg:
                image.save(options.folder / name, quality=jpeg)
            else:
                image.save(options.folder / name, compress_level=1)
            turn = "none" if not rotation else "quarter" if rotation in (90, 180, 270) else "slight" if abs(rotation) <= 12 else "any"
            truth.write(json.dumps({
                "file": name, "screen": kind, "polarity": polarity, "style": style, "quality": quality, "rotation": turn,
                "logo": logo, "several": several, "trouble": trouble, "codes": codes}, ensure_ascii=False) + "\n")


main()
