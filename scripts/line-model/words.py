"""Words of Latin-script languages: Debian's word lists, and the commonest words of the project's own language files."""
import functools
import pathlib
import re

from characters import CHARACTERS

DICTIONARIES = pathlib.Path("/usr/share/dict")
HUNSPELL = pathlib.Path("/usr/share/hunspell")
LANGUAGES = pathlib.Path(__file__).resolve().parents[2] / "Resources" / "languages"

# language: (share, word list, its encoding)
LISTS = {
    "en": (6, DICTIONARIES / "american-english", "utf-8"), "fr": (4, DICTIONARIES / "french", "utf-8"),
    "de": (3, DICTIONARIES / "ngerman", "utf-8"), "es": (3, DICTIONARIES / "spanish", "utf-8"),
    "pt": (3, DICTIONARIES / "brazilian", "utf-8"), "it": (2, DICTIONARIES / "italian", "utf-8"),
    "nl": (1.5, DICTIONARIES / "dutch", "utf-8"), "pl": (2, DICTIONARIES / "polish", "utf-8"),
    "sv": (1, DICTIONARIES / "swedish", "utf-8"), "da": (1, DICTIONARIES / "danish", "utf-8"),
    "no": (1, DICTIONARIES / "bokmaal", "utf-8"), "id": (2, HUNSPELL / "id_ID.dic", "utf-8"),
    "ro": (1.5, HUNSPELL / "ro_RO.dic", "utf-8"), "cs": (2, HUNSPELL / "cs_CZ.dic", "utf-8"),
    "hu": (1.5, HUNSPELL / "hu_HU.dic", "utf-8"), "tr": (1.5, HUNSPELL / "tr_TR.dic", "utf-8"),
    "fi": (1, None, None),
}
# Finnish has no list in Debian's main section, so that its words are made up of syllables.
FINNISH = "ta tä ka kä ma mä la lä ra sa sä na nä va vä ja jä hy yö ää öö ii uu aa nen kko ttu lli ssa ssä sta stä on en in än"


@functools.cache
def of(language):
    _, path, encoding = LISTS[language]
    if path is None:
        return FINNISH.split()
    lines = path.read_text(encoding=encoding, errors="ignore").splitlines()
    # Every so many words suffice, and the largest list has four million.
    lines = lines[::max(1, len(lines) // 60_000)]
    words = (re.split(r"[/\s\[]", line)[0] for line in lines)
    return [word for word in words if 1 < len(word) < 18 and set(word) <= set(CHARACTERS) and not word[0].isdigit()]


@functools.cache
def common(language):
    path = LANGUAGES / f"{language}.yaml"
    if not path.exists():
        return of(language)
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^(?:function_words|message_words): >-\n((?:  .*\n)+)", text, re.M)
    words = " ".join(found).split()
    return words or of(language)


def language(rng):
    return rng.choices(list(LISTS), [share for share, *_ in LISTS.values()])[0]


def word(rng, language):
    if language == "fi":
        return "".join(rng.choices(of("fi"), k=rng.randint(2, 5)))
    return rng.choice(common(language) if rng.random() < .5 else of(language))
