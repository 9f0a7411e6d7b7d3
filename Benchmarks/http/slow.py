#!/usr/bin/env python3
"""How a server gets rid of clients that send far too slowly, and how well it serves a good client meanwhile.

Slow-header clients send a valid request head, slow-body clients the body of a POST /echo of 100,000 bytes, one byte
a second each. A good client in a process of its own asks GET /health at a steady pace, first undisturbed, then
during the attack. Prints when and how the server cut each class off, and the good client's latency before and then.
Attackers, good client and server share the machine's cores: part of any slowdown is the attackers' own doing.
Exit code 1: a slow client was still connected after --limit-seconds, or a bar given by option was missed.
"""
import argparse
import collections
import dataclasses
import errno
import heapq
import multiprocessing
import os
import selectors
import signal
import socket
import statistics
import sys
import time

import client
import good_client
import process_stats

BODY_BYTES = 100_000
HEAD_START = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Filler: "
BODY_HEAD = f"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {BODY_BYTES}\r\n\r\n".encode()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--pid", type=int, required=True, help="the server's process; its children are counted in")
    parser.add_argument("--slow-headers", type=int, default=2_000)
    parser.add_argument("--slow-bodies", type=int, default=2_000)
    parser.add_argument("--limit-seconds", type=float, default=60, help="by when each slow client must be cut off")
    parser.add_argument("--quiet-seconds", type=float, default=5, help="of good client before the attack")
    parser.add_argument("--open-rate", type=float, default=1_000, help="slow clients opened in a second")
    parser.add_argument("--rate", type=float, default=100, help="requests of the good client in a second")
    parser.add_argument("--sources", type=int, default=1, help="loopback addresses 127.0.0.1… to attack from in turn")
    parser.add_argument("--nice", type=int, default=0, help="added to the attackers' own niceness: real ones have "
                        "machines of their own and don't take the server's processor")
    parser.add_argument("--max-ratio", type=float, help="exit 1 when the good client's p99 grows by more than this")
    parser.add_argument("--max-failures", type=int, help="exit 1 when the good client got more requests not answered")
    return parser.parse_args()


@dataclasses.dataclass
class Attacker:
    kind: str
    socket: socket.socket
    pending: bytes
    started: float
    answer: bytes = b""
    ended: float | None = None
    how: str = ""


class Attack:
    """All slow clients in one loop: `due` says whose next byte is when."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.kinds = in_turn(options.slow_headers, options.slow_bodies)
        self.attackers: list[Attacker] = []
        self.selector = selectors.DefaultSelector()
        self.due: list[tuple[float, int]] = []
        self.alive = 0
        self.all_opened: float | None = None
        self.peak_rss = 0.0

    def run(self) -> None:
        began = time.monotonic()
        end = began + len(self.kinds) / self.options.open_rate + self.options.limit_seconds + 5
        next_reading = began
        while (now := time.monotonic()) < end:
            self.open_due(began, now)
            self.send_due(now)
            for key, events in self.selector.select(0.01):
                self.handle(self.attackers[key.data], key.data, events)
            if now >= next_reading:
                next_reading = now + 1
                self.peak_rss = max(self.peak_rss, process_stats.read(self.options.pid).rss_mib)
            if self.all_opened and not self.alive:
                return

    def open_due(self, began: float, now: float) -> None:
        wanted = min(len(self.kinds), int((now - began) * self.options.open_rate) + 1)
        for index in range(len(self.attackers), min(wanted, len(self.attackers) + 50)):
            connection = socket.socket()
            connection.setblocking(False)
            source = client.source_address(self.options.host, index, self.options.sources)
            if source:
                connection.bind((source, 0))
            error = connection.connect_ex((self.options.host, self.options.port))
            if error not in (0, errno.EINPROGRESS):  # Ours, such as no port left: nothing to put down to the server.
                raise OSError(error, f"slow client {index + 1}: {os.strerror(error)}")
            first = HEAD_START[:1] if self.kinds[index] == "slow-header" else BODY_HEAD
            self.attackers.append(Attacker(self.kinds[index], connection, first, now))
            self.selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, index)
            self.alive += 1
        if len(self.attackers) == len(self.kinds):
            self.all_opened = self.all_opened or now

    def send_due(self, now: float) -> None:
        while self.due and self.due[0][0] <= now:
            _, index = heapq.heappop(self.due)
            attacker = self.attackers[index]
            if attacker.ended is None:
                self.send(attacker, index)

    def send(self, attacker: Attacker, index: int) -> None:
        try:
            sent = attacker.socket.send(attacker.pending)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # Reading tells how it ended.
        attacker.pending = attacker.pending[sent:] or self.next_byte(attacker)
        heapq.heappush(self.due, (time.monotonic() + 1, index))

    @staticmethod
    def next_byte(attacker: Attacker) -> bytes:
        if attacker.kind == "slow-body":
            return b"x"
        position = int(time.monotonic() - attacker.started) + 1
        return HEAD_START[position:position + 1] or b"a"

    def handle(self, attacker: Attacker, index: int, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            error = attacker.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if error:
                return self.finish(attacker, f"not connected: {os.strerror(error)}")
            attacker.started = time.monotonic()
            self.selector.modify(attacker.socket, selectors.EVENT_READ, index)
            self.send(attacker, index)
        if events & selectors.EVENT_READ:
            self.receive(attacker)

    def receive(self, attacker: Attacker) -> None:
        try:
            data = attacker.socket.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            return self.finish(attacker, "reset")
        attacker.answer += data[:100]
        if not data:
            self.finish(attacker, "closed")

    def finish(self, attacker: Attacker, how: str) -> None:
        status = attacker.answer.split(b"\r\n")[0].decode("latin-1")
        attacker.how = f"{status or 'no answer'}, {how}"
        attacker.ended = time.monotonic()
        self.alive -= 1
        self.selector.unregister(attacker.socket)
        attacker.socket.close()

    def close(self) -> None:
        for attacker in self.attackers:
            attacker.socket.close()


def in_turn(headers: int, bodies: int) -> list[str]:
    """Both kinds mixed, so that neither meets an emptier server."""
    return [kind for index in range(max(headers, bodies))
            for kind, count in (("slow-header", headers), ("slow-body", bodies)) if index < count]



def report_class(kind: str, attackers: list[Attacker], limit: float) -> int:
    """Prints one class; gives the number of those that were not cut off in time."""
    lives = [attacker.ended - attacker.started for attacker in attackers if attacker.ended is not None]
    survivors = len(attackers) - sum(1 for life in lives if life <= limit)
    times = f"after min {min(lives):.1f} / median {statistics.median(lives):.1f} / max {max(lives):.1f} s" if lives else ""
    print(f"{kind}: {len(lives)} of {len(attackers)} cut off {times}; beyond {limit:g} s: {survivors}")
    for how, count in collections.Counter(attacker.how or "still connected" for attacker in attackers).most_common():
        print(f"    {count:6} × {how}")
    return survivors


def report_latency(label: str, samples: list[good_client.Sample]) -> float:
    """Prints one period of the good client; gives the p99 on its kept connection."""
    cells = []
    for name, fresh in (("kept", False), ("fresh", True)):
        values = [sample.seconds * 1e3 for sample in samples if sample.fresh == fresh and sample.failure is None]
        p50, p99 = (client.percentile(values, percent) for percent in (50, 99))
        cells.append(f"{name} connection p50 {p50:.2f}, p99 {p99:.2f}, max {max(values, default=float('nan')):.2f} ms")
    failures = collections.Counter(sample.failure for sample in samples if sample.failure)
    print(f"{label:<10} {len(samples):6} requests: {'; '.join(cells)}; failures {sum(failures.values())}")
    for failure, count in failures.most_common(5):
        print(f"    {count:6} × {failure}")
    return client.percentile([s.seconds for s in samples if not s.fresh and s.failure is None], 99)


def report(options: argparse.Namespace, attack: Attack, samples: list[good_client.Sample], began: float) -> int:
    failed = []
    for kind in ("slow-header", "slow-body"):
        members = [attacker for attacker in attack.attackers if attacker.kind == kind]
        if members and (late := report_class(kind, members, options.limit_seconds)):
            failed.append(f"{late} {kind} clients beyond {options.limit_seconds:g} s")
    print("\nGood client (all processes share the machine's cores):")
    loaded = [sample for sample in samples if sample.at >= began]
    quiet_p99 = report_latency("unloaded", [sample for sample in samples if sample.at < began])
    loaded_p99 = report_latency("attack", loaded)
    # Opening the connections isn't measured: it costs attackers and server far more than the open connections do.
    report_latency("…all open", [sample for sample in loaded if sample.at >= (attack.all_opened or began)])
    ratio = loaded_p99 / quiet_p99
    print(f"p99 attack / unloaded: {ratio:.2f}")
    # The comparison is false for NaN, which stands for no samples, so that this fails.
    if options.max_ratio is not None and not ratio <= options.max_ratio:
        failed.append(f"p99 ratio {ratio:.2f} above {options.max_ratio:g}")
    failures = sum(1 for sample in samples if sample.failure)
    if options.max_failures is not None and failures > options.max_failures:
        failed.append(f"{failures} requests of the good client failed")
    for text in failed:
        print(f"FAILED: {text}")
    return 1 if failed else 0


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    client.allow_descriptors(options.slow_headers + options.slow_bodies + 64)
    before = process_stats.read(options.pid)
    pipe, other = multiprocessing.Pipe()
    process = multiprocessing.Process(target=good_client.run, daemon=True,
                                      args=(options.host, options.port, options.rate, other, pipe))
    process.start()
    other.close()
    os.nice(options.nice)
    attack = Attack(options)
    try:
        time.sleep(options.quiet_seconds)
        began, own_cpu, server_cpu = time.monotonic(), time.process_time(), process_stats.read(options.pid).cpu_seconds
        attack.run()
        took, after = time.monotonic() - began, process_stats.read(options.pid)
        pipe.send("stop")
        if not pipe.poll(30):
            raise TimeoutError("the good client didn't end")
        samples = pipe.recv()
    finally:
        attack.close()
        process.terminate()
        process.join(5)
    print(f"Attack of {took:.1f} s, all opened after {(attack.all_opened or began + took) - began:.1f} s; CPU: server "
          f"{after.cpu_seconds - server_cpu:.2f} s, attackers {time.process_time() - own_cpu:.2f} s; server RSS before "
          f"{before.rss_mib:.1f}, peak {attack.peak_rss:.1f}, after {after.rss_mib:.1f} MiB; "
          f"fds before {before.fds}, after {after.fds}\n")
    return report(options, attack, samples, began)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ProcessLookupError, OSError, EOFError) as error:
        sys.exit(f"error: {error}")
