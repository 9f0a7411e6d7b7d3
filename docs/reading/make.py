#!/usr/bin/env python3
"""Makes the pictures of reading.md and README.md from the samples: docs/reading/make.py path/to/typesafe-server (needs Pillow)."""
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

HERE = pathlib.Path(__file__).parent
SAMPLES = HERE.parent.parent / "Resources" / "samples"
CHAT, PHOTO, LOCK = "scam-code-messenger-light.png", "benign-chat-whatsapp-dark.png", "scam-bank-lockscreen-dark.png"
README = "scam-parcel-imessage-light.png"
WIDTH = 480  # of each picture on a page
GAP = 24


def part(path, top, bottom):
    """Rows `top` to `bottom` of a picture, as shares of its height, at the page's width."""
    picture = Image.open(path).convert("RGB")
    picture = picture.crop((0, round(top * picture.height), picture.width, round(bottom * picture.height)))
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.LANCZOS)


def save(name, *pictures, colors=48):
    """Side by side, in few colours: they are drawings mostly."""
    width = sum(p.width for p in pictures) + GAP * (len(pictures) - 1)
    page = Image.new("RGB", (width, max(p.height for p in pictures)), "white")
    x = 0
    for picture in pictures:
        page.paste(picture, (x, 0))
        x += picture.width + GAP
    page.quantize(colors, dither=Image.Dither.NONE).save(HERE / name, optimize=True)


with tempfile.TemporaryDirectory() as folder:
    stages = pathlib.Path(folder)
    subprocess.run(
        [sys.argv[1], "read", "--stages", folder, "--annotate", folder, *(SAMPLES / n for n in (CHAT, PHOTO, LOCK, README))],
        check=True, stdout=subprocess.DEVNULL)
    save("ink.png", part(SAMPLES / CHAT, 0, 0.62), part(stages / f"{CHAT}.1-ink.png", 0, 0.62))
    save("ink-photo.png", part(SAMPLES / PHOTO, 0.12, 0.5), part(stages / f"{PHOTO}.1-ink.png", 0.12, 0.5))
    save("lines.png", part(stages / f"{CHAT}.2-lines.png", 0, 0.62))
    save("strips.png", Image.open(stages / f"{CHAT}.3-strips.png").convert("RGB"))
    save("annotated.png", part(stages / f"{README}.annotated.png", 0, 0.57), colors=64)
    save("roles.png", part(stages / f"{CHAT}.annotated.png", 0, 1), colors=128)
    strips = Image.open(stages / f"{LOCK}.3-strips.png").convert("RGB")
    save("icon.png", part(stages / f"{LOCK}.2-lines.png", 0.27, 0.47), strips.crop((0, 252, strips.width, 504)))
