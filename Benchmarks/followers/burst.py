#!/usr/bin/env python3
"""Tells 10,000 followers of scans: how soon one after another, in order in a burst of 1,000, and after SIGKILL in the middle of it.

Each session has four followers: a Live Activity and a notification by an APNs of this machine, an ntfy topic and a browser. Each scan has
a session of its own, and is of a scam, so that all four are told of its verdict. Exit code 1: an end was lost, or a push came out of order.
"""
import argparse
import collections
import itertools
import json
import pathlib
import random
import shutil
import statistics
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "service"))
import carriers  # noqa: E402
import service  # noqa: E402
import client  # noqa: E402  (service knows where it lies)

PICTURE = service.SAMPLES / "scam-parcel-imessage-light.png"
ASYNC = "Prefer: respond-async\r\n"


class Fleet:
    def __init__(self, options: argparse.Namespace) -> None:
        self.server = service.Server(options.server, [])
        self.carriers = carriers.Carriers(self.server.folder, options.server)
        self.server.arguments = ["--database", str(self.server.folder / "typesafe.db"), *self.carriers.arguments,
                                 *self.server.limits(jobs=2 * options.scans), *options.arguments]
        self.server.start()
        self.sessions = [service.new_session() for _ in range(options.followers // len(carriers.CARRIERS))]
        self.next = itertools.count()

    def register(self) -> float:
        """Returns the seconds that it took."""
        started, numbers = time.monotonic(), iter(range(len(self.sessions)))
        in_threads(8, lambda: self._register(numbers))
        return time.monotonic() - started

    def _register(self, numbers: "itertools.Iterator[int]") -> None:
        caller = service.Caller(self.server.port)
        for number in numbers:
            for carrier in carriers.CARRIERS:
                body = json.dumps(self.carriers.registration(carrier, number)).encode()
                answer = caller.call("POST", f"/sessions/{self.sessions[number]}/followers", body,
                                     "Content-Type: application/json\r\n")
                if answer.status != 201:
                    raise SystemExit(f"FAILED: a follower: {answer.status} {answer.body[:300]!r}")

    def told(self, sessions: "set[int]") -> dict[int, list[carriers.Message]]:
        """Messages by session, each carrier's in the order in which they came."""
        told = collections.defaultdict(list)
        for message in self.carriers.messages():
            if message.session in sessions:
                told[message.session].append(message)
        return told


def in_threads(count: int, work) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def until(condition, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def p95(values: list[float]) -> str:
    ordered = sorted(values)
    return (f"p50 {statistics.median(ordered):.3f} s, p95 {ordered[int(len(ordered) * .95)]:.3f} s, "
            f"longest {ordered[-1]:.3f} s of {len(ordered)}")


def ended(connection: client.Connection, place: str) -> float:
    """When the scan's stream of events told of its verdict."""
    connection.send(client.request("GET", place + "/events", "", b""))
    received = b""
    while b'"state":"done"' not in received:
        data = connection.socket.recv(65_536)
        if not data or b'"state":"failed"' in received:
            raise SystemExit(f"FAILED: {received[-300:]!r}")
        received = received[-4096:] + data
    return time.monotonic()


def one_by_one(fleet: Fleet, scans: int, wrong: list[str]) -> None:
    """Each picture is new, so that it is read."""
    caller, picture = service.Caller(fleet.server.port), PICTURE.read_bytes()
    times: dict[int, tuple[float, float]] = {}
    for _ in range(scans):
        number = next(fleet.next)
        sent = time.monotonic()
        answer = caller.scan(service.numbered(picture), fleet.sessions[number], ASYNC)
        times[number] = (sent, ended(client.Connection("127.0.0.1", fleet.server.port, 30), answer.fields["location"]))
        if not until(lambda: ends(fleet.told({number})[number]) >= set(carriers.CARRIERS), 10):
            wrong.append(f"session {number}: not told within ten seconds")
    told = fleet.told(set(times))
    starts = [min(message.at for message in messages) - times[number][0] for number, messages in told.items()]
    print(f"one scan at a time: sent to its first push {p95(starts)}", flush=True)
    for carrier in carriers.CARRIERS:
        last = [message.at - times[number][1] for number, messages in told.items() for message in messages
                if message.step == 101 and message.carrier == carrier]
        print(f"  the last event to the push of the end by {carrier}: {p95(last)}", flush=True)


def ends(messages: list[carriers.Message]) -> set[str]:
    return {message.carrier for message in messages if message.step == 101}


class Burst:
    """As many scans as fast as the server takes them, with kills in between."""

    def __init__(self, fleet: Fleet, scans: int, kills: int, chance: random.Random) -> None:
        self.fleet, self.scans, self.chance = fleet, scans, chance
        self.lock = threading.Lock()
        self.accepted: dict[int, float] = {}
        self.unsure: set[int] = set()
        self.kill_at = sorted(chance.sample(range(scans // 10, scans), kills))
        self.killing = threading.Lock()

    def run(self) -> None:
        in_threads(16, self._send)

    def _send(self) -> None:
        caller, picture, number = service.Caller(self.fleet.server.port), PICTURE.read_bytes(), None
        while True:
            with self.lock:
                if len(self.accepted) >= self.scans:
                    return
                kills = bool(self.kill_at) and len(self.accepted) >= self.kill_at[0]
                if kills:
                    self.kill_at.pop(0)
                number = next(self.fleet.next) if number is None else number
            if kills:
                time.sleep(self.chance.uniform(0, .5))
                self.fleet.server.kill()
                self.fleet.server.start()
            try:
                answer = caller.scan(picture, self.fleet.sessions[number], ASYNC)
            except (OSError, client.NoAnswer, client.BadAnswer) as error:
                caller.drop()
                time.sleep(.05)
                if not isinstance(error, ConnectionRefusedError):
                    with self.lock:
                        self.unsure.add(number)
                    number = None
                continue
            if answer.status in service.REFUSALS:
                time.sleep(.1)
                continue
            if answer.status != 202:
                raise SystemExit(f"FAILED: {answer.status} {answer.body[:300]!r}")
            with self.lock:
                self.accepted[number] = time.monotonic()
            number = None

    def wait(self, seconds: float) -> None:
        """Until whoever follows progress was told of all ends, and browsers and notifications of all verdicts."""
        until(lambda: not self.missing(), seconds)

    def missing(self) -> list[str]:
        told = self.fleet.told(set(self.accepted))
        return [f"session {number}: no end by {carrier}" for number in self.accepted
                for carrier in self.wanted(told[number]) - ends(told[number])]

    @staticmethod
    def wanted(messages: list[carriers.Message]) -> set[str]:
        """A scan that a kill cut off has no verdict of which an alert could tell."""
        cut = any(message.step == 101 and not message.is_verdict for message in messages)
        return {"live_activity", "ntfy"} if cut else set(carriers.CARRIERS)

    def disorder(self) -> "tuple[list[str], int]":
        """Pushes out of order, and the number of those that came twice."""
        wrong, twice = [], 0
        for number, messages in self.fleet.told(set(self.accepted) | self.unsure).items():
            for carrier in carriers.CARRIERS:
                steps = [message.step for message in messages if message.carrier == carrier]
                if steps != sorted(steps):
                    wrong.append(f"session {number} by {carrier}: {steps}")
                twice += len(steps) - len(set(steps))
        return wrong, twice


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--followers", type=int, default=10_000)
    parser.add_argument("--single", type=int, default=60, help="scans one after another")
    parser.add_argument("--scans", type=int, default=1_000, help="scans of a burst")
    parser.add_argument("--kills", type=int, default=3, help="of a second burst")
    parser.add_argument("--drain", type=float, default=180, help="seconds that the pushes of a burst get")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("arguments", nargs="*", help="for the server, behind --")
    return parser.parse_args()


def burst(fleet: Fleet, options: argparse.Namespace, kills: int, wrong: list[str]) -> None:
    before, opened = time.monotonic(), fleet.carriers.connections()
    run = Burst(fleet, options.scans, kills, random.Random(options.seed))
    run.run()
    accepted = time.monotonic() - before
    run.wait(options.drain)
    missing, (disorder, twice) = run.missing(), run.disorder()
    told = fleet.told(set(run.accepted))
    last = max(message.at for messages in told.values() for message in messages) - before
    starts = [min(message.at for message in messages) - run.accepted[number] for number, messages in told.items()]
    cut = sum("web_push" not in run.wanted(messages) for messages in told.values())
    print(f"burst with {kills} kills: {len(run.accepted)} accepted within {accepted:.1f} s, {cut} cut off; "
          f"{sum(map(len, told.values()))} pushes within {last:.1f} s, {twice} twice; accepted to the first push {p95(starts)}; "
          f"{len(missing)} ends lost, {len(disorder)} out of order; "
          f"{fleet.carriers.connections() - opened} connections to APNs opened", flush=True)
    wrong += missing + disorder
    if len(run.accepted) < options.scans:
        wrong.append(f"{len(run.accepted)} of {options.scans} scans accepted")


def main() -> int:
    options, wrong = arguments(), []
    fleet = Fleet(options)
    try:
        print(f"{options.followers} followers registered within {fleet.register():.0f} s", flush=True)
        one_by_one(fleet, options.single, wrong)
        for kills in (0, options.kills):
            burst(fleet, options, kills, wrong)
        if refusals := fleet.carriers.refusals():
            wrong.append(f"APNs refused: {dict(refusals)}")
    finally:
        fleet.server.stop()
        fleet.carriers.stop()
        shutil.rmtree(fleet.server.folder, ignore_errors=True)
    for text in wrong[:20]:
        print(f"FAILED: {text}")
    print(f"FAILED, {len(wrong)} times" if wrong else "passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
