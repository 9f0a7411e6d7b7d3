"""How much of a picture's true text is in what was read: words, characters, links, noise.

Words are compared as multisets, so that the order of bubbles and columns doesn't matter. Before that, both sides are
folded alike: case, compatibility forms, typographic quotes and dashes, emoji, white space, punctuation around words.
Characters of scripts that write no spaces are words of their own.
"""
import collections
import dataclasses
import re
import unicodedata

_TYPOGRAPHIC = str.maketrans({
    **dict.fromkeys("’‘´`ʼ", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("–—−‐‑", "-"),
    **dict.fromkeys("•·|\u00a0", " "), "…": "...",
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\ufeff\ufe0f"),  # Invisible: gone.
})
# Hiragana to katakana, Han, Thai, Lao, Burmese, Khmer.
_WITHOUT_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff]")
_AROUND_WORDS = ".,;:!?\"'()[]{}<>*_~^=+-/\\"


def is_pictorial(character: str) -> bool:
    """Emoji, dingbats and whatever else has no sound."""
    category, code = unicodedata.category(character), ord(character)
    if category in ("So", "Sk", "Cs", "Co", "Cn", "Cf") or (category == "Cc" and character not in "\n\t"):
        return True
    return 0x2600 <= code <= 0x27BF or 0x1F000 <= code <= 0x1FAFF


def fold(text: str) -> str:
    """One form for all ways to write the same; lines are kept, empty ones not."""
    text = unicodedata.normalize("NFKC", text.translate(_TYPOGRAPHIC)).translate(_TYPOGRAPHIC)
    text = "".join(" " if is_pictorial(character) else character for character in text)
    text = re.sub(r" ?\n ?", "\n", re.sub(r"[ \t\r\f\v]+", " ", text))
    return re.sub(r"\n{2,}", "\n", text).strip().casefold()


def _pieces(run: str) -> list[str]:
    """Splits a run without white space where its script writes no spaces."""
    found, rest = [], ""
    for character in run:
        if _WITHOUT_SPACES.match(character):
            found += [rest, character]
            rest = ""
        else:
            rest += character
    return found + [rest]


def tokens(text: str) -> list[str]:
    words = (piece.strip(_AROUND_WORDS) for run in fold(text).split() for piece in _pieces(run))
    return [word for word in words if word]


def flat(text: str) -> str:
    """Folded, and without any white space: finds what the screen breaks over lines."""
    return re.sub(r"\s+", "", fold(text))


def _looks_like_link(word: str) -> bool:
    return "://" in word or ("." in word and "/" in word)


def host(link: str) -> str:
    return re.sub(r"^(https?://)?(www\.)?", "", link.casefold()).split("/")[0].split("?")[0]


def edit_distance(pattern: str, text: str, anywhere: bool = False) -> int:
    """Levenshtein distance; with `anywhere`, the least one of `pattern` to any stretch of `text`.

    Hyyrö's bit-parallel form of Myers's algorithm: a column of the matrix is one integer of any length.
    """
    size = len(pattern)
    if not size:
        return 0 if anywhere else len(text)
    places: dict[str, int] = collections.defaultdict(int)
    for index, character in enumerate(pattern):
        places[character] |= 1 << index
    full, top = (1 << size) - 1, 1 << (size - 1)
    plus, minus, distance = full, 0, size
    best = distance
    for character in text:
        match = places.get(character, 0)
        zero = (((match & plus) + plus) ^ plus) | match | minus
        up = minus | (full & ~(zero | plus))
        down = plus & zero
        distance += bool(up & top) - bool(down & top)
        up = (up << 1) | (0 if anywhere else 1)
        down <<= 1
        plus = full & (down | ~(zero | up))
        minus = full & up & zero
        best = min(best, distance)
    return best if anywhere else distance


@dataclasses.dataclass(frozen=True)
class Score:
    """What one reading of one picture is worth. None where the truth gives nothing to compare with."""

    recall: float | None
    precision: float | None
    line_cer: float | None  # Each true line against the stretch of the reading that fits it best.
    cer: float | None  # The whole text in order; over 1 where much else was read.
    links: float | None  # Share of the true links that stand in the reading once white space is gone.
    link_hosts: float | None
    noise: float | None  # Share of the words read that stand nowhere on the picture.
    invented: float | None  # The part of it that isn't a word read wrongly, but made of nothing.
    missed: list[str]
    strange: list[str]  # The words that count as noise.


def _line_cer(true_text: str, read_text: str) -> float | None:
    lines = [line for line in fold(true_text).split("\n") if line]
    read = fold(read_text).replace("\n", " ")
    wrong = sum(min(edit_distance(line, read, anywhere=True), len(line)) for line in lines)
    return wrong / sum(map(len, lines)) if lines else None


def _is_misread(word: str, true_words: set[str], true_flat: str) -> bool:
    """Whether it is near a true word, or a part of the true text cut otherwise."""
    if len(word) >= 3 and edit_distance(word, true_flat, anywhere=True) <= len(word) // 3:
        return True
    return any(abs(len(word) - len(true)) <= 1 and edit_distance(word, true) <= 1 for true in true_words)


def score(true_text: str, read_text: str, links: list[str], all_text: str | None = None) -> Score:
    """Compares a reading with the message text, and, for noise, with all that the picture holds."""
    true_words, read_words = tokens(true_text), tokens(read_text)
    true, read = collections.Counter(true_words), collections.Counter(read_words)
    hits, read_flat = (true & read).total(), flat(read_text)
    for word in true - read:
        if _looks_like_link(word) and word in read_flat:
            hits += true[word]
            read[word] = true[word]
    strange: list[str] = []
    invented = 0
    if all_text is not None:
        known, known_flat = set(tokens(all_text)), flat(all_text)
        for word in read_words:
            # A link that the screen breaks and the reading doesn't is no noise.
            if word not in known and not (_looks_like_link(word) and word in known_flat):
                strange.append(word)
                invented += not _is_misread(word, known, known_flat)
    wanted = [flat(link) for link in links]
    measured = all_text is not None and bool(read_words)
    folded = fold(true_text).replace("\n", " ")
    return Score(
        recall=hits / len(true_words) if true_words else None,
        precision=min(1.0, hits / len(read_words)) if read_words else (0.0 if true_words else None),
        line_cer=_line_cer(true_text, read_text),
        cer=edit_distance(folded, fold(read_text).replace("\n", " ")) / max(1, len(folded)),
        links=sum(link in read_flat for link in wanted) / len(wanted) if wanted else None,
        link_hosts=sum(host(link) in read_flat for link in wanted) / len(wanted) if wanted else None,
        noise=len(strange) / len(read_words) if measured else (0.0 if all_text is not None else None),
        invented=invented / len(read_words) if measured else (0.0 if all_text is not None else None),
        missed=list((true - read).elements()), strange=strange)


def found_links(links: list[str], entities: list[str]) -> float | None:
    """Share of the true links that are among the links understood."""
    known = {flat(entity).rstrip("/") for entity in entities}
    return sum(flat(link).rstrip("/") in known for link in links) / len(links) if links else None
