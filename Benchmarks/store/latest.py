#!/usr/bin/env python3
"""Measures how long GET /results/latest and the other routes for results take in a database with many results."""
import argparse
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
import uuid

from server import Server, figures, quantile


def fill(database, results, sessions):
    """Copies the one result there is, under other ids, in random order of the sessions."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    owners = [uuid.uuid4() for _ in range(sessions)]
    step = 10_000
    for start in range(0, results, step):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO result (scan_id, session_id, kind, risk, created_at, checksum, body) "
            "SELECT randomblob(16), ?, kind, risk, created_at, checksum, body FROM result WHERE id = 1",
            ((random.choice(owners).bytes,) for _ in range(min(step, results - start))))
        connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return owners


def measure(server, paths, clients, seconds):
    """Seconds of each request, answers that are wrong, requests a second."""
    taken, wrong = [], []
    end = time.perf_counter() + seconds

    def run():
        client = server.client()
        while time.perf_counter() < end:
            status, _, elapsed = client.call("GET", random.choice(paths))
            taken.append(elapsed)
            if status not in (200, 404):
                wrong.append(status)

    threads = [threading.Thread(target=run) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="typesafe-server, a release build")
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--sessions", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=10, help="for each measurement")
    parser.add_argument("--bar", type=float, help="milliseconds of /results/latest at p95 with one client")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="typesafe-store-") as folder:
        database = os.path.join(folder, "store.db")
        limits = os.path.join(folder, "limits.yaml")
        with open(limits, "w", encoding="ascii") as file:
            file.write("database_mib: 65536\n")
        server = Server(options.program, database, "--limits", limits)
        status, answer, _ = server.client().analyze(str(uuid.uuid4()))
        if status != 200 or not answer["stored"]:
            sys.exit("the first result isn't stored")
        server.stop()
        started = time.perf_counter()
        owners = fill(database, options.results - 1, options.sessions)
        print(f"{options.results} results of {options.sessions} sessions, "
              f"{os.path.getsize(database) / 2**20:.0f} MiB, filled in {time.perf_counter() - started:.0f} s")
        started = time.perf_counter()
        server = Server(options.program, database, "--limits", limits)
        print(f"ready after {time.perf_counter() - started:.1f} s")
        latest = [f"/results/latest?session_id={owner}" for owner in owners]
        lists = [f"/results?session_id={owner}" for owner in owners]
        missed = False
        for name, paths, clients in [
            ("/health", ["/health"], 1), ("/results/latest", latest, 1), ("/results/latest", latest, 8),
            ("/results", lists, 1),
        ]:
            before = server.cpu_seconds()
            taken, wrong = measure(server, paths, clients, options.seconds)
            cpu = (server.cpu_seconds() - before) / len(taken) * 1000
            print(f"{name:16} {clients} clients  {len(taken) / options.seconds:6.0f}/s  {figures(taken)}  "
                  f"CPU {cpu:.2f} ms a request  wrong answers {len(wrong)}")
            missed |= bool(wrong)
            if name == "/results/latest" and clients == 1 and options.bar:
                missed |= quantile(taken, 0.95) * 1000 > options.bar
        stored = []
        client = server.client()
        for _ in range(500):
            status, answer, elapsed = client.analyze(str(uuid.uuid4()))
            missed |= status != 200 or not answer["stored"]
            stored.append(elapsed)
        print(f"stored, 1 client   {figures(stored)}")
        _, answer, elapsed = client.call("DELETE", f"/sessions/{owners[0]}")
        print(f"a session deleted: {answer['deleted']} in {elapsed * 1000:.1f} ms")
        print(f"memory {server.memory():.0f} MiB")
        server.stop()
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
