#!/usr/bin/env python3
"""Measures several HTTP servers against each other with wrk, in alternation, on one machine.

Every server must answer GET /health and POST /echo. All are started first; then each round runs every workload
on every server in turn, so that a slower phase of the machine affects all servers. The figures are medians over the
rounds. wrk's latencies come from a closed loop: a server that stalls gets fewer requests, not more late ones.
wrk shares the machine with the server, so CPU per request (of the server's whole process tree) is the steadier
figure, and "wrk busy" near 100 % of its threads means that wrk, not the server, was the limit.

A bar such as --bar 'peer:health-64:rps>=0.9' bounds a ratio of the first server to another one; both names may be
patterns (*), the metric is rps, cpu or p99. Exit code 1 when a bar is missed or errors exceed --max-errors.
"""
import argparse
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import client
import comparison
import process_stats

HOST = "127.0.0.1"
POST_BYTES = 300_000
# A script for wrk that prints exact figures, because its own report rounds them.
REPORT_LUA = """
done = function(summary, latency, requests)
  local e = summary.errors
  io.write("\\n", string.format(
    'JSON {"requests":%d,"duration_us":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d,"status":%d,' ..
    '"p50_us":%d,"p99_us":%d}',
    summary.requests, summary.duration, e.connect, e.read, e.write, e.timeout, e.status,
    latency:percentile(50), latency:percentile(99)), "\\n")
end
"""
POST_LUA = f"""
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/octet-stream"
wrk.body = string.rep("x", {POST_BYTES})
"""


@dataclasses.dataclass
class Server:
    name: str
    port: int
    command: list[str] | None = None
    pid_file: pathlib.Path | None = None
    post_path: str = "/echo"
    pid: int = 0


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    connections: int
    posts: bool = False
    headers: tuple[str, ...] = ()


WORKLOADS = (
    Workload("health-64", 64),
    Workload("health-256", 256),
    Workload("post-300k", 16, posts=True),
    Workload("connection-per-request", 64, headers=("Connection: close",)),
)


def server_argument(text: str) -> Server:
    name, port, command = text.split("=", 2)
    return Server(name, int(port), command=shlex.split(command))


def attach_argument(text: str) -> Server:
    name, port, pid_file = text.split("=", 2)
    return Server(name, int(port), pid_file=pathlib.Path(pid_file))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", dest="servers", action="append", type=server_argument, metavar="NAME=PORT=CMD",
                        default=[], help="a server to start (in the foreground) and stop; the first is compared")
    parser.add_argument("--attach", dest="servers", action="append", type=attach_argument, metavar="NAME=PORT=PIDFILE",
                        help="a server that already runs, e.g. a daemon; it is left running")
    parser.add_argument("--post-path", action="append", default=[], metavar="NAME=PATH", help="in place of /echo")
    parser.add_argument("--workload", action="append", choices=[w.name for w in WORKLOADS], help="only these")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5, help="of each run")
    parser.add_argument("--threads", type=int, default=1, help="of wrk; one leaves a core of two to the server")
    parser.add_argument("--start-seconds", type=float, default=15, help="until a server must answer")
    parser.add_argument("--bar", action="append", type=comparison.bar_argument, default=[], metavar="PEER:WORKLOAD:METRIC>=X")
    parser.add_argument("--max-errors", type=int, help="of the first server, over all runs")
    parser.add_argument("--json", type=pathlib.Path, help="file for all raw figures")
    options = parser.parse_args()
    if not options.servers:
        parser.error("at least one --server or --attach is needed")
    if len({server.name for server in options.servers}) < len(options.servers):
        parser.error("two servers have the same name")
    for text in options.post_path:
        name, _, path = text.partition("=")
        matching = [server for server in options.servers if server.name == name]
        if not matching or not path.startswith("/"):
            parser.error(f"--post-path {text}: no such server or no path")
        matching[0].post_path = path
    return options


def answers(server: Server, post: bool = False) -> bool:
    """One request by hand: wrk doesn't look at bodies, so this shows that the server really answers."""
    try:
        connection = client.Connection(HOST, server.port, 5)
    except OSError:
        return False
    try:
        connection.send(client.request("POST", server.post_path, body=b"x" * POST_BYTES) if post
                        else client.request("GET", "/health"))
        answer = connection.read_answer()
        body = json.loads(answer.body)
        # A path other than /echo is a substitute, which needs no right length in its answer.
        return answer.status == 200 and (not post or server.post_path != "/echo" or body.get("length") == POST_BYTES)
    except (OSError, ValueError, client.NoAnswer, client.BadAnswer):
        return False
    finally:
        connection.close()


def announces_close(server: Server) -> bool:
    """Whether the answer to "Connection: close" says the same; where not, wrk is surprised by each close."""
    connection = client.Connection(HOST, server.port, 5)
    try:
        connection.send(client.request("GET", "/health", "Connection: close\r\n"))
        return connection.read_answer().closes
    finally:
        connection.close()


def wait_until_up(server: Server, process: subprocess.Popen[bytes], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not answers(server):
        if process.poll() is not None:
            raise SystemExit(f"{server.name} ended with {process.returncode}; a daemon must be given by --attach")
        if time.monotonic() > end:
            raise SystemExit(f"{server.name} doesn't answer GET /health on port {server.port}")
        time.sleep(0.1)


def check_ownership(server: Server) -> None:
    """Refuses to measure where requests would go to a process whose CPU time isn't counted."""
    if not process_stats.owns_port(server.pid, server.port):
        raise SystemExit(f"port {server.port} is not, or not only, served by {server.name} (process {server.pid})")


@contextlib.contextmanager
def running(server: Server, seconds: float) -> Iterator[None]:
    """Has the server running inside; one that was started here is stopped with all its children."""
    if server.pid_file is not None:
        server.pid = int(server.pid_file.read_text(encoding="utf-8").strip())
        if not answers(server):
            raise SystemExit(f"{server.name} doesn't answer GET /health on port {server.port}")
        check_ownership(server)
        yield
        return
    if answers(server):
        raise SystemExit(f"something already answers on port {server.port}; {server.name} can't be measured there")
    process = subprocess.Popen(server.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    server.pid = process.pid
    try:
        wait_until_up(server, process, seconds)
        check_ownership(server)
        yield
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the process group that the server leads: politely, then by force."""
    for number, patience in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)


def wrk_command(server: Server, workload: Workload, options: argparse.Namespace, seconds: int) -> list[str]:
    script = "post.lua" if workload.posts else "get.lua"
    path = server.post_path if workload.posts else "/health"
    headers = [part for header in workload.headers for part in ("-H", header)]
    return ["wrk", f"-t{options.threads}", f"-c{workload.connections}", f"-d{seconds}s", "--timeout", "2s", "-s", script,
            *headers, f"http://{HOST}:{server.port}{path}"]


def children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(server: Server, command: list[str], seconds: int, folder: pathlib.Path) -> dict[str, float]:
    """One run of wrk with the server's CPU time around it."""
    before, wrk_before = process_stats.read(server.pid), children_cpu()
    busy_before = process_stats.machine_busy_seconds()
    started = time.monotonic()
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                            timeout=seconds + 30, check=False)
    elapsed = time.monotonic() - started
    after, wrk_after = process_stats.read(server.pid), children_cpu()
    busy_after = process_stats.machine_busy_seconds()
    line = next((line for line in result.stdout.splitlines() if line.startswith("JSON ")), None)
    if line is None:
        raise SystemExit(f"{shlex.join(command)} failed:\n{result.stdout}{result.stderr}")
    raw = json.loads(line.removeprefix("JSON "))
    cpu, wrk_cpu = after.cpu_seconds - before.cpu_seconds, wrk_after - wrk_before
    return raw | {
        "rps": raw["requests"] / (raw["duration_us"] / 1e6),
        "p50_ms": raw["p50_us"] / 1e3, "p99_ms": raw["p99_us"] / 1e3,
        "server_cpu_seconds": cpu, "cpu_us": cpu * 1e6 / max(1, raw["requests"]),
        "errors": sum(raw[kind] for kind in comparison.ERROR_KINDS),
        "rss_mib": after.rss_mib, "wrk_busy": wrk_cpu / elapsed,
        # CPU time of other processes. If it is high, the run should be repeated.
        "others_busy": max(0.0, (busy_after - busy_before - cpu - wrk_cpu) / elapsed),
    }


def run_all(options: argparse.Namespace, workloads: list[Workload], folder: pathlib.Path) -> list[dict]:
    for server in options.servers:  # Warm-up, not counted.
        measure(server, wrk_command(server, workloads[0], options, 1), 1, folder)
    runs = []
    for round_number in range(1, options.rounds + 1):
        for workload in workloads:
            for server in options.servers:
                command = wrk_command(server, workload, options, options.seconds)
                if not answers(server, post=workload.posts):
                    raise SystemExit(f"{server.name} doesn't answer {workload.name} rightly")
                check_ownership(server)  # Again, since anybody may have come along meanwhile.
                time.sleep(0.3)  # Lets the last run's connections go.
                run = {"round": round_number, "workload": workload.name, "server": server.name}
                runs.append(run | measure(server, command, options.seconds, folder) | {"command": shlex.join(command)})
                print(f"round {round_number} {workload.name} {server.name}: {runs[-1]['rps']:.0f}/s", file=sys.stderr)
    return runs


def environment() -> dict[str, str]:
    version = subprocess.run(["wrk", "-v"], capture_output=True, text=True, timeout=10, check=False)
    return {"date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "wrk": (version.stdout + version.stderr).splitlines()[0].split(" Copyright")[0].removeprefix("wrk "),
            "kernel": os.uname().release, "nproc": str(len(os.sched_getaffinity(0)))}


def print_report(options: argparse.Namespace, facts: dict[str, str], runs: list[dict], found: list[dict]) -> None:
    servers = [server.name for server in options.servers]
    workloads = list(dict.fromkeys(run["workload"] for run in runs))
    print(f"Medians of {options.rounds} rounds of {options.seconds} s, wrk with {options.threads} thread(s); "
          + ", ".join(f"{name} {value}" for name, value in facts.items()) + ".\n")
    print(comparison.result_table(runs, servers, workloads))
    if found:
        print(f"\nRatios of {servers[0]} to the others (rps: more is better; CPU and p99: less is better)\n")
        print(comparison.table([("workload", "to", "rps", "CPU/request", "p99"),
                     *((entry["workload"], entry["peer"], *(f"{entry[key]:.2f}" for key in ("rps", "cpu", "p99")))
                       for entry in found)]))
    print("\nServers:")
    for server in options.servers:
        print(f"- {server.name}: {shlex.join(server.command) if server.command else f'attached by {server.pid_file}'}")
    print("\nCommands (of the last round):")
    for run in runs:
        if run["round"] == options.rounds:
            print(f"- {run['server']}: {run['command']}")


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the servers are stopped then, too.
    facts = environment()
    workloads = [workload for workload in WORKLOADS if not options.workload or workload.name in options.workload]
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "get.lua").write_text(REPORT_LUA, encoding="utf-8")
        (folder / "post.lua").write_text(POST_LUA + REPORT_LUA, encoding="utf-8")
        for server in options.servers:
            stack.enter_context(running(server, options.start_seconds))
        silent = [server.name for server in options.servers if not announces_close(server)]
        runs = run_all(options, workloads, folder)
    found = comparison.ratios(runs, [server.name for server in options.servers], [workload.name for workload in workloads])
    print_report(options, facts, runs, found)
    if silent:
        print(f"\nConnection: close is not announced by {', '.join(silent)}: "
              "wrk counts one read error per closed connection.")
    if options.json:
        options.json.write_text(json.dumps({"facts": facts, "runs": runs, "ratios": found}, indent=1), encoding="utf-8")
    missed = comparison.missed_bars(options.bar, found)
    errors = sum(run["errors"] for run in runs if run["server"] == options.servers[0].name)
    if options.max_errors is not None and errors > options.max_errors:
        missed.append(f"{errors} errors of {options.servers[0].name}, {options.max_errors} allowed")
    for text in missed:
        print(f"FAILED: {text}")
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.SubprocessError, client.NoAnswer, client.BadAnswer) as error:
        sys.exit(f"error: {error}")
