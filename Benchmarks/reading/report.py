"""Prints a run, and what changed since an older one."""
import argparse
import re

import summary
from summary import number, table


def cost_table(figures: dict[str, dict]) -> str:
    rows = [("folder", "p50 ms / CLI", "ratio", "p95 ms / CLI", "ratio", "median of ratios", "CPU ms / CLI", "ratio",
             "peak MiB p50 / CLI", "max / CLI")]
    for folder, found in figures.items():
        if folder == "throughput":
            continue

        def pair(key: str, form: str) -> str:
            return f"{number(found[key], form)} / {number(found['tesseract_' + key], form)}"

        rows.append((folder, pair("p50_ms", ".0f"), number(found["p50_ratio"], ".2f"), pair("p95_ms", ".0f"),
                     number(found["p95_ratio"], ".2f"), number(found["picture_ratio"], ".2f"), pair("cpu_ms", ".0f"),
                     number(found["cpu_ratio"], ".2f"), pair("peak_mib_p50", ".0f"), pair("peak_mib_max", ".0f")))
    return table(rows)


def throughput_table(runs: list[dict]) -> str:
    speed = {(run["side"], run["clients"]): run for run in runs}
    two = speed.get(("tesseract", 2))
    rows = [("clients", "ours /s", "CLIs /s", "ratio", "to two CLIs", "failures / CLI", "cores busy / CLI")]
    for clients in dict.fromkeys(run["clients"] for run in runs):
        ours, cli = speed["ours", clients], speed["tesseract", clients]
        rows.append((str(clients), number(ours["per_second"], ".2f"), number(cli["per_second"], ".2f"),
                     number(ours["per_second"] / cli["per_second"] if cli["per_second"] else None, ".2f"),
                     number(ours["per_second"] / two["per_second"] if two and two["per_second"] else None, ".2f"),
                     f"{ours['failures']} / {cli['failures']}",
                     f"{ours['busy_cores']:.2f} / {cli['busy_cores']:.2f}"))
    return table(rows)


def _remarks(found: dict, here: list[dict]) -> list[str]:
    lines = [f"{title}: recall {number(found[key + '_recall'])}, CLI {number(found[f'tesseract_{key}_recall'])} "
             f"({found[key + '_pictures']} pictures)."
             for key, title in (("english", "English only"), ("installed", "Languages whose data is installed"))]
    lines.append(f"A tenth of the pictures has a recall of {number(found['recall_p10'])} or less.")
    cell = summary.worst_cell(here)
    if cell:
        lines.append(f"Worst app and theme in these languages: {cell[0]}, recall {cell[1]:.3f}.")
    lines.append(f"Recall with what we hold to be furniture: {number(found['recall_with_furniture'])}; "
                 f"link hosts: {number(found['link_hosts'])}, CLI {number(found['tesseract_link_hosts'])}; "
                 f"CER over the whole text in order: {number(found['cer'])}, CLI {number(found['tesseract_cer'])}.")
    if found["side_lines"]:
        lines.append(f"Bubble side right: {number(found['side_right'])} of the lines read in chat apps "
                     f"({found['side_lines']} lines; {found['side_wrong_lines']} on the other side, "
                     f"{found['side_furniture_lines']} held to be furniture, {found['side_unread_lines']} not read).")
    if found["furniture_out"] is not None:
        lines.append(f"Furniture kept out: {number(found['furniture_out'])} of its lines that were read.")
    steps = {key[5:-3]: value for key, value in found.items() if key.startswith("step_")}
    lines.append("Our own clock, p50: " + ", ".join(f"{step} {value:.1f} ms" for step, value in steps.items()) + ".")
    if found["failures"] or found["unsteady"]:
        lines.append(f"**{found['failures']} pictures were refused; {found['unsteady']} were read differently in "
                     "different rounds.**")
    return lines


def print_report(run: dict) -> None:
    print("Reading: " + ", ".join(f"{name} {value}" for name, value in run["facts"].items()) + ".")
    figures, pictures = run["figures"], run["pictures"]
    for folder in dict.fromkeys(picture["folder"] for picture in pictures):
        here = [picture for picture in pictures if picture["folder"] == folder]
        print(f"\n## {folder}: {len(here)} pictures\n")
        print(summary.accuracy_table(here) + "\n")
        for line in _remarks(figures[folder], here):
            print("- " + line)
        failed = [picture for picture in here if picture["ours"]["failure"]]
        for picture in failed:
            print(f"- refused: {picture['name']}: {picture['ours']['failure']}")
    print("\n## Cost of a picture\n")
    print(cost_table(figures))
    if run["throughput"]:
        print("\n## Throughput, in pictures a second\n")
        print(throughput_table(run["throughput"]))
    print("\n## Read worst\n")
    for picture in worst(pictures, 10):
        ours = picture["ours"]
        print(f"- {picture['name']}: recall {number(ours['recall'])} (CLI {number(picture['tesseract']['recall'])}), "
              f"missed: {' '.join(ours['missed'][:12])}")


def worst(pictures: list[dict], count: int) -> list[dict]:
    """Those that lose most of their message; among equals the ones with more noise."""
    judged = [picture for picture in pictures if picture["ours"]["recall"] is not None]
    return sorted(judged, key=lambda p: (p["ours"]["recall"], -(p["ours"]["noise"] or 0)))[:count]


def changes(old: dict, new: dict) -> str:
    """What became better or worse since, picture by picture; the figures only over pictures that both runs had."""
    before = {picture["name"]: picture for picture in old["pictures"]}
    common = [picture for picture in new["pictures"] if picture["name"] in before]
    if not common:
        return "No picture was there before."
    rows = []
    for picture in common:
        was, now = before[picture["name"]]["ours"], picture["ours"]
        differences = {key: (now[key] or 0) - (was[key] or 0) for key in ("recall", "links", "links_understood", "noise")}
        if any(abs(value) >= _TOLD_FROM for value in differences.values()) or was["failure"] != now["failure"]:
            rows.append((picture["name"], differences, was, now))
    lines = [f"{len(rows)} of the {len(common)} pictures that both runs had are read differently.", ""]
    lines.append(table([("picture", "recall", "links", "understood", "noise", "no longer missed", "newly missed"),
                        *(_change_row(*row) for row in sorted(rows, key=lambda row: row[1]["recall"]))]))
    was_figures = summary.figures([before[picture["name"]] for picture in common], old["throughput"])
    now_figures = summary.figures(common, new["throughput"])
    figures = [("figure", "before", "now")]
    for group, found in now_figures.items():
        for key in (key for key in found if key in _TOLD):
            was, now = was_figures.get(group, {}).get(key), found[key]
            if was is not None and now is not None and abs(now - was) >= _TOLD_FROM:
                figures.append((f"{group}.{key}", number(was), number(now)))
    return "\n".join([*lines, "", table(figures)])


# Half of the last digit that is shown.
_TOLD_FROM = 0.0005
_TOLD = {"recall", "english_recall", "installed_recall", "precision", "links", "links_understood", "line_cer", "noise", "invented", "side_right",
         "furniture_out", "worst_cell_recall", "p50_ratio", "p95_ratio", "picture_ratio", "cpu_ratio", "to_two"}


def _change_row(name: str, differences: dict, was: dict, now: dict) -> tuple[str, ...]:
    def told(key: str) -> str:
        return f"{number(was[key])} → {number(now[key])}" if abs(differences[key]) >= _TOLD_FROM else number(now[key])

    gone, come = ([word for word in one["missed"] if word not in other["missed"]][:8] for one, other in ((was, now), (now, was)))
    return (name, told("recall"), told("links"), told("links_understood"), told("noise"), " ".join(gone), " ".join(come))


def bar_argument(text: str) -> re.Match[str]:
    found = re.fullmatch(r"(.+)\.([a-z0-9_]+)(>=|<=)([0-9.]+)", text)
    if not found:
        raise argparse.ArgumentTypeError("expected FOLDER.FIGURE>=NUMBER (or <=), such as all.recall>=0.95")
    return found


def missed_bars(bars: list[re.Match[str]], figures: dict[str, dict]) -> list[str]:
    missed = []
    for bar in bars:
        group, key, relation, bound = bar.groups()
        value = figures.get(group, {}).get(key)
        if value is None:
            missed.append(f"{bar[0]}: nothing was measured that it speaks of")
        elif not (value >= float(bound) if relation == ">=" else value <= float(bound)):
            missed.append(f"{bar[0]}: it is {value:.4f}")
    return missed
