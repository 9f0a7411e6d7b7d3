"""Holds the readings of a picture against its truth: one flat record for each side."""
import dataclasses
import statistics

import metrics
import truth
from readers import FURNITURE, Reading

# What truth files call messages, and the side that a line of them has for us.
SIDES = {"message_in": "incoming", "message_out": "outgoing"}
# What belongs to the phone and the app.
FURNITURE_BLOCKS = ("status_bar", "header", "timestamp", "keyboard", "button", "system")
# Of a true line's area: less is a neighbour that touches it.
_MIN_COVERED = 0.5


def _covered(true: tuple[int, int, int, int], read: tuple[int, int, int, int]) -> float:
    """The share of the true box that the read one covers."""
    width = min(true[2], read[2]) - max(true[0], read[0])
    height = min(true[3], read[3]) - max(true[1], read[1])
    area = max(1, (true[2] - true[0]) * (true[3] - true[1]))
    return max(0, width) * max(0, height) / area


def _role_at(line: truth.TrueLine, reading: Reading) -> str | None:
    """The role of the line read at this place; None where nothing was."""
    best = max(reading.lines, key=lambda read: _covered(line.box, read[1]), default=None)
    return best[0] if best and _covered(line.box, best[1]) >= _MIN_COVERED else None


def _roles(picture: truth.Picture, reading: Reading) -> dict[str, int]:
    """How the true lines came out: sides of message lines, and furniture kept out of them."""
    counts = dict.fromkeys(("side_right", "side_wrong", "side_furniture", "side_unread",
                            "furniture_out", "furniture_in"), 0)
    for line in picture.lines:
        wanted, got = SIDES.get(line.role), _role_at(line, reading)
        if wanted:
            counts["side_unread" if got is None else "side_furniture" if got in FURNITURE else
                   "side_right" if got == wanted else "side_wrong"] += 1
        elif line.role in FURNITURE_BLOCKS and got is not None:
            counts["furniture_out" if got in FURNITURE else "furniture_in"] += 1
    return counts


def judge(picture: truth.Picture, readings: list[Reading]) -> dict:
    """Text from the first round, costs from all."""
    first = readings[0]
    record = dataclasses.asdict(metrics.score(picture.text, first.text, picture.links, picture.all_text))
    costs = [reading.cost for reading in readings]
    record |= {
        "text": first.text, "failure": next((reading.failure for reading in readings if reading.failure), None),
        "seconds": statistics.median(cost.seconds for cost in costs),
        "cpu_seconds": statistics.fmean(cost.cpu_seconds for cost in costs),
        "peak_mib": max(cost.peak_mib for cost in costs),
        "runs": [dataclasses.asdict(cost) for cost in costs],
        "steady": all(reading.all_text == first.all_text for reading in readings),
    }
    return record


def judge_ours(picture: truth.Picture, readings: list[Reading]) -> dict:
    """What only our side tells: roles, links understood, what each step took."""
    first = readings[0]
    steps = set().union(*(reading.timing_ms for reading in readings))
    return judge(picture, readings) | _roles(picture, first) | {
        # What of the message was read but is held to be furniture shows as the difference.
        "recall_with_furniture": metrics.score(picture.text, first.all_text, []).recall,
        "links_understood": metrics.found_links(picture.links, list(first.links)),
        "timing_ms": {step: statistics.median(reading.timing_ms.get(step, 0) for reading in readings)
                      for step in sorted(steps)},
    }


def describe(picture: truth.Picture, ours: list[Reading], tesseract: list[Reading], language: str | None,
             installed: bool) -> dict:
    return {"name": picture.name, "folder": picture.folder, "path": str(picture.path), "app": picture.app,
            "theme": picture.theme, "language": picture.language, "source": picture.source, "format": picture.format,
            "read_as": language, "language_installed": installed,
            "message_words": len(metrics.tokens(picture.text)), "links_there": len(picture.links),
            "has_own_messages": any(SIDES.get(line.role) == "outgoing" for line in picture.lines),
            "ours": judge_ours(picture, ours), "tesseract": judge(picture, tesseract)}
