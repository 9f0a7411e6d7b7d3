"""The tricks on pictures: a scam as a bubble of a chat, drawn with Pillow and changed."""
import io
import math
import re
import shutil
import subprocess

from PIL import Image, ImageDraw, ImageFilter, ImageFont

import scams

FONTS = ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"]
WIDTH, MARGIN, SIZE = 1080, 40, 40
GREY, WHITE, BLACK, BLUE = (229, 229, 234), (255, 255, 255), (0, 0, 0), (0, 122, 255)


def font(size=SIZE):
    for path in FONTS:
        try:
            return ImageFont.truetype(path, size)
        except OSError:
            continue
    raise SystemExit("pictures need DejaVu Sans or Liberation Sans")


def lines(text, width, face, gap=0):
    """The text in lines that fit, with further pixels between letters."""
    result = [""]
    for word in text.split(" "):
        longer = f"{result[-1]} {word}".strip()
        if measure(longer, face, gap) <= width:
            result[-1] = longer
        elif measure(word, face, gap) <= width:
            result.append(word)
        else:  # a link that is longer than a line
            result.append("")
            for letter in word:
                if measure(result[-1] + letter, face, gap) > width:
                    result.append("")
                result[-1] += letter
    return [line for line in result if line]


def measure(text, face, gap=0):
    return face.getlength(text) + gap * len(text)


def write(draw, place, text, face, colour, gap=0):
    if not gap:
        return draw.text(place, text, colour, font=face)
    x, y = place
    for letter in text:
        draw.text((x, y), letter, colour, font=face)
        x += face.getlength(letter) + gap


def chat(bubbles, ground=WHITE, height=1500, most=720):
    """A chat of (text, is outgoing, colour of the ground, of the letters, gap between letters). Of more than two bubbles it is surely a
    conversation, with all that an app draws around one."""
    is_conversation = len(bubbles) > 2
    picture = Image.new("RGB", (WIDTH, height), ground)
    draw = ImageDraw.Draw(picture)
    face, y = font(), 120
    draw.text((MARGIN, 40), "12:41", BLACK, font=font(34))
    if is_conversation:
        draw.text((WIDTH / 2, 140), "Anna", BLACK, font=font(38), anchor="mm")
        y += 110
    for text, is_outgoing, colour, ink, gap in bubbles:
        rows = lines(text, most, face, gap)
        width = max(measure(row, face, gap) for row in rows) + 60
        left = WIDTH - MARGIN - width if is_outgoing else MARGIN
        bottom = y + len(rows) * 54 + 40
        if bottom + MARGIN > picture.height:
            taller = Image.new("RGB", (WIDTH, int(bottom) + 200), ground)
            taller.paste(picture)
            picture, draw = taller, ImageDraw.Draw(taller)
        draw.rounded_rectangle((left, y, left + width, bottom), 36, colour)
        for row in rows:
            write(draw, (left + 30, y + 18), row, face, ink, gap)
            y += 54
        y = bottom + 24
        if is_outgoing and is_conversation:
            draw.text((WIDTH - MARGIN - 20, y + 10), "Delivered", (140, 140, 145), font=font(28), anchor="rm")
            y += 40
    if is_conversation:
        draw.rounded_rectangle((100, picture.height - 110, WIDTH - 100, picture.height - 30), 40, None, (200, 200, 205), 3)
        draw.text((140, picture.height - 70), "iMessage", (150, 150, 155), font=font(36), anchor="lm")
    return picture


def incoming(text, gap=0, ink=BLACK, ground=GREY):
    return (text, False, ground, ink, gap)


def outgoing(text):
    return (text, True, BLUE, WHITE, 0)


def plain(text):
    return chat([incoming(text)])


def tilted(degrees):
    return lambda text, random: plain(text).rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=WHITE)


def wavy(text, random):
    picture = plain(text)
    waves = Image.new("RGB", picture.size, WHITE)
    for x in range(picture.width):
        waves.paste(picture.crop((x, 0, x + 1, picture.height)), (x, int(14 * math.sin(x / 60))))
    return waves


def alternating(text, random):
    words = text.split(" ")
    parts = [" ".join(words[index:index + 4]) for index in range(0, len(words), 4)]
    return chat([outgoing(part) if index % 2 else incoming(part) for index, part in enumerate(parts)])


def with_footer(text, random):
    picture = plain(text)
    draw = ImageDraw.Draw(picture)
    for index, row in enumerate(lines(scams.FOOTER, 960, font(30))):
        draw.text((MARGIN, picture.height - 180 + index * 44), row, (150, 150, 150), font=font(30))
    return picture


def frames(kind):
    """A harmless first frame, and the scam in the second one."""
    def animated(text, random):
        first = plain("See you at the lake on Sunday, bring the yellow kite.")
        output = io.BytesIO()
        first.save(output, kind, save_all=True, append_images=[plain(text)], duration=[1, 5000])
        return output.getvalue()
    return animated


def code_alone(text, random):
    link = re.search(r"https?://\S+", text)
    payload = link.group() if link else text
    picture = subprocess.run(["qrencode", "-s", "12", "-o", "-", payload], check=True, capture_output=True).stdout
    return picture


TRICKS = {
    "as it is": lambda text, random: plain(text),
    "tilted by 3 degrees": tilted(3),
    "tilted by 6 degrees": tilted(6),
    "tilted by 20 degrees": tilted(20),
    "on its side": tilted(90),
    "upside down": tilted(180),
    "wavy lines": wavy,
    "letters 12 pixels apart": lambda text, random: chat([incoming(text, gap=12)]),
    "letters 24 pixels apart": lambda text, random: chat([incoming(text, gap=24)]),
    "blurred a little": lambda text, random: plain(text).filter(ImageFilter.GaussianBlur(3)),
    "blurred": lambda text, random: plain(text).filter(ImageFilter.GaussianBlur(6)),
    "pale": lambda text, random: chat([incoming(text, ink=(205, 205, 208))]),
    "yellow on white": lambda text, random: chat([incoming(text, ink=(255, 236, 120), ground=WHITE)]),
    "second frame of a GIF": frames("GIF"),
    "second frame of an APNG": frames("PNG"),
    "outgoing bubble": lambda text, random: chat([outgoing(text)]),
    "outgoing, with an answer": lambda text, random: chat([outgoing(text), incoming("Is this real?")]),
    "forwarded within a chat": lambda text, random: chat([
        incoming("Hi love, how was your day?"), outgoing("Good! Look what I got"), outgoing(text), incoming("Hm, let me see"),
        outgoing("Ok")], most=560),
    "four words a bubble, on both sides": alternating,
    "grey German footer": with_footer,
    "German chat above": lambda text, random: chat([incoming(scams.GERMAN), outgoing("Schön, bis bald!"), incoming(text)]),
    "reduced to a third": lambda text, random: plain(text).resize((360, 500), Image.Resampling.BILINEAR),
    "mirrored": lambda text, random: plain(text).transpose(Image.Transpose.FLIP_LEFT_RIGHT),
}
if shutil.which("qrencode"):
    TRICKS["QR code alone"] = code_alone


def draw(name, text, random):
    picture = TRICKS[name](text, random)
    if isinstance(picture, bytes):
        return picture
    output = io.BytesIO()
    picture.save(output, "PNG")
    return output.getvalue()
