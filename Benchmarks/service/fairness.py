#!/usr/bin/env python3
"""A victim's scans, alone and beside an attacker that sends dear pictures on a few connections.

The victim sends a new screenshot every second. The attacker, from another address (X-Forwarded-For, from a trusted proxy), sends
pictures full of shapes that look like letters and are none, each new, as fast as they are answered. Prints how many of the
victim's scans were answered with 200 and their p50 and p95; exit code 1 where one wasn't, or the p95 is over --bar times the
quiet one.
"""
import argparse
import pathlib
import random
import statistics
import struct
import sys
import threading
import time
import zlib

import service
import client

VICTIM, ATTACKER = "X-Forwarded-For: 192.0.2.2\r\n", "X-Forwarded-For: 192.0.2.1\r\n"


def dear(width: int = 1080, height: int = 2400) -> bytes:
    rows = [bytearray(b"\xff") * width for _ in range(height)]
    source = random.Random(17)
    for top in range(4, height - 26, 26):
        left = 4
        while left < width - 16:
            letter = source.randint(6, 12)
            for _ in range(5):
                if source.random() < 0.5:
                    row = top + source.randint(0, 15)
                    for line in (row, row + 1):
                        rows[line][left:left + letter] = bytes(letter)
                else:
                    column, first = left + source.randint(0, letter - 2), top + source.randint(0, 8)
                    for row in range(first, first + 9):
                        rows[row][column:column + 2] = bytes(2)
            left += letter + source.choice([3, 3, 3, 10])

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def attack(port: int, picture: bytes, stop: threading.Event, statuses: list[int]) -> None:
    caller = service.Caller(port, timeout=120)
    while not stop.is_set():
        try:
            answer = caller.scan(service.numbered(picture), fields=ATTACKER)
        except (OSError, client.NoAnswer):
            continue
        statuses.append(answer.status)
        if answer.status in service.REFUSALS:
            stop.wait(1)


def measure(port: int, scans: int) -> tuple[list[float], list[int]]:
    caller, pictures = service.Caller(port, timeout=120), list(service.samples().values())
    times, statuses = [], []
    for number in range(scans):
        started = time.monotonic()
        statuses.append(caller.scan(service.numbered(pictures[number % len(pictures)]), fields=VICTIM).status)
        times.append(time.monotonic() - started)
        time.sleep(max(0.0, 1 - times[-1]))
    return times, statuses


def show(name: str, times: list[float], statuses: list[int]) -> float:
    p95 = statistics.quantiles(times, n=20)[18]
    print(f"{name:8} {statuses.count(200):3} of {len(statuses)} answered   p50 {statistics.median(times):6.2f} s   p95 {p95:6.2f} s")
    return p95


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--scans", type=int, default=40, help="of the victim, in each of the two runs")
    parser.add_argument("--connections", type=int, default=4, help="of the attacker")
    parser.add_argument("--bar", type=float, default=3)
    parser.add_argument("arguments", nargs="*", help="for the server, after --")
    options = parser.parse_args()
    server = service.Server(options.server, ["--trusted-proxies", "127.0.0.0/8", *options.arguments])
    server.start()
    stop, theirs, picture = threading.Event(), [], dear()
    try:
        alone = show("alone", *measure(server.port, options.scans))
        threads = [threading.Thread(target=attack, args=(server.port, picture, stop, theirs)) for _ in range(options.connections)]
        for thread in threads:
            thread.start()
        times, statuses = measure(server.port, options.scans)
        beside = show("beside", times, statuses)
    finally:
        stop.set()
        server.kill()
    print("the attacker's answers: " + ", ".join(f"{theirs.count(status)} × {status}" for status in sorted(set(theirs))))
    print(f"ratio of the p95  {beside / alone:.1f} (bar {options.bar:g})")
    return 0 if set(statuses) == {200} and beside <= options.bar * alone else 1


if __name__ == "__main__":
    sys.exit(main())
