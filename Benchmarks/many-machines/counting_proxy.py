"""Stands between servers and a Redis, and counts commands and round trips; it can be slow, or swallow everything."""
import collections
import re
import socket
import threading
import time


class CountingProxy:
    """On a loopback port. A round trip is a reply that came after something was sent: what is sent together is one."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.commands: collections.Counter[str] = collections.Counter()
        self.round_trips = self.sent = self.received = 0
        self.delay, self.swallows = 0.0, False  # Seconds before each reply; whether nothing comes through.
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def reset(self) -> None:
        with self.lock:
            self.commands.clear()
            self.round_trips = self.sent = self.received = 0

    def close(self) -> None:
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self.target, 2)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link = Link(self, near, far)
            threading.Thread(target=link.up, daemon=True).start()
            threading.Thread(target=link.down, daemon=True).start()


class Link:
    """One connection through the proxy."""

    def __init__(self, proxy: CountingProxy, near: socket.socket, far: socket.socket) -> None:
        self.proxy, self.near, self.far = proxy, near, far
        self.asked = False  # Whether something was sent since the last reply.
        self.names = CommandNames()

    def up(self) -> None:
        """What servers send. A command that waits for news (XREADGROUP, SUBSCRIBE) counts as one where it is sent."""
        while data := receive(self.near):
            with self.proxy.lock:
                self.proxy.commands.update(self.names.of(data))
                self.proxy.sent += len(data)
                self.asked = True
            self._pass(self.far, data)
        close(self.near, self.far)

    def down(self) -> None:
        while data := receive(self.far):
            with self.proxy.lock:
                self.proxy.round_trips += self.asked
                self.proxy.received += len(data)
                self.asked = False
            if self.proxy.delay:
                time.sleep(self.proxy.delay)
            self._pass(self.near, data)
        close(self.near, self.far)

    def _pass(self, to: socket.socket, data: bytes) -> None:
        while self.proxy.swallows:
            time.sleep(0.01)
        try:
            to.sendall(data)
        except OSError:
            close(self.near, self.far)


class CommandNames:
    """Finds the names of commands in a stream of bytes that may be cut anywhere."""

    def __init__(self) -> None:
        self.buffer, self.words, self.first = b"", 0, False

    def of(self, data: bytes) -> list[str]:
        self.buffer += data
        names = []
        while found := re.match(rb"([*$])(\d+)\r\n", self.buffer):
            number = int(found[2])
            if found[1] == b"*":
                self.words, self.first = number, True
                self.buffer = self.buffer[found.end():]
                continue
            if len(self.buffer) < found.end() + number + 2:
                break
            if self.first:
                names.append(self.buffer[found.end():found.end() + number].decode("latin-1").upper())
                self.first = False
            self.words -= 1
            self.buffer = self.buffer[found.end() + number + 2:]
        return names


def receive(one: socket.socket) -> bytes:
    try:
        return one.recv(262_144)
    except OSError:
        return b""


def close(*sockets: socket.socket) -> None:
    for one in sockets:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        one.close()
