#!/usr/bin/env python3
"""Kills a server of its own with SIGKILL, at random moments under load, and looks at what is left.

Clients store texts and scans by session, each session with a webhook to a receiver of this program's, and start
asynchronous scans. After each kill the database's files are copied and checked (PRAGMA integrity_check), the server is
started again, and everything that was acknowledged must be there. At the end every verdict that was to be told must
have come to the receiver at least once, signed rightly, and no asynchronous scan may be left unfinished.
Exit code 1: anything of that is not so.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time

import receiver as webhooks
import service
import client
import process_stats


@dataclasses.dataclass
class Told:
    """What the clients were told, since the beginning."""

    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)
    results: dict[str, str] = dataclasses.field(default_factory=dict)  # scan → risk
    jobs: dict[str, str] = dataclasses.field(default_factory=dict)  # place → its state, once it ended
    hooks: set[str] = dataclasses.field(default_factory=set)  # scans whose verdict is to be told
    unchecked: list[str] = dataclasses.field(default_factory=list)
    refused: int = 0
    wrong: list[str] = dataclasses.field(default_factory=list)


def work(caller: service.Caller, session: str, chance: random.Random, pictures: list[bytes], told: Told,
         stop: threading.Event) -> None:
    """Until the server is killed."""
    while not stop.is_set():
        kind = chance.choices(("text", "scan", "async"), (70, 20, 10))[0]
        try:
            if kind == "text":
                answer = caller.analyze(webhooks.SCAM if chance.random() < 0.5 else chance.choice(service.TEXTS), session)
            else:
                answer = caller.scan(service.numbered(chance.choice(pictures)), session,
                                     "Prefer: respond-async\r\n" if kind == "async" else "")
        except (OSError, client.NoAnswer, client.BadAnswer):
            caller.drop()
            if stop.wait(0.01):
                return
            continue
        with told.lock:
            note(answer, kind, told)


def note(answer: client.Answer, kind: str, told: Told) -> None:
    if answer.status in service.REFUSALS:
        told.refused += 1
    elif answer.status == 202 and kind == "async":
        told.jobs[answer.fields["location"]] = ""
    elif answer.status == 200:
        body = json.loads(answer.body)
        if body.get("stored") is not True:
            told.wrong.append(f"an answer says stored: {body.get('stored')}")
            return
        scan = body["scan_id"].lower()
        told.results[scan] = body["risk_level"]
        told.unchecked.append(scan)
        if body["risk_level"] == "high":
            told.hooks.add(scan)
    else:
        told.wrong.append(f"{kind}: {answer.status} {answer.body[:200]!r}")


def integrity(database: pathlib.Path) -> str:
    """Of a copy, as the server is to find the files as they were left."""
    with tempfile.TemporaryDirectory() as folder:
        for path in database.parent.glob(database.name + "*"):
            shutil.copy(path, folder)
        connection = sqlite3.connect(pathlib.Path(folder) / database.name)
        try:
            return connection.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            return str(error)
        finally:
            connection.close()


def check_results(caller: service.Caller, scans: list[str], told: Told) -> None:
    for scan in scans:
        answer = caller.call("GET", f"/results/{scan}")
        if answer.status != 200 or json.loads(answer.body)["risk_level"] != told.results[scan]:
            told.wrong.append(f"acknowledged result {scan}: {answer.status} {answer.body[:150]!r}")


def check_jobs(caller: service.Caller, told: Told, seconds: float) -> None:
    """Each comes to its end; one that was cut off says so."""
    deadline = time.monotonic() + seconds
    for place in [place for place, state in told.jobs.items() if not state]:
        while True:
            answer = caller.call("GET", place)
            state = json.loads(answer.body).get("state") if answer.status == 200 else f"{answer.status}"
            if state in ("done", "failed") or answer.status != 200:
                break
            if time.monotonic() > deadline:
                state = f"left {state}"
                break
            time.sleep(0.05)
        if state == "failed":
            problem = json.loads(answer.body).get("problem", {}).get("type", "")
            state = "failed: " + problem.rpartition(":")[2]
        told.jobs[place] = state
        if state != "done" and state != "failed: restarted" and not state.startswith("failed: busy"):
            told.wrong.append(f"asynchronous scan {place}: {state}")


def orphans(children: list[int]) -> list[int]:
    """Readers that outlived their server for more than two seconds."""
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline:
        if not (left := [pid for pid in children if pathlib.Path(f"/proc/{pid}/exe").exists()]):
            return []
        time.sleep(0.02)
    return left


def round_of(server: service.Server, options: argparse.Namespace, callers: list[service.Caller], sessions: list[str],
             chance: random.Random, pictures: list[bytes], told: Told) -> tuple[float, str]:
    """Load, kill, look, start; returns how long it ran and how long starting took."""
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=(caller, session, random.Random(chance.random()), pictures, told, stop))
               for caller, session in zip(callers, sessions)]
    for thread in threads:
        thread.start()
    lived = chance.uniform(0.02, options.longest)
    time.sleep(lived)
    children = process_stats.tree(server.pid)[1:]
    server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    for caller in callers:
        caller.drop()
    if left := orphans(children):
        told.wrong.append(f"{len(left)} workers outlived the server")
    if (state := integrity(server.folder / "typesafe.db")) != "ok":
        told.wrong.append(f"integrity_check: {state}")
    started = server.start()
    check_results(callers[0], told.unchecked, told)
    told.unchecked = []
    check_jobs(callers[0], told, 30)
    return lived, f"{started:.2f} s"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--longest", type=float, default=3, help="seconds of load before a kill, at most")
    parser.add_argument("--drain", type=float, default=120, help="seconds that the outbox gets at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("arguments", nargs="*", help="for the server, behind --")
    return parser.parse_args()


def main() -> int:
    options, told, receiver = arguments(), Told(), webhooks.Receiver(refuses=10)
    chance, pictures = random.Random(options.seed), list(service.samples().values())
    server = service.Server(options.server, options.arguments)
    server.arguments = ["--database", str(server.folder / "typesafe.db"), "--webhook-allow-private", "true",
                        *server.limits(webhook_first_wait_seconds=1, webhook_longest_wait_seconds=5,
                                       outbox_messages=1_000_000, outbox_messages_per_session=1_000_000),
                        *server.arguments]
    server.start()
    callers = [service.Caller(server.port) for _ in range(options.clients)]
    sessions = [service.new_session() for _ in callers]
    try:
        for session in sessions:
            webhooks.register(callers[0], session, receiver.url)
        for number in range(1, options.kills + 1):
            before = len(told.results)
            lived, started = round_of(server, options, callers, sessions, chance, pictures, told)
            print(f"kill {number} after {lived:.2f} s: {len(told.results) - before} results acknowledged, all there; "
                  f"ready again after {started}; {len(told.wrong)} wrong", flush=True)
        check_results(callers[0], list(told.results), told)
        deadline = time.monotonic() + options.drain
        while time.monotonic() < deadline and not told.hooks <= set(receiver.scans):
            time.sleep(0.2)
        if missing := told.hooks - set(receiver.scans):
            told.wrong.append(f"{len(missing)} of {len(told.hooks)} verdicts were never told, such as {min(missing)}")
        if receiver.forged:
            told.wrong.append(f"{receiver.forged} deliveries with a wrong signature")
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)
    twice = sum(count > 1 for count in receiver.scans.values())
    ends = collections.Counter(told.jobs.values())
    print(f"{len(told.results)} results acknowledged, {told.refused} requests refused; {len(told.hooks)} verdicts to tell, "
          f"{receiver.received} deliveries, {receiver.refused} of them refused, {twice} told more than once; "
          f"asynchronous scans: {dict(ends)}")
    for text in told.wrong[:20]:
        print(f"FAILED: {text}")
    print(f"FAILED, {len(told.wrong)} times" if told.wrong else "passed")
    return 1 if told.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
