#!/usr/bin/env python3
"""Draws screens in looks of our own with headless Chromium, and writes the place of every word beside each picture.

    Benchmarks/redaction/render.py FOLDER [--each 6] [--seed 1]
    Benchmarks/redaction/render.py --html PAGES FOLDER [--aside]

The second draws pages that somebody else wrote (`pages.py` says how they mark what is personal): those that aren't put aside, or those alone.
It needs Debian's `chromium` and `chromium-driver`. All people, numbers and messages are invented.
"""
import argparse
import base64
import contextlib
import html
import json
import pathlib
import random
import re
import subprocess
import tempfile
import time
import urllib.request

import looks
import pages
from people import People

PORT = 9519
DEVICES = ((390, 844, 2), (360, 780, 2), (412, 892, 2.5), (375, 812, 3), (360, 740, 3))
DESKTOP = (1100, 760, 1)
FONTS = ("Inter", "Roboto", "Open Sans", "Lato", "Noto Sans", "Liberation Sans")
TAIL = ",'Noto Sans','Noto Sans CJK SC','Noto Sans Arabic','Noto Sans Hebrew','Noto Sans Devanagari','Noto Color Emoji',sans-serif"
MARK = re.compile(r"\{(\w+)\|([^}]*)\}")
# The words of every element with a role, line by line, with their places in pixels of the page.
COLLECT = """
return [...document.querySelectorAll('[data-role]')].map(element => {
  const lines = [];
  for (const word of element.querySelectorAll('.w')) {
    if (word.closest('[data-role]') !== element) continue;
    for (const box of word.getClientRects()) {
      const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      if (!inside) continue;
      const middle = (box.top + box.bottom) / 2;
      let line = lines[lines.length - 1];
      if (!line || middle > line.bottom || middle < line.top) lines.push(line = {top: box.top, bottom: box.bottom, words: []});
      line.words.push({text: word.textContent, kind: word.dataset.kind || '', item: word.dataset.item || '',
        box: [box.left, box.top, box.right, box.bottom]});
    }
  }
  return {role: element.dataset.role, color: getComputedStyle(element).color, lines: lines};
}).filter(block => block.lines.length);
"""


def words(text):
    """HTML of a text: each word in an element of its own, which says what is personal in it."""
    parts, item = [], 0
    position = 0
    for match in list(MARK.finditer(text)) + [None]:
        parts.append((text[position:match.start() if match else len(text)], "", ""))
        if match:
            item += 1
            parts.append((match.group(2), match.group(1), str(item)))
            position = match.end()
    # A sign that touches a personal word is a part of it, as it is for whoever reads the picture.
    result, glued = [], False
    for part, kind, item in parts:
        for token in re.findall(r"\s+|\S+", part):
            if token.isspace():
                glued = False
            elif glued:
                old = result.pop()
                result.append((old[0] + token, old[1] or kind, old[2] or item))
            else:
                result.append((token, kind, item))
                glued = True
    return " ".join(
        f'<span class="w" data-kind="{kind}" data-item="{item}">{html.escape(token)}</span>' for token, kind, item in result)


def element(role, text, style="", tag="div"):
    return f'<{tag} data-role="{role}" style="{style}">{words(text)}</{tag}>'


class Browser:
    """One window of Chromium, with the sizes of a device if there is one."""

    def __init__(self, width=None, height=None, scale=None):
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--font-render-hinting=none",
                            "--disable-lcd-text", "--force-color-profile=srgb"]}
        if width:
            options["mobileEmulation"] = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": scale}}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.path = "/session/" + answer["sessionId"]

    @staticmethod
    def ask(method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)["value"]

    def open(self, page):
        self.ask("POST", self.path + "/url", {"url": page.resolve().as_uri()})

    def run(self, script):
        return self.ask("POST", self.path + "/execute/sync", {"script": script, "args": []})

    def picture(self):
        return base64.b64decode(self.ask("GET", self.path + "/screenshot"))

    def devtools(self, command, parameters):
        self.ask("POST", self.path + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def shoot(self, page):
        self.open(page)
        return self.run(COLLECT), self.picture()

    def close(self):
        self.ask("DELETE", self.path)


@contextlib.contextmanager
def driver():
    process = subprocess.Popen(["chromedriver", f"--port={PORT}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                if Browser.ask("GET", "/status")["ready"]:
                    break
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def truth(blocks, scale, name, look):
    result = []
    for block in blocks:
        lines = []
        for line in block["lines"]:
            boxes = [[edge * scale for edge in word["box"]] for word in line["words"]]
            personal = []
            for index, word in enumerate(line["words"]):
                if word["kind"] and personal and personal[-1][3] == word["item"] and personal[-1][2] == index:
                    personal[-1][2] = index + 1
                elif word["kind"]:
                    personal.append([word["kind"], index, index + 1, word["item"]])
            lines.append({
                "text": " ".join(word["text"] for word in line["words"]), "words": boxes, "personal": [item[:3] for item in personal],
                "bbox": [min(box[0] for box in boxes), min(box[1] for box in boxes),
                         max(box[2] for box in boxes), max(box[3] for box in boxes)]})
        result.append({"role": block["role"], "color": block["color"], "lines": lines})
    return {"file": name, "look": look, "lang": "", "blocks": result}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=6, help="pictures of each look")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--html", type=pathlib.Path, metavar="PAGES", help="draw the HTML files of this folder instead")
    parser.add_argument("--aside", action="store_true", help="with --html: those that are put aside, instead of the others")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.html:
        with driver():
            browser = Browser()
            chosen = [page for page in sorted(options.html.glob("*.html")) if pages.is_aside(page) == options.aside]
            pages.draw(browser, chosen, options.folder, truth)
            browser.close()
        return
    tasks = {}
    for look in looks.ALL:
        for number in range(options.each):
            chance = random.Random(f"{options.seed} {look.__name__} {number}")
            device = DESKTOP if look in looks.DESKTOP else chance.choice(DEVICES)
            tasks.setdefault(device, []).append((look, number, chance))
    with driver(), tempfile.TemporaryDirectory() as scratch:
        page = pathlib.Path(scratch, "page.html")
        for device, screens in tasks.items():
            browser = Browser(*device)
            for look, number, chance in screens:
                style, body = look(chance, People(chance), element)
                font = chance.choice(FONTS)
                page.write_text(
                    f"<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'><style>*{{box-sizing:border-box;margin:0}}"
                    f"body{{font:16px '{font}'{TAIL};width:{device[0]}px;height:{device[1]}px;overflow:hidden;position:relative}}"
                    f"{style}</style><body>{body}", encoding="utf-8")
                blocks, picture = browser.shoot(page)
                name = f"{look.__name__}-{number:02}"
                (options.folder / f"{name}.png").write_bytes(picture)
                (options.folder / f"{name}.json").write_text(
                    json.dumps(truth(blocks, device[2], f"{name}.png", look.__name__), ensure_ascii=False), encoding="utf-8")
            browser.close()


if __name__ == "__main__":
    main()
