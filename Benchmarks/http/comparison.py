"""Turns the runs of compare.py into tables and ratios, and holds the ratios to bars."""
import argparse
import fnmatch
import re
import statistics

ERROR_KINDS = ("connect", "read", "write", "timeout", "status")


def bar_argument(text: str) -> re.Match[str]:
    found = re.fullmatch(r"([^:]+):([^:]+):(rps|cpu|p99)(>=|<=)([0-9.]+)", text)
    if not found:
        raise argparse.ArgumentTypeError("expected PEER:WORKLOAD:METRIC>=NUMBER (or <=)")
    return found


def median(runs: list[dict], server: str, workload: str, figure: str) -> float:
    return statistics.median(run[figure] for run in runs if (run["server"], run["workload"]) == (server, workload))


def table(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def error_counts(runs: list[dict]) -> str:
    counts = {kind: sum(run[kind] for run in runs) for kind in ERROR_KINDS}
    return ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "0"


def result_table(runs: list[dict], servers: list[str], workloads: list[str]) -> str:
    rows = [("workload", "server", "requests/s (min–max)", "p50 ms", "p99 ms", "CPU µs/request", "errors", "RSS MiB",
             "wrk busy", "others busy")]
    for workload in workloads:
        for server in servers:
            mine = [run for run in runs if (run["server"], run["workload"]) == (server, workload)]
            mid = {figure: median(runs, server, workload, figure) for figure in
                   ("rps", "p50_ms", "p99_ms", "cpu_us", "rss_mib", "wrk_busy", "others_busy")}
            speeds = [run["rps"] for run in mine]
            rows.append((workload, server, f"{mid['rps']:,.0f} ({min(speeds):,.0f}–{max(speeds):,.0f})",
                         f"{mid['p50_ms']:.2f}", f"{mid['p99_ms']:.2f}", f"{mid['cpu_us']:.1f}",
                         error_counts(mine), f"{mid['rss_mib']:.1f}",
                         f"{mid['wrk_busy']:.0%}", f"{mid['others_busy']:.0%}"))
    return table(rows)


def ratios(runs: list[dict], servers: list[str], workloads: list[str]) -> list[dict]:
    """The first server's medians divided by each other server's. NaN where the other has zero."""
    found = []
    for workload in workloads:
        for peer in servers[1:]:
            entry: dict = {"workload": workload, "peer": peer}
            for metric, figure in (("rps", "rps"), ("cpu", "cpu_us"), ("p99", "p99_ms")):
                other = median(runs, peer, workload, figure)
                entry[metric] = median(runs, servers[0], workload, figure) / other if other else float("nan")
            found.append(entry)
    return found


def missed_bars(bars: list[re.Match[str]], found: list[dict]) -> list[str]:
    """What each bar that is not kept says, and the ratio that missed it."""
    missed = []
    for bar in bars:
        peer, workload, metric, relation, bound = bar.groups()
        held = [entry for entry in found
                if fnmatch.fnmatch(entry["peer"], peer) and fnmatch.fnmatch(entry["workload"], workload)]
        if not held:
            missed.append(f"{bar[0]}: nothing was measured that it speaks of")
        for entry in held:
            value = entry[metric]
            if not (value >= float(bound) if relation == ">=" else value <= float(bound)):
                missed.append(f"{bar[0]}: {entry['workload']} v {entry['peer']} has {value:.2f}")
    return missed
