#!/usr/bin/env python3
"""Kills and cuts off anything but Redis at random under load, and asks after the end of each scan that was accepted.

Starts a Redis, fronts and workers as processes of its own, on this machine or (--namespaces) on hosts of their own whose links can be
cut. Clients send asynchronous scans of new pictures, with a session whose webhook leads to a receiver of this program's and with an
idempotency key, under which they ask again where a front gave no answer. Every scan that was answered with 202 must end, in one outcome
that every front tells, with one last event; every verdict to be told must come to the receiver.

Exit code 1: something accepted was lost or had two outcomes, a webhook was lost, or more were told twice than there were kills.
77: --namespaces isn't allowed here.
"""
import argparse
import collections
import dataclasses
import json
import sys
import threading
import time
import uuid

from fleet import Callers, Fleet, parser, service
import client
import receiver as webhooks
from unrest import Unrest

ENDS = ("done", "failed")


@dataclasses.dataclass
class Scan:
    """One that was accepted."""

    place: str
    session: str
    picture: str
    sent: float
    end: str = ""  # Its outcome, once it was seen.
    seen: float = 0
    risk: str = ""
    stored: bool = False
    one: bool = False  # Every front told the same end, and so did its events.


class Run:
    """What clients were told, since the beginning."""

    def __init__(self, options: argparse.Namespace, fleet: Fleet, sessions: list[str]) -> None:
        self.options, self.fleet, self.sessions = options, fleet, sessions
        self.pictures = service.samples()
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.scans, self.waiting = list[Scan](), collections.deque[Scan]()
        self.counts: collections.Counter[str] = collections.Counter()
        self.wrong: list[str] = []
        self.began = self.due = time.monotonic()

    def fault(self, text: str) -> None:
        with self.lock:
            self.wrong.append(text)

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    # Sending

    def send_all(self, number: int) -> None:
        """A client's life."""
        callers = Callers(self.fleet, self.options.seed * 1000 + number, fields=f"X-Forwarded-For: 192.0.2.{number % 4 + 1}\r\n")
        while True:
            with self.lock:
                self.due = due = max(self.due + 1 / self.options.rate, time.monotonic() - 1)
            if self.stop.wait(max(0.0, due - time.monotonic())):
                return
            self.send(callers)

    def send(self, callers: Callers) -> None:
        name = callers.chance.choice(list(self.pictures))
        png = self.pictures[name] if callers.chance.random() < self.options.again else service.numbered(self.pictures[name])
        session, fields = callers.chance.choice(self.sessions), f"Prefer: respond-async\r\nIdempotency-Key: {uuid.uuid4()}\r\n"
        sent = time.monotonic()
        for attempt in range(10):
            caller = callers.any()
            try:
                answer = caller.scan(png, session, fields)
            except (OSError, client.NoAnswer, client.BadAnswer):
                caller.drop()
                self.count("no answer, asked again")
                if self.stop.wait(0.1):
                    return
                continue
            break
        else:
            return self.count("given up")
        if answer.status == 202:
            scan = Scan(answer.fields["location"], session, name, sent)
            with self.lock:
                self.scans.append(scan)
                self.waiting.append(scan)
        elif answer.status in service.REFUSALS:
            self.count(f"refused, {problem(json.loads(answer.body))}")
            if "retry-after" not in answer.fields:
                self.fault(f"a refusal without Retry-After: {answer.body[:150]!r}")
        else:
            self.fault(f"a scan got {answer.status} {answer.body[:150]!r}")

    # Following

    def follow_all(self, number: int) -> None:
        callers = Callers(self.fleet, self.options.seed * 2000 + number)
        while not self.stop.is_set() or self.waiting:
            try:
                scan = self.waiting.popleft()
            except IndexError:
                time.sleep(0.05)
                continue
            if not self.ended(callers, scan):
                self.waiting.append(scan)
                time.sleep(0.02)
            if self.stop.is_set() and time.monotonic() > self.due + self.options.drain:
                return

    def ended(self, callers: Callers, scan: Scan) -> bool:
        answer = callers.try_all("GET", scan.place)
        if answer is None or answer.status in service.REFUSALS:
            return False
        if answer.status != 200:
            self.count(f"state asked: {answer.status}")
            return False
        state = json.loads(answer.body)
        if state["state"] not in ENDS:
            return False
        scan.seen, scan.end = time.monotonic(), outcome(state)
        if state["state"] == "done":
            scan.risk, scan.stored = state["result"]["risk_level"], state["result"].get("stored", False)
        return True

    # At the end

    def audit(self, callers: Callers, scan: Scan) -> None:
        """Every front tells the same end, and its events have one."""
        faults = []
        for caller in callers.callers:
            answer = steady(caller, scan.place)
            told = outcome(json.loads(answer.body)) if answer.status == 200 else f"{answer.status}"
            if told != scan.end:
                faults.append(f"first {scan.end}, then {told}")
        events = steady(callers.any(), scan.place + "/events").body.decode()
        lasts = sum(line == f"event: {state}" for line in events.splitlines() for state in ENDS)
        if lasts != 1:
            faults.append(f"{lasts} last events")
        scan.one = not faults
        if scan.stored:
            answer = steady(callers.any(), "/results/" + scan.place.rpartition("/")[2])
            if answer.status != 200 or json.loads(answer.body)["risk_level"] != scan.risk:
                self.count("stored results LOST")
                faults.append(f"its stored result: {answer.status} {answer.body[:150]!r}")
        for fault in faults:
            self.fault(f"{scan.place}: {fault}")


def problem(body: dict) -> str:
    return body.get("type", "").rpartition(":")[2]


def outcome(state: dict) -> str:
    """What two tellings of one end have in common: the verdict, or the problem."""
    if state["state"] == "done":
        result = state["result"]
        return f"done {result['risk_level']} {result['confidence']} {result['scan_id'].lower()}"
    return f"{state['state']} {problem(state.get('problem', {}))}".rstrip()


def steady(caller: service.Caller, path: str) -> client.Answer:
    """Asked when all is whole again: a second time after a refusal, no more."""
    for last in (False, True):
        try:
            answer = caller.call("GET", path)
            if last or answer.status not in service.REFUSALS:
                return answer
        except (OSError, client.NoAnswer):
            caller.drop()
            if last:
                return client.Answer(0, {}, b"{}")
        time.sleep(1)
    raise AssertionError("unreachable")


def in_threads(count: int, work) -> list[threading.Thread]:
    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    return threads


def load(run: Run, unrest: Unrest | None) -> None:
    senders, followers = in_threads(run.options.clients, run.send_all), in_threads(3, run.follow_all)
    if unrest:
        unrest.start()
    ends = time.monotonic() + run.options.seconds
    while time.monotonic() < ends:
        time.sleep(min(30, max(0.0, ends - time.monotonic())))
        print(f"  {len(run.scans)} accepted, {len(run.waiting)} not ended, {unrest.kills if unrest else 0} kills", flush=True)
    if unrest:
        unrest.end()
    run.stop.set()
    for thread in senders:
        thread.join()
    run.due = time.monotonic()
    for thread in followers:
        thread.join()


def report(run: Run, receiver: webhooks.Receiver, unrest: Unrest | None) -> int:
    high = {scan.place.rpartition("/")[2].lower(): scan for scan in run.scans if scan.risk == "high"}
    # A verdict that couldn't be stored says so (`stored: false`), and nobody is told of it.
    to_tell = {name for name, scan in high.items() if scan.stored}
    deadline = time.monotonic() + run.options.drain
    while time.monotonic() < deadline and not to_tell <= set(receiver.scans):
        time.sleep(0.2)
    lost = [scan for scan in run.scans if not scan.end]
    untold, twice = to_tell - set(receiver.scans), sum(count - 1 for count in receiver.scans.values())
    kills = unrest.kills if unrest else 0
    for event in sorted(unrest.events, key=lambda event: event.at) if unrest else ():
        print(event)
    ends = collections.Counter(" ".join(scan.end.split()[:2]) for scan in run.scans if scan.end)
    waits = [scan.seen - scan.sent for scan in run.scans if scan.end]
    rows = {"accepted": len(run.scans), "ended in one outcome": sum(scan.one for scan in run.scans),
            "LOST (no end)": len(lost), "two outcomes": sum(bool(scan.end) and not scan.one for scan in run.scans),
            "verdicts to tell": len(to_tell), "high, but said to be stored nowhere, and not told": len(set(high) - to_tell - set(receiver.scans)),
            "webhooks LOST": len(untold), "webhooks told twice": twice,
            "webhooks with a wrong signature": receiver.forged,
            "kills": kills, "cuts": sum(event.what == "cut" for event in unrest.events) if unrest else 0,
            "until the end is seen, p50, p95, longest": " ".join(f"{value:.1f}" for value in (
                client.percentile(waits, 50), client.percentile(waits, 95), max(waits, default=0))) + " s"}
    for name, value in [*rows.items(), *sorted(run.counts.items()), *(("end: " + end, count) for end, count in ends.items())]:
        print(f"{name:42} {value}")
    for name in sorted(untold):
        print(f"untold: {name}, sent after {high[name].sent - run.began:.1f} s, its end seen after {high[name].seen - run.began:.1f} s")
    wrong = run.wrong + (unrest.wrong if unrest else [])
    for text in wrong[:20]:
        print("wrong:", text)
    risks = collections.defaultdict(set)
    for scan in run.scans:
        if scan.end.startswith("done"):
            risks[scan.picture].add(scan.risk)
    mixed = {name: found for name, found in risks.items() if len(found) > 1}
    if mixed:
        print("pictures with more than one verdict:", mixed)
    failed = bool(lost or wrong or untold or mixed or receiver.forged or twice > kills or not run.scans)
    print("FAILED" if failed else "passed")
    return int(failed)


def arguments() -> argparse.Namespace:
    made = parser(__doc__)
    made.add_argument("--seconds", type=float, default=600)
    made.add_argument("--rate", type=float, default=9, help="scans a second")
    made.add_argument("--clients", type=int, default=12)
    made.add_argument("--again", type=float, default=0.3, help="share of pictures that were sent before")
    made.add_argument("--pause", type=float, default=8, help="mean seconds between what goes wrong; 0 for nothing")
    made.add_argument("--longest-cut", type=float, default=20)
    made.add_argument("--drain", type=float, default=240, help="seconds that scans and webhooks get at the end")
    return made.parse_args()


def main() -> int:
    options = arguments()
    with Fleet(options) as fleet:
        receiver = webhooks.Receiver(refuses=10, address=fleet.network.address)
        sessions = [service.new_session() for _ in range(8)]
        for session in sessions:
            webhooks.register(fleet.fronts[0].caller(), session, receiver.url)
        run = Run(options, fleet, sessions)
        unrest = Unrest(fleet, options.pause, options.longest_cut, options.seed) if options.pause else None
        load(run, unrest)
        callers = Callers(fleet, options.seed)
        for scan in run.scans:
            if scan.end:
                run.audit(callers, scan)
        return report(run, receiver, unrest)


if __name__ == "__main__":
    sys.exit(main())
