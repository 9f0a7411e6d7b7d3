"""What followers are told by, on this machine: an APNs, an ntfy server and a push service of browsers, and the keys for them."""
from __future__ import annotations

import base64
import collections
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ROOT / "Tests" / "OutboundTests" / "Peers"
PYTHON = ROOT / ".build" / "push-peers" / "bin" / "python"
KEY_ID, TEAM_ID, TOPIC = "ABC123DEFG", "DEF123GHIJ", "example.typesafe"
# Followers of a session: one by each carrier. A Live Activity that runs has an update token.
CARRIERS = ("live_activity", "apns_alert", "ntfy", "web_push")


@dataclasses.dataclass
class Message:
    """One push as it came. `step` is the percent that it tells of, 101 for an end; a browser's is encrypted."""

    at: float
    session: int
    carrier: str
    step: int
    is_verdict: bool = True


class Process:
    """A program that prints a line of JSON for whatever it gets."""

    def __init__(self, *command: object) -> None:
        self.lines: collections.deque[dict] = collections.deque()
        self.process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE)
        self.port = json.loads(self.process.stdout.readline())["port"]
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(json.loads(line))


class Carriers:
    def __init__(self, folder: pathlib.Path, server: pathlib.Path) -> None:
        self.folder = folder
        (folder / "san").write_text("subjectAltName=DNS:localhost\n")
        for command in ("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=Benchmark",
                        "req -newkey rsa:2048 -nodes -keyout key.pem -out csr.pem -subj /CN=localhost",
                        "x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile san",
                        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out apns.p8",
                        "pkey -in apns.p8 -pubout -outform DER -out browser.der"):
            subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
        for kind, name in (("secret", "push-secret"), ("keys", "vapid.pem")):
            subprocess.run([server, "push", kind, folder / name], check=True, capture_output=True)
        self.apns = Process(PYTHON, PEERS / "apns.py", folder / "cert.pem", folder / "key.pem", folder / "apns.p8",
                            KEY_ID, TEAM_ID, TOPIC)
        self.topics = Process(sys.executable, pathlib.Path(__file__).with_name("topics.py"))
        (folder / "push.yaml").write_text(
            f"secret: push-secret\nvapid:\n  key: vapid.pem\n  contact: mailto:operator@scan.example\n"
            f"apns:\n  key: apns.p8\n  key_id: {KEY_ID}\n  team_id: {TEAM_ID}\n  topic: {TOPIC}\n"
            f"  server: https://localhost:{self.apns.port}\n")
        # The last 65 bytes are the point of the public key (RFC 5480): here a browser's.
        point = (folder / "browser.der").read_bytes()[-65:]
        self.keys = {"p256dh": _text(point), "auth": _text(os.urandom(16))}

    @property
    def arguments(self) -> list[str]:
        return ["--push", str(self.folder / "push.yaml"), "--webhook-allow-private", "true",
                "--webhook-ca", str(self.folder / "ca.pem")]

    def registration(self, carrier: str, session: int) -> dict:
        """The follower that tells the session's number with each message."""
        device = f"{session:064x}"
        url = f"http://localhost:{self.topics.port}/{carrier}/{session}"
        return {"carrier": carrier, "language": "en"} | {
            "live_activity": {"update_token": device}, "apns_alert": {"token": device},
            "ntfy": {"url": url, "progress": True}, "web_push": {"endpoint": url, "keys": self.keys},
        }[carrier]

    def messages(self) -> list[Message]:
        """All that came and was taken, in the order of each carrier's process."""
        told = [_topic(line) for line in list(self.topics.lines)]
        return told + [_device(line) for line in list(self.apns.lines) if line.get("status") == 200]

    def connections(self) -> int:
        return sum(line.get("event") == "opened" for line in list(self.apns.lines))

    def refusals(self) -> collections.Counter[str]:
        return collections.Counter(f"{line['status']} {line['reason']}" for line in list(self.apns.lines)
                                   if line.get("status", 200) != 200)

    def stop(self) -> None:
        for process in (self.apns, self.topics):
            process.process.kill()
            process.process.wait()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _topic(line: dict) -> Message:
    _, carrier, session = line["path"].split("/")
    if carrier == "web_push":
        return Message(line["at"], int(session), carrier, 101)
    text = line["text"]
    step = 0 if text.startswith("It takes a few") else int(text.split()[0]) if "% is done" in text else 101
    return Message(line["at"], int(session), carrier, step, "risk" in line["title"].lower())


def _device(line: dict) -> Message:
    session = int(line["fields"][":path"].rpartition("/")[2], 16)
    payload = json.loads(line["payload"])
    if line["fields"]["apns-push-type"] == "alert":
        return Message(line["at"], session, "apns_alert", 101)
    state = payload["aps"]["content-state"]
    is_end = payload["aps"]["event"] == "end"
    return Message(line["at"], session, "live_activity", 101 if is_end else state.get("percent", 0), state["state"] == "done")
