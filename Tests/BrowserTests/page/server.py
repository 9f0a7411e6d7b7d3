"""The real server on a free loopback port."""
import os
import pathlib
import re
import signal
import subprocess
import tempfile

from webdriver import free_port, until


class Server:
    def __init__(self, executable: pathlib.Path, *arguments: str):
        self.executable = executable
        self.folder = tempfile.TemporaryDirectory(prefix="typesafe-page-")
        self.port = free_port()
        limits = pathlib.Path(self.folder.name, "limits.yaml")
        limits.write_text("queue_seconds: 120\nscan_seconds: 120\nscan_cpu_seconds: 120\n", encoding="utf-8")
        self._arguments = ["--limits", str(limits), *arguments]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        """Starts the server, also once more after `kill`, on the same port."""
        self._log = open(pathlib.Path(self.folder.name, "log"), "wb")
        self.process = subprocess.Popen(
            [self.executable, "--port", str(self.port), *self._arguments], stdout=subprocess.DEVNULL, stderr=self._log)
        until(self._is_ready, "the server is ready")

    def _is_ready(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError("the server didn't start: " + self.log)
        return '"ready"' in self.log or " ready" in self.log

    @property
    def log(self) -> str:
        return pathlib.Path(self.folder.name, "log").read_text(encoding="utf-8", errors="replace")

    def workers(self) -> list[int]:
        children = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for file in children for child in file.read_text().split()]

    def hold(self):
        """Stops the workers, so that a scan lasts until the server ends."""
        for worker in self.workers():
            os.kill(worker, signal.SIGSTOP)

    def release(self):
        """Lets the workers go on."""
        for worker in self.workers():
            os.kill(worker, signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self._log.close()

    def close(self):
        self.kill()
        self.folder.cleanup()


def key_file(executable: pathlib.Path, folder: str) -> tuple[str, str]:
    """A file with one key, and that key."""
    file = str(pathlib.Path(tempfile.mkdtemp(dir=folder), "keys"))
    added = subprocess.run(
        [executable, "keys", "add", "page", "--scope", "scan", "--keys", file], capture_output=True, text=True, check=True)
    return file, re.search(r"tsk_\S+", added.stdout)[0]
