"""The fonts that lines are rendered in: those of Debian's that are near what phones, browsers and mail programs use.

A third of the families, by the hash of the family's name, is kept out of training and used for measuring only. Families drawn
after the same model stand in one group, so that a copy of a kept-out font isn't trained on.
"""
import functools
import hashlib
import subprocess

from PIL import ImageFont

from characters import CHARACTERS

# group: (share among lines, families)
GROUPS = {
    "roboto": (5, ["Roboto"]), "inter": (5, ["Inter", "Inter Display"]), "open sans": (3, ["Open Sans", "WenQuanYi Micro Hei"]),
    "lato": (2, ["Lato"]), "noto sans": (3, ["Noto Sans", "Noto Sans Display"]),
    "arial": (4, ["Liberation Sans"]), "helvetica": (5, ["FreeSans", "Nimbus Sans", "TeX Gyre Heros"]),
    "univers": (2, ["Switzera ADF"]), "verdana": (2, ["DejaVu Sans", "Verana Sans", "Veranda"]),
    "calibri": (2, ["Carlito"]), "cantarell": (2, ["Cantarell"]), "clear sans": (2, ["Clear Sans", "Clear Sans Medium"]),
    "cabin": (1, ["Cabin"]), "manrope": (2, ["Manrope"]), "karla": (1, ["Karla"]), "oxygen": (2, ["Oxygen-Sans"]),
    "go": (2, ["Go", "Go Medium"]), "b612": (1, ["B612"]), "play": (1, ["Play"]), "dosis": (.5, ["Dosis"]),
    "quicksand": (1, ["Quicksand", "Quicksand Medium"]), "comfortaa": (.5, ["Comfortaa"]),
    "tiresias": (1, ["Tiresias Infofont"]), "narrow": (1, ["Nimbus Sans Narrow", "TeX Gyre Heros Cn"]),
    "roboto condensed": (1, ["Roboto Condensed"]), "avant garde": (1, ["TeX Gyre Adventor", "URW Gothic"]),
    "jetbrains mono": (.7, ["JetBrains Mono"]), "fira code": (.7, ["Fira Code"]), "hack": (.7, ["Hack", "DejaVu Sans Mono"]),
    "courier": (.5, ["Liberation Mono"]), "go mono": (.5, ["Go Mono"]), "mononoki": (.5, ["mononoki"]),
    "times": (1, ["Liberation Serif", "TeX Gyre Termes", "Nimbus Roman"]), "noto serif": (1, ["Noto Serif"]),
    "dejavu serif": (.7, ["DejaVu Serif"]), "cambria": (.7, ["Caladea"]), "roboto slab": (.7, ["Roboto Slab"]),
    "pt sans": (2, ["PT Sans", "PT Sans Caption"]), "gill": (1, ["Gillius ADF", "Gillius ADF No2"]), "andika": (1, ["Andika"]),
    "m plus": (2, ["M PLUS 1", "M PLUS 2", "VL PGothic"]), "national park": (1, ["National Park"]), "din": (1, ["OSP-DIN"]),
    "junction": (.7, ["Junction"]), "allerta": (.7, ["Allerta"]), "biolinum": (.7, ["Linux Biolinum O"]),
    "nanum": (1.5, ["NanumGothic", "NanumBarunGothic"]), "tuffy": (1, ["Tuffy"]), "comic neue": (1, ["Comic Neue"]),
    "jura": (.5, ["Jura"]), "averia": (.4, ["Averia Sans GWF"]), "cmu bright": (.7, ["CMU Bright"]), "pt serif": (.5, ["PT Serif"]),
    "garamond": (.4, ["EB Garamond"]), "vollkorn": (.4, ["Vollkorn"]), "gentium": (.4, ["Gentium Basic", "Gentium Book Basic"]),
    "inconsolata": (.5, ["Inconsolata"]), "anonymous": (.4, ["Anonymous Pro"]), "pt mono": (.4, ["PT Mono"]),
}
# The salt was taken so that the commonest fonts of phones, Roboto, and those near Apple's, Inter and Helvetica, are among those trained on.
SALT = "0"
# The share of each weight, by fontconfig's number: light, regular, medium, semi-bold, bold.
WEIGHTS = {50: .8, 80: 6, 100: 2, 180: 1.5, 200: 2}


def is_kept_out(group):
    return int(hashlib.sha256((SALT + group).encode()).hexdigest(), 16) % 3 == 0


@functools.cache
def faces():
    """The installed upright and slanted faces: a list of (group, share, path)."""
    listing = subprocess.check_output(
        ["fc-list", "--format", "%{family[0]}\t%{weight}\t%{slant}\t%{file}\n"], text=True)
    installed = {}
    for line in sorted(set(listing.splitlines())):
        family, weight, slant, path = line.split("\t")
        if weight.startswith("[") or path.endswith((".pfb", ".t1", ".pcf.gz")):
            continue
        near = min(WEIGHTS, key=lambda known: abs(known - float(weight)))
        if abs(near - float(weight)) <= 5:
            installed.setdefault(family, []).append((WEIGHTS[near] * (.16 if float(slant) else 1), path))
    found = []
    for group, (share, families) in GROUPS.items():
        of_group = [face for family in families for face in installed.get(family, [])]
        total = sum(weight for weight, _ in of_group)
        found += [(group, share * weight / total, path) for weight, path in of_group]
    return found


@functools.cache
def choice(kept_out):
    chosen = [face for face in faces() if is_kept_out(face[0]) == kept_out]
    return [path for _, _, path in chosen], [share for _, share, _ in chosen]


def pick(rng, kept_out):
    paths, shares = choice(kept_out)
    return rng.choices(paths, shares)[0]


@functools.lru_cache(maxsize=600)
def load(path, size):
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=400)
def lacks(path):
    """The characters of the model that a face has no glyph for."""
    listing = subprocess.check_output(["fc-query", "--format", "%{charset}\n", path], text=True).split("\n")[0]
    has = set()
    for part in listing.split():
        first, _, last = part.partition("-")
        has.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(c for c in CHARACTERS if ord(c) not in has)


if __name__ == "__main__":
    for kept in (False, True):
        groups = sorted({group for group, _, _ in faces() if is_kept_out(group) == kept})
        print("kept out:" if kept else "trained on:", ", ".join(groups))
    missing = [g for g in GROUPS if g not in {group for group, _, _ in faces()}]
    print("not installed:", ", ".join(missing) or "none")
