"""A small blocking HTTP/1.1 client that shows what really came over the connection.

Python's own client hides interim answers, bytes behind an answer, and whether a connection failed before or after the first byte.
Every wait ends with the connection's timeout.
"""
import dataclasses
import ipaddress
import math
import resource
import socket
import struct
import time

_MAX_HEAD = 65_536


class NoAnswer(Exception):
    """The connection ended before the answer was complete."""


class BadAnswer(Exception):
    """The bytes received are no HTTP/1.1 answer."""


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def closes(self) -> bool:
        return "close" in self.fields.get("connection", "").lower()


class Connection:
    """One connection. `received` counts bytes since the caller last set it to zero."""

    def __init__(self, host: str, port: int, timeout: float = 10.0, source: str | None = None) -> None:
        self.socket = socket.create_connection((host, port), timeout, (source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.received = 0

    def send(self, data: bytes | memoryview) -> None:
        """Sends; a failure is not reported here, since an answer that explains it may be waiting. Reading tells."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def _fill(self) -> bool:
        try:
            data = self.socket.recv(65_536)
        except ConnectionResetError:
            raise NoAnswer(f"reset after {self.received} bytes") from None
        self.buffer += data
        self.received += len(data)
        return bool(data)

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            if not self._fill():
                raise NoAnswer(f"closed {count - len(self.buffer)} bytes too early")
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _take_line(self) -> bytes:
        while (end := self.buffer.find(b"\r\n")) < 0:
            if len(self.buffer) > _MAX_HEAD:
                raise BadAnswer("endless line")
            if not self._fill():
                raise NoAnswer(f"closed after {self.received} bytes")
        return self._take(end + 2)[:-2]

    def read_answer(self, head_only: bool = False) -> Answer:
        """The next answer, interim ones (1xx) included. `head_only` for answers to HEAD."""
        line = self._take_line()
        parts = line.split(b" ", 2)
        if len(parts) < 2 or parts[0] not in (b"HTTP/1.1", b"HTTP/1.0") or not parts[1].isdigit() or len(parts[1]) != 3:
            raise BadAnswer(f"status line {line[:80]!r}")
        status = int(parts[1])
        fields: dict[str, str] = {}
        while line := self._take_line():
            name, colon, value = line.partition(b":")
            if not colon or not name:
                raise BadAnswer(f"field line {line[:80]!r}")
            fields[name.decode("latin-1").lower()] = value.decode("latin-1").strip()
        if head_only or status < 200 or status in (204, 304):
            return Answer(status, fields, b"")
        return Answer(status, fields, self._read_body(fields))

    def _read_body(self, fields: dict[str, str]) -> bytes:
        if "chunked" in fields.get("transfer-encoding", "").lower():
            return self._read_chunks()
        if "content-length" in fields:
            if not fields["content-length"].isdigit():
                raise BadAnswer(f"Content-Length {fields['content-length'][:40]!r}")
            return self._take(int(fields["content-length"]))
        while self._fill():
            pass
        body, self.buffer = self.buffer, b""
        return body

    def _read_chunks(self) -> bytes:
        body = b""
        while size := int(self._take_line().split(b";")[0], 16):
            body += self._take(size)
            if self._take(2) != b"\r\n":
                raise BadAnswer("no line end after a chunk")
        while self._take_line():
            pass  # Trailer fields.
        return body

    def is_closed_by_server(self) -> bool:
        """Waits for the server's end; False when more bytes come first. A reset counts as an end."""
        try:
            return not self.buffer and not self._fill()
        except NoAnswer:
            return True

    def half_close(self) -> None:
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server was first.

    def reset(self) -> None:
        """Closes with a TCP reset, as a crashed or hostile client would."""
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.socket.close()

    def close(self) -> None:
        self.socket.close()


def request(method: str, path: str, extra: str = "", body: bytes = b"") -> bytes:
    """A request's bytes. A body brings its Content-Length along; `extra` is whole field lines."""
    length = f"Content-Length: {len(body)}\r\n" if body or method == "POST" else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{length}{extra}\r\n".encode() + body


def get_health(connection: Connection) -> float:
    """Seconds that one GET /health takes; BadAnswer unless it is a 200."""
    started = time.perf_counter()
    connection.send(request("GET", "/health"))
    answer = connection.read_answer()
    if answer.status != 200:
        raise BadAnswer(f"GET /health answered {answer.status}")
    return time.perf_counter() - started


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that at least `percent` of the values don't exceed; NaN of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else math.nan


def source_address(host: str, index: int, count: int) -> str | None:
    """One of `count` loopback addresses in turn: servers limit connections by address, and ports run out."""
    if count <= 1:
        return None
    if not ipaddress.ip_address(host).is_loopback or ":" in host:
        raise SystemExit("--sources needs an IPv4 loopback HOST")
    return str(ipaddress.ip_address("127.0.0.1") + index % count)


def allow_descriptors(wanted: int) -> None:
    """Raises the soft limit of open descriptors as far as needed and allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    if limit < wanted:
        raise SystemExit(f"{wanted} descriptors are needed, the hard limit is {hard}")
