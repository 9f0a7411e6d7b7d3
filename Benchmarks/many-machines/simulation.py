"""Workers that take scans from one stream, on paper: clients' turns, restarts, crashes and an autoscaler, by discrete events.

Service times are drawn from the measured processor times of 128 scans (64 screenshots twice, one reader on one core, November 2026);
one scan in a thousand is a dear picture. A reader reads one picture at a time, as if it had a core.
"""
import array
import bisect
import collections
import dataclasses
import heapq
import itertools
import random

# Every twentieth of the measured times, in seconds: least, 5 %, …, 95 %, longest. Their mean is .148 s.
MEASURED = (0.031, 0.050, 0.056, 0.060, 0.061, 0.069, 0.079, 0.088, 0.096, 0.104, 0.115, 0.122, 0.134, 0.160, 0.171, 0.198, 0.218,
            0.228, 0.280, 0.317, 0.648)
DEAR_SHARE, DEAR = 0.001, 3.4  # Benchmarks/service/README.md: what the dearest cost.
MEAN = (1 - DEAR_SHARE) * sum((a + b) / 2 for a, b in itertools.pairwise(MEASURED)) / (len(MEASURED) - 1) + DEAR_SHARE * DEAR

TAKEOVER = 20.0  # Seconds: twice the longest scan. Then another worker takes what a dead one had.
LEAST_PLACES, PLACES = 4, 2  # Of all clients together in the stream: for each reader, and at least.
MOVED = 8  # Most entries that an acknowledgement moves in.
RESTART = 3.0  # Seconds until a restarted worker takes work again.

# The autoscaler wants as many workers as that half an entry of the stream waits for each, and each is busy for seven tenths.
SCALER_LAG, SCALER_BUSY = 0.5, 0.7
SCALER_LOOKS, POD_STARTS, SCALER_HOLDS = 15.0, 30.0, 300.0  # Seconds.


def service_times(chance: random.Random) -> list[float]:
    """A table to draw from, which is faster than to draw each anew."""
    table = []
    for _ in range(100_000):
        place = chance.random() * (len(MEASURED) - 1)
        low = int(place)
        table.append(DEAR if chance.random() < DEAR_SHARE else MEASURED[low] + (place - low) * (MEASURED[low + 1] - MEASURED[low]))
    return table


@dataclasses.dataclass
class Outcome:
    """Waits by minute: seconds from a scan's arrival until a worker takes it. And how busy the workers were."""

    waits: dict[int, array.array] = dataclasses.field(default_factory=lambda: collections.defaultdict(lambda: array.array("f")))
    busy: dict[int, float] = dataclasses.field(default_factory=lambda: collections.defaultdict(float))
    offered: dict[int, float] = dataclasses.field(default_factory=lambda: collections.defaultdict(float))
    most_workers: int = 0
    longest_queue: int = 0
    of_client: dict[int, list[float]] = dataclasses.field(default_factory=lambda: collections.defaultdict(list))

    def between(self, start: float, end: float) -> list[float]:
        return [wait for minute, waits in self.waits.items() if start <= minute * 60 < end for wait in waits]

    def utilisation(self, start: float, end: float) -> float:
        minutes = [minute for minute in self.offered if start <= minute * 60 < end]
        return sum(self.busy[minute] for minute in minutes) / max(1e-9, sum(self.offered[minute] for minute in minutes))


def percentile(values: list[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


class Pool:
    """Workers, the stream before them, and each client's waiting list.

    What has no place in the stream waits in its client's own list, and whoever acknowledges an entry moves that client's next ones in.
    `rule` says what places a client has:
    `divided` among all clients that have unfinished scans; `spare` the same, and more while fewer entries than workers wait in the stream;
    `window` as many as there are workers, whatever the others have; `queue` any number, so that all is first come first served.
    """

    def __init__(self, workers: int, seed: int, rule: str = "spare", record: set[int] | None = None) -> None:
        self.workers, self.rule, self.record = workers, rule, record or set()
        self.idle, self.leaving, self.now = workers, 0, 0.0
        self.chance = random.Random(seed)
        self.table = service_times(self.chance)
        self.drawn = 0
        self.ends: list[tuple[float, int, int]] = []  # (time, number, client) of what is being read.
        self.stream: collections.deque[tuple[float, int]] = collections.deque()
        self.open: dict[int, int] = {}  # client → its entries in the stream that aren't acknowledged.
        self.lists: dict[int, collections.deque[tuple[float, int]]] = collections.defaultdict(collections.deque)
        self.listed = 0
        self.outcome, self.busy, self.offered, self.next_minute = Outcome(), 0.0, 0.0, 60.0

    def free(self, placed: int) -> int:
        """How many more places a client has."""
        if self.rule == "queue":
            return MOVED
        if self.rule == "window":
            return max(LEAST_PLACES, self.workers) - placed
        free = -(-max(LEAST_PLACES, PLACES * self.workers) // max(1, len(self.open))) - placed
        return max(free, 1) if self.rule == "spare" and len(self.stream) < self.workers else free

    @property
    def lag(self) -> int:
        return len(self.stream) + self.listed

    def advance(self, now: float) -> None:
        """Notes how many were busy until now."""
        span, busy = now - self.now, len(self.ends)
        self.busy += busy * span
        self.offered += (self.workers if self.workers > busy else busy) * span
        self.now = now
        if now >= self.next_minute:
            self.outcome.busy[int(now // 60) - 1] += self.busy
            self.outcome.offered[int(now // 60) - 1] += self.offered
            self.busy, self.offered, self.next_minute = 0.0, 0.0, (now // 60 + 1) * 60

    def begin(self, arrived: float, client: int) -> None:
        wait = self.now - arrived
        self.outcome.waits[int(arrived // 60)].append(wait)
        self.drawn += 1
        seconds = self.table[self.drawn % len(self.table)]
        if client in self.record:
            self.outcome.of_client[client].append(wait + seconds)
        heapq.heappush(self.ends, (self.now + seconds, self.drawn, client))

    def arrive(self, client: int) -> None:
        placed = self.open.get(client, 0)
        if placed and self.free(placed) <= 0:
            self.lists[client].append((self.now, client))
            self.listed += 1
            return
        self.open[client] = placed + 1
        self.enter(self.now, client)

    def enter(self, arrived: float, client: int) -> None:
        if self.idle:
            self.idle -= 1
            self.begin(arrived, client)
        else:
            self.stream.append((arrived, client))

    def finish(self) -> None:
        _, _, client = heapq.heappop(self.ends)
        placed = self.open[client] - 1
        if waiting := self.lists.get(client):
            moved = max(0, min(self.free(placed), len(waiting), MOVED))
            self.listed -= moved
            placed += moved
            self.stream.extend(waiting.popleft() for _ in range(moved))
        if placed:
            self.open[client] = placed
        else:
            del self.open[client]
        self.freed()

    def freed(self) -> None:
        if self.leaving:
            self.leaving -= 1
        elif self.stream:
            self.begin(*self.stream.popleft())
        else:
            self.idle += 1

    def add(self, count: int) -> None:
        self.workers += count
        stay = min(count, self.leaving)
        self.leaving -= stay
        for _ in range(count - stay):
            self.freed()
        self.outcome.most_workers = max(self.outcome.most_workers, self.workers)

    def remove(self, count: int) -> None:
        """They finish what they read first."""
        self.workers -= count
        gone = min(count, self.idle)
        self.idle -= gone
        self.leaving += count - gone

    def crash(self, count: int) -> list[tuple[float, int]]:
        """Some of those that read die; returns what they read."""
        self.workers -= count
        dead = []
        for _ in range(min(count, len(self.ends))):
            last = self.ends.pop(self.chance.randrange(len(self.ends)))
            dead.append((self.now, last[2]))
        self.idle -= min(count - len(dead), self.idle)
        heapq.heapify(self.ends)
        return dead


class Day:
    """Runs a pool over a time with arrivals, and with what happens to it."""

    def __init__(self, pool: Pool, rate, clients: list[float], until: float, scaled: bool = False) -> None:
        """`rate(time)` is scans a second; `clients` are shares of the arrivals, added up; who comes last comes once."""
        self.pool, self.rate, self.clients, self.until = pool, rate, clients, until
        self.numbers = itertools.count()
        self.plan: list[tuple[float, int, object]] = []
        self.least = pool.workers
        self.starting, self.last_busy = 0, 0.0
        if scaled:
            self.at(SCALER_LOOKS, self.look)

    def at(self, time: float, what) -> None:
        heapq.heappush(self.plan, (time, next(self.numbers), what))

    def look(self) -> None:
        """The autoscaler: at most half as many workers again; fewer after a quiet while."""
        pool = self.pool
        wanted = max(self.least, int(len(pool.stream) / SCALER_LAG), int(len(pool.ends) / SCALER_BUSY))
        wanted = min(wanted, self.least * 3 // 2)
        if (more := wanted - pool.workers - self.starting) > 0:
            self.starting += more
            self.at(pool.now + POD_STARTS, lambda: self.started(more))
        if pool.lag > 0 or len(pool.ends) > 0.6 * pool.workers:
            self.last_busy = pool.now
        elif pool.workers > self.least and pool.now - self.last_busy > SCALER_HOLDS:
            pool.remove(pool.workers - self.least)
        self.at(pool.now + SCALER_LOOKS, self.look)

    def started(self, count: int) -> None:
        self.starting -= count
        self.pool.add(count)

    def restart_all(self, at_once: int) -> None:
        """One lot after another, as a rolling upgrade does."""
        for lot, start in enumerate(range(0, self.pool.workers, at_once)):
            count = min(at_once, self.pool.workers - start)
            self.at(self.pool.now + lot * RESTART, lambda count=count: self.away(count))

    def away(self, count: int) -> None:
        self.pool.remove(count)
        self.at(self.pool.now + RESTART, lambda: self.pool.add(count))

    def crash(self, count: int) -> None:
        dead = self.pool.crash(count)
        self.at(self.pool.now + RESTART, lambda: self.pool.add(count))
        self.at(self.pool.now + TAKEOVER, lambda: [self.taken_over(arrived, client) for arrived, client in dead])

    def taken_over(self, arrived: float, client: int) -> None:
        self.pool.enter(arrived, client)

    def run(self) -> Outcome:
        pool, draw, clients = self.pool, self.pool.chance, self.clients
        expovariate, random_, ends, plan = draw.expovariate, draw.random, pool.ends, self.plan
        arrival, rate_until, rate = 0.0, 0.0, 0.0
        while True:
            while arrival >= rate_until and rate_until < self.until:
                # The rate holds for five seconds; an arrival beyond them is drawn anew, which a Poisson process allows.
                arrival, rate = rate_until, self.rate(rate_until)
                rate_until += 5.0
                arrival += expovariate(rate) if rate > 0 else 5.0
            if arrival >= self.until:
                break
            now = arrival
            if ends and ends[0][0] < now:
                now = ends[0][0]
            if plan and plan[0][0] < now:
                now = plan[0][0]
            pool.advance(now)
            if plan and plan[0][0] == now:
                heapq.heappop(plan)[2]()
            elif ends and ends[0][0] == now:
                pool.finish()
            else:
                client = bisect.bisect(clients, random_())
                pool.arrive(client if client < len(clients) - 1 else -next(self.numbers))
                arrival = now + expovariate(rate)
                if pool.lag > pool.outcome.longest_queue:
                    pool.outcome.longest_queue = pool.lag
        return pool.outcome
