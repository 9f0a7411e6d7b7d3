#!/usr/bin/env python3
"""Draws whole screenshots full of links, by the recipe that the line model's lines are drawn with (`scripts/line-model/pages.py`).

Every other page is in fonts that the model wasn't trained on. The folder gets the pictures and a manifest.jsonl, which `truth.py`
understands; a row's `links` also say how each link was drawn, and its `lines` where each word stands.
"""
import argparse
import json
import pathlib
import random
import sys

from PIL import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "line-model"))
import fonts  # noqa: E402
import pages  # noqa: E402
import texts  # noqa: E402

# Where letters of a size end above and below the baseline, in sizes.
_ASCENT, _DESCENT = 0.8, 0.24
_SIGNS = "-/.?&=_"
# The luminance values of libjpeg's table for quality 50.
_TABLE_SUM = 3_688


class Writer:
    """Fills blocks with phrases and links; a link that is wider than its block is broken as apps break it."""

    def __init__(self) -> None:
        self.block, self.todo = None, []
        self.written: list[tuple[str, str, int | None, str]] = []  # Text, what it is, the number of its link, its piece.
        self.links = 0

    def __call__(self, rng, block, font, room):
        if block is not self.block:
            self.block, self.todo = block, []
            self.breaking = rng.choice(["after", "after", "before", "anywhere"])
            while len(self.todo) < block.lines:
                self.todo += self.paragraph(rng, font, room, block.lines - len(self.todo))
        line = self.todo.pop(0)
        self.written.append(line)
        return line[:2]

    def paragraph(self, rng, font, room, lines):
        """A phrase or a link with words before it and after it, on at most so many lines."""
        kind = rng.random()
        if kind < .3:
            text = self.drawable(rng, lambda: texts.phrase(rng) if rng.random() < .8 else texts.interface(rng))
            return [(text, "text", None, "")]
        for _ in range(20):
            before = self.drawable(rng, lambda: texts.phrase(rng, 1, 3)) + " " if kind < .6 else ""
            if texts.EMOJI in before or self.width(font, before) > room / 2:
                continue
            link = texts.link(rng)
            if before and "://" not in link and not link.startswith("www."):
                link = "https://" + link
            pieces = self.broken(link, font, room, self.width(font, before))
            if len(pieces) <= lines:
                break
        else:
            return [(self.drawable(rng, lambda: texts.phrase(rng)), "text", None, "")]
        self.links += 1
        found = [(piece, "link", self.links, piece) for piece in pieces]
        if before:
            found[0] = before + pieces[0], "tail", self.links, pieces[0]
        if len(pieces) > 1 and rng.random() < .3:
            found[-1] = pieces[-1] + " " + self.drawable(rng, lambda: texts.phrase(rng, 1, 4)), "head", self.links, pieces[-1]
        return found

    def drawable(self, rng, phrase):
        lacking = fonts.lacks(self.block.path)
        while True:
            text = phrase()
            if not lacking.intersection(text) and "://" not in text:
                return text

    def width(self, font, text):
        return font.getlength(text) + self.block.spacing * len(text)

    def broken(self, link, font, room, indent):
        """The link's pieces: at the last sign that fits, before or after it, or else at the last letter."""
        pieces, left = [], room - indent
        while self.width(font, link) > left:
            fits = max(1, next(size for size in range(len(link), -1, -1) if self.width(font, link[:size]) <= left))
            after = self.breaking == "after"
            places = [] if self.breaking == "anywhere" else [
                place + after for place in range(6, fits) if link[place] in _SIGNS and link[place - 1:place + 2] != "://"
                and link[place - 2:place + 1] != "://"]
            cut = places[-1] if places and places[-1] <= fits else fits
            pieces.append(link[:cut])
            link, left = link[cut:], room
        return pieces + [link]


def _box(line, left, right):
    return [round(left), round(line.baseline - _ASCENT * line.size), round(right), round(line.baseline + _DESCENT * line.size)]


def _quality(path):
    """The quality that a JPEG was saved with; None for other pictures."""
    with Image.open(path) as picture:
        tables = getattr(picture, "quantization", None)
    if not tables:
        return None
    percent = 100 * sum(tables[0]) / _TABLE_SUM
    return round((200 - percent) / 2 if percent <= 100 else 5_000 / percent)


def _links(lines, written, font_kind, quality):
    """The links all of whose pieces were drawn whole."""
    pieces, planned = {}, iter(written)
    for number, line in enumerate(lines):
        # A line of which nothing fitted was written, but isn't among the page's.
        _, kind, link, piece = next(plan for plan in planned if plan[0] == line.text)
        if link:
            drawn = line.words[-1 if kind == "tail" else 0][0]
            pieces.setdefault(link, []).append((number, line, piece, drawn))
    wanted = {link: sum(plan[2] == link for plan in written) for link in pieces}
    for link, found in pieces.items():
        if len(found) < wanted[link] or any(piece != drawn for _, _, piece, drawn in found):
            continue
        line = found[0][1]
        block = line.block
        yield {"text": "".join(piece for _, _, piece, _ in found), "lines": [number for number, *_ in found],
               "font": pathlib.Path(block.path).stem, "fonts": font_kind, "size": round(line.size, 1), "ground": block.kind,
               "colour": block.link, "coloured": block.link != block.text, "underlined": block.underlined,
               "broken": len(found), "quality": quality}


def draw(folder: pathlib.Path, number: int, seed: str) -> dict:
    """Draws a page and returns its row of the manifest."""
    rng = random.Random(f"{seed} {number}")
    writer, kept_out = Writer(), number % 2 == 1
    data, suffix, lines = pages.render(rng, kept_out, writer)
    path = folder / f"links_{number:03d}.{suffix}"
    path.write_bytes(data)
    rows = [{"text": " ".join(word for word, _, _ in line.words), "bbox": _box(line, line.words[0][1], line.words[-1][2]),
             "words": [{"text": word, "bbox": _box(line, left, right)} for word, left, right in line.words]} for line in lines]
    links = list(_links(lines, writer.written, "kept out" if kept_out else "trained on", _quality(path)))
    blocks, previous = [], None
    for line, row in zip(lines, rows):
        if line.block is not previous:
            blocks.append({"role": "text", "lines": []})
        previous = line.block
        blocks[-1]["lines"].append(row)
    for block in blocks:
        block["text"] = "\n".join(row["text"] for row in block["lines"])
    with Image.open(path) as picture:
        width, height = picture.size
    return {"file": path.name, "message_text": "\n".join(row["text"] for row in rows), "urls": [link["text"] for link in links],
            "width": width, "height": height, "links": links, "blocks": blocks}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--seed", default="links")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = [draw(options.folder, number, options.seed) for number in range(options.pages)]
    (options.folder / "manifest.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    links = [link for row in rows for link in row["links"]]
    print(f"{len(rows)} pages, {sum(len(link['lines']) for link in links)} lines of {len(links)} links, "
          f"{sum(link['broken'] > 1 for link in links)} of them broken")


if __name__ == "__main__":
    main()
