#!/usr/bin/env python3
"""What an idle keep-alive connection costs a server, and whether a crowd of them slows others down.

Opens many connections, each of which asks GET /health once and stays open. Prints the server's memory before, with
the crowd and after it left, the bytes for each connection, and the latency of GET /health on a connection of its own
before and with the crowd. Memory that the kernel keeps for sockets is not part of a process and not counted.
Exit code 1: a connection could not be opened or kept, or the bar of --max-bytes-each was missed.
"""
import argparse
import sys
import time

import client
import process_stats


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--pid", type=int, required=True, help="the server's process; its children are counted in")
    parser.add_argument("--connections", type=int, default=5_000)
    parser.add_argument("--samples", type=int, default=200, help="GET /health timed before and with the crowd")
    parser.add_argument("--sources", type=int, default=1, help="loopback addresses 127.0.0.1… to connect from in turn")
    parser.add_argument("--max-bytes-each", type=int, help="exit 1 when a connection costs more")
    parser.add_argument("--timeout", type=float, default=5.0, help="seconds for any one answer")
    parser.add_argument("--deadline", type=float, default=60.0, help="seconds for opening all connections")
    return parser.parse_args()


def latencies(options: argparse.Namespace) -> list[float]:
    connection = client.Connection(options.host, options.port, options.timeout)
    try:
        return [client.get_health(connection) for _ in range(options.samples)]
    finally:
        connection.close()


def open_crowd(options: argparse.Namespace, crowd: list[client.Connection]) -> str | None:
    """Fills `crowd`; says what went wrong, if anything did."""
    end = time.monotonic() + options.deadline
    for index in range(options.connections):
        if time.monotonic() > end:
            return f"only {index} connections within {options.deadline:g} s"
        try:
            source = client.source_address(options.host, index, options.sources)
            crowd.append(client.Connection(options.host, options.port, options.timeout, source))
            client.get_health(crowd[-1])
        except (OSError, client.NoAnswer, client.BadAnswer) as error:
            return f"connection {index + 1}: {error}"
    return None


def still_open(crowd: list[client.Connection]) -> int:
    count = 0
    for connection in crowd:
        connection.socket.setblocking(False)
        try:
            connection.socket.recv(1)  # Nothing is due, so whatever comes is a close.
        except BlockingIOError:
            count += 1
        except OSError:
            pass
    return count


def wait_for_descriptors(pid: int, count: int, seconds: float) -> process_stats.ProcessStats:
    """Waits until the server noticed that the crowd has left."""
    end = time.monotonic() + seconds
    while (stats := process_stats.read(pid)).fds > count and time.monotonic() < end:
        time.sleep(0.1)
    return stats


def show(label: str, stats: process_stats.ProcessStats) -> None:
    print(f"{label:<12} RSS {stats.rss_mib:8.2f} MiB   fds {stats.fds:6}   threads {stats.threads}")


def show_latency(label: str, values: list[float]) -> None:
    p50, p99 = (client.percentile(values, percent) * 1e6 for percent in (50, 99))
    print(f"{label:<12} GET /health of {len(values)}: p50 {p50:.0f} µs, p99 {p99:.0f} µs, max {max(values) * 1e6:.0f} µs")


def main() -> int:
    options = arguments()
    client.allow_descriptors(options.connections + 64)
    latencies(options)  # So that what a first request allocates isn't put down to the crowd.
    quiet = latencies(options)
    before = process_stats.read(options.pid)
    show("before", before)
    crowd: list[client.Connection] = []
    try:
        started = time.monotonic()
        problem = open_crowd(options, crowd)
        opened = time.monotonic() - started
        full = process_stats.read(options.pid)
        crowded = latencies(options) if problem is None else []
        kept = still_open(crowd)
    finally:
        for connection in crowd:
            connection.close()
    show("with crowd", full)
    after = wait_for_descriptors(options.pid, before.fds + 1, 10)
    show("after", after)
    show_latency("before", quiet)
    if problem is not None:
        print(f"FAILED: {problem}")
        return 1
    show_latency("with crowd", crowded)
    print(f"{len(crowd)} connections opened in {opened:.1f} s, {kept} still open at the end")
    each = (full.rss_bytes - before.rss_bytes) / len(crowd)
    print(f"bytes for each connection: {each:.0f}")
    if kept < len(crowd):
        print("FAILED: the server closed some (idle time-out too short for this test?), so the figures mean little")
        return 1
    if options.max_bytes_each is not None and each > options.max_bytes_each:
        print(f"FAILED: more than {options.max_bytes_each} bytes each")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ProcessLookupError, OSError, client.NoAnswer, client.BadAnswer) as error:
        sys.exit(f"error: {error}")
