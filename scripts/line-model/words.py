"""Words of Latin-script languages: Debian's word lists, and the commonest words, which carry most of a text's accents."""
import collections
import functools
import itertools
import pathlib
import re

from characters import CHARACTERS

DICTIONARIES = pathlib.Path("/usr/share/dict")
HUNSPELL = pathlib.Path("/usr/share/hunspell")
COMMON = pathlib.Path(__file__).with_name("common-words.txt")

# language: (share, word list, its encoding)
LISTS = {
    "en": (6, DICTIONARIES / "american-english", "utf-8"), "fr": (6, DICTIONARIES / "french", "utf-8"),
    "de": (3, DICTIONARIES / "ngerman", "utf-8"), "es": (3, DICTIONARIES / "spanish", "utf-8"),
    "pt": (3, DICTIONARIES / "brazilian", "utf-8"), "it": (2.5, DICTIONARIES / "italian", "utf-8"),
    "nl": (1, DICTIONARIES / "dutch", "utf-8"), "pl": (1.2, DICTIONARIES / "polish", "utf-8"),
    "sv": (.7, DICTIONARIES / "swedish", "utf-8"), "da": (.5, DICTIONARIES / "danish", "utf-8"),
    "no": (.4, DICTIONARIES / "bokmaal", "utf-8"), "id": (1, HUNSPELL / "id_ID.dic", "utf-8"),
    "ro": (1, HUNSPELL / "ro_RO.dic", "utf-8"), "cs": (1, HUNSPELL / "cs_CZ.dic", "utf-8"),
    "hu": (.8, HUNSPELL / "hu_HU.dic", "utf-8"), "tr": (1, HUNSPELL / "tr_TR.dic", "utf-8"),
    "fi": (.5, None, None),
}
# Finnish has no list in Debian's main section, so that its words are made up of syllables.
FINNISH = "ta tä ka kä ma mä la lä ra sa sä na nä va vä ja jä hy yö ää öö ii uu aa nen kko ttu lli ssa ssä sta stä on en in än"
# What may stand before a vowel with an apostrophe.
ELISIONS = {
    "fr": "l' l' l' l' d' d' d' d' qu' qu' n' n' s' s' j' c' m' t' jusqu' lorsqu' L' L' D' Qu' N' S' J' C'".split(),
    "it": "l' l' dell' all' nell' un' d' dall' sull' quest' L' Un' Dell'".split(),
}
# English words whose end stands after an apostrophe.
CONTRACTIONS = """
    don't it's I'm you've we've you're we're I'll you'll isn't can't won't didn't doesn't that's here's there's let's I've we'll
    they're what's couldn't wasn't haven't today's
""".split()
FRENCH_APOSTROPHES = """
    aujourd'hui Aujourd'hui l'État l'accès d'être n'êtes qu'à jusqu'à s'il l'été d'où l'écran m'a n'a l'a j'ai c'est C'est d'un
    d'une qu'il
""".split()
VOWELS = "aeiouâàéèêëîïôûœh"


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
def beginning(language, first):
    """The words of a language that begin with one of some letters."""
    return [word for word in of(language) if word[0].lower() in first]


@functools.cache
def common():
    """For each language its commonest words and their shares, added up: a word's share falls with its place."""
    found = collections.defaultdict(list)
    for line in COMMON.read_text(encoding="utf-8").splitlines():
        language, *words = line.split()
        if language != "#":
            found[language] += words
    return {language: (words, list(itertools.accumulate(1 / (place + 8) for place in range(len(words)))))
            for language, words in found.items()}


@functools.cache
def holding(language, letter):
    """The words of a language with some letter: those of its list, and the commonest as many times again."""
    listed = [word for word in of(language) if letter in word] if language != "fi" else []
    often = [word for word in common()[language][0] if letter in word]
    return listed + often * (1 + len(listed) // (2 * len(often)) if often else 0)


def language(rng):
    return rng.choices(list(LISTS), [share for share, *_ in LISTS.values()])[0]


def with_apostrophe(rng, language):
    """A word with an apostrophe inside, straight or curved, as languages that have them write it; otherwise None."""
    if language in ELISIONS:
        if language == "fr" and rng.random() < .35:
            word = rng.choice(FRENCH_APOSTROPHES)
        else:
            word = rng.choice(ELISIONS[language]) + rng.choice(beginning(language, VOWELS))
    elif language == "en":
        word = rng.choice(CONTRACTIONS) if rng.random() < .7 else rng.choice(of("en")).removesuffix("'s") + "'s"
    else:
        return None
    return word.replace("'", "’") if rng.random() < .55 else word


def rare(rng, language):
    """A word of the language's list."""
    if language == "fi":
        return "".join(rng.choices(of("fi"), k=rng.randint(2, 5)))
    if rng.random() < .05:
        # A capital I before small letters looks like an l, and a list has few of them.
        return rng.choice(beginning(language, "i") or of(language)).capitalize()
    return rng.choice(of(language))


def word(rng, language):
    if rng.random() < {"fr": .13, "it": .08, "en": .05}.get(language, 0):
        return with_apostrophe(rng, language)
    if rng.random() < .5:
        words, shares = common()[language]
        return rng.choices(words, cum_weights=shares)[0]
    return rare(rng, language)
