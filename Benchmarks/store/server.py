"""The server under test, as a process, and a client that keeps its connection."""
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time

TEXT = ("USPS: your parcel is held. Pay the $1.99 redelivery fee at https://usps-redelivery.top/track/KX77 "
        "or call +1 202 555 0143.")


class Server:
    """A server on a free port of its own that keeps results in `database`."""

    def __init__(self, program, database, *arguments):
        self.log = []
        self.process = subprocess.Popen(
            [program, "--port", "0", "--workers", "1", "--database", database, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.port = None
        ready = threading.Event()
        threading.Thread(target=self._read, args=(ready,), daemon=True).start()
        if not ready.wait(120):
            self.process.kill()
            raise SystemExit("the server doesn't get ready:\n" + "".join(self.log))

    def _read(self, ready):
        for line in self.process.stderr:
            # One log line for each request would be too many.
            if " request " not in line:
                self.log.append(line)
            if found := re.search(r"http://[^ ]*:([0-9]+)", line):
                self.port = int(found[1])
            if " ready" in line:
                ready.set()
        ready.set()

    def client(self):
        return Client(self.port)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(30)

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def call(self, method, path, body=None):
        """Status, JSON and seconds."""
        started = time.perf_counter()
        self.connection.request(
            method, path, body=None if body is None else json.dumps(body),
            headers={} if body is None else {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - started
        return answer.status, json.loads(content), seconds

    def analyze(self, session):
        return self.call("POST", "/analyze-text", {"text": TEXT, "session_id": session})


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def figures(seconds):
    return "  ".join(f"{name} {quantile(seconds, share) * 1000:.2f} ms"
                     for name, share in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1)])
