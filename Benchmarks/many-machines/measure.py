#!/usr/bin/env python3
"""Measures servers that share a Redis: measure.py beside|operations|one-client|outage|two-workers. All processes are its own.

beside       plain scans and texts of a server with --shared and of one without, in turns: p50 and p99
operations   commands and round trips on Redis for a plain scan, and for an asynchronous one
one-client   one scan a second beside another client's --heavy waiting ones: time until its end is told
outage       Redis away, empty after it, silent, slow, full, read-only: plain scans meanwhile, and how soon all is back
two-workers  asynchronous scans a second of one worker and of two, pinned to a core each
"""
import argparse
import json
import sys
import threading
import time

from fleet import Callers, Fleet, Node, parser, service, small_pictures
import client

ASYNC = "Prefer: respond-async\r\n"


def pictures(count: int) -> list[bytes]:
    samples = list(service.samples().values())
    return [service.numbered(samples[number % len(samples)]) for number in range(count)]


def submit(caller: service.Caller, png: bytes, fields: str = "") -> str:
    """Asks again while the service has no room; a scan's path."""
    while (answer := caller.scan(png, fields=ASYNC + fields)).status in service.REFUSALS:
        time.sleep(0.2)
    if answer.status != 202:
        raise SystemExit(f"FAILED: an asynchronous scan got {answer.status} {answer.body[:200]!r}")
    return answer.fields["location"]


def wait_for(caller: service.Caller, place: str, seconds: float = 120) -> str:
    """Follows the events to the last."""
    events = service.Caller(caller.port, seconds, caller.fields, caller.host).call("GET", place + "/events").body.decode()
    return events.rpartition("event: ")[2].split("\n")[0]


def show(rows: list[list[object]], head: list[str]) -> None:
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |", flush=True)


# beside

def beside(options: argparse.Namespace) -> int:
    options.fronts, options.workers = 0, 0
    rows = []
    with Fleet(options) as fleet:
        shared = fleet.add("shared", "all")
        alone = Node(shared.host, "all", service.Server(options.server, ["--rate", "0", "--workers", str(options.readers),
                                                                          *options.arguments]))
        fleet.nodes.append(alone)
        for node in (shared, alone):
            node.server.start()
        for what in ("picture", "the same picture again", "text"):
            times: dict[Node, list[float]] = {shared: [], alone: []}
            callers = {node: node.caller(60) for node in times}
            for number, png in enumerate(pictures(options.scans)):
                for node in (shared, alone) if number % 2 else (alone, shared):
                    started = time.monotonic()
                    if what == "text":
                        answer = callers[node].analyze(service.TEXTS[number % len(service.TEXTS)])
                    else:
                        answer = callers[node].scan(png if what == "picture" else list(service.samples().values())[0])
                    times[node].append(time.monotonic() - started)
                    if answer.status != 200:
                        raise SystemExit(f"FAILED: {answer.status} {answer.body[:200]!r}")
            p50, p99 = ([client.percentile(times[node][5:], percent) * 1000 for node in (alone, shared)] for percent in (50, 99))
            rows.append([what, f"{p50[0]:.1f}, {p99[0]:.1f}", f"{p50[1]:.1f}, {p99[1]:.1f}", f"{p50[1] / p50[0]:.3f}, {p99[1] / p99[0]:.3f}"])
    show(rows, ["plain", "without, ms: p50, p99", "with `--shared`", "ratio"])
    return 0


# operations

def operations(options: argparse.Namespace) -> int:
    rows = []
    with Fleet(options, counted=True) as fleet:
        caller = fleet.fronts[0].caller(60)
        kinds = {"plain, new picture": lambda png: caller.scan(png),
                 "plain, known picture": lambda _: caller.scan(list(service.samples().values())[0]),
                 "plain, in a session": lambda png: caller.scan(png, session=service.new_session()),
                 "text": lambda _: caller.analyze(service.TEXTS[0]),
                 "asynchronous, events followed": lambda png: wait_for(caller, submit(caller, png)),
                 "asynchronous, state asked once": lambda png: (submit(caller, png), time.sleep(2))[0]}
        asked: list[str] = []
        for name, scan in kinds.items():
            scan(pictures(1)[0])
            count = min(options.scans, 20) if "once" in name else options.scans
            time.sleep(1)
            before, quiet = snapshot(fleet), time.monotonic()
            for png in pictures(count):
                place = scan(png)
                if "once" in name:
                    asked.append(json.loads(caller.call("GET", str(place)).body)["state"])
            lasted = time.monotonic() - quiet
            during = difference(snapshot(fleet), before)
            # What goes on without scans, such as heartbeats, is taken off.
            before = snapshot(fleet)
            time.sleep(min(lasted, 20))
            idle = difference(snapshot(fleet), before)
            part = lasted / min(lasted, 20)
            each = {key: (during[key] - idle.get(key, 0) * part) / count for key in during}
            sent = {key: value for key, value in each.items() if key.isupper() and abs(value) > 0.05}
            rows.append([name, f"{sum(sent.values()):.1f}", f"{each['round trips']:.1f}", f"{each['in Redis']:.1f}",
                         f"{each['bytes'] / 1000:,.1f}", ", ".join(f"{key} {value:.1f}" for key, value in sorted(sent.items()))])
        if set(asked) - {"done"}:
            print("not ended when asked:", sorted(asked))
    show(rows, ["scan", "commands sent", "round trips", "commands run, scripts' own included", "kB both ways", "which"])
    return 0


def snapshot(fleet: Fleet) -> dict[str, float]:
    commands = fleet.redis.commands()
    with fleet.proxy.lock:
        return {**fleet.proxy.commands, "round trips": fleet.proxy.round_trips, "bytes": fleet.proxy.sent + fleet.proxy.received,
                "in Redis": sum(count for name, count in commands.items() if name not in ("info", "ping", "command"))}


def difference(after: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    return {key: value - before.get(key, 0) for key, value in after.items()}


# one-client

def one_client(options: argparse.Namespace) -> int:
    with Fleet(options) as fleet:
        alone = light_scans(fleet, options)
        heavy, sent, taking, stop = small_pictures(options.heavy), [0], threading.Lock(), threading.Event()

        def send_heavy(number: int) -> None:
            caller = Callers(fleet, number, 60, "X-Forwarded-For: 192.0.2.1\r\n").any()
            while not stop.is_set():
                with taking:
                    png = next(heavy, None)
                if png is None:
                    return
                submit(caller, png)
                with taking:
                    sent[0] += 1

        threads = [threading.Thread(target=send_heavy, args=(number,), daemon=True) for number in range(8)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 300
        while any(thread.is_alive() for thread in threads) and time.monotonic() < deadline:
            time.sleep(0.1)
        print(f"the other client has {sent[0]} accepted")
        beside_it = light_scans(fleet, options)
        stop.set()
    p95 = [client.percentile(times, 95) for times in (alone, beside_it)]
    show([[f"{client.percentile(alone, 50):.2f}, {p95[0]:.2f}", f"{client.percentile(beside_it, 50):.2f}, {p95[1]:.2f}",
           f"{p95[1] / p95[0]:.1f}"]], ["alone, s: p50, p95", "beside", "ratio of the p95"])
    return int(p95[1] > 3 * p95[0])


def light_scans(fleet: Fleet, options: argparse.Namespace) -> list[float]:
    callers, times = Callers(fleet, 7, 60, "X-Forwarded-For: 192.0.2.2\r\n"), []
    for png in pictures(options.scans):
        started, caller = time.monotonic(), callers.any()
        if wait_for(caller, submit(caller, png)) != "done":
            raise SystemExit("FAILED: a scan of the light client's failed")
        times.append(time.monotonic() - started)
        time.sleep(max(0.0, 1 - times[-1]))
    return times


# two-workers

def two_workers(options: argparse.Namespace) -> int:
    options.fronts, options.workers, rates = 1, 0, []
    for count in (1, 2):
        with Fleet(options) as fleet:
            callers = fleet.fronts[0].caller(60)
            places = [submit(callers, png, f"X-Forwarded-For: 192.0.2.{number % 4 + 1}\r\n") for number, png in enumerate(pictures(options.scans))]
            for number in range(count):
                fleet.add(f"worker {number + 1}", "worker", "taskset", "-c", str(number)).server.start()
            ends = []
            while places:
                for place in places[:8]:
                    if json.loads(callers.call("GET", place).body)["state"] in ("done", "failed"):
                        ends.append(time.monotonic())
                        places.remove(place)
                time.sleep(0.1)
            # Without the first, which waited for the workers' start.
            first = len(ends) // 10
            rates.append((len(ends) - first) / (ends[-1] - ends[first]))
    show([[f"{rates[0]:.1f}", f"{rates[1]:.1f}", f"{rates[1] / rates[0]:.2f}"]], ["one worker, scans a second", "two", "ratio"])
    return 0


def main() -> int:
    made = parser(__doc__)
    made.add_argument("what", choices=("beside", "operations", "one-client", "outage", "two-workers"))
    made.add_argument("--scans", type=int, default=100, help="of each kind")
    made.add_argument("--heavy", type=int, default=10_000)
    made.add_argument("--down", type=float, default=8, help="seconds of each outage")
    options = made.parse_args()
    if options.what == "outage":
        from outage import outage
        return outage(options)
    return {"beside": beside, "operations": operations, "one-client": one_client, "two-workers": two_workers}[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
