"""What is personal on a rendered picture, told by its truth alone: patterns, and the places where names stand."""
import re

# Senders that are no persons, and what apps write in headers.
ORGANISATIONS = {"dhl", "whatsapp", "dpd", "ups", "usps", "paypal", "amazon", "netflix", "apple", "google", "microsoft"}
APP_WORDS = re.compile(
    r"^(last seen|active|tap here|messenger$|to me$|online|typing|\d[\d ]* subscribers|\d{1,2}$|.* · instagram$|inbox$)", re.I)
GREETING = re.compile(
    r"\b(?:dear|hi|hello|hey|bonjour|cher|chère|hola|estimado|estimada|hallo|liebe|lieber|hej|välkommen|xin chào|olá|caro|cara|ciao|gentile)"
    r"\s+((?:(?:mr|mrs|ms|dr|herr|frau)\.?\s+)?(?:[^\W\d_][\w'’-]*\s?){1,3}?)\s*(?=[,!:.]|$)", re.I)
TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|MR|MRS|MS|DR)\.?\s+((?:[A-Z][\w'’-]*\s?){1,3})")
NOBODY = {
    "customer", "client", "user", "team", "there", "dad", "mum", "mom", "sir", "madam", "friend", "all", "day", "valued", "customers",
    "mr", "mrs", "ms", "dr", "herr", "frau", "the", "sweetie", "dear", "babe", "again", "winner"}
MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![\w./:-])\+?\(?\d[\d\s().-]{6,}\d(?!\w)")
CODE = re.compile(r"\b\d{3} \d{3}\b")
TIME = re.compile(r"^\W?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:[ap]m)?(?:[-–]\d{1,2}[:.]\d{2})?\W?$", re.I)
DATE = re.compile(r"^\W?(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}-\w{3,9}-\d{2,4})\W?$")
AMOUNT = re.compile(r"^\W*(?:rs\.?|usd|eur|gbp|inr|\$|£|€)?\s?\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,2})?(?:mt|/-|usd|eur|kr)?\W*$", re.I)
YEAR = re.compile(r"^\W?(?:19|20)\d{2}\W?$")
LINK = re.compile(r"https?:|www\.|\w\.[a-z]{2,}(?:/|$)|/\w", re.I)


def is_number(word):
    """Whether a word has four digits and is no time, date, amount, year or link."""
    if sum(letter.isdigit() for letter in word) < 4 or LINK.search(word):
        return False
    if re.search(r"[$£€₹]|^rs\.?\d", word, re.I):
        return False
    # Senders write O for 0.
    return not any(pattern.match(word.replace("O", "0")) for pattern in (TIME, DATE, YEAR)) and not re.match(r"^\W*\d{1,3}(?:[.,]\d{3})+", word)


def plain(word):
    return re.sub(r"\W", "", word).lower()


def names(text, role):
    """The words of a line's names, by which they are known elsewhere too."""
    return {plain(word) for kind, start, end in spans(text, role) if kind == "name" for word in text[start:end].split()}


def spans(text, role, previous=""):
    """The places of personal things in a line, as (kind, start, end). A link may go on from the line before."""
    found = []
    link = LINK.search((previous.split() or [""])[-1]) and previous[-1:] in "-/."
    for kind, pattern in (("email", MAIL), ("code", CODE)):
        found += [(kind, *match.span()) for match in pattern.finditer(text)]
    for match in PHONE.finditer(text):
        digits = sum(letter.isdigit() for letter in match.group())
        if 7 <= digits <= 15 and not any(DATE.match(part) for part in match.group().split()) and not re.search(r"\d{1,2}[/.]\d{1,2}[/.]\d{2}", match.group()):
            found.append(("phone", *match.span()))
    for match in re.finditer(r"\S+", text):
        if is_number(match.group()) and not (link and match.start() == 0):
            found.append(("number", *match.span()))
    if role == "header" and not APP_WORDS.search(text.strip()):
        plain = re.sub(r"\W", "", text).lower()
        if plain and plain not in ORGANISATIONS:
            kind = "initials" if len(plain) <= 2 else "number" if plain.isdigit() else "name"
            found.append((kind, 0, len(text)))
    if role in ("message_in", "message_out"):
        for pattern in (GREETING, TITLE):
            for match in pattern.finditer(text):
                for word in re.finditer(r"[^\W\d_][\w'’-]*", match.group(1)):
                    if word.group().lower() not in NOBODY and word.group()[0].isupper():
                        start = match.start(1) + word.start()
                        found.append(("name", start, start + len(word.group())))
    return merged(found)


def merged(found):
    """Things without those inside others."""
    kept = []
    for thing in sorted(found, key=lambda thing: (thing[1], -thing[2])):
        if kept and thing[1] < kept[-1][2]:
            kept[-1] = (kept[-1][0], kept[-1][1], max(kept[-1][2], thing[2]))
        else:
            kept.append(thing)
    return kept
