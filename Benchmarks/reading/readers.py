"""The two sides that are compared: our server, started here and spoken to over HTTP, and the `tesseract` command line.

Each reads one picture at a time for `read`, and tells what that cost: seconds on the clock, CPU seconds of all its
processes, and the most memory that the process which did the reading held at once.
"""
import contextlib
import dataclasses
import http.client
import json
import mimetypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import truth

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "http"))
import process_stats  # noqa: E402  (shared with the HTTP tools)

_MIB = 2**20
# What is no message: the app's and the phone's furniture.
FURNITURE = ("chrome", "system")


@dataclasses.dataclass(frozen=True)
class Cost:
    seconds: float
    cpu_seconds: float
    peak_mib: float


@dataclasses.dataclass(frozen=True)
class Reading:
    text: str  # For our side: what it calls messages.
    cost: Cost
    failure: str | None = None
    all_text: str = ""
    links: tuple[str, ...] = ()
    lines: tuple[tuple[str, tuple[int, int, int, int]], ...] = ()  # Role and box: left, top, right, bottom.
    timing_ms: dict[str, float] = dataclasses.field(default_factory=dict)


class CommandLine:
    """`tesseract FILE -`, a process for each picture."""

    name = "tesseract"

    def __init__(self, program: str, segmentation: int, tessdata: pathlib.Path | None) -> None:
        found = shutil.which(program)
        if not found:
            raise SystemExit(f"{program} isn't installed (Debian: tesseract-ocr)")
        self.program = found
        self.options = ["--psm", str(segmentation)] + (["--tessdata-dir", str(tessdata)] if tessdata else [])
        # More threads make it slower, not faster.
        self.environment = os.environ | {"OMP_THREAD_LIMIT": "1"}

    def languages(self) -> set[str]:
        listed = subprocess.run([self.program, "--list-langs", *self.options[2:]], capture_output=True, text=True,
                                env=self.environment, timeout=30, check=True)
        return set(listed.stdout.split("\n")[1:]) - {"", "osd"}

    def version(self) -> str:
        told = subprocess.run([self.program, "--version"], capture_output=True, text=True, timeout=30, check=True)
        return (told.stdout + told.stderr).splitlines()[0]

    def command(self, picture: truth.Picture, language: str | None) -> list[str]:
        return [self.program, str(picture.path), "-", "-l", language or "eng", *self.options]

    def read(self, picture: truth.Picture, language: str | None) -> Reading:
        with tempfile.TemporaryFile() as output:
            started = time.monotonic()
            process = subprocess.Popen(self.command(picture, language), stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.DEVNULL, env=self.environment)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - started
            process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait for it again.
            output.seek(0)
            text = output.read().decode("utf-8", "replace")
        cost = Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
        return Reading(text, cost, f"exit status {process.returncode}" if process.returncode else None, all_text=text)


class Server:
    """Our server's process tree."""

    name = "ours"

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def client(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def get(self, path: str) -> dict:
        connection = self.client()
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return json.loads(answer.read()) if answer.status == 200 else {}
        finally:
            connection.close()

    def scan(self, connection: http.client.HTTPConnection, picture: truth.Picture, language: str | None) -> tuple[int, bytes]:
        """One request; the picture's bytes as they are."""
        kind = mimetypes.guess_type(picture.path.name)[0] or f"image/{picture.format}"
        query = f"?lang={language}" if language else ""
        connection.request("POST", "/scan-image" + query, picture.path.read_bytes(), {"Content-Type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def read(self, picture: truth.Picture, language: str | None) -> Reading:
        connection = self.client()
        connection.connect()  # A client keeps its connection; opening it isn't the reading's cost.
        try:
            self._forget_peaks()
            before = process_stats.read(self.process.pid).cpu_seconds
            started = time.monotonic()
            status, body = self.scan(connection, picture, language)
            seconds = time.monotonic() - started
            after = process_stats.read(self.process.pid).cpu_seconds
        except (OSError, http.client.HTTPException) as error:
            raise SystemExit(f"the server stopped answering ({type(error).__name__}) at {picture.name}") from error
        finally:
            connection.close()
        cost = Cost(seconds, after - before, self._peak_mib())
        answer = json.loads(body)
        if status != 200:
            return Reading("", cost, f"{status} {answer.get('title', '')}")
        return _reading(answer, cost)

    def workers(self) -> list[int]:
        """The worker processes; the server itself where it has none."""
        return [pid for pid in process_stats.tree(self.process.pid) if pid != self.process.pid] or [self.process.pid]

    def _forget_peaks(self) -> None:
        for pid in self.workers():
            # 5 resets the peak of resident memory; where that isn't allowed, the peak is the process's life's.
            with contextlib.suppress(OSError):
                pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")

    def _peak_mib(self) -> float:
        """MiB of the worker that held most."""
        peaks = [0.0]
        for pid in self.workers():
            with contextlib.suppress(OSError, AttributeError):
                status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
                peaks.append(int(re.search(r"^VmHWM:\s+(\d+)", status, re.MULTILINE)[1]) / 1024)
        return max(peaks)

    def memory_mib(self) -> float:
        """Of the whole tree, pages that processes share counted in parts."""
        total = 0
        for pid in process_stats.tree(self.process.pid):
            with contextlib.suppress(OSError, AttributeError):
                rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
                total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[1]) * 1024
        return total / _MIB


def _reading(answer: dict, cost: Cost) -> Reading:
    lines = (answer.get("ocr") or {}).get("lines") or []
    boxes = []
    for line in lines:
        box = line["box"]
        boxes.append((line["role"], (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])))
    return Reading(
        text="\n".join(line["text"] for line in lines if line["role"] not in FURNITURE), cost=cost,
        all_text="\n".join(line["text"] for line in lines),
        links=tuple(entity["text"] for entity in answer.get("entities") or [] if entity["kind"] == "url"),
        lines=tuple(boxes),
        timing_ms={step: value for step, value in (answer.get("timing_ms") or {}).items()
                   if isinstance(value, (int, float))})


def built_server() -> pathlib.Path:
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    command = ["swift", "build", "-c", "release", "--product", "typesafe-server"]
    subprocess.run(command, cwd=root, stdout=sys.stderr, check=True)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=root, capture_output=True, text=True, check=True)
    return pathlib.Path(shown.stdout.strip()) / "typesafe-server"


@contextlib.contextmanager
def running_server(program: pathlib.Path, arguments: list[str], tessdata: pathlib.Path | None) -> Iterator[Server]:
    """Has the server running inside, on a free port of its own; stopped at the end with all its children."""
    with tempfile.TemporaryFile() as log, tempfile.NamedTemporaryFile("w", suffix=".yaml") as limits:
        # Every picture is read, even if it was read before.
        limits.write("cache_mib: 0\n")
        limits.flush()
        command = [str(program), "--port", "0", "--limits", limits.name, *(["--tessdata", str(tessdata)] if tessdata else []), *arguments]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log,
                                   start_new_session=True)
        try:
            yield Server(process, _port(process, log))
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(15)


def _port(process: subprocess.Popen[bytes], log) -> int:
    """Waits until the server says where it listens and that it is ready."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        text = os.pread(log.fileno(), 65_536, 0).decode("utf-8", "replace")
        found = re.search(r"listening.*?http://127\.0\.0\.1:(\d+)", text)
        if found and re.search(r"\bready\b", text):
            return int(found[1])
        if process.poll() is not None:
            raise SystemExit(f"the server ended with {process.returncode}:\n{text}")
        time.sleep(0.05)
    raise SystemExit(f"the server wasn't ready after a minute:\n{text}")
