#!/usr/bin/env python3
"""Mixed load on a server of its own: scans of new pictures, texts, results by session, at a multiple of what it can do.

First a few clients find out how many operations a second the server manages (its capacity); then --clients clients
send --factor times as many, each at its own pace, and a further one asks GET /health 20 times a second throughout.
Exit code 1: a wrong answer (another verdict than the quiet server's, somebody else's result, a status that is neither
the expected one nor a 429 or 503 with Retry-After), a connection without an answer, /health over its bar, memory
not back or still growing.
"""
import argparse
import collections
import json
import math
import multiprocessing
import pathlib
import random
import shutil
import statistics
import sys
import threading
import time

import service
import client
import good_client
import process_stats

# Operations of a hundred. Results need a database; without one scans and texts take their share.
MIX = {"scan": 40, "again": 5, "text": 25, "latest": 20, "list": 5, "one": 3, "forget": 2}


class Wrong(Exception):
    """An answer that isn't what it must be."""


class Expected:
    """What the quiet server says."""

    def __init__(self, port: int) -> None:
        caller = service.Caller(port)
        self.pictures = service.samples()
        self.of_picture = {name: service.verdict(self.answered(caller.scan(png))) for name, png in self.pictures.items()}
        self.of_text = {text: service.verdict(self.answered(caller.analyze(text))) for text in service.TEXTS}
        self.keeps_results = self.probe(caller)
        caller.drop()

    @staticmethod
    def answered(answer: client.Answer) -> client.Answer:
        if answer.status != 200:
            raise SystemExit(f"FAILED: the quiet server answers {answer.status}: {answer.body[:300]!r}")
        return answer

    @staticmethod
    def probe(caller: service.Caller) -> bool:
        session = service.new_session()
        caller.analyze(service.TEXTS[0], session)
        return caller.call("GET", f"/results/latest?session_id={session}").status == 200


class Tally:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.done: collections.Counter[str] = collections.Counter()
        self.refused: collections.Counter[str] = collections.Counter()
        self.wrong: collections.Counter[str] = collections.Counter()
        self.hung = 0
        self.seconds: dict[str, list[float]] = collections.defaultdict(list)

    def add(self, kind: str, seconds: float, refusal: str | None) -> None:
        with self.lock:
            if refusal:
                self.refused[f"{kind} {refusal}"] += 1
                kind = f"{kind} refused"
            else:
                self.done[kind] += 1
            self.seconds[kind].append(seconds)

    def fault(self, kind: str, error: Exception) -> None:
        with self.lock:
            self.hung += isinstance(error, TimeoutError)
            self.wrong[kind] += 1
            if self.wrong.total() <= 20:
                print(f"WRONG, {kind}: {type(error).__name__}: {error}", flush=True)


class User:
    """One client: its connection, its session, and what it was told so far."""

    def __init__(self, port: int, expected: Expected, seed: int, timeout: float) -> None:
        self.caller, self.expected = service.Caller(port, timeout), expected
        self.random = random.Random(seed)
        self.start_over()

    def start_over(self) -> None:
        """After a fault nobody knows what was stored."""
        self.caller.drop()
        self.session, self.scans = service.new_session(), []

    def refusal(self, answer: client.Answer) -> str | None:
        if answer.status not in service.REFUSALS:
            return None
        if not answer.fields.get("retry-after", "").isdigit():
            raise Wrong(f"{answer.status} without Retry-After: {answer.body[:200]!r}")
        return f"{answer.status} {json.loads(answer.body)['type'].rpartition(':')[2]}"

    def judged(self, answer: client.Answer, expected: dict[str, object]) -> str | None:
        if refusal := self.refusal(answer):
            return refusal
        if answer.status != 200:
            raise Wrong(f"{answer.status}: {answer.body[:200]!r}")
        if (found := service.verdict(answer)) != expected:
            raise Wrong(f"{found} instead of {expected}")
        body = json.loads(answer.body)
        if self.expected.keeps_results and body.get("stored") is not False:
            self.scans.append(body["scan_id"])
        return None

    def scan(self) -> str | None:
        name = self.random.choice(list(self.expected.pictures))
        png = service.numbered(self.expected.pictures[name])
        return self.judged(self.caller.scan(png, self.session), self.expected.of_picture[name])

    def again(self) -> str | None:
        """A picture that others send as well."""
        name = self.random.choice(list(self.expected.pictures))
        return self.judged(
            self.caller.scan(self.expected.pictures[name], self.session), self.expected.of_picture[name])

    def text(self) -> str | None:
        text = self.random.choice(service.TEXTS)
        return self.judged(self.caller.analyze(text, self.session), self.expected.of_text[text])

    def latest(self) -> str | None:
        answer = self.caller.call("GET", f"/results/latest?session_id={self.session}")
        if refusal := self.refusal(answer):
            return refusal
        found = json.loads(answer.body).get("scan_id") if answer.status == 200 else None
        if answer.status not in (200, 404) or found != (self.scans[-1] if self.scans else None):
            raise Wrong(f"{answer.status} with {found}, the last of {len(self.scans)} was {self.scans[-1:]}")
        return None

    def list(self) -> str | None:
        answer = self.caller.call("GET", f"/results?session_id={self.session}&limit=5")
        if refusal := self.refusal(answer):
            return refusal
        found = [one["scan_id"] for one in json.loads(answer.body)["results"]] if answer.status == 200 else []
        if answer.status not in (200, 404) or found != self.scans[-5:][::-1]:
            raise Wrong(f"{answer.status} with {found}, expected {self.scans[-5:][::-1]}")
        return None

    def one(self) -> str | None:
        if not self.scans:
            return self.latest()
        scan = self.random.choice(self.scans)
        answer = self.caller.call("GET", f"/results/{scan}")
        if refusal := self.refusal(answer):
            return refusal
        if answer.status != 200 or json.loads(answer.body)["scan_id"] != scan:
            raise Wrong(f"{answer.status} for an acknowledged result: {answer.body[:200]!r}")
        return None

    def forget(self) -> str | None:
        answer = self.caller.call("DELETE", f"/sessions/{self.session}")
        if refusal := self.refusal(answer):
            return refusal
        if answer.status not in (200, 404):
            raise Wrong(f"{answer.status} for a deletion: {answer.body[:200]!r}")
        self.scans = []
        return None


def work(user: User, kinds: dict[str, int], interval: float, end: float, tally: Tally) -> None:
    """At one's own pace, evenly spread; with an interval of 0 as fast as answers come."""
    due = time.monotonic() + user.random.random() * interval
    while (now := time.monotonic()) < end:
        if due > now:
            time.sleep(min(due, end) - now)
        due = max(due + interval, time.monotonic() - 1)  # What it was late for is caught up for a second at most.
        kind = user.random.choices(list(kinds), kinds.values())[0]
        started = time.monotonic()
        try:
            refusal = getattr(user, kind)()
            tally.add(kind, time.monotonic() - started, refusal)
        except (Wrong, OSError, client.NoAnswer, client.BadAnswer, ValueError, KeyError) as error:
            tally.fault(kind, error)
            user.start_over()
    user.caller.drop()


def run(users: list[User], kinds: dict[str, int], rate: float, seconds: float) -> tuple[Tally, float]:
    tally, started = Tally(), time.monotonic()
    interval = len(users) / rate if rate else 0
    threads = [threading.Thread(target=work, args=(user, kinds, interval, started + seconds, tally)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally, time.monotonic() - started


class Health:
    """A client in a process of its own."""

    def __init__(self, port: int, rate: float) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=good_client.run, args=("127.0.0.1", port, rate, theirs, self.pipe), daemon=True)
        self.process.start()
        theirs.close()

    def stop(self) -> list[good_client.Sample]:
        self.pipe.send("stop")
        samples = self.pipe.recv()
        self.process.join()
        return samples


class Memory(threading.Thread):
    """The memory of server and workers, every second."""

    def __init__(self, server: service.Server) -> None:
        super().__init__(daemon=True)
        self.server, self.readings, self.ended = server, [], threading.Event()
        self.start()

    def run(self) -> None:
        caller = service.Caller(self.server.port)
        while not self.ended.wait(1):
            self.readings.append(memory(self.server, caller))
        caller.drop()

    def stop(self) -> list[tuple[float, float, float]]:
        self.ended.set()
        self.join()
        return self.readings


def memory(server: service.Server, caller: service.Caller) -> tuple[float, float, float]:
    """MiB of the server's process, of it with its workers, both without what the cache of readings says that it holds (it
    is meant to fill, up to cache_mib), and of the cache."""
    lines = caller.call("GET", "/metrics").body.decode().splitlines()
    cache = sum(float(line.split()[1]) for line in lines if line.startswith("typesafe_cache_bytes ")) / 2**20
    return (process_stats.read_one(server.pid).rss_mib - cache, process_stats.read(server.pid).rss_mib - cache, cache)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--factor", type=float, default=2, help="times the capacity")
    parser.add_argument("--timeout", type=float, default=30, help="seconds until a connection counts as hung")
    parser.add_argument("--calibration", type=float, default=20, help="seconds")
    parser.add_argument("--health-p99", type=float, default=50, help="milliseconds")
    parser.add_argument("--max-growth", type=float, default=15, help="percent, before to after, and over the second half")
    parser.add_argument("--no-database", action="store_true")
    parser.add_argument("arguments", nargs="*", help="for the server, behind --")
    return parser.parse_args()


def times(values: list[float]) -> str:
    return " ".join(f"p{share} {client.percentile(values, share) * 1000:.0f} ms" for share in (50, 95, 99)) if values else ""


def main() -> int:
    options = arguments()
    server = service.Server(options.server, options.arguments)
    if not options.no_database:
        server.arguments = ["--database", str(server.folder / "typesafe.db"), *server.arguments]
    print(f"ready after {server.start():.2f} s")
    failed: list[str] = []
    try:
        expected = Expected(server.port)
        kinds = MIX if expected.keeps_results else {kind: MIX[kind] for kind in ("scan", "again", "text")}
        print("results are " + ("kept" if expected.keeps_results else "not kept: scans and texts only"))
        quiet, took = run([User(server.port, expected, seed, options.timeout) for seed in range(4)], kinds, 0, options.calibration)
        capacity = quiet.done.total() / took
        watching = service.Caller(server.port)
        before = memory(server, watching)
        rate = capacity * options.factor
        print(f"capacity {capacity:.1f} operations/s, {quiet.done['scan'] / took:.1f} scans/s; now {rate:.1f}/s by "
              f"{options.clients} clients for {options.minutes:g} minutes; server {before[0]:.0f} MiB, with workers {before[1]:.0f}")
        stats, watcher, health = process_stats.read(server.pid), Memory(server), Health(server.port, 20)
        tally, took = run([User(server.port, expected, 1000 + seed, options.timeout) for seed in range(options.clients)],
                          kinds, rate, options.minutes * 60)
        probes, readings = health.stop(), watcher.stop()
        time.sleep(10)  # For the workers' last pictures and closed connections.
        after, left = memory(server, watching), process_stats.read(server.pid)
        failed = judge(options, tally, quiet, probes, readings, before, after, left.fds - stats.fds)
        show(tally, took, probes, readings, before, after, left.cpu_seconds - stats.cpu_seconds)
    finally:
        status, seconds = server.stop()
        print(f"stopped with {status} in {seconds:.1f} s")
        shutil.rmtree(server.folder, ignore_errors=True)
    for text in failed:
        print(f"FAILED: {text}")
    print("FAILED" if failed else "passed")
    return 1 if failed else 0


def show(tally, took, probes, readings, before, after, cpu) -> None:
    for kind in sorted(set(tally.seconds)):
        values = tally.seconds[kind]
        print(f"  {kind:15} {len(values):7}  {times(values)}")
    print("  refused: " + (", ".join(f"{count} {kind}" for kind, count in tally.refused.most_common()) or "nothing"))
    print(f"  {tally.done.total() / took:.1f} answered/s, {tally.refused.total() / took:.1f} refused/s, {cpu:.0f} s of CPU")
    good = [probe.seconds for probe in probes if not probe.failure]
    print(f"  /health {len(probes)} times: {times(good)} longest {max(good, default=math.nan) * 1000:.0f} ms")
    quarter = max(1, len(readings) // 4)
    for name, index in (("server", 0), ("with workers", 1), ("cache", 2)):
        row = " ".join(f"{statistics.median(r[index] for r in readings[q * quarter:(q + 1) * quarter]):.0f}" for q in range(4))
        print(f"  MiB, {name}: {before[index]:.0f} before, quarters {row}, {after[index]:.0f} after")


def judge(options, tally, quiet, probes, readings, before, after, fds) -> list[str]:
    """Each bar that was missed; NaN misses as well."""
    failed = [f"{count} wrong answers to {kind}" for kind, count in (tally.wrong + quiet.wrong).items()]
    if tally.hung:
        failed.append(f"{tally.hung} hung connections")
    if lost := [probe.failure for probe in probes if probe.failure]:
        failed.append(f"{len(lost)} of /health failed: {lost[0]}")
    p99 = client.percentile([probe.seconds for probe in probes if not probe.failure], 99) * 1000
    if not p99 <= options.health_p99:
        failed.append(f"/health p99 {p99:.1f} ms")
    quarter = max(1, len(readings) // 4)
    for name, index in (("server", 0), ("server and workers", 1)):
        third, last = (statistics.median(r[index] for r in readings[q * quarter:(q + 1) * quarter]) for q in (2, 3))
        if not last <= third * (1 + options.max_growth / 300):
            failed.append(f"memory of {name} grew over the second half, {third:.0f} to {last:.0f} MiB")
        if not after[index] <= before[index] * (1 + options.max_growth / 100):
            failed.append(f"memory of {name} isn't back, {before[index]:.0f} to {after[index]:.0f} MiB")
    if fds > 8:
        failed.append(f"{fds} descriptors more than before")
    if not tally.refused:
        failed.append("nothing was refused: this was no overload")
    return failed


if __name__ == "__main__":
    sys.exit(main())
