"""Pictures a second with several clients at once: of the server, and of as many command lines side by side.

Both work through the same pictures in the same order, so that only the end of a run, when fewer than all clients
have something to do, isn't full load; each level has enough pictures for that to be little.
"""
import http.client
import queue
import statistics
import sys
import threading
import time
from collections.abc import Callable

import process_stats
import truth
from readers import CommandLine, Server

Job = tuple[truth.Picture, str | None]


def _spread(jobs: list[Job], clients: int, work: Callable[[queue.SimpleQueue], int]) -> dict[str, float]:
    """Runs so many clients until the jobs are done; `work` takes them from a queue and counts its failures."""
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    for job in jobs:
        waiting.put(job)
    failures = [0] * clients
    broken: list[BaseException] = []

    def client(index: int) -> None:
        try:
            failures[index] = work(waiting)
        except BaseException as error:  # A thread's end would go unseen.
            broken.append(error)

    threads = [threading.Thread(target=client, args=(index,), daemon=True) for index in range(clients)]
    busy, started = process_stats.machine_busy_seconds(), time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - started
    if broken:
        raise SystemExit(f"a client of the throughput run failed: {broken[0]!r}")
    return {"per_second": (len(jobs) - sum(failures)) / seconds, "failures": sum(failures),
            "busy_cores": (process_stats.machine_busy_seconds() - busy) / seconds}


def _jobs(waiting: queue.SimpleQueue):
    while True:
        try:
            yield waiting.get_nowait()
        except queue.Empty:
            return


def of_server(server: Server, jobs: list[Job], clients: int) -> dict[str, float]:
    def work(waiting: queue.SimpleQueue) -> int:
        connection, failures = server.client(), 0
        try:
            for picture, language in _jobs(waiting):
                try:
                    failures += server.scan(connection, picture, language)[0] != 200
                except (OSError, http.client.HTTPException):
                    failures += 1
                    connection.close()
        finally:
            connection.close()
        return failures

    return _spread(jobs, clients, work)


def of_command_line(command_line: CommandLine, jobs: list[Job], clients: int) -> dict[str, float]:
    def work(waiting: queue.SimpleQueue) -> int:
        return sum(command_line.read(picture, language).failure is not None for picture, language in _jobs(waiting))

    return _spread(jobs, clients, work)


def measure(server: Server, command_line: CommandLine, jobs: list[Job], levels: list[int], rounds: int) -> list[dict]:
    """Medians over the rounds for each number of clients; the sides take turns, and change who begins."""
    runs: dict[tuple[int, str], list[dict[str, float]]] = {}
    for number in range(rounds):
        for clients in levels:
            sides = [("ours", lambda count: of_server(server, jobs, count)),
                     ("tesseract", lambda count: of_command_line(command_line, jobs, count))]
            for name, run in sides if number % 2 == 0 else reversed(sides):
                runs.setdefault((clients, name), []).append(run(clients))
                print(f"throughput, round {number + 1}, {clients} clients, {name}: "
                      f"{runs[clients, name][-1]['per_second']:.2f}/s", file=sys.stderr)
    return [{"clients": clients, "side": name, "failures": sum(run["failures"] for run in found),
             "per_second": statistics.median(run["per_second"] for run in found),
             "busy_cores": statistics.median(run["busy_cores"] for run in found)}
            for (clients, name), found in runs.items()]
