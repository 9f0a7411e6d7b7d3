#!/usr/bin/env python3
"""Says how well the whole reader reads the links of pages that `link_pages.py` drew, class by class.

A link is read if its letters and digits stand one after the other in the text, and exactly read if its signs and capitals do, too;
it is understood if it is among the answer's `entities`, as a link broken over lines is only if it was joined. A link whose ink is
outside all lines was lost by the finder; the other misread ones by the recogniser.
"""
import argparse
import collections
import json
import pathlib

import ink
import metrics
import readers
import truth

_SIZES = (9, 11, 14, 20)


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _tight(text: str) -> str:
    return "".join(text.split())


def _classes(link: dict) -> list[str]:
    """The classes that a link counts in."""
    size = next((f"size under {size:2}" for size in _SIZES if link["size"] < size), f"size {_SIZES[-1]} and more")
    quality = link["quality"]
    return ["all", size, "fonts " + link["fonts"], "ground " + link["ground"],
            "colour of its own" if link["coloured"] else "colour of the text",
            "underlined" if link["underlined"] else "not underlined",
            "on one line" if link["broken"] == 1 else f"on {min(link['broken'], 3)} lines",
            "not JPEG" if quality is None else "JPEG under 70" if quality < 70 else "JPEG 70 and more"]


def _ink_of_links(picture: truth.Picture, inks: list[collections.Counter], links: list[dict]) -> list[collections.Counter]:
    """Each link's lines' ink, by fate."""
    of_line, place = [], 0
    for line in picture.lines:
        of_line.append(sum(inks[place:place + len(line.words)], collections.Counter()))
        place += len(line.words)
    return [sum((of_line[number] for number in link["lines"]), collections.Counter()) for link in links]


def measure(folder: pathlib.Path, side, program: pathlib.Path | None, kept_back: bool) -> list[dict]:
    """A record for each link, and one for each picture's words."""
    rows = {row["file"]: row for row in map(json.loads, (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines())}
    pictures = [picture for picture in truth.load([folder], None) if picture.is_kept_back == kept_back]
    inks = ink.account(program, pictures) if program else {}
    found = []
    for picture in pictures:
        links = rows[picture.path.name]["links"]
        reading = side.read(picture, None)
        plain, tight = _plain(reading.text), _tight(reading.text)
        of_links = _ink_of_links(picture, inks[picture.name], links) if inks else [collections.Counter()] * len(links)
        score = metrics.score(picture.text, reading.text, [], picture.all_text)
        found.append({"file": picture.path.name, "recall": score.recall, "invented": score.invented, "links": [
            link | {"read": _plain(link["text"]) in plain, "exact": link["text"] in tight, "understood": bool(metrics.found_links([link["text"]], reading.links)),
                    "anywhere": _plain(link["text"]) in _plain(reading.all_text), "ink": dict(counts)}
            for link, counts in zip(links, of_links)]})
    return found


def table(pictures: list[dict]) -> str:
    links = [link for picture in pictures for link in picture["links"]]
    lines = [f"words {sum(picture['recall'] for picture in pictures) / len(pictures):.4f}, "
             f"invented {sum(picture['invented'] or 0 for picture in pictures) / len(pictures):.4f} ({len(pictures)} pictures)",
             "| class | links | read | exactly | understood | ink outside | links with ink outside |", "|---|" + "--:|" * 6]
    for name in sorted({name for link in links for name in _classes(link)}):
        of_class = [link for link in links if name in _classes(link)]
        inks = sum((collections.Counter(link["ink"]) for link in of_class), collections.Counter())
        outside = 1 - inks["line"] / inks.total() if inks else 0
        shares = [sum(map(good, of_class)) / len(of_class) for good in (
            lambda link: link["read"], lambda link: link["exact"], lambda link: link["understood"], lambda link: bool(set(link["ink"]) - {"line"}))]
        lines.append(f"| {name} | {len(of_class)} | " + " | ".join(f"{share:.3f}" for share in shares[:3])
                     + f" | {outside:.3%} | {shares[3]:.3f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--server", type=pathlib.Path, help="a built typesafe-server; without it one is built from here")
    parser.add_argument("--tessdata", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--tesseract", action="store_true", help="read with the tesseract command line instead")
    parser.add_argument("--kept-back", action="store_true", help="measure on the third that is kept back")
    parser.add_argument("--json-out", type=pathlib.Path, metavar="FILE", help="write what was found, link by link")
    options = parser.parse_args()
    if options.tesseract:
        found = measure(options.folder, readers.CommandLine("tesseract", 3, options.tessdata), None, options.kept_back)
    else:
        program = options.server or readers.built_server()
        with readers.running_server(program, [], options.tessdata) as server:
            found = measure(options.folder, server, program, options.kept_back)
    if options.json_out:
        options.json_out.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
