"""Compares line models: on rendered lines in fonts that weren't trained on, and on the strips of real pictures.

Real pictures lie in a folder with a manifest.jsonl (`file`, `message_text`, `urls`, `legible`). Pictures whose name's SHA-256 is
divisible by three are kept back, for the very last measurement.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import re
import tempfile

import cuts
import lstmf
from engine import LINE, RAW_LINE, Engine


def distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def nearest(link, text):
    """The part of a text that is most like a link, and its distance."""
    width = len(link) + 1
    row, starts = [0] * (len(text) + 1), list(range(len(text) + 1))
    for i, a in enumerate(link, 1):
        last, last_start, row[0], starts[0] = row[0], starts[0], i, 0
        for j, b in enumerate(text, 1):
            options = [(last + (a != b), last_start), (row[j] + 1, starts[j]), (row[j - 1] + 1, starts[j - 1])]
            last, last_start = row[j], starts[j]
            row[j], starts[j] = min(options)
    end = min(range(len(row)), key=row.__getitem__)
    return row[end], text[starts[end]:end][:2 * width]


def plain(text):
    return "".join(c for c in text.lower() if c.isalnum())


def tight(text):
    return "".join(text.split())


def is_link(text):
    return " " not in text and len(text) > 8 and ("/" in text or "." in text) and any(c.isalpha() for c in text)


def rendered(engine, lines, show=0):
    exact = links = links_exact = errors = letters = 0
    wrong = []
    for pixels, truth in lines:
        text, _ = engine.read(pixels)
        exact += text == truth
        if is_link(truth):
            links += 1
            links_exact += text == truth
        if text != truth:
            wrong.append((truth, text))
        errors += distance(truth, text)
        letters += len(truth)
    print(f"  {engine.name:16} lines exact {exact / len(lines):.3f}  links alone {links_exact / max(1, links):.3f}  character errors {errors / letters:.4f}  "
          f"{engine.seconds / engine.strips * 1000:.1f} ms a strip", flush=True)
    for truth, text in wrong[:show]:
        print(f"      {truth}\n      {text}\n")
    return wrong


def is_kept_back(name):
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def pictures(folder, program, kept_back, margin):
    """Each legible picture's row of the manifest and its strips, in reading order."""
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    rows = [row for row in rows if is_kept_back(row["file"]) == kept_back and row.get("legible") is not False]
    with tempfile.TemporaryDirectory() as work:
        found = cuts.own_strips(program, pathlib.Path(work), [folder / row["file"] for row in rows])
    for row in rows:
        lines = sorted((line[margin] for line in found.get(folder / row["file"], []) if margin in line), key=lambda strip: strip[0][1])
        ordered, at = [], 0
        while at < len(lines):
            _, y, _, height = lines[at][0]
            end = at + 1
            while end < len(lines) and lines[end][0][1] < y + height / 2:
                end += 1
            ordered += sorted(lines[at:end], key=lambda strip: strip[0][0])
            at = end
        yield row, [pixels for _, pixels in ordered]


def real(engine, shots, show=False):
    links = read = exact = words = recalled = 0
    for row, strips in shots:
        texts = [engine.read(pixels)[0] for pixels in strips]
        together = plain("".join(texts))
        for link in row["urls"] or []:
            links += 1
            good = plain(link) in together
            read += good
            exact += tight(link) in tight("".join(texts))
            if show and not good:
                print(f"      {row['file'][:28]:28} {link}\n{'':35}{nearest(tight(link), tight(''.join(texts)))[1]}")
        truth = collections.Counter(re.findall(r"\w+", (row["message_text"] or "").lower()))
        seen = collections.Counter(re.findall(r"\w+", " ".join(texts).lower()))
        words += sum(truth.values())
        recalled += sum((truth & seen).values())
    print(f"  {engine.name:16} links, letters and digits {read}/{links} = {read / links:.3f}  with case and punctuation "
          f"{exact / links:.3f}  words {recalled / words:.4f}  {engine.seconds / engine.strips * 1000:.1f} ms a strip", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", action="append", required=True, metavar="FOLDER:LANGUAGES", help="a model, or several, to compare")
    parser.add_argument("--lines", type=pathlib.Path, help="folder of rendered lines (.lstmf)")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--pictures", type=pathlib.Path, action="append", default=[], help="folder of pictures")
    parser.add_argument("--kept-back", action="store_true", help="measure on the third that is kept back")
    parser.add_argument("--margin", type=float, default=.08, help="which of the reader's margins the strips have")
    parser.add_argument("--program", default=".build/release/line-strips", help="the finder")
    parser.add_argument("--mode", type=int, action="append", help="segmentation modes; 13 and 7 if none is given")
    parser.add_argument("--show", action="store_true", help="show what was misread")
    options = parser.parse_args()
    models = [model.rsplit(":", 1) for model in options.model]
    modes = options.mode or [RAW_LINE, LINE]
    if options.lines:
        lines = [pair for path in sorted(options.lines.glob("*.lstmf")) for pair in lstmf.read(path)][:options.count]
        print(f"{len(lines)} rendered lines in fonts that weren't trained on:")
        for folder, languages in models:
            for mode in modes:
                rendered(Engine(folder, languages, mode), lines, 40 if options.show else 0)
    for folder in options.pictures:
        shots = list(pictures(folder, [options.program], options.kept_back, options.margin))
        print(f"{folder.name}: {len(shots)} pictures, {sum(len(strips) for _, strips in shots)} strips:")
        for tessdata, languages in models:
            for mode in modes:
                real(Engine(tessdata, languages, mode), shots, options.show)


if __name__ == "__main__":
    main()
