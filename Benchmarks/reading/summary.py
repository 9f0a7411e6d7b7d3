"""Turns the records of pictures into figures and tables."""
import collections
import math
import statistics

GROUPS = (("theme", lambda p: p["theme"]), ("app", lambda p: p["app"]), ("language", lambda p: p["language"]),
          ("source", lambda p: p["source"]), ("format", lambda p: p["format"]),
          ("app × theme", lambda p: f"{p['app']}, {p['theme']}"))
_MEANS = ("recall", "precision", "links", "link_hosts", "line_cer", "cer", "noise", "invented",
          "recall_with_furniture", "links_understood")


def mean(values) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def percentile(values, share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def accuracy(pictures: list[dict]) -> dict[str, float | None]:
    """Means over the pictures: of ours by their plain names, of Tesseract's with `tesseract_` before them."""
    figures: dict[str, float | None] = {"pictures": len(pictures)}
    for name in _MEANS:
        figures[name] = mean(picture["ours"].get(name) for picture in pictures)
        if name in pictures[0]["tesseract"]:
            figures["tesseract_" + name] = mean(picture["tesseract"].get(name) for picture in pictures)
    figures["recall_p10"] = percentile([p["ours"]["recall"] for p in pictures if p["ours"]["recall"] is not None] or [0], 0.1)
    figures["failures"] = sum(picture["ours"]["failure"] is not None for picture in pictures)
    figures["unsteady"] = sum(not picture["ours"]["steady"] for picture in pictures)
    return figures


def sides(pictures: list[dict]) -> dict[str, float | None]:
    """Over the lines of chat apps: those where the truth has somebody answer at least once."""
    apps = {p["app"] for p in pictures if p["has_own_messages"]}
    total: collections.Counter = collections.Counter()
    for picture in pictures:
        ours = picture["ours"]
        total.update({key: ours[key] for key in ("furniture_out", "furniture_in")})
        if picture["app"] in apps:
            total.update({key: ours[key] for key in ("side_right", "side_wrong", "side_furniture", "side_unread")})
    read = total["side_right"] + total["side_wrong"] + total["side_furniture"]
    return {"side_right": _ratio(total["side_right"], read), "side_wrong_lines": total["side_wrong"],
            "side_furniture_lines": total["side_furniture"], "side_unread_lines": total["side_unread"],
            "side_lines": read + total["side_unread"],
            "furniture_out": _ratio(total["furniture_out"], total["furniture_out"] + total["furniture_in"])}


def costs(pictures: list[dict]) -> dict[str, float | None]:
    figures: dict[str, float | None] = {}
    for side, prefix in (("ours", ""), ("tesseract", "tesseract_")):
        seconds = [picture[side]["seconds"] for picture in pictures]
        figures |= {prefix + "p50_ms": percentile(seconds, 0.5) * 1e3, prefix + "p95_ms": percentile(seconds, 0.95) * 1e3,
                    prefix + "cpu_ms": mean(picture[side]["cpu_seconds"] for picture in pictures) * 1e3,
                    prefix + "peak_mib_p50": percentile([picture[side]["peak_mib"] for picture in pictures], 0.5),
                    prefix + "peak_mib_max": max(picture[side]["peak_mib"] for picture in pictures)}
    for name in ("p50_ms", "p95_ms", "cpu_ms", "peak_mib_p50"):
        figures[name.removesuffix("_ms") + "_ratio"] = _ratio(figures[name], figures["tesseract_" + name])
    figures["picture_ratio"] = statistics.median(p["ours"]["seconds"] / p["tesseract"]["seconds"] for p in pictures)
    for step in pictures[0]["ours"]["timing_ms"]:
        figures[f"step_{step}_ms"] = percentile([p["ours"]["timing_ms"].get(step, 0) for p in pictures], 0.5)
    return figures


def installed(pictures: list[dict]) -> list[dict]:
    """Those in a language that can be read here at all."""
    return [picture for picture in pictures if picture["language_installed"]]


def worst_cell(pictures: list[dict]) -> tuple[str, float] | None:
    """The app and theme that is read worst, in languages that can be read."""
    cells = collections.defaultdict(list)
    for picture in installed(pictures):
        cells[f"{picture['app']}, {picture['theme']}"].append(picture["ours"]["recall"])
    means = {cell: value for cell, found in cells.items() if (value := mean(found)) is not None}
    worst = min(means, key=means.__getitem__, default=None)
    return (worst, means[worst]) if worst else None


def figures(pictures: list[dict], throughput: list[dict]) -> dict[str, dict[str, float | None]]:
    """All that bars can be put on: by folder, over all of them (`all`), and `throughput`."""
    found = {}
    folders = list(dict.fromkeys(picture["folder"] for picture in pictures))
    for folder in [*folders, "all"]:
        here = [picture for picture in pictures if folder in ("all", picture["folder"])]
        found[folder] = accuracy(here) | sides(here) | costs(here)
        for name, some in (("english", [picture for picture in here if picture["language"] == "en"]),
                           ("installed", installed(here))):
            found[folder][name + "_pictures"] = len(some)
            found[folder][name + "_recall"] = mean(picture["ours"]["recall"] for picture in some)
            found[folder][f"tesseract_{name}_recall"] = mean(picture["tesseract"]["recall"] for picture in some)
        cell = worst_cell(here)
        found[folder]["worst_cell_recall"] = cell[1] if cell else None
    if throughput:
        speed = {(run["side"], run["clients"]): run["per_second"] for run in throughput}
        found["throughput"] = {f"{side}_{clients}": value for (side, clients), value in speed.items()}
        best = max(value for (side, _), value in speed.items() if side == "ours")
        if ("tesseract", 2) in speed:
            found["throughput"]["to_two"] = _ratio(best, speed["tesseract", 2])
            for (side, clients), value in speed.items():
                if side == "ours":
                    found["throughput"][f"to_two_{clients}"] = _ratio(value, speed["tesseract", 2])
    return found


def number(value: float | None, form: str = ".3f") -> str:
    return "–" if value is None or (isinstance(value, float) and math.isnan(value)) else format(value, form)


def table(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def accuracy_table(pictures: list[dict]) -> str:
    """A line for the whole, and one for each theme, app, language, source …; the command line's figure stands second."""
    rows = [("group", "pictures", "recall / CLI", "precision / CLI", "links / CLI", "understood", "line CER / CLI",
             "noise / CLI", "invented")]

    def row(name: str, here: list[dict]) -> tuple[str, ...]:
        found = accuracy(here)

        def pair(key: str) -> str:
            return f"{number(found[key])} / {number(found['tesseract_' + key])}"

        return (name, str(len(here)), pair("recall"), pair("precision"), pair("links"), number(found["links_understood"]),
                pair("line_cer"), pair("noise"), number(found["invented"]))

    rows.append(row("all", pictures))
    for label, key in GROUPS:
        groups = collections.defaultdict(list)
        for picture in pictures:
            groups[key(picture)].append(picture)
        if len(groups) > 1:
            # The end of a long name tells most: that of a path or a repository.
            rows += [row(f"{label}: {name if len(name) <= 40 else '…' + name[-39:]}", groups[name]) for name in sorted(groups)]
    return table(rows)
