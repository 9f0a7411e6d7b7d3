#!/usr/bin/env python3
"""Draws talks as a phone shows them while its owner scrolls down: 2 to 5 pictures that overlap, and one tall picture of all.

usage: pictures.py --renderer RENDER.PY --out FOLDER [--count N] [--whole] [--aside]

RENDER.PY draws chats with Chromium from templates; it needs Python's `websocket-client` and `pillow`. `manifest.jsonl` in FOLDER says of
each talk which pictures show it in which order, and which bubbles there are. `--whole` draws the talks that aren't made of pieces; `--aside`
those that are put aside, and no others.
"""
import argparse
import importlib.util
import json
import math
import os
import random
import shutil
import sys

import talks

TEMPLATES = ["imessage", "android_messages", "whatsapp", "telegram", "instagram", "messenger"]
SCROLL = """(y)=>{const m=document.getElementById('scroll');m.style.justifyContent='flex-start';m.scrollTop=y;
 return {all:m.scrollHeight,seen:m.clientHeight}}"""
MOST = 5


def load(path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location("render", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def save(image, path, chance):
    """As phones and those who pass pictures on store them."""
    if chance.random() < 0.6:
        image.save(path + ".png")
        return path + ".png"
    image.save(path + ".jpg", quality=chance.choice([60, 75, 85, 92]))
    return path + ".jpg"


def draw(render, chrome, talk, folder, number):
    chance = random.Random(f"picture {talk['name']}")
    template = TEMPLATES[number % len(TEMPLATES)]
    devices = [d for d in render.DEVICES if template not in render.IOS_ONLY or d["os"] == "ios"]
    devices = [d for d in devices if template not in render.AND_ONLY or d["os"] == "android"]
    device, theme = dict(chance.choice(devices)), chance.choice(["light", "dark"])
    scale, font = chance.choice([0.93, 1, 1, 1.12]), chance.choice(render.FONTS[device["os"]]) + render.TAIL
    record = {"text": " ".join(text for _, text in talk["turns"]), "label": "scam" if talk["is_scam"] else "legit",
              "kind": "chat", "lang": "en", "sender": talk["sender"], "turns": talk["turns"], "_split": "dev"}

    def show(height):
        context = render.TP.Ctx(random.Random(talk["name"]), {**device, "h": height}, theme, scale, font, dict(record), None)
        html, _ = render.TP.ALL[template](context)
        chrome.show(html, device["w"], height, device["dpr"])
        return chrome.js(SCROLL, 0)

    size = show(device["h"])
    if size["all"] - size["seen"] < size["seen"] * 0.2:
        # A short talk, on the smallest phone and in large letters.
        device, scale = dict(min(devices, key=lambda one: one["w"] * one["h"])), 1.3
        size = show(device["h"])
    hidden = size["all"] - size["seen"]
    step = size["seen"] * chance.uniform(0.5, 0.85)
    count = min(MOST, max(2, math.ceil(hidden / step) + 1))
    if hidden < size["seen"] * 0.2 or hidden / (count - 1) > size["seen"] * 0.92:
        return None
    files = []
    name = f"{number:03d}_{template}"
    for place in range(count):
        chrome.js(SCROLL, round(hidden * place / (count - 1)))
        files.append(os.path.basename(save(chrome.shot(), f"{folder}/{name}_{place + 1}", chance)))
    show(device["h"] + hidden)
    uncut = os.path.basename(save(chrome.shot(), f"{folder}/{name}_uncut", chance))
    return {"talk": talk["name"], "is_scam": talk["is_scam"], "template": template, "pictures": files, "uncut": uncut,
            "bubbles": [text for _, text in talk["turns"]]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renderer", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--chromium", default=shutil.which("chromium") or "/usr/bin/chromium")
    parser.add_argument("--count", type=int, help="only as many, evenly out of all")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--aside", action="store_true")
    options = parser.parse_args()
    render = load(options.renderer)
    chosen = [(number, talk) for number, talk in enumerate(talks.whole() if options.whole else talks.every()) if talk["is_aside"] == options.aside]
    if options.count and options.count < len(chosen):
        chosen = [chosen[place * len(chosen) // options.count] for place in range(options.count)]
    os.makedirs(options.out, exist_ok=True)
    chrome = render.Chrome(options.chromium)
    try:
        with open(f"{options.out}/manifest.jsonl", "w", encoding="utf-8") as manifest:
            for number, talk in chosen:
                entry = draw(render, chrome, talk, options.out, number)
                if entry:
                    manifest.write(json.dumps(entry, ensure_ascii=False) + "\n")
                    manifest.flush()
    finally:
        chrome.close()


if __name__ == "__main__":
    main()
