#!/usr/bin/env python3
"""A day of a service with 5 to 500 workers, on paper: how long scans wait and how busy the workers are, as tables and a picture.

The day: few scans at night, the most at noon and in the evening, when they keep the workers busy for --load of the time. At 11:30 a wave
of scam messages starts, and in five minutes brings --wave times as many scans again as the evening has; it halves every quarter of an
hour. At 15:00 all workers are restarted, a tenth at a time; at 20:00 a tenth of them crash with what they read. The hours around the wave
pass in full; of the others, so many seconds that the day has about --scans.

Clients: four in five scans are those of 1,000 clients (the n-th sends 1/n as much as the first), the rest come from one each.
`--one-client` instead has one client send 10,000 scans at once beside one that sends one every second; `--steady` shows waits by load.
"""
import argparse
import collections
import heapq
import itertools
import math
import multiprocessing
import pathlib
import sys

from chart import HEIGHT, WIDTH, Axis, Line, chart, picture
from simulation import MEAN, Day, Outcome, Pool, percentile

HOUR = 3600.0
# Share of the busiest hour's scans, at each full hour.
SHAPE = (0.12, 0.07, 0.05, 0.04, 0.05, 0.10, 0.25, 0.45, 0.62, 0.75, 0.85, 0.92, 1.00, 0.95, 0.85, 0.80, 0.82, 0.88, 0.95, 1.00, 1.00,
         0.85, 0.55, 0.28, 0.12)
WAVE_AT, WAVE_RISES, WAVE_HALVES = 11.5 * HOUR, 300.0, 900.0
FULL = (11.4 * HOUR, 12.4 * HOUR)  # Passes in full.
RESTARTED, CRASHED = 15 * HOUR, 20 * HOUR
SIZES = (5, 15, 50, 150, 500)
HEAVY, LIGHT = 0, 1


class Clock:
    """Simulated seconds and the day's: outside FULL the day passes `faster`."""

    def __init__(self, faster: float) -> None:
        self.faster = faster
        self.full_from = FULL[0] / faster
        self.full_until = self.full_from + FULL[1] - FULL[0]
        self.until = self.full_until + (24 * HOUR - FULL[1]) / faster

    def of_day(self, time: float) -> float:
        if time < self.full_from:
            return time * self.faster
        if time < self.full_until:
            return FULL[0] + time - self.full_from
        return FULL[1] + (time - self.full_until) * self.faster

    def simulated(self, day: float) -> float:
        if day < FULL[0]:
            return day / self.faster
        if day < FULL[1]:
            return self.full_from + day - FULL[0]
        return self.full_until + (day - FULL[1]) / self.faster


def usual(day: float) -> float:
    hour = min(23, int(day // HOUR))
    return SHAPE[hour] + (SHAPE[hour + 1] - SHAPE[hour]) * (day / HOUR - hour)


def wave(day: float) -> float:
    since = day - WAVE_AT
    if since <= 0:
        return 0.0
    return since / WAVE_RISES if since < WAVE_RISES else 0.5 ** ((since - WAVE_RISES) / WAVE_HALVES)


def shares() -> list[float]:
    weights = [1 / number for number in range(1, 1001)]
    scale = 0.8 / sum(weights)
    return [*itertools.accumulate(weight * scale for weight in weights), 1.0]


def a_day(task: tuple[int, bool, argparse.Namespace]) -> dict:
    workers, scaled, options = task
    most = options.load * workers / MEAN  # Scans a second in the busiest hour.
    day_scans = most * sum(SHAPE[:-1]) / 24 * 24 * HOUR
    clock = Clock(max(1.0, day_scans / options.scans))
    pool = Pool(workers, options.seed, options.rule)

    def rate(time: float) -> float:
        day = clock.of_day(time)
        return most * (usual(day) + options.wave * wave(day))

    run = Day(pool, rate, shares(), clock.until, scaled)
    restarted, crashed, tenth = clock.simulated(RESTARTED), clock.simulated(CRASHED), max(1, workers // 10)
    run.at(restarted, lambda: run.restart_all(tenth))
    run.at(crashed, lambda: run.crash(tenth))
    outcome = run.run()
    return {"workers": workers, "scaled": scaled, "a second": most, "a day": day_scans, "most workers": max(workers, outcome.most_workers),
            "queue": outcome.longest_queue,
            "usual": figures(outcome, clock, 19, 20), "wave": figures(outcome, clock, *(time / HOUR for time in FULL)),
            "restart": worst(outcome, restarted), "crash": worst(outcome, crashed), "backlog": backlog(outcome, clock),
            "line": [(clock.of_day(minute * 60 + 30) / HOUR, outcome.busy[minute] / max(1e-9, outcome.offered[minute]),
                      percentile(outcome.waits[minute], 95)) for minute in sorted(outcome.offered)]}


def figures(outcome: Outcome, clock: Clock, start: float, end: float) -> dict[str, float]:
    start, end = clock.simulated(start * HOUR), clock.simulated(end * HOUR)
    waits = outcome.between(start, end)
    return {"busy": outcome.utilisation(start, end), "p50": percentile(waits, 50), "p95": percentile(waits, 95),
            "p99": percentile(waits, 99), "longest": max(waits, default=0.0)}


def worst(outcome: Outcome, time: float) -> tuple[float, float]:
    """p95 and longest wait of the minutes after something."""
    waits = outcome.between(time - time % 60, time + 60)
    return percentile(waits, 95), max(waits, default=0.0)


def backlog(outcome: Outcome, clock: Clock) -> float:
    """Minutes of the wave in which one scan in twenty waited for more than five seconds."""
    return sum(percentile(waits, 95) > 5 for minute, waits in outcome.waits.items() if clock.full_from <= minute * 60 < clock.full_until)


def beside(task: tuple[int, str, argparse.Namespace]) -> tuple[int, str, float, float]:
    """One scan every second by one client, alone or beside another's 10,000 at once; time from sending to the end."""
    workers, how, options = task
    # As long as the 10,000 take, and as often as gives a thousand scans of the light client.
    lasts, times = 10_000 * MEAN / workers, list[float]()
    for again in range(max(1, round(1000 / lasts))):
        pool = Pool(workers, options.seed + again, rule=how if how != "alone" else options.rule, record={LIGHT})
        run = Day(pool, lambda _: 0.0, [1.0], lasts)
        if how != "alone":
            run.at(0, lambda: [pool.arrive(HEAVY) for _ in range(10_000)])
        first = pool.chance.random()
        for second in range(int(lasts - first) + 1):
            run.at(first + second, lambda: pool.arrive(LIGHT))
        times += drain(run).of_client[LIGHT]
    return workers, how, percentile(times, 50), percentile(times, 95)


def drain(run: Day) -> Outcome:
    """Runs without arrivals of its own until nothing waits."""
    pool = run.pool
    while pool.ends or run.plan:
        ends, planned = pool.ends[0][0] if pool.ends else math.inf, run.plan[0][0] if run.plan else math.inf
        pool.advance(min(ends, planned))
        if planned <= ends:
            heapq.heappop(run.plan)[2]()
        else:
            pool.finish()
    return pool.outcome


def steady(task: tuple[int, float, str, int]) -> tuple[int, float, str, str]:
    """Waits where as much comes all the time."""
    workers, load, rule, seed = task
    until = max(600.0, 300_000 * MEAN / workers / load)
    outcome = Day(Pool(workers, seed, rule), lambda _: load * workers / MEAN, shares(), until).run()
    waits = outcome.between(60, until)
    return workers, load, rule, ", ".join(seconds(percentile(waits, percent)) for percent in (50, 95, 99))


def seconds(value: float) -> str:
    return "0" if value < 0.0005 else f"{value:.2f}" if value < 9.995 else f"{value:,.0f}"


def tell_days(days: list[dict]) -> None:
    print("| workers | scans a second in the busiest hour; a day | busy then | wait then, p50, p95, p99 | in the wave: p50, p95, longest "
          "| minutes with p95 over 5 s | restart of all: p95, longest | a tenth crashes: p95, longest |\n|---|---|---|---|---|---|---|---|")
    for day in days:
        usual_, wave_ = day["usual"], day["wave"]
        name = f"{day['workers']} to {day['most workers']}" if day["scaled"] else f"{day['workers']}"
        print(f"| {name} | {day['a second']:,.0f}; {day['a day'] / 1e6:,.1f} million | {usual_['busy']:.2f} "
              f"| {', '.join(seconds(usual_[key]) for key in ('p50', 'p95', 'p99'))} s "
              f"| {', '.join(seconds(wave_[key]) for key in ('p50', 'p95', 'longest'))} s | {day['backlog']} "
              f"| {', '.join(map(seconds, day['restart']))} s | {', '.join(map(seconds, day['crash']))} s |")


def draw(days: list[dict]) -> str:
    hours = Axis("hour of the day", 0, 24, [(hour, f"{hour}") for hour in range(0, 25, 3)])
    around = Axis("hour of the day", 11.4, 12.4, [(11.5 + number / 4, name) for number, name in enumerate(("11:30", "11:45", "12:00", "12:15"))])
    share = Axis("busy workers", 0, 1, [(value / 4, f"{value * 25} %") for value in range(5)])
    wait = Axis("wait, p95, seconds", 0.01, 1000, [(10.0 ** power, f"{10.0 ** power:g}") for power in range(-2, 4)], True)

    def lines(chosen: list[dict], column: int, axis: Axis) -> list[Line]:
        """A mean for each two-hundredth of the axis."""
        found = []
        for day in chosen:
            spots = collections.defaultdict(list)
            for entry in day["line"]:
                if axis.low <= entry[0] <= axis.high:
                    spots[round(axis.place(entry[0]) * 200)].append(entry[column])
            name = f"{day['workers']} to {day['most workers']}" if day["scaled"] else f"{day['workers']} workers"
            points = [(axis.low + spot / 200 * (axis.high - axis.low), sum(values) / len(values)) for spot, values in sorted(spots.items())]
            found.append(Line(name, points, day["scaled"]))
        return found

    fixed, scaled = [day for day in days if not day["scaled"]], [day for day in days if day["scaled"]]
    return picture([
        chart("Busy workers through the day, their number fixed", hours, share, lines(fixed, 1, hours), 0, 0),
        chart("Waits through the day, their number fixed", hours, wait, lines(fixed, 2, hours), WIDTH, 0),
        chart("Waits in the wave, their number fixed", around, wait, lines(fixed, 2, around), 0, HEIGHT),
        chart("Waits in the wave, with the autoscaler", around, wait, lines(scaled, 2, around), WIDTH, HEIGHT)], 2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=SIZES)
    parser.add_argument("--load", type=float, default=0.6, help="busy workers in the busiest hour")
    parser.add_argument("--wave", type=float, default=1.0, help="scans of the wave's top, by those of the busiest hour")
    parser.add_argument("--scans", type=float, default=2e6, help="of a day outside the wave, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=pathlib.Path, help="SVG file to write")
    parser.add_argument("--rule", default="spare", choices=("divided", "spare", "window", "queue"), help="which places a client has in the stream")
    parser.add_argument("--one-client", action="store_true")
    parser.add_argument("--steady", action="store_true")
    options = parser.parse_args()
    with multiprocessing.Pool() as processes:
        if options.one_client:
            print("| workers | p50, p95 alone | beside 10,000 of another client | ratio of the p95 | with one queue for all |\n|---|---|---|---|---|")
            tasks = [(workers, how, options) for workers in options.workers for how in ("alone", options.rule, "queue")]
            found = {(workers, how): (p50, p95) for workers, how, p50, p95 in processes.imap(beside, tasks)}
            for workers in options.workers:
                alone, turns, queue = (found[workers, how] for how in ("alone", options.rule, "queue"))
                print(f"| {workers} | {', '.join(map(seconds, alone))} s | {', '.join(map(seconds, turns))} s "
                      f"| {turns[1] / alone[1]:.1f} | {', '.join(map(seconds, queue))} s |")
            return 0
        if options.steady:
            loads = (0.6, 0.7, 0.8, 0.9, 0.95)
            print("| workers | " + " | ".join(f"busy {load:.0%}" for load in loads) + " |\n" + "|---" * (len(loads) + 1) + "|")
            tasks = [(workers, load, options.rule, options.seed) for workers in options.workers for load in loads]
            for workers, found in itertools.groupby(processes.imap(steady, tasks), key=lambda entry: entry[0]):
                print(f"| {workers} | " + " | ".join(waits + " s" for *_, waits in found) + " |", flush=True)
            return 0
        tasks = [(workers, scaled, options) for workers in options.workers for scaled in (False, True)]
        days = list(processes.imap(a_day, sorted(tasks, key=lambda task: -task[0])))
    days.sort(key=lambda day: (day["workers"], day["scaled"]))
    tell_days(days)
    if options.picture:
        options.picture.write_text(draw(days), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
