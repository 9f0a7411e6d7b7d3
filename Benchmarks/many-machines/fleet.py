"""Servers of one service: fronts and workers that share a Redis, each on a host of its own, or one server alone."""
import argparse
import ipaddress
import pathlib
import random
import shutil
import sys
import threading
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks" / "service"))
import service  # noqa: E402
import client  # noqa: E402
from counting_proxy import CountingProxy  # noqa: E402
from hosts import Loopback, Machine, Network  # noqa: E402
from redis_process import RedisProcess, free_port  # noqa: E402

# Room for all that a run sends; what is refused for want of room is another measurement. Ends are asked for again at the end.
LIMITS = {"jobs": 100_000, "job_mib": 65_536, "job_seconds": 3600, "job_result_seconds": 7200, "connections_per_address": 1024,
          "webhook_first_wait_seconds": 1, "webhook_longest_wait_seconds": 5, "outbox_messages": 1_000_000,
          "outbox_messages_per_session": 1_000_000}


def small_pictures(count: int) -> Iterator[bytes]:
    """Pictures of a few words, each another file, of which thousands are read in minutes."""
    of = [(ROOT / "Tests/OCRTests/Fixtures" / name).read_bytes() for name in ("unsure.png", "ending.png")]
    return (service.numbered(of[number % len(of)]) for number in range(count))


class Node:
    """One server process on its host, over its lives."""

    def __init__(self, host: Machine, role: str, server: service.Server) -> None:
        self.host, self.role, self.server = host, role, server
        self.busy = threading.Lock()  # Held while something is done to it.

    @property
    def name(self) -> str:
        return self.host.name

    def caller(self, timeout: float = 5, fields: str = "") -> service.Caller:
        return service.Caller(self.server.port, timeout, fields, host=self.host.address)


class Fleet:
    """`with Fleet(options) as fleet` starts Redis, fronts and workers; with --alone one server, which is all of it.

    With `counted`, servers reach Redis through a proxy that counts and can be slow.
    """

    def __init__(self, options: argparse.Namespace, *, counted: bool = False) -> None:
        self.options, self.counted = options, counted
        self.network = Network() if options.namespaces else Loopback()
        self.redis: RedisProcess | None = None
        self.proxy: CountingProxy | None = None
        self.nodes: list[Node] = []

    def __enter__(self) -> "Fleet":
        self.network.__enter__()
        try:
            if self.options.alone:
                self.add("alone", "all")
            else:
                self.redis = RedisProcess(self.network.host("redis"))
                self.redis.start()
                if self.counted:
                    self.proxy = CountingProxy(self.redis.host.address, self.redis.port)
                for number in range(self.options.fronts):
                    self.add(f"front {number + 1}", "front")
                for number in range(self.options.workers):
                    self.add(f"worker {number + 1}", "worker")
            for node in self.nodes:
                node.server.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def add(self, name: str, role: str, *before: str) -> Node:
        """A further server, not yet started. `before` starts it, such as `taskset -c 0`."""
        host, options = self.network.host(name), self.options
        server = service.Server(options.server, [], before=[*host.before, *before])
        server.arguments = ["--address", host.address, "--insecure", "true", "--rate", "0", "--workers", str(options.readers),
                            "--trusted-proxies", str(ipaddress.ip_network(self.network.address + "/24", strict=False)),
                            "--webhook-allow-private", "true", *server.limits(**LIMITS), *options.arguments]
        if self.redis:
            server.arguments += ["--shared", self.proxy.url if self.proxy else self.redis.url, "--role", role]
        else:
            server.arguments += ["--database", str(server.folder / "typesafe.db")]
        if options.clock_library and len(self.nodes) % 2:
            self._put_forward(server, options.clock_library)
        self.nodes.append(Node(host, role, server))
        return self.nodes[-1]

    @staticmethod
    def _put_forward(server: service.Server, library: str) -> None:
        """Its clock is a minute fast. libfaketime hides arguments from Swift's programs, so settings come by the environment."""
        server.port = free_port()
        pairs = zip(server.arguments[::2], server.arguments[1::2])
        settings = {"port": str(server.port), "log-level": "notice", **{flag.removeprefix("--"): value for flag, value in pairs}}
        variables = [f"TYPESAFE_{flag.upper().replace('-', '_')}={value}" for flag, value in settings.items()]
        server.before += ["env", f"LD_PRELOAD={library}", "FAKETIME=+60s", *variables]

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            if node.server.process and node.server.process.poll() is None:
                node.server.kill()
            shutil.rmtree(node.server.folder, ignore_errors=True)
        if self.proxy:
            self.proxy.close()
        if self.redis:
            self.redis.remove()
        self.network.__exit__(None, None, None)

    @property
    def fronts(self) -> list[Node]:
        return [node for node in self.nodes if node.role != "worker"]

    @property
    def workers(self) -> list[Node]:
        return [node for node in self.nodes if node.role != "front"]


class Callers:
    """One client's connections, one to each front."""

    def __init__(self, fleet: Fleet, seed: float, timeout: float = 5, fields: str = "") -> None:
        self.chance = random.Random(seed)
        self.callers = [node.caller(timeout, fields) for node in fleet.fronts]

    def any(self) -> service.Caller:
        return self.chance.choice(self.callers)

    def try_all(self, method: str, path: str, fields: str = "") -> client.Answer | None:
        """An answer of a front chosen at random, of another one where it gives none."""
        for caller in self.chance.sample(self.callers, len(self.callers)):
            try:
                return caller.call(method, path, fields=fields)
            except (OSError, client.NoAnswer, client.BadAnswer):
                caller.drop()
        return None


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that every tool here has."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--server", type=pathlib.Path, default=service.SERVER, help="the program")
    made.add_argument("--fronts", type=int, default=2)
    made.add_argument("--workers", type=int, default=2)
    made.add_argument("--readers", type=int, default=1, help="pictures that a server reads at once")
    made.add_argument("--namespaces", action="store_true", help="a network namespace for each server (root)")
    made.add_argument("--alone", action="store_true", help="one server with a database, without Redis")
    made.add_argument("--clock-library", help="libfaketime.so.1: every second server's clock is a minute fast")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("arguments", nargs="*", help="for each server, behind --")
    return made
