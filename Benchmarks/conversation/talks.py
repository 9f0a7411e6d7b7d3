"""The talks: those made of the pieces in `scam_talks.py` and `genuine_talks.py`, and those that are whole by themselves."""
import hashlib
import random

import genuine_talks
import money_talks
import scam_talks
import service_talks
import stranger_talks
import unmet_genuine_talks
import unmet_scam_talks
import warning_talks

NUMBERS = ["+1 (628) 555-0147", "+1 (332) 555-0188", "+44 7911 555018", "+1 (213) 555-0173", "+852 5555 0142", "+61 491 570 156"]
NAMES = ["Anna", "Mum", "Liam", "Sophie", "Priya (work)", "Jack", "Dana", "Carlo R.", "Grandad", "Mei", "Tom Allotment", "Kate"]


def turns(piece):
    return [[{"<": "in", ">": "out"}[line[0]], line[2:]] for line in (line.strip() for line in piece.splitlines()) if line]


def is_aside(name):
    """Whether a piece is put aside: it is looked at once, after everything was chosen."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def scams(count=36):
    """A talk for each of `count` numbers; pivots take turns."""
    result = []
    pivots = list(scam_talks.PIVOTS)
    for number in range(count):
        chance = random.Random(f"scam {number}")
        pivot = pivots[number % len(pivots)]
        opener = chance.choice(list(scam_talks.OPENERS))
        rapports = chance.sample(list(scam_talks.RAPPORTS), chance.choice([1, 2, 3]))
        pieces = [scam_talks.OPENERS[opener]] + [scam_talks.RAPPORTS[name] for name in rapports] + [scam_talks.PIVOTS[pivot]]
        result.append({
            "name": f"scam {number:02d} {pivot}", "is_scam": True, "is_aside": is_aside(pivot),
            "sender": chance.choice(NUMBERS), "turns": [turn for piece in pieces for turn in turns(piece)],
        })
    return result


def genuine():
    """Two talks for each topic, which begins one and ends the other; the topics between are of the same side of the split."""
    result = []
    topics = list(genuine_talks.TOPICS)
    for position, place in ((0, "first"), (-1, "last")):
        for topic in topics:
            chance = random.Random(f"genuine {topic} {place}")
            others = [name for name in topics if name != topic and is_aside(name) == is_aside(topic)]
            names = chance.sample(others, chance.choice([1, 2, 3]))
            names.insert(0 if position == 0 else len(names), topic)
            is_stranger = names[0] in ("wrong number", "wedding number", "marketplace", "old friend")
            result.append({
                "name": f"genuine {topic} {place}", "is_scam": False, "is_aside": is_aside(topic),
                "sender": chance.choice(NUMBERS if is_stranger else NAMES),
                "turns": [turn for name in names for turn in turns(genuine_talks.TOPICS[name])],
            })
    return result


# Whose number isn't in the owner's address book, of people who mean well.
STRANGERS = ("wrong", "sofa", "bike", "cot", "guitar", "room viewing", "lost wallet", "new number", "visa", "broadband", "airline", "bank chat",
             "shop return", "holiday let", "deposit back", "doctor portal")


def whole():
    """The talks that aren't made of pieces."""
    result = []
    for pieces in (warning_talks, money_talks, service_talks, stranger_talks, unmet_genuine_talks, unmet_scam_talks):
        is_scam = pieces in (stranger_talks, unmet_scam_talks)
        for name, piece in pieces.TALKS.items():
            chance = random.Random(f"further {name}")
            is_stranger = is_scam or name.startswith(STRANGERS)
            if pieces is unmet_genuine_talks:
                is_stranger = name not in pieces.KNOWN
            result.append({
                "name": f"{'scam' if is_scam else 'genuine'} {name}", "is_scam": is_scam, "is_aside": is_aside(name),
                "sender": chance.choice(NUMBERS if is_stranger else NAMES), "turns": turns(piece),
            })
    return result


def every():
    return scams() + genuine()
