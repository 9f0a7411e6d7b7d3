#!/usr/bin/env python3
"""Kills the server again and again while clients store results: what was acknowledged must be there afterwards."""
import argparse
import http.client
import os
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
import uuid

from server import Server


def store(server, acknowledged, wrong):
    """Stores until the server is gone."""
    client = server.client()
    session = str(uuid.uuid4())
    while True:
        try:
            status, answer, _ = client.analyze(session)
        except (OSError, http.client.HTTPException, ValueError):
            return
        if status == 200 and answer.get("stored"):
            acknowledged.append((session, answer["scan_id"]))
        else:
            wrong.append(status)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="typesafe-server, a release build")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    acknowledged, wrong, lost, damaged = [], [], [], 0
    with tempfile.TemporaryDirectory(prefix="typesafe-kill-") as folder:
        database = os.path.join(folder, "store.db")
        for number in range(options.rounds):
            server = Server(options.program, database)
            fresh = []
            threads = [threading.Thread(target=store, args=(server, fresh, wrong))
                       for _ in range(options.clients)]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.05, 1.5))
            server.stop(signal.SIGKILL)
            for thread in threads:
                thread.join()
            acknowledged += fresh
            connection = sqlite3.connect(database)
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                damaged += 1
            there = {bytes(row[0]) for row in connection.execute("SELECT scan_id FROM result")}
            connection.close()
            lost += [scan for _, scan in fresh if uuid.UUID(scan).bytes not in there]
            print(f"\rround {number + 1}: {len(acknowledged)} acknowledged, {len(lost)} lost, "
                  f"{damaged} databases damaged, {len(wrong)} wrong answers", end="", flush=True)
        print()
        # All of them, as clients see them.
        server = Server(options.program, database)
        client = server.client()
        unseen = 0
        for session, scan in acknowledged:
            status, answer, _ = client.call("GET", f"/results/{scan}")
            unseen += status != 200 or answer["scan_id"] != scan
        print(f"seen over HTTP afterwards: {len(acknowledged) - unseen} of {len(acknowledged)}")
        server.stop()
    sys.exit(1 if lost or damaged or wrong or unseen else 0)


if __name__ == "__main__":
    main()
