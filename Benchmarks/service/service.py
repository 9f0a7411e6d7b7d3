"""A server of one's own on a free loopback port, pictures that are each new, and its answers reduced to what must be equal."""
import binascii
import itertools
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks" / "http"))
import client  # noqa: E402
import process_stats  # noqa: E402,F401

SERVER = ROOT / ".build" / "release" / "typesafe-server"
SAMPLES = ROOT / "Resources" / "samples"
TEXTS = (
    "Hi mum, I lost my phone, this is my new number. Can you transfer 480 pounds for me today?",
    "USPS: your parcel is on hold. Pay the $1.95 redelivery fee at https://usps-redelivery-help.top/track",
    "481920 is your verification code. Don't share it with anyone.",
    "Dinner at eight? I can bring the cake.",
)
REFUSALS = (429, 503)
_numbers = itertools.count()


def numbered(png: bytes) -> bytes:
    """The same picture as another file: a text chunk before the end. No cache knows it."""
    body = b"tEXtnumber\0" + f"{os.getpid()}-{next(_numbers)}".encode()
    return png[:-12] + struct.pack(">I", len(body) - 4) + body + struct.pack(">I", binascii.crc32(body)) + png[-12:]


def samples() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(SAMPLES.glob("*.png"))}


class Server:
    """One process over its life; `start` again after `kill`, on the same port and files. `before` is a command that starts it."""

    def __init__(self, executable: pathlib.Path, arguments: list[str], folder: pathlib.Path | None = None,
                 before: list[str] | None = None) -> None:
        self.folder = folder or pathlib.Path(tempfile.mkdtemp(prefix="typesafe-load-"))
        self.executable, self.arguments, self.before, self.port = executable, arguments, before or [], 0
        self.process: subprocess.Popen[bytes] | None = None
        self.log: list[str] = []

    @property
    def pid(self) -> int:
        return self.process.pid

    def start(self, seconds: float = 60) -> float:
        """Returns the seconds until it was ready."""
        started, ready, before = time.monotonic(), threading.Event(), len(self.log)
        self.process = subprocess.Popen(
            [*self.before, self.executable, "--port", str(self.port), "--log-level", "notice", *self.arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        threading.Thread(target=self._follow, args=(self.process, ready), daemon=True).start()
        if not ready.wait(seconds) or not any(" ready" in line for line in self.log[before:]):
            raise SystemExit("FAILED: the server doesn't start:\n" + "\n".join(self.log[-20:]))
        return time.monotonic() - started

    def _follow(self, process: subprocess.Popen[bytes], ready: threading.Event) -> None:
        for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            self.log.append(text)
            if "http://" in text and not self.port:
                self.port = int(text.split("http://")[1].split()[0].rstrip('",;').rpartition(":")[2])
            if " ready" in text:
                ready.set()
        ready.set()

    def limits(self, **limits: int) -> list[str]:
        """Arguments for a file of limits."""
        path = self.folder / "limits.yaml"
        path.write_text("".join(f"{key}: {value}\n" for key, value in limits.items()))
        return ["--limits", str(path)]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds: float = 30) -> tuple[int, float]:
        """Exit status of an orderly end, and the seconds it took."""
        started = time.monotonic()
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(seconds), time.monotonic() - started


class Caller:
    """One client with a kept connection; a new one where the old has ended."""

    def __init__(self, port: int, timeout: float = 30, fields: str = "", host: str = "127.0.0.1") -> None:
        self.host, self.port, self.timeout, self.fields = host, port, timeout, fields
        self.connection: client.Connection | None = None

    def call(self, method: str, path: str, body: bytes = b"", fields: str = "") -> client.Answer:
        """TimeoutError where no answer comes in time, NoAnswer or OSError where the connection ends before one."""
        for attempt in (1, 2):
            fresh = self.connection is None
            try:
                if fresh:
                    self.connection = client.Connection(self.host, self.port, self.timeout)
                self.connection.received = 0
                self.connection.send(client.request(method, path, self.fields + fields, body))
                answer = self.connection.read_answer(head_only=method == "HEAD")
            except (OSError, client.NoAnswer) as error:
                received = self.connection.received if self.connection else 0
                self.drop()
                # A kept connection may be closed at any time: once more, on a new one.
                if fresh or received or isinstance(error, TimeoutError):
                    raise
                continue
            if answer.closes:
                self.drop()
            return answer
        raise AssertionError("unreachable")

    def drop(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None

    def scan(self, png: bytes, session: str | None = None, fields: str = "") -> client.Answer:
        path = "/scan-image" + (f"?session_id={session}" if session else "")
        return self.call("POST", path, png, "Content-Type: image/png\r\n" + fields)

    def analyze(self, text: str, session: str | None = None, fields: str = "") -> client.Answer:
        body = {"text": text} | ({"session_id": session} if session else {})
        return self.call("POST", "/analyze-text", json.dumps(body).encode(), "Content-Type: application/json\r\n" + fields)


def verdict(answer: client.Answer) -> dict[str, object]:
    """What two scans of one picture have in common."""
    body = json.loads(answer.body)
    return {key: body[key] for key in ("status", "risk_level", "confidence", "scam_type", "category", "findings")
            } | {"text": body.get("ocr", {}).get("text")}


def new_session() -> str:
    return str(uuid.uuid4())
