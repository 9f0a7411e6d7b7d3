"""Texts as they stand on screens: links of every shape, phrases of seventeen languages, amounts, codes, numbers, times, names.

Phrases hold short and common words as often as messages do, so that the model learns which accents are likely.
Nothing here comes from a real message. A text is a string; `EMOJI` in it stands for a drawn sign that has no letters.
"""
import string

import words
from characters import ACCENTS, ASCII, CHARACTERS

EMOJI = "\uE000"
BASE62 = string.ascii_letters + string.digits
# Signs that are taken for one another, and letters whose capitals differ in size only.
LOOKALIKES = "0OoQDC9gq1lIIliLjtfrnmceab6hB8S5Z2uvwy"
SAME_SHAPES = "cCkKoOpPsSuUvVwWxXzZ00O"
NARROW = "illtfjrrnnmmuvvwc1"
SMALL_ACCENTS = "".join(dict.fromkeys(a for letters in ACCENTS.values() for a in letters if a.islower()))
ENDINGS = """
    com com com net org info top xyz shop site online click link live icu vip cc co me ly io app dev page web.app store club
    fr de es it pt pl nl be ch at se no dk fi hu cz ro tr id br com.br co.uk us eu gg tv ws is in ru cn ink help support work
    today life world space website tech fun buzz cfd sbs cyou rest monster quest lol bond win bid loan date cam gd gl to la
    github.io netlify.app vercel.app duckdns.org pages.dev weebly.com wixsite.com blogspot.com
""".split()
HOST_WORDS = """
    secure login verify account update bank pay post parcel track delivery redelivery support help service customer client my
    info mail web online portal express toll fine tax refund gov claim bonus gift win prize reward card credit wallet crypto
    app mobile sms id auth signin office cloud drive doc file share short go link url home page shop store deal sale order
    colis livraison suivi amende impots ameli vitale compte espace paquet envio correos entrega pagar multa konto paket zoll
    poczta paczka bezpieczny sicuro pacco aggiorna rimborso cliente pakket betaal pix receita boleto
""".split()


LONE = ["&", "-", "–", "—", "|", "•", "+", "/", "=", "I", "a", "1", "2.", "3)", "*", ">", ":", "?"]
SHORT = {
    "fr": ["à", "à", "à", "à", "à", "y", "y", "a", "a", "ô", "é", "Il y a", "Il n'y a", "il y a", "il y", "n'y a", "Ily", "y a-t-il",
           "à la", "à", "à un", "a été", "a à", "où", "où", "ça", "là", "dû", "é", "j'y", "s'y", "on y", "à 5", "à 9", "jusqu'à"],
    "es": ["y", "y", "a", "o", "e", "u", "él", "sí", "sé", "a la", "y a", "ó"], "pt": ["a", "o", "e", "é", "à", "ó", "há", "às", "é a", "e o"],
    "it": ["e", "è", "è", "a", "i", "o", "ha", "è a", "C'è", "c'è"], "en": ["a", "I", "I'm", "I", "a", "I a", "If I"],
    "pl": ["i", "w", "z", "o", "a", "u"],
}


def base62(rng, low, high, alphabet=BASE62):
    return "".join(rng.choices(alphabet, k=rng.randint(low, high)))


def label(rng):
    kind = rng.random()
    if kind < .3:
        return rng.choice(HOST_WORDS)
    if kind < .6:
        joint = rng.choice(["-", "-", "", "-"])
        return joint.join(rng.choice(HOST_WORDS) for _ in range(rng.randint(2, 3)))
    if kind < .75:
        return plain(rng) + rng.choice(["-", ""]) + rng.choice([plain(rng), str(rng.randint(0, 999))])
    if kind < .82:
        return base62(rng, 3, 10, string.ascii_lowercase)
    if kind < .86:
        # Doubled and narrow letters, which are dropped or joined: `ll`, `rn`, `vv`.
        return base62(rng, 3, 9, NARROW)
    if kind < .95:
        return base62(rng, 2, 9, string.ascii_lowercase + string.digits)
    return rng.choice(HOST_WORDS) + str(rng.randint(1, 9999))


def plain(rng):
    while True:
        word = words.word(rng, words.language(rng)).lower()
        if word.isascii() and word.isalpha():
            return word


def host(rng):
    labels = [label(rng) for _ in range(rng.choices([1, 2, 3], [6, 4, 1])[0])]
    name = ".".join(labels + [rng.choice(ENDINGS)])
    if rng.random() < .03:
        name = name.title() if rng.random() < .5 else name.upper()
    if rng.random() < .02:
        name = ".".join(str(rng.randint(1, 254)) for _ in range(4)) + rng.choice(["", ":8080", ":443"])
    return name


def path_part(rng):
    kind = rng.random()
    if kind < .36:
        return base62(rng, 3, 12)
    if kind < .4:
        return base62(rng, 12, 26)
    if kind < .49:
        return base62(rng, 3, 9, LOOKALIKES)
    if kind < .55:
        return base62(rng, 3, 9, SAME_SHAPES + base62(rng, 12, 12))
    if kind < .63:
        return base62(rng, 3, 10, string.ascii_lowercase + string.digits)
    if kind < .67:
        return base62(rng, 4, 9, string.digits)
    if kind < .72:
        return base62(rng, 8, 16, "0123456789abcdef")
    if kind < .76:
        return rng.choice("~@_") + plain(rng)
    joint = rng.choice(["-", "-", "_", "", "."])
    part = joint.join(plain(rng) for _ in range(rng.randint(1, 3)))
    return part.title() if rng.random() < .2 else part


def file_ending(rng):
    return rng.choice([".html", ".php", ".php", ".php", ".aspx", ".htm", ".pdf", ".apk", ".jsp", ".asp"])


def query(rng):
    pairs = []
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(["id", "q", "ref", "token", "utm_source", "c", "s", "uid", "t", "session", "track", "code", "key"])
        value = path_part(rng) if rng.random() < .8 else base62(rng, 2, 4) + rng.choice("%%_~+") + base62(rng, 2, 2, "0123456789ABCDEF")
        pairs.append(f"{name}={value}")
    if rng.random() < .3:
        # A question mark before a bare value is easily taken for a 2.
        return "?" + rng.choice([base62(rng, 2, 6), path_part(rng)])
    return "?" + "&".join(pairs)


def short_link(rng):
    """A shortened link: few letters of a host, and a code in which every letter's case counts."""
    name = base62(rng, 2, 7, string.ascii_lowercase + rng.choice(["", string.digits])) if rng.random() < .7 else plain(rng)
    scheme = rng.choices(["https://", "http://", ""], [6, 1, 2])[0]
    code = base62(rng, 4, 10, rng.choices([BASE62, LOOKALIKES, SAME_SHAPES + BASE62], [4, 1, 1])[0])
    return f"{scheme}{name}.{rng.choice(ENDINGS)}/{code}{rng.choices(['', '/', '.'], [12, 2, 1])[0]}"


def link(rng):
    if rng.random() < .22:
        return short_link(rng)
    scheme = rng.choices(["https://", "http://", "www.", "", "https://www.", "Https://", "HTTPS://"], [60, 9, 6, 17, 5, 2, 1])[0]
    text = scheme + host(rng)
    parts = rng.choices([0, 1, 2, 3], [3, 6, 3, 1])[0]
    for _ in range(parts):
        text += "/" + path_part(rng)
    if parts and rng.random() < .15:
        text += file_ending(rng)
    elif rng.random() < .3:
        text += "/"
    if rng.random() < (.45 if text.endswith(("php", "html", "aspx", "jsp", "asp")) else .16):
        text += query(rng)
    if rng.random() < .03:
        text += "#" + path_part(rng)
    return text


def link_piece(rng):
    """A line's part of a link that was broken over lines, where apps break them or anywhere."""
    text = link(rng)
    if len(text) < 12:
        return text
    if rng.random() < .5:
        # The sign ends the first line or begins the second.
        after = rng.randint(0, 1)
        places = [i + after for i in range(6, len(text) - 2) if text[i] in "-/.?&=" and text[i - 1:i + 2] != "://"]
    else:
        places = list(range(6, len(text) - 2))
    if not places:
        return text
    cut = rng.choice(places)
    return text[:cut] if rng.random() < .5 else text[cut:]


def cased(rng, word):
    kind = rng.random()
    return word if kind < .72 else word[:1].upper() + word[1:] if kind < .93 else word.upper()


def phrase(rng, low=1, high=10, language=None):
    """Words of one language in no order, short and common ones in proportion, with what stands between them in messages."""
    language = language or words.language(rng)
    # Some lines are capitals, some titles; in most, few words have a capital.
    style = rng.random()
    parts = []
    for _ in range(rng.randint(low, high)):
        kind = rng.random()
        if kind < .9:
            part = words.word(rng, language)
            if style < .04:
                part = part.upper()
            elif style < .1:
                part = part[:1].upper() + part[1:]
            elif rng.random() < .12:
                part = cased(rng, part)
        elif kind < .925:
            part = amount(rng)
        elif kind < .945:
            part = time(rng)
        elif kind < .96:
            part = code(rng)
        elif kind < .967:
            part = words.rare(rng, language) + rng.choice(["'", "’"]) + rng.choice("smtdn")
        elif kind < .975:
            part = EMOJI
        else:
            part = rng.choice(LONE)
        kind = rng.random()
        if part == EMOJI:
            pass
        elif kind < .12:
            # French has a space before these signs, others have none.
            if language == "fr" and rng.random() < .3:
                parts.append(part)
                part = rng.choice(":!?;")
            else:
                part += rng.choice(",,,,.....!!?::;…")
        elif kind < .14:
            part = rng.choice(["({})", "\"{}\"", "“{}”", "‘{}’", "«{}»", "„{}“", "[{}]", "*{}*", "'{}'", "¿{}?", "¡{}!"]).format(part)
        elif kind < .15:
            part += rng.choice("-/-") + words.word(rng, language)
        parts.append(part)
    if rng.random() < .4:
        parts[0] = parts[0][:1].upper() + parts[0][1:]
    return " ".join(parts)


def short_words(rng):
    """Words of one letter among words: `Il y a`, `à`, `ô`, which are dropped or run into their neighbours."""
    language = rng.choices(["fr", "es", "pt", "it", "en", "pl"], [7, 1.5, 1.5, 1.5, 1, .5])[0]
    parts = []
    for _ in range(rng.randint(2, 5)):
        parts.append(rng.choice(SHORT[language]))
        parts += [words.word(rng, language) for _ in range(rng.randint(0, 2))]
    parts[0] = parts[0][:1].upper() + parts[0][1:] if rng.random() < .4 else parts[0]
    return " ".join(parts)


def amount(rng):
    sign = rng.choice("$$$€€££¥₹¢₺₱")
    whole = rng.choice([rng.randint(0, 99), rng.randint(100, 9999), rng.randint(1000, 999_999)])
    cents = rng.choice(["", ".{:02d}", ",{:02d}", ".{:02d}"]).format(rng.randint(0, 99))
    digits = rng.choice(["{:,}", "{}", "{:_}"]).format(whole).replace("_", rng.choice([" ", "."]))
    return rng.choice(["{0}{1}", "{0}{1}", "{1} {0}", "{1}{0}", "{0} {1}", "EUR {1}", "R$ {1}", "{1} kr", "Rp{1}", "{1} zł", "{1} Kč"]).format(sign, digits + cents)


def code(rng):
    kind = rng.random()
    if kind < .3:
        return base62(rng, 4, 8, string.digits)
    if kind < .4:
        return f"{rng.randint(0, 999):03d}-{rng.randint(0, 999):03d}"
    if kind < .6:
        return base62(rng, 4, 14, string.ascii_uppercase + string.digits)
    if kind < .8:
        return base62(rng, 5, 16)
    if kind < .9:
        return rng.choice("#*№G").replace("№", "#") + base62(rng, 4, 9, string.digits)
    return "-".join(base62(rng, 3, 5, string.ascii_uppercase + string.digits) for _ in range(3))


def phone(rng):
    pattern = rng.choice([
        "+1 (###) ###-####", "+## ### ### ####", "0# ## ## ## ##", "+33 # ## ## ## ##", "(###) ###-####", "+44 7### ######",
        "+49 1## #######", "#####", "+62 8##-####-####", "+55 ## #####-####", "0800 ### ###", "+27 (##) ###-####", "###-####"])
    return "".join(rng.choice(string.digits) if c == "#" else c for c in pattern)


def time(rng):
    hour, minute = rng.randint(0, 23), rng.randint(0, 59)
    return rng.choice([
        f"{hour}:{minute:02d}", f"{hour:02d}:{minute:02d}", f"{hour % 12 or 12}:{minute:02d} {rng.choice(['AM', 'PM', 'am', 'pm'])}",
        f"{hour}h{minute:02d}", f"{rng.randint(1, 28)}/{rng.randint(1, 12)}/20{rng.randint(18, 29)}",
        f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{rng.randint(18, 29)}", f"{rng.randint(1, 59)} min",
        f"20{rng.randint(18, 29)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"])


def interface(rng):
    kind = rng.random()
    if kind < .2:
        return phone(rng)
    if kind < .35:
        return time(rng)
    if kind < .5:
        return amount(rng)
    if kind < .65:
        return code(rng)
    if kind < .75:
        return f"{rng.choice(['', plain(rng) + '.'])}{plain(rng)}{rng.choice(['', str(rng.randint(0, 99))])}@{host(rng)}"
    if kind < .8:
        return f"{rng.randint(1, 4999)} {plain(rng).title()} {plain(rng).title()} {rng.choice(['', rng.randint(1000, 99999)])}".strip()
    if kind < .85:
        return f"{rng.randint(0, 100)}%"
    return phrase(rng, 1, 3)


def accented(rng):
    """Words with accents, rare ones as often as common ones: most aren't in the base model's set, and are learned only if they
    are seen often. Most are words that are written so; in some a letter was put at random, so that the model has to look."""
    letter = rng.choice(SMALL_ACCENTS)
    language = rng.choice([known for known, letters in ACCENTS.items() if letter in letters])
    parts = []
    for _ in range(rng.randint(2, 6)):
        kind = rng.random()
        if kind < .2:
            word = words.word(rng, language)
        elif kind < .8:
            accent = letter if rng.random() < .3 else rng.choice([a for a in ACCENTS[language] if a in SMALL_ACCENTS])
            word = rng.choice(words.holding(language, accent) or [accent])
        else:
            letters = list(words.word(rng, language))
            for _ in range(rng.randint(1, 2)):
                letters[rng.randrange(len(letters))] = rng.choice(SMALL_ACCENTS)
            word = "".join(letters)
        kind = rng.random()
        word = word if kind < .7 else word[:1].upper() + word[1:] if kind < .82 else word.upper()
        parts.append(word if set(word) <= set(CHARACTERS) else word.lower())
    return " ".join(part for part in parts if set(part) <= set(CHARACTERS)) or letter


def alphabet(rng):
    """Signs in no order, for what other texts hold too seldom."""
    return " ".join("".join(rng.choices(ASCII if rng.random() < .6 else CHARACTERS, k=rng.randint(2, 9)))
                    for _ in range(rng.randint(1, 4)))


def line(rng):
    """A line's text and whether it is a link, which is drawn as one."""
    kind = rng.random()
    if kind < .18:
        return link(rng), "link"
    if kind < .31:
        return link_piece(rng), "link"
    if kind < .38:
        return phrase(rng, 1, 4) + " " + link(rng), "tail"
    if kind < .41:
        return link_piece(rng) + " " + phrase(rng, 1, 4), "head"
    if kind < .70:
        return phrase(rng), "text"
    if kind < .745:
        return short_words(rng), "text"
    if kind < .83:
        return interface(rng), "text"
    if kind < .975:
        return accented(rng), "text"
    return alphabet(rng), "text"
