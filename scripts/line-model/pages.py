"""Renders pages of text as screens show it, and keeps where each word stands.

A page has bubbles, cards and bare text, light, dark or coloured; links in blue, pale or the text's own colour, underlined or not;
then it is blurred, shrunk and compressed as pictures are that get passed on.
"""
import io

from PIL import Image, ImageDraw, ImageFilter

import fonts
import texts

LIGHT = ["#ffffff", "#ffffff", "#fafafa", "#f2f2f7", "#e9e9eb", "#e5e5ea", "#f0f0f0", "#dcf8c6", "#d9fdd3", "#d3e3fd", "#eceff1", "#fff8e1"]
DARK = ["#000000", "#111111", "#1c1c1e", "#262629", "#3b3b3d", "#202c33", "#005c4b", "#121212", "#2a2f32", "#303134", "#17212b", "#182533"]
COLOURS = ["#007aff", "#34c759", "#1e88e5", "#7b1fa2", "#25a35a", "#c62828", "#e65100", "#00796b", "#0b57d0", "#37474f", "#5856d6", "#0084ff"]
DARK_TEXT = ["#000000", "#000000", "#111111", "#202124", "#1c1c1e", "#333333", "#3c4043", "#5f6368", "#8e8e93", "#001d35"]
LIGHT_TEXT = ["#ffffff", "#ffffff", "#f5f5f5", "#e9edef", "#e3e3e3", "#d0d0d0", "#aebac1", "#98989d"]
BLUE_LINKS = ["#007aff", "#1a73e8", "#0b57d0", "#0645ad", "#0066cc", "#0000ee", "#4a90d9", "#027eb5", "#3478f6", "#6da7f2", "#8ab4f8", "#2e7d32", "#9aa0a6", "#9dbfee", "#b3b9c2"]
PALE_LINKS = ["#0a84ff", "#53bdeb", "#8ab4f8", "#7fc7ff", "#a8c7fa", "#2a9df4", "#4d94ff", "#3e6ae1", "#6ab3f3", "#409cff"]
ON_COLOUR_LINKS = ["#ffffff", "#ffffff", "#cfe5ff", "#d7e9ff", "#bfe0ff", "#e8f0fe"]


class Line:
    """A line of a page: its words with their left and right edges, the rows of its small letters, its font's size, the text that it
    was drawn from, and its block."""

    def __init__(self, words, top, baseline, size, text, block):
        self.words, self.top, self.baseline, self.size, self.text, self.block = words, top, baseline, size, text, block

    def scaled(self, across, down):
        words = [(word, a * across, b * across) for word, a, b in self.words]
        return Line(words, self.top * down, self.baseline * down, self.size * down, self.text, self.block)


class Block:
    """A bubble, a card or bare text: one face, one ground, up to seven lines."""

    def __init__(self, rng, size, ground, kept_out):
        kind = rng.random()
        if kind < .3:
            self.ground = None
            self.kind = "dark" if is_dark(ground) else "light"
        else:
            self.kind = rng.choices(["light", "dark", "colour"], [5, 5, 3])[0]
            self.ground = rng.choice({"light": LIGHT, "dark": DARK, "colour": COLOURS}[self.kind])
        self.text = rng.choice(DARK_TEXT if self.kind == "light" else LIGHT_TEXT)
        self.link = rng.choice({"light": BLUE_LINKS, "dark": PALE_LINKS, "colour": ON_COLOUR_LINKS}[self.kind])
        if rng.random() < .25:
            self.link = self.text
        self.underlined = rng.random() < .6
        self.skips_ink = rng.random() < .35
        self.thickness = rng.uniform(.04, .12)
        self.depth = rng.uniform(.08, .22)
        self.path = fonts.pick(rng, kept_out)
        self.size = max(8, round(size * rng.choice([.75, .85, 1, 1, 1, 1, 1.2])))
        self.spacing = rng.choice([0, 0, 0, 0, 0, rng.uniform(-.03, .06) * self.size])
        self.leading = rng.uniform(1.15, 1.6)
        self.lines = rng.choices([1, 2, 3, 4, 5, 7], [5, 3, 3, 2, 2, 1])[0]
        self.radius = rng.choice([0, .3, .6, 1]) * self.size
        self.pale_scheme = rng.random() < .05


def is_dark(colour):
    return sum(int(colour[i:i + 2], 16) for i in (1, 3, 5)) < 384


def text_of(rng, block, font, room):
    """A line's text with only those characters that the face has, and what it is (`texts.line`)."""
    lacking = fonts.lacks(block.path)
    while True:
        text, kind = texts.line(rng)
        if not lacking.intersection(text):
            return text, kind


def draw_word(draw, block, font, x, baseline, word, colour):
    if block.spacing:
        for index, character in enumerate(word):
            place = x + font.getlength(word[:index]) + block.spacing * index
            draw.text((place, baseline), character, colour, font, "ls")
    elif block.pale_scheme and word.startswith("http") and "//" in word:
        scheme = word[:word.index("//") + 2]
        draw.text((x, baseline), word, colour, font, "ls")
        draw.text((x, baseline), scheme, "#9aa0a6", font, "ls")
    else:
        draw.text((x, baseline), word, colour, font, "ls")


def underline(canvas, block, font, left, right, baseline, word):
    thick = max(1, round(block.thickness * block.size))
    top = round(baseline + block.depth * block.size)
    box = (round(left), top, round(right), top + thick)
    if not block.skips_ink:
        canvas.paste(block.link, box)
        return
    reach = max(1, round(block.size * .06))
    mask = Image.new("L", (box[2] - box[0], thick + 2 * reach), 0)
    ImageDraw.Draw(mask).text((left - box[0], baseline - top + reach), word, 255, font, "ls")
    mask = mask.filter(ImageFilter.MaxFilter(2 * reach + 1)).crop((0, reach, mask.width, reach + thick))
    canvas.paste(block.link, box, mask.point(lambda value: 255 - value))


def icon(rng, draw, left, baseline, side, colour):
    """A sign without letters, as stands beside text: the finder often takes it, or its edge, for part of the line."""
    top, right = baseline - side, left + side
    middle, centre = baseline - side / 2, left + side / 2
    thick = max(1, round(side * rng.uniform(.06, .16)))
    kind = rng.choice(["disc", "ring", "square", "frame", "chevron", "ticks", "dots", "pin", "bar"])
    if kind == "disc":
        draw.ellipse((left, top, right, baseline), colour)
    elif kind == "ring":
        draw.ellipse((left, top, right, baseline), None, colour, thick)
    elif kind == "square":
        draw.rounded_rectangle((left, top, right, baseline), side * .25, colour)
    elif kind == "frame":
        draw.rounded_rectangle((left, top, right, baseline), side * .2, None, colour, thick)
    elif kind == "chevron":
        turned = rng.choice([-1, 1]) * side * .2
        draw.line([(centre - turned, top + .15 * side), (centre + turned, middle), (centre - turned, baseline - .15 * side)], colour, thick)
    elif kind == "ticks":
        for shift in rng.choice([[0], [0, .3 * side]]):
            draw.line([(left + shift, middle), (left + .25 * side + shift, baseline - .2 * side), (left + .7 * side + shift, top + .15 * side)],
                      colour, thick)
    elif kind == "dots":
        for number in range(3):
            draw.ellipse((centre - thick, top + number * side * .4, centre + thick, top + number * side * .4 + 2 * thick), colour)
    elif kind == "pin":
        draw.polygon([(left, top + .4 * side), (right, top + .4 * side), (centre, baseline)], colour)
        draw.ellipse((left, top, right, top + .8 * side), colour)
    else:
        draw.rectangle((left, baseline - 1.3 * side, left + thick, baseline + .4 * side), colour)


def draw_line(rng, canvas, draw, block, font, x, baseline, room, write):
    text, kind = write(rng, block, font, room)
    icon_place = rng.choices(["none", "left", "right"], [18, 1, 1])[0]
    side = font.size * rng.uniform(.5, 1)
    if icon_place == "left":
        icon(rng, draw, x, baseline + .1 * side, side, rng.choice([block.text, block.link, *COLOURS]))
        x, room = x + side + font.size * rng.uniform(.15, .8), room - 2 * font.size
    space = font.getlength(" ") + block.spacing
    width = lambda word: font.getlength(word) + block.spacing * len(word)
    words, left = [], x
    for index, word in enumerate(text.split(" ")):
        while word and left + (font.size if word == texts.EMOJI else width(word)) > x + room:
            word = "" if index else word[:-1]
        if not word:
            break
        if word == texts.EMOJI:
            side = font.size
            draw.ellipse((left, baseline - .85 * side, left + side, baseline + .15 * side),
                         rng.choice(["#ffcc33", "#ff5a5f", "#4caf50", "#ffd54f", "#8d6e63"]))
            left += side + space
            continue
        is_link = kind == "link" or "://" in word or (kind == "head" and not index) or word.startswith("www.")
        right = left + width(word)
        if is_link and block.underlined:
            underline(canvas, block, font, left, right, baseline, word)
        draw_word(draw, block, font, left, baseline, word, block.link if is_link else block.text)
        words.append((word, left, right))
        left = right + space
    if not words:
        return None, x
    if icon_place == "right":
        icon(rng, draw, left + font.size * rng.uniform(0, .5), baseline + .1 * side, side, rng.choice([block.text, block.link, *COLOURS]))
    return Line(words, baseline + font.getbbox("x", anchor="ls")[1], baseline, font.size, text, block), left


def render(rng, kept_out=False, write=text_of):
    """Returns the bytes of a picture, its suffix and its lines. `write` tells the text of each."""
    scale = rng.choices([1, 1.5, 2, 3], [3, 2, 4, 2])[0]
    size = min(40, max(10, rng.lognormvariate(3.02, .42))) * scale
    width = int(size * rng.choice([18, 22, 26, 32, 40]))
    height = int(45 * size)
    ground = rng.choice(LIGHT if rng.random() < .55 else DARK)
    canvas = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(canvas)
    lines, y = [], size
    while True:
        block = Block(rng, size, ground, kept_out)
        font = fonts.load(block.path, block.size)
        step = block.leading * block.size
        pad = block.size * rng.uniform(.5, 1)
        bottom = y + block.lines * step + 2 * pad
        if bottom > height - size:
            break
        left = rng.choice([.5, 1, 1, 2.5, rng.uniform(.5, 6)]) * size
        room = min(width - left - 2 * pad - size * .5, rng.uniform(.75, 1) * width)
        if block.ground:
            draw.rounded_rectangle((left, y, left + room + 2 * pad, bottom), block.radius, block.ground)
        if left > 2 * size and rng.random() < .4:
            draw.ellipse((left - 1.8 * size, bottom - 1.5 * size, left - .3 * size, bottom), rng.choice(COLOURS))
        for index in range(block.lines):
            baseline = y + pad + (index + .78) * step
            line, end = draw_line(rng, canvas, draw, block, font, left + pad, baseline, room, write)
            if line:
                lines.append(line)
        y = bottom + rng.choice([.3, .6, 1, 2]) * size
    canvas = canvas.crop((0, 0, width, min(height, int(y + size))))
    return passed_on(rng, canvas, lines, scale, size)


def compressed(canvas, quality):
    buffer = io.BytesIO()
    canvas.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer).convert("RGB")


def passed_on(rng, canvas, lines, scale, size):
    """Brings a page, whose letters are of a size, to its size on screen, and harms it as passing on does."""
    across, down = rng.choice([1, 1, rng.uniform(.92, 1.1)]) / scale, 1 / scale
    thumbnail = rng.random() < .24
    if thumbnail:
        # A small copy of a picture: letters 8.5 to 14 pixels high, compressed before it was shrunk and after.
        if rng.random() < .7:
            canvas = compressed(canvas, rng.randint(45, 90))
        shrink = min(1, rng.uniform(8.5, 14) * scale / size)
        across, down = across * shrink, down * shrink
    elif rng.random() < .22:
        shrink = rng.uniform(.5, .95)
        across, down = across * shrink, down * shrink
    target = max(1, round(canvas.width * across)), max(1, round(canvas.height * down))
    if target != canvas.size:
        canvas = canvas.resize(target, rng.choice([Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.BOX]))
    if not thumbnail and rng.random() < .15:
        small = rng.uniform(.55, .9)
        canvas = canvas.resize((int(target[0] * small), int(target[1] * small)), Image.BILINEAR).resize(target, Image.BICUBIC)
    if rng.random() < .15:
        canvas = canvas.filter(ImageFilter.GaussianBlur(rng.uniform(.3, .8)))
    if rng.random() < .07:
        canvas = canvas.filter(ImageFilter.UnsharpMask(1, rng.randint(40, 150), 0))
    if rng.random() < .12:
        # A picture that was sent before has been compressed before.
        canvas = compressed(canvas, rng.randint(30, 80))
    buffer = io.BytesIO()
    if rng.random() < (.85 if thumbnail else .6):
        suffix = "jpg"
        canvas.save(buffer, "JPEG", quality=rng.randint(40, 95))
    else:
        suffix = "png"
        canvas.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue(), suffix, [line.scaled(across, down) for line in lines]
