#!/usr/bin/env python3
"""Reads folders of screenshots whose text is known, by our server and by the `tesseract` command line, in alternation.

Starts a release server of its own. Picture by picture both sides read, and who begins changes with each round, so that
the machine's mood hits both alike. Prints how much of the message text, the links and the characters each found, by
theme, app, language and source; what a picture costs in time, CPU and memory, with ratios; and pictures a second with
several clients at once. Exit code 1 when a bar is missed.
"""
import argparse
import contextlib
import datetime
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import judging
import readers
import report
import summary
import throughput
import truth
from readers import process_stats


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", nargs="+", type=pathlib.Path, required=True, metavar="DIR", help="folders with truth files")
    parser.add_argument("--server", type=pathlib.Path, help="a built typesafe-server; without it one is built from here")
    parser.add_argument("--server-argument", action="append", default=[], metavar="ARG",
                        help="for the server, such as --server-argument=--workers=2")
    parser.add_argument("--tesseract", default="tesseract", metavar="PROGRAM")
    parser.add_argument("--psm", type=int, default=3, help="page segmentation of the command line")
    parser.add_argument("--tessdata", type=pathlib.Path, metavar="DIR", help="language data, for both sides")
    parser.add_argument("--no-lang", action="store_true", help="tell the server no language; the command line reads English")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side reads each picture")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N pictures of each folder, spread over it")
    parser.add_argument("--clients", default="1,2,4,8", metavar="N,…", help="levels of the throughput runs; 0 for none")
    parser.add_argument("--throughput-pictures", type=int, default=60, metavar="N", help="for each throughput run")
    parser.add_argument("--throughput-rounds", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print all figures as JSON in place of the tables")
    parser.add_argument("--json-out", type=pathlib.Path, metavar="FILE", help="write them to a file as well")
    parser.add_argument("--compare", type=pathlib.Path, metavar="OLD.json", help="list what changed since, picture by picture")
    parser.add_argument("--sheet", type=pathlib.Path, metavar="OUT.png", help="the twenty pictures read worst (needs Pillow)")
    parser.add_argument("--bar", action="append", type=report.bar_argument, default=[], metavar="FOLDER.FIGURE>=X",
                        help="any figure of the JSON, such as all.recall>=0.97 or throughput.to_two>=2")
    options = parser.parse_args()
    try:
        options.levels = [int(level) for level in options.clients.split(",") if int(level) > 0]
    except ValueError:
        parser.error(f"--clients {options.clients}: numbers joined by commas are expected")
    if options.rounds < 1 or (options.limit is not None and options.limit < 1):
        parser.error("--rounds and --limit must be at least 1")
    if options.sheet:
        try:
            import sheet  # noqa: F401
        except ImportError:
            parser.error("--sheet needs Pillow: pip install pillow")
    return options


def read_all(pictures: list[truth.Picture], languages: list[str | None], server: readers.Server,
             command_line: readers.CommandLine, rounds: int) -> list[dict[str, list[readers.Reading]]]:
    """For each picture, the readings of both sides, one a round."""
    for picture, language in zip(pictures[:4], languages[:4]):  # Warm-up, not counted.
        server.read(picture, language)
        command_line.read(picture, language)
    found: list[dict[str, list[readers.Reading]]] = [{server.name: [], command_line.name: []} for _ in pictures]
    for number in range(rounds):
        for index, (picture, language) in enumerate(zip(pictures, languages)):
            # Swapped with each picture too: whoever comes second finds the file in the cache and the processor warm.
            for side in (server, command_line) if (number + index) % 2 == 0 else (command_line, server):
                found[index][side.name].append(side.read(picture, language))
            if (index + 1) % 20 == 0 or index + 1 == len(pictures):
                print(f"round {number + 1} of {rounds}: {index + 1} of {len(pictures)} pictures", file=sys.stderr)
    return found


def facts(options: argparse.Namespace, server: readers.Server, command_line: readers.CommandLine, languages: set[str],
          others: float) -> dict[str, str]:
    version = server.get("/version")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=pathlib.Path(__file__).parent, capture_output=True,
                            text=True, check=False).stdout.strip()
    return {"date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), "commit": commit or "unknown",
            "rules": str(version.get("rules_version", "unknown")), "command line": command_line.version(),
            "psm": str(options.psm), "languages": "+".join(sorted(languages)) + (" (not sent)" if options.no_lang else ""),
            "rounds": str(options.rounds), "cores": str(len(os.sched_getaffinity(0))), "kernel": os.uname().release,
            "server memory": f"{server.memory_mib():.0f} MiB", "others busy": f"{others:.0%} of a core"}


def measure(options: argparse.Namespace) -> tuple[dict, dict[str, str]]:
    """The whole run, and the true message of each picture."""
    pictures = truth.load(options.shots, options.limit)
    command_line = readers.CommandLine(options.tesseract, options.psm, options.tessdata)
    program = options.server or readers.built_server()
    with readers.running_server(program, options.server_argument, options.tessdata) as server:
        installed = command_line.languages()
        known = set(server.get("/version").get("tessdata", {})) or installed
        names = [truth.TESSERACT_NAMES.get(picture.language.lower(), "") for picture in pictures]
        has_data = [name in installed & known for name in names]
        languages = [name if has and not options.no_lang else None for name, has in zip(names, has_data)]
        started, busy = time.monotonic(), process_stats.machine_busy_seconds()
        readings = read_all(pictures, languages, server, command_line, options.rounds)
        seconds, busy = time.monotonic() - started, process_stats.machine_busy_seconds() - busy
        used = sum(reading.cost.cpu_seconds for found in readings for side in found.values() for reading in side)
        jobs = truth.evenly(list(zip(pictures, languages)), options.throughput_pictures)
        speeds = throughput.measure(server, command_line, jobs, options.levels, options.throughput_rounds)
        told = facts(options, server, command_line, installed & known, max(0.0, (busy - used) / seconds))
    records = [judging.describe(picture, found[server.name], found[command_line.name], language, has)
               for picture, found, language, has in zip(pictures, readings, languages, has_data)]
    run = {"facts": told, "figures": summary.figures(records, speeds), "throughput": speeds, "pictures": records}
    return run, {picture.name: picture.text for picture in pictures}


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the server is stopped then, too.
    old = json.loads(options.compare.read_text(encoding="utf-8")) if options.compare else None
    run, texts = measure(options)
    if options.json_out:
        options.json_out.write_text(json.dumps(run, indent=1, ensure_ascii=False), encoding="utf-8")
    if options.json:
        print(json.dumps(run, indent=1, ensure_ascii=False))
    else:
        report.print_report(run)
        if old:
            print("\n## Since " + options.compare.name + "\n\n" + report.changes(old, run))
    if options.sheet:
        import sheet
        sheet.draw(report.worst(run["pictures"], 20), texts, options.sheet)
    missed = report.missed_bars(options.bar, run["figures"])
    for text in missed:
        print(f"FAILED: {text}", file=sys.stderr if options.json else sys.stdout)
    return 1 if missed else 0


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        try:
            sys.exit(main())
        except (OSError, subprocess.SubprocessError, json.JSONDecodeError) as error:
            sys.exit(f"error: {error}")
        except KeyboardInterrupt:
            sys.exit(130)
