#!/usr/bin/env python3
"""Counts the ink of true words that the reader's finder put into no line, by what it took it for.

`read --stages` paints each stroke in the colour of its fate; here the pixels inside the true words are counted. A picture
needs `blocks` with boxes (`truth.py`). Needs Pillow and NumPy.
"""
import argparse
import collections
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

import judging
import metrics
import readers
import truth

# As in Sources/OCR/ReadingStages.swift.
FATES = {0x000000: "line", 0xAAAAAA: "speck", 0x5082DC: "picture", 0x965AC8: "frame", 0xE6A028: "icon", 0xE11E1E: "unexplained",
         0x5AB45A: "noise"}
_WHITE = 0xFFFFFF
# So many pictures are drawn before their drawings are counted and deleted.
_BATCH = 20


def boxes(picture: truth.Picture) -> list[tuple[int, int, int, int]]:
    """The boxes of the messages' words; where words have none, those of lines without emoji, whose ink isn't letters."""
    lines = [line for line in picture.lines if line.role not in judging.FURNITURE_BLOCKS]
    return [box for line in lines if line.words or not any(map(metrics.is_pictorial, line.text)) for box in line.words or (line.box,)]


def of_boxes(drawing: pathlib.Path, size: tuple[int, int], wanted: list[tuple[int, int, int, int]]) -> list[collections.Counter]:
    """For each box, in pixels of a picture of this size, the drawing's pixels of each fate."""
    with Image.open(drawing) as image:
        values = np.asarray(image.convert("RGB")).astype(np.uint32)
    values = values[:, :, 0] << 16 | values[:, :, 1] << 8 | values[:, :, 2]
    across, down = values.shape[1] / size[0], values.shape[0] / size[1]
    found = []
    for left, top, right, bottom in wanted:
        part = values[max(0, round(top * down)):round(bottom * down), max(0, round(left * across)):round(right * across)]
        colours, counts = np.unique(part[part != _WHITE], return_counts=True)
        found.append(collections.Counter({FATES[int(colour)]: int(count) for colour, count in zip(colours, counts)}))
    return found


def account(program: pathlib.Path, pictures: list[truth.Picture]) -> dict[str, list[collections.Counter]]:
    """For each picture's name the ink of its `boxes`, by fate."""
    found = {}
    for start in range(0, len(pictures), _BATCH):
        batch = pictures[start:start + _BATCH]
        with tempfile.TemporaryDirectory() as folder:
            command = [str(program), "read", "--stages", folder, *(str(picture.path) for picture in batch)]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            for picture in batch:
                with Image.open(picture.path) as image:
                    size = image.size
                drawing = pathlib.Path(folder) / f"{picture.path.name}.4-account.png"
                found[picture.name] = of_boxes(drawing, size, boxes(picture))
    return found


def shares(inks: list[collections.Counter]) -> str:
    """How much of some ink is outside all lines, and what it was taken for."""
    total = sum(inks, collections.Counter())
    everything = max(1, total.total())
    fates = ", ".join(f"{fate} {count / everything:.4%}" for fate, count in total.most_common() if fate != "line")
    return f"{1 - total['line'] / everything:.4%} outside ({fates or 'none'})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", nargs="+", type=pathlib.Path, required=True, metavar="DIR", help="folders with truth files")
    parser.add_argument("--server", type=pathlib.Path, help="a built typesafe-server; without it one is built from here")
    parser.add_argument("--kept-back", action="store_true", help="measure on the third that is kept back")
    parser.add_argument("--worst", type=int, default=10, metavar="N", help="list so many pictures")
    options = parser.parse_args()
    pictures = [picture for picture in truth.load(options.shots, None) if picture.is_kept_back == options.kept_back]
    found = account(options.server or readers.built_server(), pictures)
    for folder in sorted({picture.folder for picture in pictures}):
        names = [picture.name for picture in pictures if picture.folder == folder]
        inks = [ink for name in names for ink in found[name]]
        print(f"{folder}: {len(names)} pictures, {len(inks)} boxes, {sum(not ink for ink in inks)} of them without ink; {shares(inks)}")
        outside = {name: sum(ink.total() - ink["line"] for ink in found[name]) for name in names}
        for name in sorted(names, key=outside.__getitem__, reverse=True)[:options.worst]:
            if outside[name]:
                print(f"  {name}: {outside[name]} pixels, {shares(found[name])}")


if __name__ == "__main__":
    main()
