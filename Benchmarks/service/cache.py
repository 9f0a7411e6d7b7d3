#!/usr/bin/env python3
"""What a scan costs the first time and when the same picture comes again, over HTTP, one client on a kept connection.

Each round takes a picture that the server doesn't know (another text chunk in the same PNG), sends it once and then again. Prints the
medians and their ratio; exit code 1 below --bar.
"""
import argparse
import binascii
import http.client
import json
import os
import pathlib
import re
import signal
import statistics
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def numbered(png: bytes, number: int) -> bytes:
    body = b"tEXtnumber\0" + f"{os.getpid()}-{number}".encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", binascii.crc32(body))
    return png[:-12] + chunk + png[-12:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=ROOT / ".build/release/typesafe-server")
    parser.add_argument("--rounds", type=int, default=5, help="for each of the samples")
    parser.add_argument("--again", type=int, default=5, help="how often a picture comes again")
    parser.add_argument("--bar", type=float, default=50, help="the ratio that is wanted")
    options = parser.parse_args()
    server = subprocess.Popen([options.server, "--port", "0", "--log-level", "notice"], stderr=subprocess.PIPE, text=True)
    try:
        port = 0
        for line in server.stderr:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            port = int(found[1]) if found else port
            if "ready" in line:
                break
        first, again = measure(port, options)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    ratio = statistics.median(first) / statistics.median(again)
    for name, times in (("first", first), ("again", again)):
        quantiles = statistics.quantiles(times, n=20)
        print(f"{name}  median {statistics.median(times) * 1e3:8.2f} ms   p95 {quantiles[18] * 1e3:8.2f} ms   of {len(times)}")
    print(f"ratio  {ratio:.0f} (bar {options.bar:.0f})")
    return 0 if ratio >= options.bar else 1


def measure(port: int, options: argparse.Namespace) -> tuple[list[float], list[float]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    samples = sorted((ROOT / "Resources/samples").glob("*.png"))
    first, again = [], []
    for number in range(options.rounds * len(samples)):
        picture = numbered(samples[number % len(samples)].read_bytes(), number)
        answers = []
        for turn in range(1 + options.again):
            started = time.perf_counter()
            connection.request("POST", "/scan-image", picture, {"Content-Type": "image/png"})
            response = connection.getresponse()
            body = response.read()
            (again if turn else first).append(time.perf_counter() - started)
            if response.status != 200:
                sys.exit(f"{response.status}: {body[:200]!r}")
            answers.append(json.loads(body))
        if answers[0].get("cached") or not all(answer.get("cached") for answer in answers[1:]):
            sys.exit("not cached as it should be")
        if len({json.dumps(answer["findings"]) for answer in answers}) != 1:
            sys.exit("answers differ")
    return first, again


if __name__ == "__main__":
    sys.exit(main())
