"""Runs scripts in a page's service worker by Chromium's own protocol, over a WebSocket (RFC 6455): WebDriver reaches pages only."""
import base64
import itertools
import json
import os
import socket
import struct
import urllib.request
from urllib.parse import urlsplit

from webdriver import LIMIT, Browser, until


class Worker:
    """The one service worker of a site that runs in a browser. Chromium's own extensions have workers, too, and while one worker takes another's place
    both are told."""

    def __init__(self, browser: Browser, site: str):
        def found() -> list[dict] | None:
            with urllib.request.urlopen(f"http://{browser.debugger}/json/list", timeout=LIMIT) as answer:
                targets = [one for one in json.load(answer) if one["type"] == "service_worker" and one["url"].startswith(site)]
            return targets if len(targets) == 1 else None

        [target] = until(found, f"one service worker of {site} runs")
        address = urlsplit(target["webSocketDebuggerUrl"])
        self._socket = socket.create_connection((address.hostname, address.port), timeout=LIMIT)
        self._stream = self._socket.makefile("rb")
        self._numbers = itertools.count(1)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall((
            f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        assert b" 101 " in self._stream.readline()
        while self._stream.readline().strip():
            pass

    def run(self, expression: str):
        """The value of an expression; a promise is waited for."""
        number = next(self._numbers)
        self._send({"id": number, "method": "Runtime.evaluate", "params": {
            "expression": expression, "awaitPromise": True, "returnByValue": True}})
        while (answer := self._receive()).get("id") != number:
            pass
        assert "exceptionDetails" not in answer["result"], answer
        return answer["result"]["result"].get("value")

    def _send(self, message: dict):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        self._socket.sendall(b"\x81\xfe" + struct.pack(">H", len(data)) + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def _receive(self) -> dict:
        length = self._stream.read(2)[1]
        if length >= 126:
            length = int.from_bytes(self._stream.read(2 if length == 126 else 8), "big")
        return json.loads(self._stream.read(length))

    def close(self):
        self._socket.close()
