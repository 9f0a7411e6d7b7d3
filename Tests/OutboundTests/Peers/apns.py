"""An APNs for tests: HTTP/2 over TLS, which checks each request as Apple documents it and answers as the device token says.

usage: apns.py CERTIFICATE KEY SIGNING_KEY KEY_ID TEAM_ID TOPIC [STREAMS]

It prints its port, then a line of JSON for each request and each connection; `at` is the monotonic time in seconds. A device token is hexadecimal. Where its bytes are a text such as
`429 TooManyRequests retry-after=7`, that is the answer; any other token is known and gets 200. Texts for what isn't an answer:

- `silent`: no answer;
- `goaway STATUS REASON`: the answer in a GOAWAY frame, and the connection ends (at a connection's first request);
- `reset`: the connection ends without an answer (at a connection's first request);
- `abort-once`: the connection ends without an answer, with all that is under way on it, the first time that the server gets this;
- `expired-first`: ExpiredProviderToken for the provider token that came first, 200 for a later one.
"""
import asyncio
import itertools
import json
import re
import ssl
import sys
import time
import uuid

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.settings
import jwt
from cryptography.hazmat.primitives.serialization import load_pem_private_key

CERTIFICATE, KEY, SIGNING_KEY, KEY_ID, TEAM_ID, TOPIC, *REST = sys.argv[1:]
# Apple: one stream until a request with a valid token, then about a thousand.
STREAMS = int(REST[0]) if REST else 1000
# Seconds until an answer, so that requests meet each other.
LATENCY = 0.02
PUBLIC_KEY = load_pem_private_key(open(SIGNING_KEY, 'rb').read(), None).public_key()
MAX_PAYLOAD = 4096
# The head of a SETTINGS frame with MAX_CONCURRENT_STREAMS, whose value follows (RFC 9113, section 6.5).
SETTINGS = b"\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03"
REFUSAL_DATE = 1700000000000
first_token = None
has_aborted = False
numbers = itertools.count(1)
now = time.time


def say(**facts):
    print(json.dumps({"at": time.monotonic()} | facts), flush=True)


class Refusal(Exception):
    def __init__(self, status, reason):
        super().__init__(reason)
        self.status, self.reason = status, reason


def check_token(fields):
    text = fields.get("authorization")
    if not text or not text.startswith("bearer "):
        raise Refusal(403, "MissingProviderToken")
    token = text.removeprefix("bearer ")
    try:
        header = jwt.get_unverified_header(token)
        claims = jwt.decode(token, PUBLIC_KEY, algorithms=["ES256"], options={"verify_iat": False})
    except jwt.PyJWTError as error:
        print(error, file=sys.stderr)
        raise Refusal(403, "InvalidProviderToken")
    if header.get("kid") != KEY_ID or claims.get("iss") != TEAM_ID or not isinstance(claims.get("iat"), int):
        raise Refusal(403, "InvalidProviderToken")
    if not -60 <= now() - claims["iat"] < 3600:
        raise Refusal(403, "ExpiredProviderToken")
    return token


def check_alert(alert):
    if not isinstance(alert, dict) or not alert.get("title") or not alert.get("body"):
        raise Refusal(400, "PayloadEmpty")


def check_activity(aps):
    if not isinstance(aps.get("timestamp"), int) or not isinstance(aps.get("content-state"), dict):
        raise Refusal(400, "PayloadEmpty")
    if aps.get("event") not in ("start", "update", "end"):
        raise Refusal(400, "PayloadEmpty")
    if any(not isinstance(aps.get(name, 0), int) for name in ("stale-date", "dismissal-date")):
        raise Refusal(400, "PayloadEmpty")
    if aps["event"] == "start":
        if not aps.get("attributes-type") or not isinstance(aps.get("attributes"), dict):
            raise Refusal(400, "PayloadEmpty")
        check_alert(aps.get("alert"))


def check(fields, names, body):
    """Answers as APNs does to a request that isn't as documented; returns the provider token and the device's."""
    if fields.get(":method") != "POST":
        raise Refusal(405, "MethodNotAllowed")
    path = re.fullmatch(r"/3/device/([0-9A-Fa-f]*)", fields.get(":path", ""))
    if not path:
        raise Refusal(404, "BadPath")
    if not path[1]:
        raise Refusal(400, "MissingDeviceToken")
    if len(set(names)) != len(names):
        raise Refusal(400, "DuplicateHeaders")
    token = check_token(fields)
    kind = fields.get("apns-push-type")
    topics = {"alert": TOPIC, "liveactivity": TOPIC + ".push-type.liveactivity"}
    if kind not in topics:
        raise Refusal(400, "InvalidPushType")
    if "apns-topic" not in fields:
        raise Refusal(400, "MissingTopic")
    if fields["apns-topic"] != topics[kind]:
        raise Refusal(400, "TopicDisallowed")
    if fields.get("apns-priority") not in ("1", "5", "10"):
        raise Refusal(400, "BadPriority")
    if not re.fullmatch(r"\d{1,10}", fields.get("apns-expiration", "")):
        raise Refusal(400, "BadExpirationDate")
    try:
        if str(uuid.UUID(fields.get("apns-id", ""))) != fields["apns-id"]:
            raise ValueError
    except ValueError:
        raise Refusal(400, "BadMessageId")
    if len(fields.get("apns-collapse-id", "")) > 64:
        raise Refusal(400, "BadCollapseId")
    if len(body) > MAX_PAYLOAD:
        raise Refusal(413, "PayloadTooLarge")
    try:
        aps = json.loads(body)["aps"]
    except (ValueError, KeyError, TypeError):
        raise Refusal(400, "PayloadEmpty")
    if kind == "liveactivity":
        check_activity(aps)
    else:
        check_alert(aps.get("alert"))
    return token, path[1]


def order(device):
    """What the device token says; empty for one that is known."""
    text = bytes.fromhex(device) if len(device) % 2 == 0 else b""
    return text.decode("ascii") if text and all(0x20 <= byte < 0x7F for byte in text) else ""


class Connection(asyncio.Protocol):
    def __init__(self):
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        # h2 itself allows any number: see `allow`.
        self.http.local_settings = h2.settings.Settings(client=False, initial_values={h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1 << 20})
        self.requests = {}
        self.open = self.most = self.answered = 0
        self.streams = 1
        self.number = next(numbers)

    def connection_made(self, transport):
        self.transport = transport
        self.http.initiate_connection()
        transport.write(self.http.data_to_send())
        self.allow(1)
        say(connection=self.number, event="opened", protocol=transport.get_extra_info("ssl_object").selected_alpn_protocol())

    def allow(self, streams):
        """Tells how many streams may be open at once. This is not told to h2, which would end a connection with more instead of refusing those."""
        self.streams = streams
        self.transport.write(SETTINGS + streams.to_bytes(4, "big"))

    def connection_lost(self, _):
        say(connection=self.number, event="closed", requests=self.answered, most=self.most)

    def data_received(self, data):
        for event in self.http.receive_data(data):
            stream = getattr(event, "stream_id", None)
            if isinstance(event, h2.events.RequestReceived):
                if self.open >= self.streams:
                    self.http.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
                    say(connection=self.number, event="refused")
                    continue
                self.requests[stream] = (event.headers, bytearray())
                self.open += 1
                self.most = max(self.most, self.open)
            elif isinstance(event, h2.events.DataReceived):
                self.http.acknowledge_received_data(event.flow_controlled_length, stream)
                if stream in self.requests:
                    self.requests[stream][1].extend(event.data)
            elif isinstance(event, h2.events.StreamEnded) and stream in self.requests:
                asyncio.get_running_loop().call_later(LATENCY, self.answer, stream, *self.requests[stream])
            elif isinstance(event, h2.events.StreamReset):
                self.open -= self.requests.pop(stream, None) is not None
        if not self.transport.is_closing():
            self.transport.write(self.http.data_to_send())

    def answer(self, stream, headers, body):
        if self.transport.is_closing() or stream not in self.requests:
            return
        self.judge(stream, headers, body)
        if not self.transport.is_closing():
            self.transport.write(self.http.data_to_send())

    def judge(self, stream, headers, body):
        global first_token, has_aborted
        fields = dict(headers)
        status, reason, retry_after, wanted = 200, None, None, ""
        try:
            token, device = check(fields, [name for name, _ in headers], bytes(body))
            first_token = first_token or token
            wanted = order(device)
            if wanted == "expired-first" and token == first_token:
                raise Refusal(403, "ExpiredProviderToken")
            words = wanted.removeprefix("goaway ").split()
            if words and words[0].isdigit():
                retry_after = next((word.partition("=")[2] for word in words if word.startswith("retry-after=")), None)
                if words[0] != "200":
                    raise Refusal(int(words[0]), words[1] if len(words) > 1 else "")
        except Refusal as refusal:
            status, reason = refusal.status, refusal.reason
        is_first = self.answered == 0
        self.answered += 1
        say(connection=self.number, stream=stream, status=status, reason=reason, fields=fields, payload=body.decode(), open=self.open)
        if wanted == "silent":
            return
        if wanted == "reset" and is_first or wanted == "abort-once" and not has_aborted:
            has_aborted = True
            return self.transport.abort()
        self.open -= self.requests.pop(stream) is not None
        content = b"" if status == 200 else json.dumps({"reason": reason} | ({"timestamp": REFUSAL_DATE} if status == 410 else {})).encode()
        if wanted.startswith("goaway ") and is_first:
            self.http.close_connection(additional_data=content)
            self.transport.write(self.http.data_to_send())
            return self.transport.close()
        if self.streams == 1 and status == 200:
            self.allow(STREAMS)
        answer = [(":status", str(status)), ("apns-id", fields.get("apns-id", ""))]
        if retry_after:
            answer.append(("retry-after", retry_after))
        self.http.send_headers(stream, answer, end_stream=not content)
        if content:
            self.http.send_data(stream, content, end_stream=True)


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    context.set_alpn_protocols(["h2"])
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, ssl=context)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
