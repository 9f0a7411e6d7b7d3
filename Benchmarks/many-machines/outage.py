"""What answers while Redis is away, silent, slow, full or read-only, and how soon all is back."""
import argparse
import atexit
import collections
import json
import shutil
import threading
import time

from fleet import Callers, Fleet, service
import client
from redis_process import RedisProcess


def ways(fleet: Fleet) -> dict[str, tuple]:
    """How each begins and ends."""
    redis, proxy = fleet.redis, fleet.proxy

    def restart_empty() -> None:
        shutil.rmtree(redis.folder / "appendonlydir", ignore_errors=True)
        redis.start()

    def proxied(name: str, value: float | bool):
        return lambda: setattr(proxy, name, value)

    def fail_over() -> None:
        replica.call("REPLICAOF", "NO", "ONE")
        proxy.target = (replica.host.address, replica.port)

    replica = RedisProcess(redis.host, "--replicaof", redis.host.address, str(redis.port))
    replica.start()
    atexit.register(replica.remove)
    return {"away": (redis.kill, redis.start),
            "away, then empty": (redis.kill, restart_empty),
            "silent": (proxied("swallows", True), proxied("swallows", False)),
            "slow: 3 s": (proxied("delay", 3.0), proxied("delay", 0.0)),
            "full": (lambda: redis.call("CONFIG", "SET", "maxmemory", "1mb"), lambda: redis.call("CONFIG", "SET", "maxmemory", "0")),
            "read-only": (lambda: redis.call("REPLICAOF", "127.0.0.1", "1"), lambda: redis.call("REPLICAOF", "NO", "ONE")),
            "failing over to a replica": (redis.kill, fail_over)}


class PlainScans(threading.Thread):
    """Four a second from when it starts until it is told to stop."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__(daemon=True)
        self.callers, self.stop = Callers(fleet, 3, 30), threading.Event()
        self.times, self.statuses = list[float](), collections.Counter[int]()
        self.start()

    def run(self) -> None:
        samples, number = list(service.samples().values()), 0
        while not self.stop.is_set():
            number, started = number + 1, time.monotonic()
            try:
                status = self.callers.any().scan(service.numbered(samples[number % len(samples)])).status
            except (OSError, client.NoAnswer):
                status = 0
            self.times.append(time.monotonic() - started)
            self.statuses[status] += 1
            self.stop.wait(max(0.0, 0.25 - self.times[-1]))

    def end(self) -> str:
        self.stop.set()
        self.join()
        return f"{self.statuses[200]} of {sum(self.statuses.values())}, {client.percentile(self.times, 50):.2f}, {max(self.times):.2f}"


class Probe:
    """What needs memory: an asynchronous scan to its end, and a result by session asked of every front."""

    def __init__(self, fleet: Fleet) -> None:
        self.fleet, self.caller = fleet, fleet.fronts[0].caller(30)
        self.callers = [node.caller(30) for node in fleet.fronts]

    def asynchronous(self) -> str:
        """Its status, and the problem where it has one."""
        try:
            answer = self.caller.scan(service.numbered(min(service.samples().values(), key=len)), fields="Prefer: respond-async\r\n")
        except (OSError, client.NoAnswer) as error:
            self.caller.drop()
            return type(error).__name__
        if answer.status != 202:
            return f"{answer.status} " + json.loads(answer.body).get("type", "").rpartition(":")[2]
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            state = self.caller.call("GET", answer.fields["location"])
            if state.status != 200 or json.loads(state.body)["state"] in ("done", "failed"):
                return "done" if state.status == 200 and json.loads(state.body)["state"] == "done" else f"202, then {state.status}"
            time.sleep(0.02)
        return "202, no end"

    def stored(self) -> str:
        session = service.new_session()
        try:
            answer = self.caller.analyze(service.TEXTS[0], session)
            if answer.status != 200 or json.loads(answer.body).get("stored") is not True:
                return f"{answer.status} stored: {json.loads(answer.body).get('stored')}"
            for caller in self.callers:
                if (found := caller.call("GET", f"/results/latest?session_id={session}").status) != 200:
                    return f"result: {found}"
        except (OSError, client.NoAnswer) as error:
            return type(error).__name__
        return "done"

    def back(self, seconds: float = 60) -> str:
        """How long until each of both works: when the attempt began that succeeded."""
        started, shown = time.monotonic(), []
        for probe in (self.stored, self.asynchronous):
            while True:
                began = time.monotonic() - started
                if (last := probe()) == "done" or began > seconds:
                    break
                time.sleep(0.05)
            shown.append(f"{began:.1f}" if last == "done" else f"never ({last})")
        return ", ".join(shown)


def outage(options: argparse.Namespace) -> int:
    print("| Redis is | plain scans answered; p50, longest, s | an asynchronous scan meanwhile | a text in a session | back after, s: results, "
          "asynchronous | lines in the logs |\n|---|---|---|---|---|---|", flush=True)
    with Fleet(options, counted=True) as fleet:
        probe = Probe(fleet)
        probe.back()
        for name, (begin, end) in ways(fleet).items():
            lines = sum(len(node.server.log) for node in fleet.nodes)
            plain = PlainScans(fleet)
            begin()
            ends = time.monotonic() + options.down
            time.sleep(1)
            asynchronous, stored = probe.asynchronous(), probe.stored()
            time.sleep(max(0.0, ends - time.monotonic()))
            end()
            back = probe.back()
            scans = plain.end()
            time.sleep(1)
            lines = sum(len(node.server.log) for node in fleet.nodes) - lines
            print(f"| {name} | {scans} | {asynchronous} | {stored} | {back} | {lines} by {len(fleet.nodes)} |", flush=True)
    return 0
