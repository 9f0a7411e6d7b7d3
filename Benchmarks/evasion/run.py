#!/usr/bin/env python3
"""How a running server judges plain scams that are disguised.

usage: Benchmarks/evasion/run.py http://127.0.0.1:8080 [--others] [--pictures] [--trick NAME]... [--seed N] [--bar SHARE] [--list]

A line for each trick: how many of ten scams are high, medium, unknown and low. The exit code is 1 if a larger share than the bar is
low. `--list` names each scam that is low. Python 3.11; Pillow for `--pictures`.
"""
import argparse
import json
import random
import sys

import scams
import server
import tricks

LEVELS = ["high", "medium", "unknown", "low", "refused"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--others", action="store_true", help="ten scams in Spanish, French, German and Portuguese")
    parser.add_argument("--pictures", action="store_true", help="tricks on pictures instead of texts")
    parser.add_argument("--trick", action="append", help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bar", type=float, default=0.05, help="largest share that may be low")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json-out", help="a file for each answer's level")
    options = parser.parse_args()
    chosen = scams.OTHERS if options.others else scams.ENGLISH
    if options.pictures:
        import pictures
        names, answer = list(pictures.TRICKS), lambda name, text, chance: server.scan(
            options.address, pictures.draw(name, text, chance))
    else:
        names, answer = list(tricks.TRICKS), lambda name, text, chance: server.judge(
            options.address, tricks.apply(name, text, chance))
    totals, levels = dict.fromkeys(LEVELS, 0), {}
    print("| trick | " + " | ".join(LEVELS[:4]) + " |\n|---|" + "---|" * 4)
    for name in options.trick or names:
        counts = dict.fromkeys(LEVELS, 0)
        for scam, text in chosen.items():
            level = answer(name, text, random.Random(f"{options.seed} {name} {scam}"))["risk_level"]
            levels[f"{name}: {scam}"] = level
            counts[level] += 1
            if name != "as it is":
                totals[level] += 1
            if options.list and level != "high":
                print(f"{level}: {name}, {scam}", file=sys.stderr)
        print(f"| {name} | " + " | ".join(str(counts[level] or "") for level in LEVELS[:4]) + " |")
    total = max(1, sum(totals.values()))
    print("\n" + ", ".join(f"{level} {count / total:.1%}" for level, count in totals.items() if count) + f" of {total}")
    if options.json_out:
        with open(options.json_out, "w", encoding="utf-8") as file:
            json.dump(levels, file, indent=1)
    return 1 if totals["low"] > options.bar * total else 0


if __name__ == "__main__":
    sys.exit(main())
