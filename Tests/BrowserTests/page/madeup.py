"""A language that nobody speaks: English with marks on its letters, and longer. Whatever on the page is without marks isn't out of the texts."""
import os
import pathlib
import re
import shutil

from states import ROOT

TAG, NAME = "eo", "Ĕñğłîşḥ"
_MARKED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "ăḃćđĕƒğħîĵķłḿñŏṗɋřşťŭṽŵẍŷžĂḂĆĐĔḞĞĦÎĴĶŁḾÑŎṖɊŘŞŤŬṼŴẌŶŽ")
# Translations of short words are often half as long again, of long sentences a quarter.
_LONGER = 1.3


def marked(pattern: str) -> str:
    """Marks the letters of a pattern's words. Names of placeholders stand at odd depths of braces."""
    said, depth, run = [], 0, ""

    def flush():
        nonlocal run
        letters = re.sub("[^A-Za-z]", "", run)
        more = int(len(letters) * (_LONGER - 1))
        said.append(run.translate(_MARKED) + ("ø" * more if more and len(letters) < 12 else " øøøø" * (more // 4)))
        run = ""

    for letter in pattern:
        if letter in "{}":
            if depth % 2 == 0:
                flush()
            depth += 1 if letter == "{" else -1
            said.append(letter)
        elif depth % 2:
            said.append(letter)
        else:
            run += letter
    flush()
    return "".join(said)


def _line(line: str) -> str:
    match = re.fullmatch(r"([^\s#:]+: )(\"?)(.*?)(\"?)", line)
    return match[1] + match[2] + marked(match[3]) + match[4] if match else line


def installation(executable: pathlib.Path, folder: str) -> pathlib.Path:
    """The server's program with data of its own, in which the language is."""
    root = pathlib.Path(folder, "made-up")
    data = root / "share/typesafe"
    if not data.exists():
        shutil.copytree(ROOT / "Resources", data)
        shutil.copy(ROOT / "openapi.yaml", data)
        english, language = data / "texts/en", data / "texts" / TAG
        language.mkdir()
        for file in english.glob("*.yaml"):
            lines = file.read_text(encoding="utf-8").split("\n")
            (language / file.name).write_text("\n".join(map(_line, lines)), encoding="utf-8")
        facts = f"name: {NAME}\ntags: []\none: [1]\n"
        (language / "language.yaml").write_text(facts, encoding="utf-8")
        (root / "bin").mkdir()
        try:
            os.link(executable, root / "bin" / executable.name)
        except OSError:
            shutil.copy2(executable, root / "bin")
    return root / "bin" / executable.name
