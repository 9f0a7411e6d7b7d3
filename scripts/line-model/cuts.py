"""Pairs of a strip and its text: cut by the reader's own finder (`line-strips`), and cut straight from the page.

The second kind is for finders to come: its edges are shaken, its ground stays as it is, and neighbours may look in.
"""
import io
import json
import pathlib
import subprocess

import numpy as np
from PIL import Image

HEIGHT = 36
MIN_WIDTH, MAX_WIDTH = 12, 2600
# How often each margin of the reader's is taken.
MARGINS = {.08: .55, .2: .25, .32: .2}
# The share of lines that are also, or only, cut straight from the page.
STRAIGHT = .22


def truth(lines, box):
    """The text in a box of the page; None if a word or a line is cut."""
    x, y, width, height = box
    found = []
    for line in lines:
        small = line.baseline - line.top
        if line.baseline < y + .15 * height or line.top > y + .85 * height:
            continue
        inside = [(word, a, b) for word, a, b in line.words if b > x + .25 * small and a < x + width - .25 * small]
        if not inside:
            continue
        if line.top < y - .1 * small or line.baseline > y + height + .05 * small:
            return None
        if any(a < x - .12 * small or b > x + width + .12 * small for _, a, b in inside):
            return None
        # A line far smaller or larger than its strip shares it with another one.
        if not .2 <= small / height <= .62:
            return None
        found += inside
    return " ".join(word for word, _, _ in sorted(found, key=lambda word: word[1])) or None


def own_strips(program, folder, pictures):
    """Runs the finder over pictures; returns for each its lines: a list of {margin: (box, pixels)}."""
    bytes_path = folder / "strips.grey"
    command = [*program, str(bytes_path), *(str(path) for path in pictures)]
    answers = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    grey = np.memmap(bytes_path, np.uint8, "r") if bytes_path.stat().st_size else np.zeros(0, np.uint8)
    found = {}
    for answer in map(json.loads, answers):
        lines = {}
        for strip in answer["strips"]:
            start = strip["offset"]
            pixels = np.array(grey[start:start + HEIGHT * strip["width"]]).reshape(HEIGHT, strip["width"])
            lines.setdefault(strip["line"], {})[strip["margin"]] = strip["box"], pixels
        found[pathlib.Path(answer["file"])] = [lines[number] for number in sorted(lines)]
    return found


def straight(rng, picture, line):
    """A line cut from the page itself, dark on light, with edges as another finder may choose them."""
    small = line.baseline - line.top
    words = line.words
    if len(words) > 2 and rng.random() < .2:
        first = rng.randrange(len(words) - 1)
        words = words[first:first + rng.randint(1, len(words) - first)]
    top = line.baseline - small * rng.uniform(1.5, 2.1)
    bottom = line.baseline + small * rng.uniform(.45, .95)
    left = words[0][1] - small * rng.uniform(.05, .45)
    right = words[-1][2] + small * rng.uniform(.05, .6)
    box = [int(left), int(top), round(right) - int(left), round(bottom) - int(top)]
    if box[0] < 0 or box[1] < 0 or box[2] < 4 or box[3] < 6:
        return None
    part = picture.crop((box[0], box[1], box[0] + box[2], box[1] + box[3])).convert("L")
    width = round(part.width * HEIGHT / part.height)
    part = part.resize((max(MIN_WIDTH, width), HEIGHT), rng.choice([Image.BILINEAR, Image.BICUBIC]))
    pixels = np.asarray(part).astype(float)
    # Most of a line is ground, so that the median is the ground's grey.
    if np.median(pixels) < pixels.mean():
        pixels = 255 - pixels
    if rng.random() < .5:
        low, high = pixels.min(), pixels.max()
        pixels = (pixels - low) * 255 / max(1, high - low)
    return box, pixels.astype(np.uint8)


def pairs(rng, program, folder, pages):
    """Pairs of pixels and text from rendered pages: (bytes, suffix, lines)."""
    paths = []
    for number, (picture, suffix, _) in enumerate(pages):
        paths.append(folder / f"page{number}.{suffix}")
        paths[-1].write_bytes(picture)
    found = own_strips(program, folder, paths)
    result = []
    for path, (picture, _, lines) in zip(paths, pages):
        for strips in found.get(path, []):
            margin = rng.choices(list(MARGINS), MARGINS.values())[0]
            if margin not in strips:
                continue
            box, pixels = strips[margin]
            text = truth(lines, box)
            if text and MIN_WIDTH <= pixels.shape[1] <= MAX_WIDTH:
                result.append((pixels, text, "own"))
        page = Image.open(io.BytesIO(picture))
        for line in lines:
            if rng.random() >= STRAIGHT:
                continue
            cut = straight(rng, page, line)
            if not cut:
                continue
            text = truth(lines, cut[0])
            if text and MIN_WIDTH <= cut[1].shape[1] <= MAX_WIDTH:
                result.append((cut[1], text, "straight"))
    for path in paths:
        path.unlink()
    return result
