"""A receiver of webhooks on a loopback port, which notes the verdicts that it was told, and how sessions ask for them."""
import base64
import collections
import hashlib
import hmac
import http.server
import json
import threading
import time

import service

SECRET = base64.b64encode(b"the receiver's secret, 32 bytes.").decode()
SCAM = service.TEXTS[1]  # Judged high, so that its verdict is told.


class Receiver(http.server.ThreadingHTTPServer):
    """With `refuses`, every so manieth webhook is refused at first, as receivers do."""

    daemon_threads = True

    def __init__(self, refuses: int = 0, address: str = "127.0.0.1") -> None:
        super().__init__((address, 0), Delivery)
        self.lock, self.refuses = threading.Lock(), refuses
        self.scans: collections.Counter[str] = collections.Counter()
        self.first: dict[str, float] = {}  # scan → when its verdict came
        self.received = self.refused = self.forged = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{self.server_address[0]}:{self.server_port}/hook"

    def handle_error(self, request: object, address: object) -> None:
        pass  # The sender was killed.


class Delivery(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        right = base64.b64encode(hmac.digest(base64.b64decode(SECRET), signed, hashlib.sha256)).decode()
        event = json.loads(body)
        with self.server.lock:
            self.server.received += 1
            refuses = self.server.refuses > 0 and self.server.received % self.server.refuses == 0
            self.server.refused += refuses
            if f"v1,{right}" not in self.headers.get("webhook-signature", "").split():
                self.server.forged += 1
            elif not refuses and event["type"] == "verdict":
                scan = event["data"]["scan_id"].lower()
                self.server.scans[scan] += 1
                self.server.first.setdefault(scan, time.monotonic())
        self.send_response(503 if refuses else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def register(caller: service.Caller, session: str, url: str) -> None:
    body = {"notifications": True, "screenshot_events": True, "verdicts": "high",
            "webhook": {"url": url, "secret": "whsec_" + SECRET}}
    answer = caller.call("PUT", f"/sessions/{session}/preferences", json.dumps(body).encode(),
                         "Content-Type: application/json\r\n")
    if answer.status not in (200, 201, 204):
        raise SystemExit(f"FAILED: preferences: {answer.status} {answer.body[:300]!r}")
