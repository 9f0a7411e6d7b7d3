#!/usr/bin/env python3
"""Checks that scans go on, and that the store recovers, when the disk is full or another process holds the database. Needs root (tmpfs)."""
import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid

from server import Server

failures = []


def check(holds, what):
    print(("ok   " if holds else "FAIL ") + what, flush=True)
    if not holds:
        failures.append(what)


def comes_back(client, session, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if client.analyze(session)[1]["stored"]:
            return True
        time.sleep(0.1)
    return False


def full(program, folder):
    database = os.path.join(folder, "store.db")
    server = Server(program, database)
    client, session, other = server.client(), str(uuid.uuid4()), str(uuid.uuid4())
    acknowledged = []
    while (answer := client.analyze(session)[1])["stored"]:
        acknowledged.append(answer["scan_id"])
    check(len(acknowledged) > 10, f"{len(acknowledged)} results fit")
    status, problem, _ = client.call("GET", f"/results/latest?session_id={session}")
    check(status == 503 and problem["type"].endswith("store-unavailable"), "results answer 503")
    check(all(client.analyze(session)[0] == 200 for _ in range(20)), "scans go on")
    time.sleep(3)
    check(sum("can't be stored" in line for line in server.log) == 1, "the log says so once")
    subprocess.run(["mount", "-o", "remount,size=8m", folder], check=True)
    check(comes_back(client, other), "with room on the disk results are stored again")
    status, answer, _ = client.call("DELETE", f"/sessions/{session}")
    check(status == 200 and answer["deleted"]["results"] == len(acknowledged),
          f"what was acknowledged was there, and nothing else: {answer}")
    server.stop()
    connection = sqlite3.connect(database)
    check(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the database is whole")
    connection.close()


def locked(program, folder):
    database = os.path.join(folder, "store.db")
    server = Server(program, database)
    client, session = server.client(), str(uuid.uuid4())
    client.analyze(session)
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    taken = []
    for _ in range(5):
        status, answer, seconds = client.analyze(session)
        check(status == 200 and not answer["stored"], f"held by another process: a scan in {seconds:.2f} s, not stored")
        taken.append(seconds)
    check(max(taken[1:]) < 0.5, "only the first waited")
    check(client.call("GET", f"/results/latest?session_id={session}")[0] == 503, "results answer 503")
    holder.execute("ROLLBACK")
    holder.close()
    check(comes_back(client, session), "then results are stored again")
    server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="typesafe-server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="typesafe-full-") as folder:
        locked(options.program, folder)
    with tempfile.TemporaryDirectory(prefix="typesafe-full-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
        try:
            full(options.program, folder)
        finally:
            subprocess.run(["umount", folder], check=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
