#!/usr/bin/env python3
"""What of the personal things on rendered screenshots a server covers, and which words of messages it covers by mistake.

    typesafe-server serve --port 8099 &
    Benchmarks/redaction/run.py FOLDER --server http://127.0.0.1:8099 [--aside] [--missed] [--times] [--keep DIRECTORY]

FOLDER holds pictures, and beside each a JSON file with its blocks: role, lines with text and box, and where known the words' boxes and what is
personal. Pictures whose names' SHA-256 is a multiple of three, and all of looks for which that holds, are put aside, for `--aside` alone. A word is
evidence if the server's findings for a scam mark it. It needs numpy and Pillow.
"""
import argparse
import collections
import hashlib
import io
import json
import pathlib
import re
import time
import urllib.error
import urllib.request

import numpy
from PIL import Image, ImageOps

import items

COVER = (96, 104, 120)
# A pixel is a glyph's if it differs from its line's ground by more than this.
INK = 48
TRIES = 20
# Roles that are the phone's or the app's own.
OTHERS = {"keyboard", "status_bar", "status", "label", "button", "timestamp", "url_bar"}


def is_aside(name):
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def put_aside(truth):
    """Whether a picture is put aside. Pages say so themselves: their own names decide, not their pictures'."""
    return truth.get("aside", any(map(is_aside, {truth["file"], truth.get("look", truth["file"])})))


def ask(server, query, picture, accept):
    request = urllib.request.Request(
        server + "/scan-image" + query, picture, {"Content-Type": "application/octet-stream", "Accept": accept})
    for _ in range(TRIES):
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return response.headers.get("Redacted", ""), response.read()
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            # The server is busy and says when to ask again.
            time.sleep(float(error.headers.get("Retry-After", 1)))
    raise TimeoutError("The server stays busy.")


def redacted(server, picture):
    return ask(server, "?redact=personal", picture, "image/png")


def evidence(server, picture):
    """The boxes of the words that speak for a scam."""
    answer = json.loads(ask(server, "", picture, "application/json")[1])
    return [
        (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        for finding in answer["findings"] if finding["weight"] > 0 for box in finding["boxes"]]


def seconds(server, picture):
    """How long a picture takes to be covered once it was read, which the server remembers."""
    ask(server, "", picture, "application/json")
    start = time.perf_counter()
    redacted(server, picture)
    return time.perf_counter() - start


def pixels(data):
    return numpy.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB")).astype(int)


def ink(crop, color):
    """Which pixels of a line are glyphs': those that differ from its most frequent colour, and are nearer to the text's own."""
    text = numpy.array([int(value) for value in re.findall(r"\d+", color or "0")[:3]] or [0])
    colors, counts = numpy.unique((crop // 32).reshape(-1, 3), axis=0, return_counts=True)
    colors = colors * 32 + 16
    # Bold text may cover more than its ground does.
    grounds = numpy.abs(colors - text).max(axis=1) > INK if len(text) == 3 else counts > 0
    ground = colors[(counts * grounds).argmax()]
    mask = numpy.abs(crop - ground).max(axis=2) > INK
    if len(text) == 3:
        mask &= numpy.abs(crop - text).sum(axis=2) < numpy.abs(crop - ground).sum(axis=2)
    return mask


def word_columns(mask, count):
    """The columns of each word of a line: its widest gaps divide them. None where there aren't enough gaps."""
    columns = mask.any(axis=0)
    inked = numpy.flatnonzero(columns)
    if not len(inked):
        return None
    gaps, start = [], None
    for x in range(inked[0], inked[-1] + 1):
        if not columns[x] and start is None:
            start = x
        elif columns[x] and start is not None:
            gaps.append((x - start, start, x))
            start = None
    widest = sorted(sorted(gaps, reverse=True)[:count - 1], key=lambda gap: gap[1])
    if len(widest) < count - 1:
        return None
    # A gap inside a word that is as wide as one between words would divide the line wrongly.
    if count > 1 and len(gaps) >= count and sorted(gaps, reverse=True)[count - 1][0] > 0.75 * min(gap[0] for gap in widest):
        return None
    edges = [inked[0]] + [edge for gap in widest for edge in gap[1:]] + [inked[-1] + 1]
    return list(zip(edges[::2], edges[1::2]))


def marked(line):
    """What a truth that was made with its picture says is personal, as places in the text; None if it says nothing."""
    if "personal" not in line:
        return None
    spans = [match.span() for match in re.finditer(r"\S+", line["text"])]
    return [(kind, spans[start][0], spans[end - 1][1]) for kind, start, end in line["personal"]]


def names_in(line, role):
    things = marked(line)
    if things is None:
        return items.names(line["text"], role)
    return {items.plain(word) for kind, start, end in things if kind == "name" for word in line["text"][start:end].split()}


def edges(line):
    """A line's box in whole pixels."""
    return [max(int(round(edge)), 0) for edge in line["bbox"]]


def check_picture(name, box, after, report, missed):
    """A picture counts as covered if nine tenths of the ellipse within its box are: its corners may be round, and a plain edge may look like ground."""
    left, top, right, bottom = box
    y, x = numpy.mgrid[0:bottom - top, 0:right - left]
    inside = (2 * x / (right - left) - 1) ** 2 + (2 * y / (bottom - top) - 1) ** 2 < 1
    share = (after[top:bottom, left:right] == COVER).all(axis=2)[inside].mean()
    report["picture", "all"] += 1
    if share >= 0.9:
        report["picture", "covered"] += 1
    elif missed:
        print(f"left {1 - share:.0%} of the picture at {box} of {name}")


def check(name, truth, before, after, found, report, missed):
    blocks = [block for block in truth["blocks"] if block["role"] not in OTHERS]
    names = {word for block in blocks for line in block["lines"] for word in names_in(line, block["role"])}
    boxes = [edges(line) for block in blocks if block["role"] != "picture" for line in block["lines"]]
    for block in blocks:
        if block.get("visible", 1) < 1:
            continue
        if block["role"] == "picture":
            check_picture(name, edges(block["lines"][0]), after, report, missed)
            continue
        previous = ""
        for line in block["lines"]:
            check_line(name, block, line, boxes, previous, names, truth["lang"], before, after, found, report, missed)
            previous = line["text"]


def check_line(name, block, line, others, previous, names, language, before, after, found, report, missed):
    role = block["role"]
    left, top, right, bottom = edges(line)
    # Boxes of neighbouring lines may overlap: what lies in both belongs to neither.
    for other in others:
        if other[0] < right and left < other[2]:
            if top < other[1] < bottom < other[3]:
                bottom = other[1]
            elif other[1] < top < other[3] < bottom:
                top = other[3]
    crop, covered = before[top:bottom, left:right], after[top:bottom, left:right]
    text = line["text"]
    if crop.size == 0 or not text.strip():
        return
    mask = ink(crop, block.get("color"))
    words = [match.span() for match in re.finditer(r"\S+", text)]
    columns = word_columns(mask, len(words)) if language not in ("ar", "he", "fa", "ur") else None
    if "words" in line:
        columns = [(max(int(box[0]) - left, 0), int(round(box[2])) - left) for box in line["words"]]
    hidden = (covered == COVER).all(axis=2)
    things = marked(line)
    if things is None:
        things = items.spans(text, role, previous)
    for kind, start, end in things:
        places = [index for index, word in enumerate(words) if word[0] < end and start < word[1]]
        if len(places) == len(words) and "words" not in line:
            part = slice(None)
        elif columns:
            part = slice(columns[places[0]][0], columns[places[-1]][1])
        else:
            report["not placed"] += 1
            continue
        glyphs = mask[:, part].sum()
        rest = (mask[:, part] & ~hidden[:, part]).sum()
        report[kind, "all"] += 1
        if rest == 0:
            report[kind, "covered"] += 1
        elif missed:
            print(f"left {rest} of {glyphs} pixels of {kind} {text[start:end]!r} in {text!r} of {name}")
    if role == "message_in" and columns:
        for (start, end), (first, last) in zip(words, columns):
            word = text[start:end]
            if any(start < thing[2] and thing[1] < end for thing in things) or sum(map(str.isalpha, word)) < 2 or items.plain(word) in names:
                continue
            glyphs = mask[:, first:last]
            x, y = left + (first + last) / 2, (top + bottom) / 2
            is_evidence = any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in found)
            report["words"] += 1
            report["evidence"] += is_evidence
            if (glyphs & hidden[:, first:last]).sum() > 0.3 * glyphs.sum():
                report["words covered"] += 1
                report["evidence covered"] += is_evidence
                if missed:
                    print(f"covered {'evidence ' * is_evidence}{word!r} in {text!r} of {name}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--aside", action="store_true", help="the third that was put aside, instead of the others")
    parser.add_argument("--missed", action="store_true", help="list what was left, and which words were covered")
    parser.add_argument("--times", action="store_true", help="say how long a picture takes to be covered once it was read")
    parser.add_argument("--keep", type=pathlib.Path, help="write the covered pictures here")
    options = parser.parse_args()
    report, times = collections.Counter(), []
    for path in sorted(options.folder.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if "blocks" not in truth or put_aside(truth) != options.aside:
            continue
        picture = (options.folder / truth["file"]).read_bytes()
        if options.times:
            times.append(seconds(options.server, picture))
        counts, png = redacted(options.server, picture)
        if options.keep:
            options.keep.mkdir(exist_ok=True)
            (options.keep / f"{path.stem}.png").write_bytes(png)
        if options.missed:
            print(truth["file"], counts)
        report["pictures"] += 1
        check(truth["file"], truth, pixels(picture), pixels(png), evidence(options.server, picture), report, options.missed)
    if times:
        times.sort()
        print(f"covering a picture that was read takes {1e3 * times[len(times) // 2]:.0f} ms at the middle, "
              f"{1e3 * times[int(0.95 * len(times))]:.0f} ms at 95 %, {1e3 * times[-1]:.0f} ms at most")
    kinds = sorted({key[0] for key in report if isinstance(key, tuple)})
    for kind in kinds:
        print(f"{kind:10} {report[kind, 'covered']:4} of {report[kind, 'all']:4}")
    covered, things = (sum(report[kind, which] for kind in kinds) for which in ("covered", "all"))
    print(f"{report['pictures']} pictures: personal things covered {covered / max(things, 1):.2%} of {things}; "
          f"words of messages covered by mistake {report['words covered'] / max(report['words'], 1):.2%} of {report['words']}, "
          f"of those that findings mark {report['evidence covered'] / max(report['evidence'], 1):.2%} of {report['evidence']}; "
          f"{report['not placed']} things not placed")


if __name__ == "__main__":
    main()
