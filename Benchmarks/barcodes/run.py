#!/usr/bin/env python3
"""Which share of the codes in a folder made by make.py is read, by trait, and at what cost.

    swift build -c release --product analysis-benchmark
    Benchmarks/barcodes/run.py FOLDER [--missed]

For other folders it counts the codes found and the time: every code on pictures that have none is a false one.
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = {".png", ".jpg", ".jpeg", ".webp"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--reader", default=ROOT / ".build/release/analysis-benchmark")
    parser.add_argument("--missed", action="store_true", help="list what wasn't read")
    options = parser.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.suffix.lower() in KINDS)
    output = subprocess.run([options.reader, "codes", *files], check=True, capture_output=True, text=True).stdout
    read = {pathlib.Path(line["file"]).name: line for line in map(json.loads, output.splitlines())}
    times = sorted(line["milliseconds"] for line in read.values())
    print(f"{len(read)} pictures, CPU milliseconds: median {statistics.median(times):.1f}, p95 {times[int(len(times) * 0.95)]:.1f}, "
          f"most {times[-1]:.1f}")
    truth = options.folder / "truth.jsonl"
    if not truth.exists():
        print(f"{sum(len(line['codes']) for line in read.values())} codes found")
        return
    totals = collections.defaultdict(lambda: [0, 0])
    false = 0
    for picture in map(json.loads, truth.read_text(encoding="utf-8").splitlines()):
        found = {code["payload"] for code in read[picture["file"]]["codes"]}
        false += len(found - {code["text"] for code in picture["codes"]})
        for code in picture["codes"]:
            is_read = code["text"] in found
            traits = {"all": "", "module": int(code["module"]), "quiet zone": code["quiet"]}
            traits |= {key: picture[key] for key in picture if key not in ("file", "codes")}
            for trait in traits.items():
                totals[trait][0] += is_read
                totals[trait][1] += 1
            if options.missed and not is_read:
                print("missed", picture["file"], traits)
    for (trait, value), (count, total) in sorted(totals.items(), key=lambda item: (item[0][0] != "all", str(item[0][0]), str(item[0][1]).zfill(4))):
        print(f"{trait:12} {value!s:18} {count / total:6.1%} of {total}")
    print(f"false codes: {false}")


main()
