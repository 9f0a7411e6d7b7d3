"""A redis-server of one's own, and as much of its protocol as the tools here need."""
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from hosts import Machine


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Connection:
    """One blocking connection. Replies are int, str, None and lists; an error reply raises."""

    def __init__(self, host: str, port: int, timeout: float = 10) -> None:
        self.socket = socket.create_connection((host, port), timeout)
        self.stream = self.socket.makefile("rb")

    def call(self, *words: str | bytes | int) -> object:
        parts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        return self.read()

    def read(self) -> object:
        line = self.stream.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("Redis closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"$":
            if (size := int(rest)) < 0:
                return None
            return self.stream.read(size + 2)[:-2].decode("utf-8", "replace")
        if kind == b"*":
            return [self.read() for _ in range(int(rest))] if int(rest) >= 0 else None
        if kind == b":":
            return int(rest)
        if kind == b"-":
            raise RuntimeError(rest.decode())
        return rest.decode()

    def close(self) -> None:
        self.socket.close()


class RedisProcess:
    """`start` again after `kill`: on the same port, with what its append-only file holds."""

    def __init__(self, host: Machine, *settings: str, durable: bool = True) -> None:
        if not shutil.which("redis-server"):
            raise SystemExit("redis-server is missing: apt install redis-server")
        self.host, self.folder = host, pathlib.Path(tempfile.mkdtemp(prefix="typesafe-redis-"))
        self.settings = [*(("--appendonly", "yes", "--appendfsync", "everysec") if durable else ()), *settings]
        self.process: subprocess.Popen[bytes] | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"redis://{self.host.address}:{self.port}"

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.host.before, "redis-server", "--port", str(self.port), "--bind", self.host.address,
                 "--protected-mode", "no", "--save", "", "--dir", str(self.folder), *self.settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                connection = self.connect()
                answer = connection.call("PING")
                connection.close()
                if answer == "PONG":
                    return
            except (OSError, RuntimeError):
                time.sleep(0.02)
        raise SystemExit("FAILED: redis-server doesn't start:\n" + (self.folder / "log").read_text()[-2000:])

    def connect(self) -> Connection:
        return Connection(self.host.address, self.port)

    def call(self, *words: str | int) -> object:
        connection = self.connect()
        try:
            return connection.call(*words)
        finally:
            connection.close()

    def info(self, section: str) -> dict[str, str]:
        lines = str(self.call("INFO", section)).splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def commands(self) -> dict[str, int]:
        """Calls of each command so far, those of scripts included."""
        return {name.removeprefix("cmdstat_"): int(text.split(",")[0].removeprefix("calls="))
                for name, text in self.info("commandstats").items()}

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def remove(self) -> None:
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
