#!/usr/bin/env python3
"""The operator's webhook, and a session's that answers, beside those of many sessions that never do.

Sessions of an attacker register webhooks on one host that takes connections and says nothing. The attacker sends texts that are
judged high, one of each session and then again, on four connections. Meanwhile two others send such a text every half second: a
session without a webhook, of which only the operator is told, and one with a webhook that answers. Measures the time from each
answer to the webhook. Exit code 1 where fewer than 99 % of the others' verdicts came to the operator within two seconds, or to
their webhook, or where the operator never heard of one whose answer doesn't say so.
"""
import argparse
import json
import pathlib
import shutil
import socket
import statistics
import sys
import threading
import time

import receiver as webhooks
import service
import client

BAR, SHARE = 2.0, 0.99


class Tarpit:
    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.held: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self) -> str:
        # Another name than the others' receiver has, so another host.
        return f"http://localhost:{self.listener.getsockname()[1]}/"

    def accept(self) -> None:
        while True:
            self.held.append(self.listener.accept()[0])


def send(caller: service.Caller, session: str, told: dict[str, float], fields: str) -> None:
    try:
        answer = caller.analyze(webhooks.SCAM, session, fields)
    except (OSError, client.NoAnswer):
        return
    if answer.status == 200:
        body = json.loads(answer.body)
        # A verdict that can't be told is said to be; it is no promise.
        if body.get("notified") is not False:
            told[body["scan_id"].lower()] = time.monotonic()


def attack(port: int, sessions: list[str], pause: float, told: dict[str, float], stop: threading.Event) -> None:
    caller = service.Caller(port, timeout=120)
    while not stop.is_set():
        for session in sessions:
            if not stop.is_set():
                send(caller, session, told, "X-Forwarded-For: 192.0.2.1\r\n")
                stop.wait(pause)


def show(name: str, told: dict[str, float], first: dict[str, float]) -> tuple[float, int]:
    """Returns the share that came in time, and how many never came."""
    waits = sorted(first[scan] - at for scan, at in told.items() if scan in first)
    share = sum(wait <= BAR for wait in waits) / max(1, len(told))
    longest = f"{waits[-1]:.2f} s" if waits else "-"
    median = f"{statistics.median(waits):.2f} s" if waits else "-"
    print(f"{name:34} {len(told):5}   within {BAR:g} s {share:6.1%}   median {median}   longest {longest}   lost {len(told) - len(waits)}")
    return share, len(told) - len(waits)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=service.SERVER)
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=40, help="most texts a second of the attacker; 0 for as many as are answered")
    parser.add_argument("--drain", type=float, default=300, help="most seconds that the operator's webhooks get at the end")
    parser.add_argument("arguments", nargs="*", help="for the server, after --")
    options = parser.parse_args()
    operator, answering, tarpit = webhooks.Receiver(), webhooks.Receiver(), Tarpit()
    server = service.Server(options.server, [])
    receivers = server.folder / "webhooks.yaml"
    receivers.write_text(f"- {{name: operator, url: '{operator.url}', secrets: [whsec_{webhooks.SECRET}]}}\n")
    receivers.chmod(0o600)
    server.arguments = ["--database", str(server.folder / "typesafe.db"), "--webhooks", str(receivers), "--webhook-allow-private",
                        "true", "--trusted-proxies", "127.0.0.0/8", *options.arguments]
    server.start()
    stop, pause = threading.Event(), 4 / options.rate if options.rate else 0
    theirs, plain, hooked = {}, {}, {}
    try:
        caller = service.Caller(server.port, timeout=120)
        sessions = [service.new_session() for _ in range(options.sessions)]
        for session in sessions:
            webhooks.register(caller, session, tarpit.url)
        own, other = service.new_session(), service.new_session()
        webhooks.register(caller, other, answering.url)
        threads = [threading.Thread(target=attack, args=(server.port, sessions[number::4], pause, theirs, stop)) for number in range(4)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            send(caller, own, plain, "X-Forwarded-For: 192.0.2.2\r\n")
            send(caller, other, hooked, "X-Forwarded-For: 192.0.2.3\r\n")
            time.sleep(0.5)
        stop.set()
        for thread in threads:
            thread.join()
        everything = theirs | plain | hooked
        deadline = time.monotonic() + options.drain
        while time.monotonic() < deadline and not (set(everything) <= set(operator.first) and set(hooked) <= set(answering.first)):
            time.sleep(0.1)
    finally:
        stop.set()
        server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)
    print(f"{options.sessions} sessions with webhooks to a tarpit, {len(tarpit.held)} attempts there")
    _, lost = show("operator, attacker's verdicts", theirs, operator.first)
    others, others_lost = show("operator, others' verdicts", plain | hooked, operator.first)
    webhook, webhook_lost = show("another session's webhook", hooked, answering.first)
    return 0 if min(others, webhook) >= SHARE and not lost + others_lost + webhook_lost else 1


if __name__ == "__main__":
    sys.exit(main())
