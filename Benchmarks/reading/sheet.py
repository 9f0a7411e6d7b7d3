"""A contact sheet of the pictures read worst: each with what was read and what was missed. Needs Pillow."""
import collections
import pathlib
import textwrap

from PIL import Image, ImageDraw, ImageFont, ImageOps

import metrics

_COLUMNS = 4
_CELL = (560, 470)
_PICTURE = (230, 440)
_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf")
_BLACK, _GREY, _RED, _BLUE = (20, 20, 20), (140, 140, 140), (200, 0, 0), (0, 60, 190)


def _font(size: int):
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


class _Writer:
    """Sets words one after the other into a column, each in its colour, and stops at its foot."""

    def __init__(self, draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], size: int) -> None:
        self.draw, self.box, self.font, self.height = draw, box, _font(size), int(size * 1.3)
        self.x, self.y = box[0], box[1]

    def line_feed(self) -> None:
        self.x, self.y = self.box[0], self.y + self.height

    def word(self, word: str, colour: tuple[int, int, int]) -> None:
        for part in textwrap.wrap(word, 34) or [""]:
            width = self.draw.textlength(part, self.font)
            if self.x > self.box[0] and self.x + width > self.box[2]:
                self.line_feed()
            if self.y + self.height > self.box[3]:
                return
            self.draw.text((self.x, self.y), part, colour, self.font)
            self.x += width + self.draw.textlength(" ", self.font)

    def words(self, text: str, colour: tuple[int, int, int]) -> None:
        for word in text.split():
            self.word(word, colour)
        self.line_feed()


def _write(writer: _Writer, picture: dict, text: str) -> None:
    """Black: in the message. Grey: elsewhere on the picture, or not known. Red: nowhere on it. Blue: missed."""
    ours = picture["ours"]
    writer.words(picture["name"].rsplit("/", 1)[-1], _BLACK)
    facts = f"recall {ours['recall']:.3f}" + (f", noise {ours['noise']:.3f}" if ours["noise"] is not None else "")
    writer.words(f"{facts}; CLI {picture['tesseract']['recall']:.3f}", _GREY)
    message, strange = collections.Counter(metrics.tokens(text)), set(ours["strange"])
    for line in ours["text"].split("\n"):
        for word in line.split():
            folded = metrics.tokens(word)
            colour = _RED if set(folded) & strange else _BLACK if any(message[piece] for piece in folded) else _GREY
            writer.word(word, colour)
        writer.line_feed()
    writer.words("missed: " + " ".join(ours["missed"]), _BLUE)


def draw(pictures: list[dict], texts: dict[str, str], target: pathlib.Path) -> None:
    rows = -(-len(pictures) // _COLUMNS)
    sheet = Image.new("RGB", (_CELL[0] * _COLUMNS, _CELL[1] * rows), "white")
    pen = ImageDraw.Draw(sheet)
    for index, picture in enumerate(pictures):
        left, top = index % _COLUMNS * _CELL[0], index // _COLUMNS * _CELL[1]
        with Image.open(picture["path"]) as original:
            small = ImageOps.exif_transpose(original).convert("RGBA")
        small.thumbnail(_PICTURE)
        sheet.paste(small, (left + 10, top + 15), small)
        pen.rectangle((left, top, left + _CELL[0], top + _CELL[1]), outline=(200, 200, 200))
        _write(_Writer(pen, (left + 20 + _PICTURE[0], top + 10, left + _CELL[0] - 8, top + _CELL[1] - 4), 13), picture,
               texts[picture["name"]])
    sheet.save(target)
