"""What soak.py's workers do to a server, and what each operation must be answered with.

A fault must be the server's before it is called one: where the client itself resets, no answer is expected; where
a kept connection fails before the first byte of an answer, the server may just have closed an idle connection, so
the operation is done once more on a fresh one.
"""
import dataclasses
import json
import random
import time
from collections.abc import Callable
from typing import TypeVar

import client

Result = TypeVar("Result")

MAX_BODY = 500_000
PAYLOAD = random.Random(0).randbytes(MAX_BODY)
CHUNK_SIZES = (1, 2, 3, 7, 15, 16, 17, 255, 1_000, 1_023, 4_095, 4_097, 8_191, 16_385, 65_537)
# Each must be refused with 400 (RFC 9112 §3.2, §5.1, §6.3, §7.1) or is no request at all.
MALFORMED = (
    b"GARBAGE\r\n\r\n",
    b"GET /health HTTP/1.1\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Space : b\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
    b"GET /hea lth HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: abc\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
)


class Wrong(Exception):
    """The server's answer was not the right one."""


@dataclasses.dataclass(frozen=True)
class Target:
    host: str
    port: int
    timeout: float


class User:
    """One worker's side: its random numbers and its kept connection."""

    def __init__(self, target: Target, source: random.Random, note: Callable[[str], None]) -> None:
        self.target, self.random, self.note = target, source, note
        self.kept: client.Connection | None = None

    def connect(self) -> client.Connection:
        return client.Connection(self.target.host, self.target.port, self.target.timeout)

    def drop(self) -> None:
        if self.kept:
            self.kept.close()
        self.kept = None

    def on_kept(self, use: Callable[[client.Connection], Result]) -> Result:
        """Runs `use` on the kept connection, or once more on a fresh one when the kept one was already dead."""
        if self.kept:
            self.kept.received = 0
            try:
                return self.tidied(use)
            except TimeoutError:
                raise
            except (client.NoAnswer, OSError):
                if self.kept is None or self.kept.received:
                    raise
                self.note("retried")
                self.drop()
        self.kept = self.connect()
        return self.tidied(use)

    def tidied(self, use: Callable[[client.Connection], Result]) -> Result:
        connection = self.kept
        assert connection
        result = use(connection)
        if self.kept and connection.buffer:
            raise Wrong(f"bytes beyond the answer: {connection.buffer[:60]!r}")
        return result

    def take(self, connection: client.Connection, expected: int, head_only: bool = False) -> client.Answer:
        """The next answer of the kept connection, which must have this status."""
        answer = connection.read_answer(head_only)
        if answer.status != expected:
            raise Wrong(f"{answer.status} in place of {expected}")
        if answer.closes:
            # A server may close a connection, for example after many requests. If this is frequent, it doesn't keep connections.
            self.note("closed-by-answer")
            connection.close()
            self.kept = None if self.kept is connection else self.kept
        return answer


def check_single(connection: client.Connection, length: int) -> None:
    """The answer on a connection that isn't kept."""
    answer = connection.read_answer()
    if answer.status != 200:
        raise Wrong(f"{answer.status} in place of 200")
    check_length(answer, length)


def check_length(answer: client.Answer, length: int) -> None:
    found = json.loads(answer.body).get("length")
    if found != length:
        raise Wrong(f"length {found} in place of {length}")


def check_health(answer: client.Answer) -> None:
    if not isinstance(json.loads(answer.body), dict):
        raise Wrong(f"health answer {answer.body[:60]!r}")


def some_body(user: User, limit: int = MAX_BODY) -> bytes:
    # Small bodies often and large ones sometimes, so that the server's buffers are used at both ends of their size.
    length = int(limit * user.random.random() ** 3) if user.random.random() < 0.95 else user.random.choice((0, 1, limit))
    return PAYLOAD[:length]


def send_in_parts(user: User, connection: client.Connection, data: bytes) -> None:
    """Cuts at up to three places, so that the server sees its reads end anywhere."""
    cuts = sorted(user.random.randrange(len(data)) for _ in range(user.random.randrange(4)))
    for start, end in zip([0, *cuts], [*cuts, len(data)]):
        connection.send(memoryview(data)[start:end])


# Good requests.

def get(user: User) -> None:
    def use(connection: client.Connection) -> None:
        connection.send(client.request("GET", "/health"))
        check_health(user.take(connection, 200))
    user.on_kept(use)


def post(user: User) -> None:
    body = some_body(user)

    def use(connection: client.Connection) -> None:
        send_in_parts(user, connection, client.request("POST", "/echo", body=body))
        check_length(user.take(connection, 200), len(body))
    user.on_kept(use)


def chunked_request(user: User) -> tuple[bytes, int]:
    parts = [b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"]
    length = 0
    for _ in range(user.random.randrange(40)):
        size = user.random.choice(CHUNK_SIZES)
        if length + size > MAX_BODY:
            break
        digits = user.random.choice(("{:x}", "{:X}", "{:04x}")).format(size)
        extension = user.random.choice(("", "", "", ";name=value", ';name="quoted"'))
        parts += [f"{digits}{extension}\r\n".encode(), PAYLOAD[length:length + size], b"\r\n"]
        length += size
    trailer = b"X-Trailer: value\r\n" if user.random.random() < 0.2 else b""
    return b"".join([*parts, b"0\r\n", trailer, b"\r\n"]), length


def chunked(user: User) -> None:
    data, length = chunked_request(user)

    def use(connection: client.Connection) -> None:
        send_in_parts(user, connection, data)
        check_length(user.take(connection, 200), length)
    user.on_kept(use)


def pipeline(user: User) -> None:
    """A burst in one write; the lengths, all different, show the order of the answers."""
    lengths = user.random.sample(range(2_000), user.random.randrange(2, 17))
    plan: list[int | None] = [length if user.random.random() < 0.6 else None for length in lengths]
    data = b"".join(client.request("GET", "/health") if length is None else
                    client.request("POST", "/echo", body=PAYLOAD[:length]) for length in plan)

    def use(connection: client.Connection) -> None:
        connection.send(data)
        for length in plan:
            answer = user.take(connection, 200)
            check_health(answer) if length is None else check_length(answer, length)
            if answer.closes:
                return  # What is behind it won't be answered, and rightly so.
    user.on_kept(use)


def expect(user: User) -> None:
    body = some_body(user, 100_000) or b"x"
    head = client.request("POST", "/echo", f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n")
    # The helper adds the length of the body it is given; here the body comes later.
    head = head.replace(b"Content-Length: 0\r\n", b"", 1)

    def use(connection: client.Connection) -> None:
        connection.send(head)
        user.take(connection, 100)
        connection.send(body)
        check_length(user.take(connection, 200), len(body))
    user.on_kept(use)


def head(user: User) -> None:
    """A GET right behind shows whether the answer to HEAD brought a body along."""
    def use(connection: client.Connection) -> None:
        connection.send(client.request("HEAD", "/health") + client.request("GET", "/health"))
        first = user.take(connection, 200, head_only=True)
        if first.closes:
            return
        second = user.take(connection, 200)
        check_health(second)
        announced = first.fields.get("content-length")
        if announced is not None and int(announced) != len(second.body):
            raise Wrong(f"HEAD announces {announced} bytes, GET brings {len(second.body)}")
    user.on_kept(use)


def not_found(user: User) -> None:
    path = f"/no-such-{user.random.randrange(10**9)}"

    def use(connection: client.Connection) -> None:
        connection.send(client.request("GET", path))
        user.take(connection, 404)
    user.on_kept(use)


def trickle(user: User) -> None:
    """A good request in small pieces with pauses, far above any server's patience."""
    body = PAYLOAD[:user.random.randrange(200)]
    data = client.request("POST", "/echo", body=body)
    connection = user.connect()
    try:
        size = user.random.randrange(10, 60)
        for start in range(0, len(data), size):
            connection.send(data[start:start + size])
            time.sleep(user.random.uniform(0.005, 0.1))
        check_single(connection, len(body))
    finally:
        connection.close()


# Bad clients. Each uses its own connection.

def malformed(user: User) -> None:
    data = user.random.choice(MALFORMED)
    connection = user.connect()
    try:
        connection.send(data)
        try:
            answer = connection.read_answer()
        except (client.NoAnswer, TimeoutError) as error:
            raise Wrong(f"{error} in place of 400 to {data!r}") from None
        if answer.status != 400:
            raise Wrong(f"{answer.status} in place of 400 to {data!r}")
        if not connection.is_closed_by_server():
            raise Wrong(f"more bytes after the 400 to {data!r}")
    except TimeoutError:
        raise Wrong(f"400, but no close after {data!r}") from None
    finally:
        connection.close()


def cut_request(user: User) -> bytes:
    """A request that ends somewhere in its head or its body."""
    data = client.request("POST", "/echo", body=PAYLOAD[:user.random.randrange(1, 50_000)])
    body_start = data.index(b"\r\n\r\n") + 4
    if user.random.random() < 0.5:
        return data[:user.random.randrange(1, body_start)]
    return data[:user.random.randrange(body_start, len(data))]


def half_close_early(user: User) -> None:
    """The end comes in the middle: a refusal or a plain close is right, a success is not."""
    connection = user.connect()
    try:
        connection.send(cut_request(user))
        connection.half_close()
        answer = connection.read_answer()
        if answer.status < 400:
            raise Wrong(f"{answer.status} to half a request")
    except client.NoAnswer:
        if connection.received:
            raise
    finally:
        connection.close()


def half_close_after(user: User) -> None:
    """A whole request, then the end of input: still to be answered."""
    body = some_body(user, 50_000)
    connection = user.connect()
    try:
        connection.send(client.request("POST", "/echo", body=body))
        connection.half_close()
        check_single(connection, len(body))
        if not connection.is_closed_by_server():
            raise Wrong("more bytes after the only answer")
    finally:
        connection.close()


def reset_with(prepare: Callable[[User, client.Connection], None]) -> Callable[[User], None]:
    """An operation that resets its connection after `prepare`, at once or a moment later; no answer is due."""
    def operation(user: User) -> None:
        connection = user.connect()
        try:
            prepare(user, connection)
            if user.random.random() < 0.5:
                time.sleep(user.random.uniform(0, 0.02))
        finally:
            connection.reset()
    return operation


def read_a_little(user: User, connection: client.Connection) -> None:
    connection.send(client.request("GET", "/health") * user.random.randrange(1, 30))
    if not connection.socket.recv(user.random.randrange(1, 40)):
        raise Wrong("closed in place of an answer")


# The weight and the function of each operation; about one in eight is hostile.
OPERATIONS: dict[str, tuple[float, Callable[[User], None]]] = {
    "get": (40, get),
    "post": (14, post),
    "chunked": (10, chunked),
    "pipeline": (6, pipeline),
    "expect": (4, expect),
    "head": (4, head),
    "not-found": (4, not_found),
    "trickle": (1.5, trickle),
    "malformed": (3, malformed),
    "half-close-early": (1, half_close_early),
    "half-close-after": (1, half_close_after),
    "reset-connected": (1.5, reset_with(lambda user, connection: None)),
    "reset-mid-request": (3, reset_with(lambda user, connection: connection.send(cut_request(user)))),
    "reset-before-answer": (1.5, reset_with(lambda user, connection: connection.send(
        client.request("POST", "/echo", body=some_body(user))))),
    "reset-mid-answer": (1.5, reset_with(read_a_little)),
}
