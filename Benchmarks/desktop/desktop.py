"""A user's desktop for measurements: a temporary home folder, a scan server, and the program `typesafe`."""
import binascii
import fcntl
import json
import os
import pathlib
import pty
import select
import shutil
import struct
import subprocess
import tempfile
import termios
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build" / "release"
# Seconds within which a killed process is gone, a server has ended or answered, and a command has started.
LIMIT = 60


def numbered(png, number):
    """Returns the PNG with a text chunk before its end, so that its hash differs and its pixels don't."""
    body = b"tEXtnumber\0" + str(number).encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", binascii.crc32(body))
    return png[:-12] + chunk + png[-12:]


class Desktop:
    def __init__(self, typesafe, server, sample):
        self.typesafe, self.sample, self.count = str(typesafe), sample.read_bytes(), 0
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="desktop-"))
        self.shots = self.home / "Pictures" / "Screenshots"
        self.shots.mkdir(parents=True)
        self.program, self.server, self.port, self.children = server, None, 0, []
        self.env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "TERM": "xterm", "TYPESAFE_SERVER": "http://127.0.0.1:1"}
        if server:
            self.serve()
            self.env["TYPESAFE_SERVER"] = f"http://127.0.0.1:{self.port}"

    def serve(self):
        """Starts the server, again on the port that it had, and waits until it is ready."""
        self.server = subprocess.Popen(
            [self.program, "--port", str(self.port), "--database", str(self.home / "results")],
            stderr=subprocess.PIPE, text=True)
        for line in self.server.stderr:
            if "http://" in line:
                self.port = int(line.split("http://")[1].split()[0].rstrip(",;").rsplit(":", 1)[1])
            if "ready" in line:
                break
        # What it logs further is read and dropped, so that the pipe never fills.
        threading.Thread(target=self.server.stderr.read, daemon=True).start()

    def state(self, name):
        """Returns a store of the command line; an empty list where there is none."""
        path = self.home / ".local" / "state" / "typesafe" / name
        return json.loads(path.read_text()) if path.exists() else []

    def shot(self, name=None):
        """Writes a screenshot and returns the time at which its last byte was written."""
        self.count += 1
        path = self.shots / (name or f"Screenshot {self.count}.png")
        path.write_bytes(numbered(self.sample, f"{os.getpid()}-{self.count}"))
        return time.perf_counter()

    def start(self, *arguments):
        self.children.append(subprocess.Popen([self.typesafe, *arguments], env=self.env, stdin=subprocess.DEVNULL,
                                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0))
        return self.children[-1]

    def run(self, *arguments):
        return subprocess.run([self.typesafe, *arguments], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def terminal(self, *arguments):
        """Starts `typesafe` at a pseudo-terminal. Returns its process id and the terminal's descriptor."""
        child, end = pty.fork()
        if child == 0:
            os.execve(self.typesafe, [self.typesafe, *arguments], self.env)
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        return child, end

    def close(self):
        for child in self.children:
            child.kill()
            child.wait(LIMIT)
        if self.server:
            self.server.terminate()
            try:
                self.server.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.server.kill()
                print(f"MISS the server didn't end within {LIMIT} s", flush=True)
        shutil.rmtree(self.home, ignore_errors=True)


def wait_for(end, words, seconds=LIMIT):
    """Reads until the words appear. Returns the time at which they did, and everything that was read."""
    seen, deadline = b"", time.perf_counter() + seconds
    while words not in seen:
        if not select.select([end], [], [], max(0, deadline - time.perf_counter()))[0]:
            raise SystemExit(f"waited in vain for {words!r}; saw {seen[-300:]!r}")
        chunk = os.read(end, 65536)
        if not chunk:
            raise SystemExit(f"ended before {words!r}; saw {seen[-300:]!r}")
        seen += chunk
    return time.perf_counter(), seen


def usage(process):
    """Returns the processor seconds and the resident megabytes of a process."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    resident = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    return (int(fields[11]) + int(fields[12])) / ticks, resident / 1e6


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
