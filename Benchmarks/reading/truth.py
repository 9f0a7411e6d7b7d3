"""Folders of screenshots whose text is known.

A folder holds pictures and either `manifest.jsonl`, an object a line with `file`, `message_text` and what else is
known, or a JSON file beside each picture with the same keys. `blocks` (role, text, lines with `bbox`) tell all that
the picture holds and where; without them neither noise nor sides can be judged.
"""
import dataclasses
import hashlib
import json
import pathlib

# BCP 47 as truth files have it, to Tesseract's names.
TESSERACT_NAMES = {
    "ar": "ara", "bn": "ben", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa", "fa": "fas",
    "fi": "fin", "fil": "fil", "fr": "fra", "he": "heb", "hi": "hin", "hu": "hun", "id": "ind", "it": "ita", "ja": "jpn",
    "ko": "kor", "ms": "msa", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sv": "swe",
    "sw": "swa", "ta": "tam", "th": "tha", "tl": "fil", "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie",
    "zh": "chi_sim", "zh-hant": "chi_tra", "zh-tw": "chi_tra",
}


@dataclasses.dataclass(frozen=True)
class TrueLine:
    role: str
    text: str
    box: tuple[int, int, int, int]  # Left, top, right, bottom, in pixels of the upright picture.
    words: tuple[tuple[int, int, int, int], ...] = ()  # Their boxes, where they are known.


@dataclasses.dataclass(frozen=True)
class Picture:
    folder: str
    path: pathlib.Path
    text: str
    links: list[str]
    all_text: str | None  # All that stands on the picture; None where only the message is known.
    lines: list[TrueLine]
    language: str  # As the truth has it.
    app: str
    theme: str
    source: str
    format: str

    @property
    def name(self) -> str:
        return f"{self.folder}/{self.path.name}"

    @property
    def is_kept_back(self) -> bool:
        """Whether it is of the third that is looked at only once, at the end."""
        return int(hashlib.sha256(self.path.name.encode()).hexdigest(), 16) % 3 == 0


def _lines(entry: dict) -> list[TrueLine]:
    return [TrueLine(block["role"], line["text"], tuple(line["bbox"]), tuple(tuple(word["bbox"]) for word in line.get("words") or []))
            for block in entry.get("blocks") or [] for line in block.get("lines") or [] if line.get("bbox")]


def _picture(folder: str, path: pathlib.Path, entry: dict) -> Picture:
    blocks = entry.get("blocks")
    everything = "\n".join(block["text"] for block in blocks) if blocks else entry.get("full_text")
    return Picture(
        folder=folder, path=path, text=entry["message_text"], links=entry.get("urls") or [], all_text=everything,
        lines=_lines(entry), language=str(entry.get("lang") or "unknown"),
        app=str(entry.get("template") or entry.get("platform") or "unknown"), theme=str(entry.get("theme") or "unknown"),
        source=str(entry.get("text_source") or entry.get("source") or "unknown"),
        format=str(entry.get("format") or path.suffix.removeprefix(".")).lower())


def _entries(folder: pathlib.Path) -> list[dict]:
    """One for each picture; a JSON file of its own says more than the manifest's line."""
    manifest = folder / "manifest.jsonl"
    entries = {}
    if manifest.exists():
        for line in manifest.read_text(encoding="utf-8").splitlines():
            if line.strip():
                entry = json.loads(line)
                entries[entry["file"]] = entry
    for path in sorted(folder.glob("*.json")):
        entry = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(entry, dict) and "file" in entry:
            entries[entry["file"]] = entries.get(entry["file"], {}) | entry
    return list(entries.values())


def folder_names(folders: list[pathlib.Path]) -> list[str]:
    """The shortest ends of the paths that tell the folders apart."""
    parts = [folder.resolve().parts for folder in folders]
    for count in range(1, max(map(len, parts)) + 1):
        names = ["/".join(path[-count:]) for path in parts]
        if len(set(names)) == len(names):
            return names
    raise SystemExit("the same folder was given twice")


def evenly(items: list, limit: int | None) -> list:
    """At most so many, spread over the whole list, the same ones each time."""
    if limit is None or limit >= len(items):
        return items
    return [items[index * len(items) // limit] for index in range(limit)]


def load(folders: list[pathlib.Path], limit: int | None) -> list[Picture]:
    """The pictures whose message text is known, at most `limit` of each folder."""
    found = []
    for name, folder in zip(folder_names(folders), folders):
        entries = [entry for entry in _entries(folder) if entry.get("message_text")]
        if not entries:
            raise SystemExit(f"{folder}: no picture with a truth; see README.md for what a folder must hold")
        found += [_picture(name, folder / entry["file"], entry) for entry in evenly(entries, limit)]
    for picture in found:
        if not picture.path.is_file():
            raise SystemExit(f"{picture.path} is missing")
    return found
