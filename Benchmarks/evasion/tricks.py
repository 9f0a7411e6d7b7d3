"""The tricks on texts: functions of a text and a random generator. Links and numbers stay as they are where a trick would break them,
since a sender wants the link to work; tricks that only change what is displayed take the whole text."""
import base64
import re
import unicodedata

import scams

LINK = re.compile(r"(?:https?://|www\.)\S+")
WORD = re.compile(r"[^\W\d_]+")
UPSIDE_DOWN = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.,!?'&_()",
    "ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz∀ꓭƆᗡƎℲ⅁HIſꓘ˥WNOԀꝹꓤS⊥∩ΛMX⅄ZƖᄅƐㄣϛ9ㄥ860˙'¡¿,⅋‾)("))
SMALL = dict(zip("abcdefghijklmnopqrstuvwxyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ"))
RAISED = dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"))
HOMOGLYPHS = {"a": "а", "c": "с", "e": "е", "i": "і", "j": "ј", "o": "о", "p": "р", "s": "ѕ", "x": "х", "y": "у", "d": "ԁ",
              "h": "һ", "l": "ӏ", "A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "I": "І", "K": "К", "M": "М", "N": "Ν",
              "O": "О", "P": "Р", "S": "Ѕ", "T": "Т", "X": "Х", "Y": "Υ", "u": "υ", "n": "ո", "t": "т", "r": "г", "v": "ѵ"}
LEET = {"o": "0", "i": "1", "e": "3", "a": "4", "s": "5", "t": "7"}
RLO, LRO, PDF, RLI, LRI, PDI, LRM = "\u202e", "\u202d", "\u202c", "\u2067", "\u2066", "\u2069", "\u200e"


def outside(text, change):
    """Changes what is outside links."""
    return "".join(part if index % 2 else change(part) for index, part in enumerate(re.split(f"({LINK.pattern})", text)))


def words(text, change):
    """Changes each word outside links."""
    return outside(text, lambda part: WORD.sub(lambda match: change(match.group()), part))


def letters(table):
    return lambda text, random: words(text, lambda word: "".join(table.get(letter, letter) for letter in word))


def between(sign):
    """Puts a sign between all letters of each word."""
    return lambda text, random: words(text, lambda word: sign.join(word))


def inside(sign, shortest=4):
    """Puts a sign at one place inside each longer word."""
    def split(word, random):
        at = random.randint(1, len(word) - 1)
        return word[:at] + sign + word[at:]
    return lambda text, random: words(text, lambda word: split(word, random) if len(word) >= shortest else word)


def behind(other):
    return lambda text, random: f"{text}\n\n{other}"


def before(other):
    return lambda text, random: f"{other}\n\n{text}"


def filled(every, pool):
    """A filler word after every so many words, of a pool of so many."""
    def fill(text, random):
        chosen = random.sample(scams.FILLERS, pool)
        result = []
        for index, word in enumerate(text.split(" ")):
            result.append(word)
            if index % every == every - 1:
                result.append(random.choice(chosen))
        return " ".join(result)
    return fill


def upside_down(text, random):
    return outside(text, lambda part: "".join(UPSIDE_DOWN.get(letter, letter) for letter in part))


def upside_down_reversed(text, random):
    """As it is read after turning the telephone; the link stays behind it."""
    links = LINK.findall(text)
    return "".join(UPSIDE_DOWN.get(letter, letter) for letter in reversed(LINK.sub("", text))) + " " + " ".join(links)


def maths(text, random):
    def letter(sign):
        if "a" <= sign <= "z":
            return chr(0x1D41A + ord(sign) - 97)
        return chr(0x1D400 + ord(sign) - 65) if "A" <= sign <= "Z" else sign
    return words(text, lambda word: "".join(map(letter, word)))


def shifted(first, pairs=False):
    """Letters of another block with capitals only; a blank keeps two flag letters from becoming a flag."""
    def letter(sign):
        return chr(first + ord(sign.upper()) - 65) + ("\u200b" if pairs else "") if sign.isascii() and sign.isalpha() else sign
    return lambda text, random: words(text, lambda word: "".join(map(letter, word)))


def doubled(which):
    return lambda text, random: words(text, lambda word: re.sub(f"([{which}])", r"\1\1", word))


def camel(text, random):
    return outside(text, lambda part: " " + re.sub(r" +", "", part.title()) + " ").strip()


def glued(text, random):
    return outside(text, lambda part: " " + part.replace(" ", "") + " ").strip()


def spaced(gap):
    return lambda text, random: outside(text, lambda part: " " + gap.join(" ".join(word) for word in part.split()) + " ").strip()


def swapped(text, random):
    """Two letters inside each longer word change places."""
    def swap(word):
        if len(word) < 4:
            return word
        at = random.randint(1, len(word) - 3)
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    return words(text, swap)


def dropped(text, random):
    return words(text, lambda word: word if len(word) < 4 else word[0] + re.sub("[aeiou]", "", word[1:-1]) + word[-1])


def entities(form):
    return lambda text, random: words(text, lambda word: "".join(form(letter) for letter in word))


def named(letter):
    """Named references for accented forms of a letter, which all mail programs know, and numbers for the rest."""
    mark = {"a": "agrave", "e": "eacute", "i": "igrave", "o": "oacute", "u": "uuml", "n": "ntilde", "c": "ccedil"}
    return f"&{mark[letter]};" if letter in mark else letter


def isolated_backwards(text, random):
    """Each word isolated, the words in reverse order inside a right-to-left isolate: displayed as usual."""
    return RLI + " ".join(LRI + word + PDI for word in reversed(text.split(" "))) + PDI


def override_lines(text, random):
    return "\n".join(RLO + sentence[::-1] + PDF for sentence in text.split(". "))


def noise(text, random):
    junk = [base64.b64encode(random.randbytes(9)).decode() for _ in range(30)] + ["xn--" + random.randbytes(4).hex() for _ in range(5)]
    random.shuffle(junk)
    return text + "\n\n" + " ".join(junk)


def padding(where):
    def pad(text, random):
        lines = scams.harmless(40, random)
        if where == "behind":
            return text + "\n" + "\n".join(lines)
        if where == "before":
            return "\n".join(lines) + "\n" + text
        parts = re.split(r"(?<=[.!?:]) ", text)
        share = len(lines) // len(parts)
        return "\n".join(part + "\n" + " ".join(lines[index * share:(index + 1) * share]) for index, part in enumerate(parts))
    return pad


TRICKS = {
    "as it is": lambda text, random: text,
    # other languages around it
    "two Thai sentences behind": behind(scams.THAI),
    "eight Chinese sentences behind": behind(scams.CHINESE),
    "German paragraph behind": behind(scams.GERMAN),
    "German paragraph before": before(scams.GERMAN),
    "French paragraph behind": behind(scams.FRENCH),
    "French paragraph before": before(scams.FRENCH),
    "German footer": behind(scams.FOOTER),
    # order on the screen
    "override, whole reversed": lambda text, random: RLO + text[::-1] + PDF,
    "override, each word": lambda text, random: words(text, lambda word: RLO + word[::-1] + PDF + LRM),
    "override, each line": override_lines,
    "overrides nested": lambda text, random: LRO + RLO + RLO + text[::-1] + PDF + PDF + PDF,
    "override in isolate": lambda text, random: RLI + RLO + text[::-1] + PDF + PDI,
    "isolated words backwards": isolated_backwards,
    "upside down": upside_down,
    "upside down, reversed": upside_down_reversed,
    # markup
    "references, decimal": entities(lambda letter: f"&#{ord(letter)};"),
    "references, hexadecimal": entities(lambda letter: f"&#x{ord(letter):X};"),
    "references, named": entities(named),
    "tags in words": inside("<b></b>"),
    "comments in words": inside("<!-- x -->"),
    "each letter tagged": entities(lambda letter: f"<span>{letter}</span>"),
    # letters
    "vowels doubled": doubled("aeiouAEIOU"),
    "consonants doubled": doubled("bcdfghjklmnpqrstvwxz"),
    "letters trebled": lambda text, random: words(text, lambda word: re.sub(r"(.)", r"\1\1\1", word)),
    "small capitals": lambda text, random: letters(SMALL)(text.lower(), random),
    "superscripts": lambda text, random: letters(RAISED)(text.lower(), random),
    "full width": lambda text, random: words(text, lambda word: "".join(
        chr(ord(sign) + 0xFEE0) if sign.isascii() else sign for sign in word)),
    "mathematical letters": maths,
    "black squares": shifted(0x1F170),
    "squares": shifted(0x1F130),
    "circles": shifted(0x24B6),
    "letters in brackets": lambda text, random: words(text, lambda word: "".join(
        chr(0x249C + ord(sign.lower()) - 97) if sign.isascii() else sign for sign in word)),
    "flag letters": shifted(0x1F1E6, pairs=True),
    "homoglyphs, some": lambda text, random: words(text, lambda word: "".join(
        HOMOGLYPHS.get(sign, sign) if random.random() < .4 else sign for sign in word)),
    "homoglyphs, all": letters(HOMOGLYPHS),
    "digits for letters": lambda text, random: words(text, lambda word: "".join(
        LEET.get(sign, sign) if random.random() < .6 else sign for sign in word)),
    "accent on each letter": between("\u0301"),
    "four marks on each letter": between("\u0315\u0323\u034d\u0361"),
    "letters struck through": between("\u0336"),
    "letters change places": swapped,
    "vowels left out": dropped,
    # blanks and signs
    "CamelCase": camel,
    "no blanks": glued,
    "spaced out": spaced(" "),
    "spaced out, words by two": spaced("  "),
    "spaced out, words by lines": spaced("\n"),
    "dots between letters": between("."),
    "middle dots between letters": between("·"),
    "stars between letters": between("*"),
    "hyphens between letters": between("-"),
    "stop after each word": lambda text, random: outside(text, lambda part: re.sub(r"(\w) ", r"\1. ", part)),
    "each word a paragraph": lambda text, random: text.replace(" ", "\n\n"),
    "line break in each word": inside("\n"),
    "blank in each word": inside(" "),
    "soft hyphens": between("\u00ad"),
    "zero width": between("\u200b"),
    "tag characters": between("\U000E0061"),
    "Braille blanks": lambda text, random: text.replace(" ", "\u2800"),
    "Hangul fillers": lambda text, random: text.replace(" ", "\u3164"),
    "emoji between words": lambda text, random: " ".join(
        f"{word} {random.choice('🌸🎈🐢🍀🚲')}" for word in text.split(" ")),
    # words around it
    "same filler, each word": filled(1, 1),
    "same filler, each second word": filled(2, 1),
    "five fillers, each word": filled(1, 5),
    "all fillers, each word": filled(1, len(scams.FILLERS)),
    "five fillers, each second word": filled(2, 5),
    "all fillers, each second word": filled(2, len(scams.FILLERS)),
    "forty sentences before": padding("before"),
    "forty sentences behind": padding("behind"),
    "forty sentences between": padding("between"),
    "protective phrases": behind(scams.PROTECTIVE),
    "quoted as a reply": lambda text, random: "On Monday Anna wrote:\n" + "\n".join(
        "> " + line for line in re.sub(r"((?:\S+ ){6})", r"\1\n", text).split("\n")),
    "base64 and punycode behind": noise,
    "dots in links bracketed": lambda text, random: LINK.sub(lambda match: match.group().replace(".", "[.]"), text),
}


def apply(name, text, random):
    return TRICKS[name](unicodedata.normalize("NFC", text), random)
