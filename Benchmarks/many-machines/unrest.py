"""What goes wrong: servers and their readers killed with SIGKILL, links cut, at random but the same for each seed."""
import dataclasses
import os
import random
import signal
import threading
import time

import process_stats
from fleet import Fleet, Node


@dataclasses.dataclass(frozen=True)
class Event:
    at: float  # Seconds since the beginning.
    what: str
    whom: str
    seconds: float  # Until it was mended.

    def __str__(self) -> str:
        return f"{self.at:7.1f} s  {self.what:12} {self.whom:10} for {self.seconds:4.1f} s"


class Unrest(threading.Thread):
    """Every `pause` seconds on average something happens to a server that is whole. All is whole again after `end`."""

    def __init__(self, fleet: Fleet, pause: float, longest_cut: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.fleet, self.pause, self.longest_cut = fleet, pause, longest_cut
        self.chance, self.stop, self.began = random.Random(seed), threading.Event(), time.monotonic()
        self.lock, self.events, self.wrong = threading.Lock(), list[Event](), list[str]()
        self.under_way: list[threading.Thread] = []

    @property
    def kills(self) -> int:
        return sum(event.what.startswith("kill") for event in self.events)

    def run(self) -> None:
        while not self.stop.wait(self.chance.expovariate(1 / self.pause)):
            cuts = [node for node in self.fleet.nodes if node.host.can_be_cut]
            deed = self.chance.choices((self.kill, self.kill_reader, self.cut), (6, 1, 3 if cuts else 0))[0]
            node = self.chance.choice(self.fleet.nodes)
            seconds = self.chance.uniform(1, self.longest_cut) if deed == self.cut else self.chance.uniform(0.2, 3)
            if node.busy.acquire(blocking=False):
                self.under_way.append(threading.Thread(target=self.do, args=(deed, node, seconds), daemon=True))
                self.under_way[-1].start()

    def do(self, deed, node: Node, seconds: float) -> None:
        started = time.monotonic()
        try:
            what = deed(node, seconds)
        except (Exception, SystemExit) as error:
            with self.lock:
                self.wrong.append(f"{node.name}: {error!r}")
            return
        finally:
            node.busy.release()
        with self.lock:
            self.events.append(Event(started - self.began, what, node.name, time.monotonic() - started))

    def kill(self, node: Node, seconds: float) -> str:
        node.server.kill()
        time.sleep(seconds)
        node.server.start()
        return "kill"

    def kill_reader(self, node: Node, _: float) -> str:
        readers = process_stats.tree(node.server.pid)[1:]
        if not readers:
            return "no reader"
        try:
            os.kill(min(readers), signal.SIGKILL)
        except ProcessLookupError:
            return "no reader"
        return "kill reader"

    def cut(self, node: Node, seconds: float) -> str:
        node.host.cut()
        try:
            time.sleep(seconds)
        finally:
            node.host.mend()
        return "cut"

    def end(self) -> None:
        self.stop.set()
        self.join()
        for thread in self.under_way:
            thread.join()
