#!/usr/bin/env python3
"""Hours of mixed traffic, good and bad, every answer checked, with the server's resources watched.

Workers draw their operations from soak_operations.py at a common pace. Prints a line every --report seconds and at
the end the medians of the time's quarters. A server that leaks grows from quarter to quarter; one that warms up
doesn't after the first. A run of few minutes proves little: its quarters are too short.
Exit code 1: any wrong answer, a dead server, more descriptors or threads in the last quarter than in the first
(beyond the tolerances), descriptors left over after all clients went, or resident memory in the last quarter above
that of the second by more than --max-rss-growth percent.
"""
import argparse
import collections
import dataclasses
import math
import random
import signal
import statistics
import sys
import threading
import time

import client
import process_stats
import soak_operations

STALL_SECONDS = 60
MAX_EXAMPLES = 50


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--pid", type=int, required=True, help="the server's process; its children are counted in")
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--seed", type=int, default=1, help="of the operations each worker draws")
    parser.add_argument("--rate", type=float, default=400, help="operations a second, all workers together")
    parser.add_argument("--workers", type=int, default=32)
    parser.add_argument("--report", type=float, default=30, help="seconds between lines")
    parser.add_argument("--timeout", type=float, default=30, help="seconds until a missing answer is a wrong one")
    parser.add_argument("--skip", action="append", default=[], choices=list(soak_operations.OPERATIONS),
                        help="an operation to leave out, for a server that can't do it")
    parser.add_argument("--fd-tolerance", type=float, default=16)
    parser.add_argument("--thread-tolerance", type=float, default=4)
    parser.add_argument("--max-rss-growth", type=float, default=15, help="percent, second to last quarter")
    return parser.parse_args()


class Tally:
    """What all workers did."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.done: collections.Counter[str] = collections.Counter()
        self.wrong: collections.Counter[str] = collections.Counter()
        self.notes: collections.Counter[str] = collections.Counter()
        self.started = time.monotonic()

    def add(self, kind: str, problem: str | None) -> None:
        with self.lock:
            self.done[kind] += 1
            if problem is None:
                return
            self.wrong[kind] += 1
            if self.wrong.total() <= MAX_EXAMPLES:
                print(f"WRONG after {time.monotonic() - self.started:.1f} s, {kind}: {problem}", flush=True)

    def wrong_answers(self) -> int:
        with self.lock:
            return self.wrong.total()

    def note(self, what: str) -> None:
        """Something that a server may do, but that shouldn't be frequent."""
        with self.lock:
            self.notes[what] += 1


class Pacer:
    """Gives each operation its turn, evenly, whichever worker does it."""

    def __init__(self, rate: float, end: float) -> None:
        self.lock, self.step, self.end, self.next = threading.Lock(), 1 / rate, end, time.monotonic()
        self.stopped = threading.Event()

    def wait(self) -> bool:
        """Waits for the next turn; False when there is none any more."""
        with self.lock:
            now = time.monotonic()
            turn = max(self.next, now - 1)  # What a stall cost is caught up for one second at most.
            self.next = turn + self.step
        if turn >= self.end:
            return False
        return not self.stopped.wait(max(0.0, turn - now))


def work(kinds: list[str], user: soak_operations.User, pacer: Pacer, tally: Tally) -> None:
    weights = [soak_operations.OPERATIONS[kind][0] for kind in kinds]
    while pacer.wait():
        kind = user.random.choices(kinds, weights)[0]
        problem = None
        try:
            soak_operations.OPERATIONS[kind][1](user)
        except (soak_operations.Wrong, client.NoAnswer, client.BadAnswer, OSError, ValueError) as error:
            problem = f"{type(error).__name__}: {error}"
            user.drop()
        except Exception as error:  # Not to be blamed on the server, but a worker must not vanish unseen.
            problem = f"fault of soak.py itself: {error!r}"
            user.drop()
        tally.add(kind, problem)
    user.drop()


@dataclasses.dataclass(frozen=True)
class Reading:
    elapsed: float
    wrong: int
    stats: process_stats.ProcessStats


def line(reading: Reading, tally: Tally) -> str:
    with tally.lock:
        kinds = " ".join(f"{kind}={count}" for kind, count in sorted(tally.done.items()))
        notes = " ".join(f"{what}={count}" for what, count in sorted(tally.notes.items()))
        total = tally.done.total()
    return (f"{reading.elapsed:7.0f} s  {total} operations, {reading.wrong} wrong, RSS {reading.stats.rss_mib:.1f} MiB, "
            f"fds {reading.stats.fds}, threads {reading.stats.threads}, CPU {reading.stats.cpu_seconds:.1f} s | {kinds}"
            + (f" | {notes}" if notes else ""))


def watch(options: argparse.Namespace, tally: Tally, end: float) -> list[Reading]:
    """Reads the server's state every second until the end; ProcessLookupError when the server is gone."""
    readings: list[Reading] = []
    next_line = tally.started + options.report
    while (now := time.monotonic()) < end:
        readings.append(Reading(now - tally.started, tally.wrong_answers(), process_stats.read(options.pid)))
        if now >= next_line:
            next_line += options.report
            print(line(readings[-1], tally), flush=True)
        time.sleep(min(1.0, max(0.0, end - now)))
    return readings


def quarters(readings: list[Reading], seconds: float) -> list[dict[str, float]]:
    """Medians of each quarter of the time; NaN where there is no reading."""
    result, before = [], 0
    for index in range(4):
        mine = [r for r in readings if seconds * index / 4 <= r.elapsed < seconds * (index + 1) / 4]
        row = {name: statistics.median(value(r.stats) for r in mine) if mine else math.nan for name, value in (
            ("RSS MiB", lambda s: s.rss_mib), ("fds", lambda s: s.fds), ("threads", lambda s: s.threads))}
        wrong = max((r.wrong for r in mine), default=before)
        result.append(row | {"wrong": wrong - before})
        before = wrong
    return result


def judge(options: argparse.Namespace, rows: list[dict[str, float]], tally: Tally, left_fds: int) -> list[str]:
    """Each bar that was missed. Written so that NaN, of too short a run, misses as well."""
    failed = [f"{count} wrong answers to {kind}" for kind, count in tally.wrong.items()]
    for name, tolerance in (("fds", options.fd_tolerance), ("threads", options.thread_tolerance)):
        if not rows[3][name] <= rows[0][name] + tolerance:
            failed.append(f"{name} grew from {rows[0][name]:g} to {rows[3][name]:g}")
    if not rows[3]["RSS MiB"] <= rows[1]["RSS MiB"] * (1 + options.max_rss_growth / 100):
        failed.append(f"RSS grew from {rows[1]['RSS MiB']:.1f} to {rows[3]['RSS MiB']:.1f} MiB, second to last quarter")
    if left_fds > options.fd_tolerance:
        failed.append(f"{left_fds} descriptors are left over after all clients went")
    return failed


def settled(pid: int, fds: int) -> process_stats.ProcessStats:
    """The server once it noticed that all clients left, or after half a minute."""
    end = time.monotonic() + 30
    while (stats := process_stats.read(pid)).fds > fds and time.monotonic() < end:
        time.sleep(0.5)
    return stats


def run(options: argparse.Namespace, tally: Tally) -> list[Reading]:
    kinds = [kind for kind in soak_operations.OPERATIONS if kind not in options.skip]
    target = soak_operations.Target(options.host, options.port, options.timeout)
    end = tally.started + options.seconds
    pacer = Pacer(options.rate, end)
    workers = []
    for index in range(options.workers):
        user = soak_operations.User(target, random.Random(options.seed * 1_000_003 + index), tally.note)
        workers.append(threading.Thread(target=work, args=(kinds, user, pacer, tally), daemon=True))
        workers[-1].start()
    try:
        readings = watch(options, tally, end)
        deadline = time.monotonic() + STALL_SECONDS + options.timeout
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                tally.add("end", "an operation didn't come to its end")
                break
    finally:
        pacer.stopped.set()
    return readings


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    client.allow_descriptors(options.workers * 4 + 64)
    before = process_stats.read(options.pid)
    tally = Tally()
    readings = run(options, tally)
    after = settled(options.pid, before.fds)
    final = Reading(time.monotonic() - tally.started, tally.wrong_answers(), after)
    print(line(final, tally))
    print(f"clients gone: RSS {before.rss_mib:.1f} → {after.rss_mib:.1f} MiB, fds {before.fds} → {after.fds}, "
          f"threads {before.threads} → {after.threads}; this tool used {time.process_time():.1f} s of CPU")
    rows = quarters(readings, options.seconds)
    for index, row in enumerate(rows, 1):
        print(f"quarter {index}: " + ", ".join(f"{name} {value:.1f}" for name, value in row.items()))
    failed = judge(options, rows, tally, after.fds - before.fds)
    for text in failed:
        print(f"FAILED: {text}")
    print("FAILED" if failed else "passed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ProcessLookupError, OSError) as error:
        sys.exit(f"FAILED: {error}")
